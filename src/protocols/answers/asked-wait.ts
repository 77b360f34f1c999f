type Headers = Readonly<Record<string, string>>;

/** Longer waits are shortened to this, milliseconds. */
const waitMsMax = 86_400_000;

/**
 * How long an upstream asks the caller to wait, milliseconds: `retry-after-ms`, else `retry-after` in seconds or as a
 * date, which is compared with the upstream's own clock (RFC 9110 §10.2.3). `null`: it does not say.
 */
export function askedWaitMs(headers: Headers): number | null {
  const exact = figure(headers['retry-after-ms']);
  if (exact !== null) return bounded(exact);
  const asked = headers['retry-after'];
  const seconds = figure(asked);
  if (seconds !== null) return bounded(seconds * 1_000);
  const untilMs = instant(asked) - instant(headers['date']);
  return Number.isNaN(untilMs) ? null : bounded(untilMs);
}

function bounded(milliseconds: number): number {
  return Math.min(Math.max(0, milliseconds), waitMsMax);
}

function figure(text: string | undefined): number | null {
  return text !== undefined && /^\s{0,8}\d{1,12}(\.\d{1,9})?\s{0,8}$/.test(text) ? Number(text) : null;
}

/** A date of HTTP has 29 characters. */
function instant(text: string | undefined): number {
  return text === undefined || text.length > 64 ? Number.NaN : Date.parse(text);
}
