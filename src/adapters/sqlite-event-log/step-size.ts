/** Target for a step's duration: a call may wait for a step, the appends before it, and the same of another process. */
const stepMsMaxDefault = 50;
/** Smallest step, as a share of the largest: on a slow disk even smaller steps would not help. */
const shareMin = 1 / 32;
const shareAtFirst = 1 / 4;

/**
 * Adapts the size of a step to how long earlier steps have held the file: a slow or busy disk gets smaller steps. The
 * caller gives the largest size.
 */
export class StepSize {
  readonly #stepMsMax: number;
  #share = shareAtFirst;

  constructor(stepMsMax: number = stepMsMaxDefault) {
    this.#stepMsMax = stepMsMax;
  }

  of(largest: number): number {
    return Math.max(1, Math.floor(largest * this.#share));
  }

  /** Notes how long a whole step took, milliseconds. */
  took(ms: number): void {
    if (ms > this.#stepMsMax) this.#share = Math.max(shareMin, this.#share / 2);
    else if (ms < this.#stepMsMax / 3) this.#share = Math.min(1, this.#share * 1.5);
  }
}
