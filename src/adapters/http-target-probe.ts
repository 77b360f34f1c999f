import { Agent, request } from 'undici';
import type { TargetProbe } from '../ports/target-probe.ts';

/** How to probe one upstream with one credential. */
export interface HttpProbeSettings {
  /** Origin and path prefix of the upstream. */
  readonly baseUrl: string;
  /** The gateway's own credential; `null`: none is sent. */
  readonly apiKey: string | null;
  readonly auth: 'bearer' | 'x-api-key' | 'none';
  /** Below the base URL. */
  readonly path: string;
  /** Timeout of a probe, including connecting, milliseconds. */
  readonly timeoutMs: number;
}

/** Connections per upstream: probes are sequential. */
const connectionsMax = 1;
/** Most bytes of an answer that are received; it is discarded. */
const answerBytesMax = 65_536;

/** Statuses below 500 that mean that the upstream or the credential is not usable now. */
const unwell: ReadonlySet<number> = new Set([401, 402, 403, 408, 425, 429]);

/**
 * Probes with a `GET` and the credential, which no provider charges for. An answer below 500, except 401, 402, 403,
 * 408, 425 and 429, means a healthy upstream. Upstreams that are not configured are unhealthy.
 */
export function createHttpTargetProbe(
  upstreams: Readonly<Record<string, HttpProbeSettings>>,
): TargetProbe & AsyncDisposable {
  const settingsByName = new Map(Object.entries(upstreams));
  const agent = new Agent({ connections: connectionsMax, allowH2: false, keepAliveTimeout: 1_000 });
  return {
    async isHealthy(upstream) {
      const settings = settingsByName.get(upstream);
      if (settings === undefined) return false;
      const { baseUrl, path, timeoutMs } = settings;
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const url = new URL(baseUrl.replace(/\/+$/, '') + path);
        const { statusCode, body } = await request(url, { dispatcher: agent, headers: headersOf(settings), signal });
        await body.dump({ limit: answerBytesMax, signal });
        return statusCode < 500 && !unwell.has(statusCode);
      } catch {
        return false;
      }
    },
    async [Symbol.asyncDispose]() {
      await agent.destroy();
    },
  };
}

function headersOf({ apiKey, auth }: HttpProbeSettings): Record<string, string> {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity' };
  if (apiKey === null || auth === 'none') return headers;
  return { ...headers, ...(auth === 'bearer' ? { authorization: `Bearer ${apiKey}` } : { 'x-api-key': apiKey }) };
}
