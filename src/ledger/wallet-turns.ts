import type { Timer } from '../ports/timer.ts';

/** The longest that the turn of another is waited for, milliseconds. */
const turnMsMax = 100;
/** No more others than these are waited for. */
const othersMax = 8;
/**
 * Whoever has written alone for so long leaves a break once, in case that somebody else loses every race: where others have
 * written lately, and where nobody has; milliseconds.
 */
const aloneMsMax = { amongOthers: 50, byItself: 500 };
/** Whoever takes turns with others leaves a break so often, for somebody who comes too late for each turn; milliseconds. */
const turnsMsMax = 700;
/** For so long after others have written they count as there; milliseconds. */
const othersMs = 10_000;
/** What a new measurement counts for beside the earlier ones. */
const newShare = 0.2;
/** On a machine that others use too, turns take so many times longer as appends differ. */
const jitterShare = 4;

/**
 * When a process may append to a stream that others write too, so that each append finds the stream as its writer believes
 * it. A process waits for those who wrote between its last two appends, until they have written again: so they take turns,
 * in the order that they have fallen into. Whoever does not write in the time of two appends has nothing to write, and is
 * not waited for in the next round. Whoever is new, or was away, does not wait. This is a courtesy, and nothing depends on
 * it: the revision decides whose append is recorded.
 */
export class WalletTurns {
  readonly #timer: Timer;
  /** Who has written since the last own append. */
  #since = new Set<string>();
  /** Who wrote between the last two own appends, and has not written since. */
  #awaited = new Set<string>();
  /** Whether anybody at all is let in before the next own append. */
  #isBreak = false;
  /** Whether the newest append of another was heard to its end. */
  #isWhole = true;
  #aloneSinceMs = -Infinity;
  /** When the last break was left. */
  #breakAtMs = -Infinity;
  /** When the newest append became known, whoever made it. */
  #newestAtMs = -Infinity;
  #otherAtMs = -Infinity;
  #appendMs = 0;
  /** By how much appends take more or less than that. */
  #jitterMs = 0;
  #wake: () => void = () => {};

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** An event of somebody else; `isLast` of those that were appended with it. Behind any other nobody can write. */
  otherWrote(writer: string, isLast: boolean): void {
    this.#isWhole = isLast;
    this.#newestAtMs = this.#timer.monotonic();
    this.#otherAtMs = this.#newestAtMs;
    if (!isLast) return;
    this.#since.add(writer);
    // Those who take turns write once more before the break.
    if (!this.#awaited.delete(writer)) this.#isBreak = false;
    this.#wake();
  }

  /** An own append was answered after so many milliseconds; `isMore` to be written waits already. */
  wrote(tookMs: number, isMore: boolean): void {
    const now = this.#timer.monotonic();
    const isAmongOthers = now - this.#otherAtMs < othersMs;
    if (this.#since.size > 0 || !(isMore || isAmongOthers)) this.#aloneSinceMs = now;
    const isAlone = now - this.#aloneSinceMs > (isAmongOthers ? aloneMsMax.amongOthers : aloneMsMax.byItself);
    this.#isBreak = isAlone || (isAmongOthers && now - this.#breakAtMs > turnsMsMax);
    if (this.#isBreak) this.#aloneSinceMs = this.#breakAtMs = now;
    this.#awaited = this.#since;
    this.#isWhole = true;
    this.#since = new Set();
    this.#newestAtMs = now;
    this.#jitterMs += (Math.abs(tookMs - this.#appendMs) - this.#jitterMs) * newShare;
    this.#appendMs += (tookMs - this.#appendMs) * newShare;
  }

  /** How long the others may still take, milliseconds; 0: it is this process's turn. */
  get waitMs(): number {
    const awaited = Math.min(this.#awaited.size, othersMax);
    const others = this.#isBreak || !this.#isWhole ? Math.max(1, awaited) : awaited;
    if (others === 0) return 0;
    // The other hears of the last append, decides, appends, and that has to become known.
    const turnMs = Math.min(2 * this.#appendMs + 2 + jitterShare * this.#jitterMs, turnMsMax);
    return Math.max(0, this.#newestAtMs + others * turnMs - this.#timer.monotonic());
  }

  /** Resolves when it is this process's turn. */
  async mine(): Promise<void> {
    for (let waitMs = this.waitMs; waitMs > 0; waitMs = this.waitMs) {
      await new Promise<void>((resolve) => {
        const cancel = this.#timer.after(waitMs, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
  }
}
