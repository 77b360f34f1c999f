/** A minute, milliseconds: the unit of rates, and how much of a rate may be used at once. */
const windowMs = 60_000;

/** How many callers are remembered before those that were idle for a minute are forgotten. */
const rememberedMax = 65_536;

/**
 * Limits how often each caller may come: a number per minute, at once or evenly (the generic cell rate algorithm, with
 * one number for each caller). Times are milliseconds of a monotonic clock, passed in.
 */
export class RateLimit {
  /** When each caller's whole rate is free again: the theoretical arrival time. */
  readonly #clearAtMs = new Map<string, number>();
  #sweptAtMs = 0;

  /** Counts one. Returns 0, or the milliseconds to wait; then it was not counted. */
  take(who: string, perMinute: number, nowMs: number): number {
    const clearAtMs = Math.max(this.#clearAtMs.get(who) ?? 0, nowMs) + windowMs / perMinute;
    // A little more than a window, because many small parts are rounded.
    const earlyMs = clearAtMs - nowMs - windowMs;
    if (earlyMs > 0.001) return earlyMs;
    this.#clearAtMs.set(who, clearAtMs);
    if (this.#clearAtMs.size > rememberedMax && nowMs - this.#sweptAtMs > windowMs) this.#sweep(nowMs);
    return 0;
  }

  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    for (const [who, clearAtMs] of this.#clearAtMs) if (clearAtMs <= nowMs) this.#clearAtMs.delete(who);
  }
}
