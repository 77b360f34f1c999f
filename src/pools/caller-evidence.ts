/** Successes of other callers count as evidence for the target for this long, milliseconds. */
const freshMs = 10_000;

interface Served {
  readonly caller: string;
  readonly atMs: number;
}

/**
 * Whether a failure says something about the target, or only about the request of one caller, who may cause it on
 * purpose with an input that makes a server fail or work for too long. Times are milliseconds of a monotonic clock.
 */
export class CallerEvidence {
  #served: Served | null = null;
  /** The last caller that was served before `#served`, and is another one. */
  #otherServed: Served | null = null;
  #failed: string | null = null;

  served(caller: string, atMs: number): void {
    if (this.#served !== null && this.#served.caller !== caller) this.#otherServed = this.#served;
    this.#served = { caller, atMs };
  }

  /** Records a failed request. Returns `false` when the same caller failed before and others were served recently. */
  failed(caller: string, nowMs: number): boolean {
    const isFirst = this.#failed !== caller;
    this.#failed = caller;
    const other = this.#served?.caller === caller ? this.#otherServed : this.#served;
    return isFirst || other === null || nowMs - other.atMs > freshMs;
  }
}
