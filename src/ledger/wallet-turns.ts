import type { Timer } from '../time/timer.ts';

/** Longest estimate of another writer's turn, milliseconds. */
const turnMsMax = 100;
/** Most other writers that an append waits for. */
const othersMax = 8;
/**
 * A process that has appended alone for this long leaves one break, because another writer may be losing every race;
 * milliseconds. `amongOthers`: others have appended lately; `byItself`: none has.
 */
const aloneMsMax = { amongOthers: 50, byItself: 500 };
/** How often a process that takes turns leaves a break, for writers that are too late for every turn; milliseconds. */
const turnsMsMax = 700;
/** How long other writers count as present after an append of theirs; milliseconds. */
const othersMs = 10_000;
/** Weight of a new measurement in the moving averages. */
const newShare = 0.2;
/** Multiplier for append jitter when estimating the length of a turn: on a shared machine append times vary. */
const jitterShare = 4;

/**
 * Decides when a process may append to a stream that other processes write too, so that appends rarely conflict. A
 * process waits for the writers that appended between its last two appends, until each has appended again: the writers
 * take turns, in the order they have fallen into. A writer that does not append within its turn, about the time of two
 * appends, is not awaited in the next round. A writer that is new or returns does not wait. Correctness does not depend
 * on this: the revision decides which append is recorded.
 */
export class WalletTurns {
  readonly #timer: Timer;
  /** Writers that have appended since this process's last append. */
  #since = new Set<string>();
  /** Writers that appended between this process's last two appends and not since. */
  #awaited = new Set<string>();
  /** Whether this process waits for any other writer before its next append. */
  #isBreak = false;
  /** Whether the newest append of another writer has been received in full. */
  #isWhole = true;
  #aloneSinceMs = -Infinity;
  /** When this process last left a break. */
  #breakAtMs = -Infinity;
  /** When the newest append, of any writer, became known. */
  #newestAtMs = -Infinity;
  #otherAtMs = -Infinity;
  #appendMs = 0;
  /** Mean deviation of an append's duration from `#appendMs`. */
  #jitterMs = 0;
  #wake: () => void = () => {};

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** Notes an event of another writer. `isLast`: the last of its append; no append can land before that one. */
  otherWrote(writer: string, isLast: boolean): void {
    this.#isWhole = isLast;
    this.#newestAtMs = this.#timer.monotonic();
    this.#otherAtMs = this.#newestAtMs;
    if (!isLast) return;
    this.#since.add(writer);
    // An append of an awaited writer does not use up the break.
    if (!this.#awaited.delete(writer)) this.#isBreak = false;
    this.#wake();
  }

  /** Notes that an own append took `tookMs` milliseconds. `isMore`: more events already wait to be appended. */
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

  /** How long to wait for the other writers, milliseconds. 0 means that it is this process's turn. */
  get waitMs(): number {
    const awaited = Math.min(this.#awaited.size, othersMax);
    const others = this.#isBreak || !this.#isWhole ? Math.max(1, awaited) : awaited;
    if (others === 0) return 0;
    // Another writer has to learn of the last append, decide and append, and this process has to learn of that.
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
