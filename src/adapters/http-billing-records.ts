import { Agent, request } from 'undici';
import { z } from 'zod';
import { UpstreamFailure } from '../ports/upstream.ts';
import type { BillingRecord, BillingRecords } from '../ports/billing-records.ts';
import { withoutByteOrderMark } from '../wire/byte-order-mark.ts';
import { answerLimits } from '../wire/json-limits.ts';
import { scanJsonObject } from '../wire/json-text.ts';
import { boundedAnswer } from '../ports/bounded-body.ts';

/** The settings of an upstream that are needed to query its billing records. */
export interface BillingRecordsSettings {
  /** Origin and path prefix of the upstream. */
  readonly baseUrl: string;
  /** The gateway's own credential; `null`: none is sent. */
  readonly apiKey: string | null;
  /** Where the credential goes. */
  readonly auth: 'bearer' | 'x-api-key' | 'none';
  /** Path below the base URL, with `{reservation_id}` in it; `null`: the upstream has no billing records. */
  readonly billingRecords: { readonly path: string } | null;
}

export interface HttpBillingRecordsOptions {
  /** Timeout of one look-up, including connecting, milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** The longest answer read. Default 1 MiB. */
  readonly answerBytesMax?: number;
}

interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
}
// `as`: the runtime has JSON source text access, TypeScript's library does not declare it yet.
const json = JSON as unknown as JsonWithSource;

const connectionsMax = 8;

const entrySchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running') }),
  z.object({ state: z.literal('not_charged') }),
  z.object({
    state: z.literal('charged'),
    usage: z.custom<object>((value) => isRecord(value)),
    service_tier: z.string().nullish(),
  }),
]);

/**
 * Billing records queried with `GET`: 404 means never seen; 200 carries `{"state": "running" | "charged" |
 * "not_charged"}`. For `charged` it also carries the `usage` object, whose numbers keep their original digits, and, if
 * tiers have separate prices, the billed `service_tier`.
 *
 * `lookUp` returns `null` for upstreams without billing records and for those no longer configured. A failed look-up
 * always has an unknown outcome: it says nothing about the work.
 */
export function createHttpBillingRecords(
  upstreams: Readonly<Record<string, BillingRecordsSettings>>,
  options: HttpBillingRecordsOptions = {},
): BillingRecords & AsyncDisposable {
  const { timeoutMs = 10_000, answerBytesMax = 1024 * 1024 } = options;
  const settingsByName = new Map(Object.entries(upstreams));
  const agent = new Agent({
    connections: connectionsMax,
    allowH2: false,
    connectTimeout: timeoutMs,
    maxResponseSize: answerBytesMax,
  });
  return {
    async lookUp(upstream, reservationId) {
      const settings = settingsByName.get(upstream);
      if (!settings?.billingRecords) return null;
      const path = settings.billingRecords.path.replaceAll('{reservation_id}', encodeURIComponent(reservationId));
      const url = new URL(settings.baseUrl.replace(/\/+$/, '') + path);
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const answer = await request(url, { dispatcher: agent, headers: headersOf(settings), signal });
        const whole = await boundedAnswer(answer.body, answerBytesMax);
        return entryOf(answer.statusCode, withoutByteOrderMark(whole));
      } catch (error) {
        throw failureOf(error);
      }
    },
    async [Symbol.asyncDispose]() {
      await agent.destroy();
    },
  };
}

function headersOf({ apiKey, auth }: BillingRecordsSettings): Record<string, string> {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity' };
  if (apiKey === null || auth === 'none') return headers;
  return { ...headers, ...(auth === 'bearer' ? { authorization: `Bearer ${apiKey}` } : { 'x-api-key': apiKey }) };
}

function entryOf(status: number, bytes: Buffer): BillingRecord {
  if (status === 404) return { kind: 'never_seen' };
  if (status !== 200) throw new Error(`the billing records answered with status ${status}`);
  // Two readers of a name that occurs twice could read different charges.
  const scanned = scanJsonObject(bytes, answerLimits);
  if (scanned.kind === 'json_fault') throw new Error(`the billing record is no readable JSON: ${scanned.fault}`);
  const entry = entrySchema.parse(json.parse(bytes.toString(), keepDigits));
  if (entry.state !== 'charged') return { kind: entry.state };
  return { kind: 'charged', usage: JSON.stringify(entry.usage), serviceTier: entry.service_tier ?? null };
}

/** Counters above 2⁵³ must not lose their last digits on the way to the ledger. */
function keepDigits(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  return typeof value === 'number' && context.source !== undefined ? json.rawJSON(context.source) : value;
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maps error codes of undici and Node to those of the port. Unknown codes mean a broken exchange. */
function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const cause = error instanceof Error ? error : new Error(String(error));
  const code = 'code' in cause ? String(cause.code) : '';
  if (cause.name === 'TimeoutError') return new UpstreamFailure('total_timeout', 'unknown', { cause });
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new UpstreamFailure('too_large', 'unknown', { cause });
  const isConnect = connectCodes.has(code);
  return new UpstreamFailure(isConnect ? 'connect' : 'reset', 'unknown', { cause });
}

const connectCodes: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
