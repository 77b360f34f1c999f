import type { WalletEvent } from '../domain/wallet-events.ts';
import { appendGoesOn, appendMarks, writerTagLength } from '../ports/append-goes-on.ts';
import type { EventToAppend, RecordedEvent, RevisionConflict } from '../ports/event-log.ts';
import type { Timer } from '../ports/timer.ts';
import { encodeEvent } from './codec.ts';
import { WalletTurns } from './wallet-turns.ts';
import { withinMs } from './within-ms.ts';

/** Most events kept. When there are more, all are dropped, and the stream is read when they are needed. */
const heardMax = 10_000;
/** How long to wait for the follower to deliver another process's events before reading the stream; milliseconds. */
const hearMsMax = 25;
/** When the follower has delivered nothing for this long, the stream is read at once; milliseconds. */
const deafAfterMs = 1_000;

/**
 * The other processes that write a stream, as observed by a follower of the log: the events they have appended, which
 * then need not be read, and whose turn it is. Without a follower every event is read, and no turn is awaited.
 */
export class OtherWriters {
  readonly #timer: Timer;
  readonly #mintId: () => string;
  readonly #ownTag: string;
  readonly #turns: WalletTurns;
  #heard: RecordedEvent[] = [];
  #heardAtMs = -Infinity;
  #tell: (() => void)[] = [];

  /** `ownTag`: seven hexadecimal digits, unique to this process. */
  constructor({ timer, mintId, ownTag }: { timer: Timer; mintId: () => string; ownTag: string }) {
    this.#timer = timer;
    this.#mintId = mintId;
    this.#ownTag = ownTag;
    this.#turns = new WalletTurns(timer);
  }

  /** Encodes the events of one append. Their ids name the writing process and mark the last event. */
  batchOf(events: readonly WalletEvent[]): readonly EventToAppend[] {
    return events.map((event, index) => {
      const tag = this.#ownTag + (index === events.length - 1 ? appendMarks.ends : appendMarks.goesOn);
      return encodeEvent(event, tag + this.#mintId().slice(tag.length));
    });
  }

  /**
   * Keeps the events that continue the stream after `revision` without a gap, and ignores the others. Returns whether
   * any was kept.
   */
  hear(events: readonly RecordedEvent[], revision: number): boolean {
    const before = this.#heardUpTo(revision);
    for (const event of events) if (event.revision === this.#heardUpTo(revision) + 1) this.#add(event);
    if (this.#heardUpTo(revision) === before) return false;
    this.#heardAtMs = this.#timer.monotonic();
    for (const tell of this.#tell.splice(0)) tell();
    return true;
  }

  /** Returns the observed events after `revision`, in order, and forgets all observed events. */
  take(revision: number): readonly RecordedEvent[] {
    const heard = this.#heard;
    this.#heard = [];
    const next = heard.findIndex((event) => event.revision === revision + 1);
    return next === -1 ? [] : heard.slice(next);
  }

  /** After a revision conflict, waits for the missing events to be observed. `false`: the caller has to read them. */
  async tellAll({ actual }: RevisionConflict, revision: number): Promise<boolean> {
    const now = this.#timer.monotonic();
    const isLevel = (): boolean => actual !== 'no_stream' && this.#heardUpTo(revision) >= actual;
    const untilMs = now - this.#heardAtMs < deafAfterMs ? now + hearMsMax : now;
    for (let leftMs = untilMs - now; leftMs > 0 && !isLevel(); leftMs = untilMs - this.#timer.monotonic()) {
      await withinMs(new Promise<void>((resolve) => this.#tell.push(resolve)), leftMs, this.#timer);
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

  #heardUpTo(revision: number): number {
    return Math.max(revision, this.#heard.at(-1)?.revision ?? -1);
  }

  #add(event: RecordedEvent): void {
    this.#heard.push(event);
    if (this.#heard.length > heardMax) this.#heard = [];
    const writer = event.id.slice(0, writerTagLength);
    if (writer !== this.#ownTag) this.#turns.otherWrote(writer, !appendGoesOn(event.id));
  }
}
