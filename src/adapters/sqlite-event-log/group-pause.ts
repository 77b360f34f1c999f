/**
 * A commit costs the same CPU time for one append as for sixteen, so a busy log leaves a pause between groups. The pause
 * grows with the last group: below 2,000 appends a second groups shrink to one and nobody waits, above it they grow to
 * what the longest pause gathers.
 */
const PAUSE_MS_PER_APPEND = 0.5;
/** A group of so many has gathered enough: it goes at once. */
const GATHERED_APPENDS = 32;
/** After a pause in which nobody came, so many groups go without one: callers who wait for their answers gain nothing by it. */
const UNPAUSED_GROUPS = 32;

/** When the next group of appends may go to the worker. */
export class GroupPause {
  readonly #pauseMsMax: number;
  #sentAtMs = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;
  #unpausedGroups = 0;

  constructor(pauseMsMax: number) {
    this.#pauseMsMax = pauseMsMax;
  }

  /** Milliseconds until a group of so many appends may go. */
  remainingMs(appends: number): number {
    if (this.hasGathered(appends)) return 0;
    return Math.max(0, this.#sentAtMs + this.#pauseMs - performance.now());
  }

  /** Whether a group of so many appends goes without a pause. */
  hasGathered(appends: number): boolean {
    return appends >= GATHERED_APPENDS;
  }

  /** A group went; `pausedInVain`: it had waited, and nobody had come. */
  sent(appends: number, pausedInVain: boolean): void {
    this.#sentAtMs = performance.now();
    if (pausedInVain) this.#unpausedGroups = UNPAUSED_GROUPS;
    else if (this.#unpausedGroups > 0) this.#unpausedGroups -= 1;
    this.#pauseMs = this.#unpausedGroups > 0 ? 0 : Math.min(appends * PAUSE_MS_PER_APPEND, this.#pauseMsMax);
  }
}
