/**
 * A commit takes the same CPU time for one append as for sixteen, so a busy log pauses between groups. The pause grows
 * with the last group: below 2,000 appends a second groups shrink to one append and none waits; above, they grow to
 * what the longest pause gathers.
 */
const pauseMsPerAppend = 0.5;
/** A group of this many appends is sent at once. */
const gatheredAppends = 32;
/** Groups sent without a pause after a pause that gathered nothing: the callers await answers before they append. */
const unpausedGroups = 32;

/** Decides when the next group of appends may go to the worker. */
export class GroupPause {
  readonly #pauseMsMax: number;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;
  #unpausedGroups = 0;

  constructor(pauseMsMax: number) {
    this.#pauseMsMax = pauseMsMax;
  }

  /** Milliseconds until a group of `appends` may be sent. */
  remainingMs(appends: number): number {
    if (this.hasGathered(appends)) return 0;
    return Math.max(0, this.#sentAtMs + this.#pauseMs - performance.now());
  }

  /** Whether a group of `appends` is sent without a pause. */
  hasGathered(appends: number): boolean {
    return appends >= gatheredAppends;
  }

  /** Notes that a group was sent. `pausedInVain`: its pause gathered no further append. */
  sent(appends: number, pausedInVain: boolean): void {
    this.#sentAtMs = performance.now();
    if (pausedInVain) this.#unpausedGroups = unpausedGroups;
    else if (this.#unpausedGroups > 0) this.#unpausedGroups -= 1;
    this.#pauseMs = this.#unpausedGroups > 0 ? 0 : Math.min(appends * pauseMsPerAppend, this.#pauseMsMax);
  }
}
