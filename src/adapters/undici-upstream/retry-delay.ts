import { askedBackoffMs, backoffMs } from '../../limits/backoff.ts';

type Header = string | string[] | undefined;

/** How long to wait before another attempt. */
interface RetryDelayOptions {
  /** Attempts made so far, at least 1. */
  readonly attempts: number;
  /** Base of the exponential wait, before jitter. */
  readonly retryDelayMs: number;
  /** Longest `retry-after` to wait for. */
  readonly retryAfterMaxMs: number;
  /** The wait requested by the upstream, from {@link retryAfterMs}. */
  readonly askedMs: number | null;
  /** In [0, 1). */
  readonly chance: number;
}

/** The longest wait, as a multiple of the base. */
const growthMax = 64;

/**
 * Milliseconds to wait before the next attempt, jittered so that callers that failed together do not retry together;
 * `null` when the upstream asks for a longer wait than allowed.
 */
export function undiciUpstreamRetryDelay(options: RetryDelayOptions): number | null {
  const { askedMs, attempts, chance, retryDelayMs } = options;
  const backoff = { pauseMs: retryDelayMs, pauseMsMax: retryDelayMs * growthMax };
  if (askedMs === null) return backoffMs(backoff, attempts, chance);
  if (askedMs > options.retryAfterMaxMs) return null;
  return askedBackoffMs(askedMs, backoffMs(backoff, attempts, 0), chance);
}

/** The wait in an answer: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date (RFC 9110 §10.2.3). */
export function retryAfterMs(headers: Readonly<Record<string, Header>>, nowMs: number): number | null {
  const exactMs = count(first(headers['retry-after-ms']));
  if (exactMs !== null) return exactMs;
  const text = first(headers['retry-after']);
  const seconds = count(text);
  if (seconds !== null) return seconds * 1000;
  const atMs = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

const first = (header: Header): string | undefined => (Array.isArray(header) ? header[0] : header);

function count(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : null;
}
