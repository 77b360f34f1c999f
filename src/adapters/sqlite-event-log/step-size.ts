/** A call may wait for a step, for the appends before it, and for as much of another process. */
const STEP_MS_MAX_DEFAULT = 50;
/** A step is never smaller than this part of its largest: on a disk that is slow for all, nothing is gained by it. */
const SHARE_MIN = 1 / 32;
const SHARE_AT_FIRST = 1 / 4;

/**
 * How much is done in one step, by how long the steps before it have held the file: a disk that is slow, or busy with others,
 * gets smaller ones. The largest are given by whoever asks.
 */
export class StepSize {
  readonly #stepMsMax: number;
  #share = SHARE_AT_FIRST;

  constructor(stepMsMax: number = STEP_MS_MAX_DEFAULT) {
    this.#stepMsMax = stepMsMax;
  }

  of(largest: number): number {
    return Math.max(1, Math.floor(largest * this.#share));
  }

  /** How long a whole step has taken, milliseconds. */
  took(ms: number): void {
    if (ms > this.#stepMsMax) this.#share = Math.max(SHARE_MIN, this.#share / 2);
    else if (ms < this.#stepMsMax / 3) this.#share = Math.min(1, this.#share * 1.5);
  }
}
