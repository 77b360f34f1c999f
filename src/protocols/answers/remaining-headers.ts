/** What is left of one limit. */
interface Remaining {
  readonly limit: number;
  readonly remaining: number;
  /** Until the whole limit is free again, milliseconds. */
  readonly resetMs: number;
}

/** What a caller has left of requests and of tokens a minute; `null`: nothing limits them. */
export interface RemainingOfEach {
  readonly requests: Remaining | null;
  readonly tokens: Remaining | null;
}

/**
 * What a caller has left, in the headers that official clients show: as Anthropic names them for its clients, and as
 * OpenAI does for all others. `now`: milliseconds since the epoch.
 */
export function remainingHeaders(
  isAnthropic: boolean,
  counts: RemainingOfEach,
  now: number,
): Readonly<Record<string, string>> {
  const named = isAnthropic ? anthropicHeaders : openaiHeaders;
  return { ...named('requests', counts.requests, now), ...named('tokens', counts.tokens, now) };
}

type HeadersOf = (what: string, left: Remaining | null, now: number) => Readonly<Record<string, string>>;

const anthropicHeaders: HeadersOf = (what, left, now) => {
  if (left === null) return {};
  const name = `anthropic-ratelimit-${what}`;
  return {
    [`${name}-limit`]: String(left.limit),
    [`${name}-remaining`]: String(left.remaining),
    // RFC 3339, in whole seconds.
    [`${name}-reset`]: new Date(Math.ceil((now + left.resetMs) / 1_000) * 1_000).toISOString().replace('.000Z', 'Z'),
  };
};

const openaiHeaders: HeadersOf = (what, left) => {
  if (left === null) return {};
  return {
    [`x-ratelimit-limit-${what}`]: String(left.limit),
    [`x-ratelimit-remaining-${what}`]: String(left.remaining),
    [`x-ratelimit-reset-${what}`]: duration(left.resetMs),
  };
};

/** A time as OpenAI writes it: `120ms`, `1.5s`, `6m0s`. */
function duration(ms: number): string {
  if (ms < 1_000) return `${Math.ceil(ms)}ms`;
  if (ms < 59_900) return `${Math.ceil(ms / 100) / 10}s`;
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
