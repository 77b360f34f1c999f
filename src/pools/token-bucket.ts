/** A minute, milliseconds: what rates of providers are stated for, and how much of a rate may be used at once. */
const windowMs = 60_000;

/** Many small parts are rounded, milliseconds. */
const roundingMs = 0.001;

/** So much a minute, at once or evenly (the generic cell rate algorithm). Times are of a clock that never goes back. */
export class TokenBucket {
  readonly #perMinute: number;
  /** When nothing of it will be in use. */
  #clearAtMs = Number.NEGATIVE_INFINITY;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** After how many milliseconds there is room for so much; 0: now. What is more than a minute's is taken for a minute's. */
  waitMs(amount: number, nowMs: number): number {
    const waitMs = Math.max(this.#clearAtMs, nowMs) + this.#spanMs(amount) - nowMs - windowMs;
    return waitMs > roundingMs ? waitMs : 0;
  }

  take(amount: number, nowMs: number): void {
    this.#clearAtMs = Math.max(this.#clearAtMs, nowMs) + this.#spanMs(amount);
  }

  /** Puts what was used in place of what had been taken. */
  correct(taken: number, used: number, nowMs: number): void {
    const latestMs = nowMs + 10 * windowMs;
    this.#clearAtMs = Math.min(latestMs, this.#clearAtMs + this.#spanMs(used) - this.#spanMs(taken));
  }

  #spanMs(amount: number): number {
    return (Math.min(amount, this.#perMinute) * windowMs) / this.#perMinute;
  }
}
