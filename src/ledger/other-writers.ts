import { appendGoesOn, writerTagLength } from '../event-log/append-goes-on.ts';
import type { RecordedEvent, RevisionConflict } from '../ports/event-log.ts';
import type { Timer } from '../time/timer.ts';
import { WalletTurns } from './wallet-turns.ts';
import { withinMs } from './within-ms.ts';

/** Most events kept. When there are more, all are dropped, and the stream is read when they are needed. */
const observedMax = 10_000;
/** How long to wait for the follower to deliver another process's events before reading the stream; milliseconds. */
const observeMsMax = 25;
/** When the follower has delivered nothing for this long, the stream is read at once; milliseconds. */
const silentAfterMs = 1_000;

/**
 * The other processes that write a stream, as observed by a follower of the log: the events they have appended, which
 * then need not be read, and whose turn it is. A mailbox without a follower has none: it reads every event, and awaits no
 * turn.
 */
export class OtherWriters {
  readonly #timer: Timer;
  readonly #ownTag: string;
  readonly #turns: WalletTurns;
  #observed: RecordedEvent[] = [];
  #observedAtMs = -Infinity;
  #waiting: (() => void)[] = [];

  /** `ownTag`: seven hexadecimal digits, unique to this process. */
  constructor(ownTag: string, timer: Timer) {
    this.#timer = timer;
    this.#ownTag = ownTag;
    this.#turns = new WalletTurns(timer);
  }

  /**
   * Keeps the events that continue the stream after `revision` without a gap, and ignores the others. Returns whether
   * any was kept.
   */
  observe(events: readonly RecordedEvent[], revision: number): boolean {
    const before = this.#observedUpTo(revision);
    for (const event of events) if (event.revision === this.#observedUpTo(revision) + 1) this.#add(event);
    if (this.#observedUpTo(revision) === before) return false;
    this.#observedAtMs = this.#timer.monotonic();
    for (const wake of this.#waiting.splice(0)) wake();
    return true;
  }

  /** Returns the observed events after `revision`, in order, and forgets all observed events. */
  drain(revision: number): readonly RecordedEvent[] {
    const observed = this.#observed;
    this.#observed = [];
    const next = observed.findIndex((event) => event.revision === revision + 1);
    return next === -1 ? [] : observed.slice(next);
  }

  /** After a revision conflict, waits for the missing events to be observed. `false`: the caller has to read them. */
  async waitUntilObserved({ actual }: RevisionConflict, revision: number): Promise<boolean> {
    const now = this.#timer.monotonic();
    const isLevel = (): boolean => actual !== 'no_stream' && this.#observedUpTo(revision) >= actual;
    const untilMs = now - this.#observedAtMs < silentAfterMs ? now + observeMsMax : now;
    for (let leftMs = untilMs - now; leftMs > 0 && !isLevel(); leftMs = untilMs - this.#timer.monotonic()) {
      await withinMs(new Promise<void>((resolve) => this.#waiting.push(resolve)), leftMs, this.#timer);
    }
    return isLevel();
  }

  /** Notes that an own append was answered, see {@link WalletTurns.wrote}. */
  wrote(tookMs: number, isMore: boolean): void {
    this.#turns.wrote(tookMs, isMore);
  }

  /** Resolves when the other writers have had their turns; `null` when there is nothing to wait for. */
  turnsTaken(): Promise<void> | null {
    return this.#turns.waitMs === 0 ? null : this.#turns.mine();
  }

  #observedUpTo(revision: number): number {
    return Math.max(revision, this.#observed.at(-1)?.revision ?? -1);
  }

  #add(event: RecordedEvent): void {
    this.#observed.push(event);
    if (this.#observed.length > observedMax) this.#observed = [];
    const writer = event.id.slice(0, writerTagLength);
    if (writer !== this.#ownTag) this.#turns.otherWrote(writer, !appendGoesOn(event.id));
  }
}
