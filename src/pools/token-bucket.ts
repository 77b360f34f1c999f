/** A minute, milliseconds: the unit of providers' rates, and how much of a rate may be used at once. */
const windowMs = 60_000;

/** Tolerance for rounding many small parts, milliseconds. */
const roundingMs = 0.001;

/** A rate per minute, used at once or evenly (the generic cell rate algorithm). Times are of a monotonic clock. */
export class TokenBucket {
  readonly #perMinute: number;
  /** When the whole rate is free again. */
  #clearAtMs = Number.NEGATIVE_INFINITY;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Milliseconds until there is room for `amount`; 0: now. More than a minute's rate counts as a minute's. */
  waitMs(amount: number, nowMs: number): number {
    const waitMs = Math.max(this.#clearAtMs, nowMs) + this.#spanMs(amount) - nowMs - windowMs;
    return waitMs > roundingMs ? waitMs : 0;
  }

  take(amount: number, nowMs: number): void {
    this.#clearAtMs = Math.max(this.#clearAtMs, nowMs) + this.#spanMs(amount);
  }

  /** Replaces the amount taken by the amount used. */
  correct(taken: number, used: number, nowMs: number): void {
    const latestMs = nowMs + 10 * windowMs;
    this.#clearAtMs = Math.min(latestMs, this.#clearAtMs + this.#spanMs(used) - this.#spanMs(taken));
  }

  #spanMs(amount: number): number {
    return (Math.min(amount, this.#perMinute) * windowMs) / this.#perMinute;
  }
}
