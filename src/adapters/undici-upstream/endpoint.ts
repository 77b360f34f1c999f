import { Pool } from 'undici';
import manifest from '../../../package.json' with { type: 'json' };
import { Semaphore, type SemaphoreOptions } from '../../limits/semaphore.ts';
import { UpstreamFailure } from '../../ports/upstream.ts';
import type { UndiciUpstreamExchange } from './exchange.ts';
import { MaskedSecret } from './masked-secret.ts';

/** The configuration of one upstream. Times in milliseconds. */
export interface UpstreamSettings {
  /** Origin and path prefix, e.g. `https://api.example.com/v1`; the request's path is appended. */
  readonly baseUrl: string;
  /** The gateway's own credential at this upstream; `null`: none is sent. */
  readonly apiKey: string | null;
  /** Where the credential goes: `authorization: Bearer`, `x-api-key`, or nowhere. */
  readonly auth: 'bearer' | 'x-api-key' | 'none';
  /** Timeout of name lookup, TCP and TLS together. Default 5,000. */
  readonly connectTimeoutMs?: number;
  /** From `send`, with the wait for a connection, to the head of its answer. Default 600,000. */
  readonly firstByteTimeoutMs?: number;
  /** Longest silence of the upstream within a body. Default 120,000. */
  readonly idleTimeoutMs?: number;
  /** From `send` to the last byte, without the time of `UpstreamRequest.held`. Default 1,800,000. */
  readonly totalTimeoutMs?: number;
  /** How much of the time of `UpstreamRequest.held` is excluded from the total, at most. Default 0. */
  readonly consumerWaitMsMax?: number;
  /** Connections kept to this upstream, one request at a time on each. Default 256. */
  readonly connectionsMax?: number;
  /** Requests that may wait for a free connection; one more fails as `connect`, `not_sent`. Default 1,024. */
  readonly waitingMax?: number;
  /** Share of the remaining connections that one tenant, and within it one key, may hold, percent. Default 100. */
  readonly sharePercentMax?: number;
  /** Where to query the upstream's billing records, with `{reservation_id}` in the path; `null`: it has none. */
  readonly billingRecords: { readonly path: string } | null;
}

type Limits = Required<Omit<UpstreamSettings, 'baseUrl' | 'apiKey' | 'auth' | 'billingRecords'>>;

/** One upstream with its connections and the number of its users. */
export interface Endpoint {
  readonly name: string;
  /** The settings it was opened with, as text. */
  readonly settings: string;
  readonly limits: Limits;
  readonly pool: Pool;
  readonly pathPrefix: string;
  /** The credential, which no answer may show. */
  readonly secret: MaskedSecret;
  /** Header names and values sent with every request. */
  readonly ownHeaders: readonly string[];
  /** One permit for each connection. */
  readonly connections: Semaphore;
  /** Exchanges without a connection yet. */
  readonly waiting: Set<UndiciUpstreamExchange>;
  /** Set when the endpoint closes: it takes no more requests, and calls this when none waits or runs. */
  onIdle: (() => void) | null;
  /** Number of adapters that use it: disposing of the last one closes it. */
  users: number;
}

const limitsByDefault: Limits = {
  connectTimeoutMs: 5_000,
  firstByteTimeoutMs: 600_000,
  idleTimeoutMs: 120_000,
  totalTimeoutMs: 1_800_000,
  consumerWaitMsMax: 0,
  connectionsMax: 256,
  waitingMax: 1_024,
  sharePercentMax: 100,
};

/** Below the 5 s after which common servers close an idle connection, so that few requests use a closing connection. */
const keepAliveTimeoutMs = 4_000;
const answerHeadBytesMax = 32 * 1024;

export interface EndpointDeps extends Pick<SemaphoreOptions, 'hasOthers'> {
  readonly inherited: ReadonlyMap<string, Endpoint> | undefined;
}

/** The endpoint for these settings. An inherited endpoint with the same settings keeps its connections. */
export function takeEndpoint(
  name: string,
  settings: UpstreamSettings,
  { inherited, hasOthers }: EndpointDeps,
): Endpoint {
  const known = inherited?.get(name);
  if (known?.settings !== JSON.stringify(settings) || known.users === 0) return openEndpoint(name, settings, hasOthers);
  known.users++;
  return known;
}

function openEndpoint(name: string, settings: UpstreamSettings, hasOthers: EndpointDeps['hasOthers']): Endpoint {
  const limits: Limits = { ...limitsByDefault, ...settings };
  const url = new URL(settings.baseUrl);
  return {
    name,
    settings: JSON.stringify(settings),
    limits,
    users: 1,
    pathPrefix: url.pathname.replace(/\/+$/, ''),
    secret: new MaskedSecret(settings.apiKey),
    ownHeaders: ['user-agent', `waybill/${manifest.version}`, 'accept-encoding', 'identity', ...credentialOf(settings)],
    connections: new Semaphore({ ...limits, permits: limits.connectionsMax, hasOthers }),
    waiting: new Set(),
    onIdle: null,
    pool: new Pool(url.origin, {
      connections: limits.connectionsMax,
      pipelining: 1,
      allowH2: false,
      connectTimeout: limits.connectTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      maxHeaderSize: answerHeadBytesMax,
      // The deadline clock enforces both, at no cost per request or chunk.
      headersTimeout: 0,
      bodyTimeout: 0,
    }),
  };
}

function credentialOf({ apiKey, auth }: UpstreamSettings): readonly string[] {
  if (apiKey === null || auth === 'none') return [];
  return auth === 'bearer' ? ['authorization', `Bearer ${apiKey}`] : ['x-api-key', apiKey];
}

/** Closes an endpoint. Waiting and running exchanges have `timeoutMs` to finish; then they are aborted. */
export async function closeEndpoint(endpoint: Endpoint, timeoutMs: number): Promise<void> {
  const { pool, connections, waiting } = endpoint;
  if (pool.destroyed) return;
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const { promise: isIdle, resolve: idle } = Promise.withResolvers<void>();
  endpoint.onIdle = idle;
  if (connections.used + connections.waiting === 0) idle();
  const timer = setTimeout(resolve, timeoutMs);
  await Promise.race([isIdle, isLate]);
  for (const exchange of waiting) exchange.onResponseError(null, new UpstreamFailure('aborted', 'not_sent'));
  await Promise.race([pool.close(), isLate]);
  clearTimeout(timer);
  await pool.destroy();
}
