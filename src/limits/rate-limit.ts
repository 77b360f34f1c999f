/** A minute, milliseconds: the unit of rates, and how much of a rate may be used at once. */
const windowMs = 60_000;

/** How many callers are remembered before those that were idle for a minute are forgotten. */
const rememberedMax = 65_536;

/**
 * Limits how often each caller may come: a number per minute, at once or evenly (the generic cell rate algorithm, with
 * one number for each caller); `null`: any. Times are milliseconds of a monotonic clock, passed in.
 */
export class RateLimit {
  /** When each caller's whole rate is free again: the theoretical arrival time. */
  readonly #clearAtMs = new Map<string, number>();
  #sweptAtMs = 0;

  /** Counts `amount`. Returns 0, or the milliseconds to wait; then it was not counted. */
  take(who: string, perMinute: number, nowMs: number, amount = 1): number {
    const waitMs = this.waitMs(who, perMinute, nowMs, amount);
    if (waitMs === 0) this.count(who, perMinute, nowMs, amount);
    return waitMs;
  }

  /** Milliseconds until there is room for `amount`; 0: now. More than a minute's rate waits for a whole minute's. */
  waitMs(who: string, perMinute: number | null, nowMs: number, amount = 1): number {
    if (perMinute === null) return 0;
    const earlyMs = this.#clearAt(who, nowMs) + spanMs(Math.min(amount, perMinute), perMinute) - nowMs - windowMs;
    // A little more than a window, because many small parts are rounded.
    return earlyMs > 0.001 ? earlyMs : 0;
  }

  /** Counts `amount`, whether there is room or not; a negative one is given back. At most ten minutes are owed. */
  count(who: string, perMinute: number | null, nowMs: number, amount = 1): void {
    if (perMinute === null) return;
    const clearAtMs = this.#clearAt(who, nowMs) + spanMs(amount, perMinute);
    this.#clearAtMs.set(who, Math.min(clearAtMs, nowMs + 10 * windowMs));
    if (this.#clearAtMs.size > rememberedMax && nowMs - this.#sweptAtMs > windowMs) this.#sweep(nowMs);
  }

  /** How much is left now, and the milliseconds until the whole rate is free again. */
  left(who: string, perMinute: number, nowMs: number): { readonly amount: number; readonly resetMs: number } {
    const resetMs = this.#clearAt(who, nowMs) - nowMs;
    return { amount: Math.max(0, Math.floor(((windowMs - resetMs) * perMinute) / windowMs + 1e-6)), resetMs };
  }

  #clearAt(who: string, nowMs: number): number {
    return Math.max(this.#clearAtMs.get(who) ?? 0, nowMs);
  }

  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    for (const [who, clearAtMs] of this.#clearAtMs) if (clearAtMs <= nowMs) this.#clearAtMs.delete(who);
  }
}

function spanMs(amount: number, perMinute: number): number {
  return (amount * windowMs) / perMinute;
}
