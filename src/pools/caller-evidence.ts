/** Others that were served so short a while ago speak for the target, milliseconds. */
const freshMs = 10_000;

interface Served {
  readonly caller: string;
  readonly atMs: number;
}

/**
 * Whether a failure tells something of the target, or of the request of one caller alone, which may break it on purpose: an
 * input that makes a server fail, or work for too long. Times are milliseconds of a clock that never goes back.
 */
export class CallerEvidence {
  #served: Served | null = null;
  /** The last who was served and is another than that one. */
  #otherServed: Served | null = null;
  #failed: string | null = null;

  served(caller: string, atMs: number): void {
    if (this.#served !== null && this.#served.caller !== caller) this.#otherServed = this.#served;
    this.#served = { caller, atMs };
  }

  /** A request has failed. `false`: one of the same caller had failed before, and others have been served a short while ago. */
  failed(caller: string, nowMs: number): boolean {
    const isFirst = this.#failed !== caller;
    this.#failed = caller;
    const other = this.#served?.caller === caller ? this.#otherServed : this.#served;
    return isFirst || other === null || nowMs - other.atMs > freshMs;
  }
}
