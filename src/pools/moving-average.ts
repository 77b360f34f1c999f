/** What a value of so long ago still counts, milliseconds. */
const halfLifeMs = 10_000;

/**
 * An average in which values count the less the older they are. Where none come, it fades: whoever was slow is asked again after
 * a while. Times are milliseconds of a clock that never goes back.
 */
export class MovingAverage {
  #value: number | null = null;
  #atMs = 0;

  add(value: number, nowMs: number): void {
    const kept = this.#value === null ? 0 : 0.5 ** Math.max(0.1, (nowMs - this.#atMs) / halfLifeMs);
    this.#value = (this.#value ?? 0) * kept + value * (1 - kept);
    this.#atMs = nowMs;
  }

  /** As it was when the last value came; `null`: none has. */
  get value(): number | null {
    return this.#value;
  }

  /** Faded to now; 0: none has come. */
  fadedAt(nowMs: number): number {
    return (this.#value ?? 0) * 0.5 ** ((nowMs - this.#atMs) / halfLifeMs);
  }
}
