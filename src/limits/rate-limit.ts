/** A minute, milliseconds: what rates are stated for, and how much of a rate may be used at once. */
const windowMs = 60_000;

/** Callers whose rate is remembered before those who have used nothing for a minute are forgotten. */
const rememberedMax = 65_536;

/**
 * How often each of many may come: so many times a minute, all at once or evenly (the generic cell rate algorithm, one
 * number for each). Times are milliseconds of a clock that never goes back; they come in from outside.
 */
export class RateLimit {
  /** When each will have used nothing: the theoretical arrival time. */
  readonly #clearAtMs = new Map<string, number>();
  #sweptAtMs = 0;

  /** Counts one. Answers 0, or after how many milliseconds to come again; then it was not counted. */
  take(who: string, perMinute: number, nowMs: number): number {
    const clearAtMs = Math.max(this.#clearAtMs.get(who) ?? 0, nowMs) + windowMs / perMinute;
    // A little more than a window, for the rounding of many small parts.
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
