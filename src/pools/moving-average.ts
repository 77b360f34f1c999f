/** Half-life of a value, milliseconds. */
const halfLifeMs = 10_000;

/**
 * An average in which older values count less. Without new values it fades, so that a slow member is asked again after
 * a while. Times are milliseconds of a monotonic clock.
 */
export class MovingAverage {
  #value: number | null = null;
  #atMs = 0;

  add(value: number, nowMs: number): void {
    const kept = this.#value === null ? 0 : 0.5 ** Math.max(0.1, (nowMs - this.#atMs) / halfLifeMs);
    this.#value = (this.#value ?? 0) * kept + value * (1 - kept);
    this.#atMs = nowMs;
  }

  /** The average at the last value; `null`: there was none. */
  get value(): number | null {
    return this.#value;
  }

  /** The average faded to `nowMs`; 0: there was no value. */
  fadedAt(nowMs: number): number {
    return (this.#value ?? 0) * 0.5 ** ((nowMs - this.#atMs) / halfLifeMs);
  }
}
