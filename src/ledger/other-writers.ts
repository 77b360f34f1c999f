import type { WalletEvent } from '../domain/wallet-events.ts';
import { appendGoesOn, appendMarks, writerTagLength } from '../ports/append-goes-on.ts';
import type { EventToAppend, RecordedEvent, RevisionConflict } from '../ports/event-log.ts';
import type { Timer } from '../ports/timer.ts';
import { encodeEvent } from './codec.ts';
import { WalletTurns } from './wallet-turns.ts';
import { withinMs } from './within-ms.ts';

/** More events are not kept: they are read when they are wanted. */
const heardMax = 10_000;
/** How long what another has written is waited for, before it is read; milliseconds. */
const hearMsMax = 25;
/** Whoever has heard nothing for so long reads at once; milliseconds. */
const deafAfterMs = 1_000;

/**
 * The other processes that write a stream, as a follower of the log lets this one know them: what they have written, which
 * need not be read then, and whose turn it is. Where no follower tells anything, all is read, and nobody is waited for.
 */
export class OtherWriters {
  readonly #timer: Timer;
  readonly #mintId: () => string;
  readonly #ownTag: string;
  readonly #turns: WalletTurns;
  #heard: RecordedEvent[] = [];
  #heardAtMs = -Infinity;
  #tell: (() => void)[] = [];

  /** `ownTag`: seven hexadecimal digits, of this process alone. */
  constructor({ timer, mintId, ownTag }: { timer: Timer; mintId: () => string; ownTag: string }) {
    this.#timer = timer;
    this.#mintId = mintId;
    this.#ownTag = ownTag;
    this.#turns = new WalletTurns(timer);
  }

  /** The events of one append, encoded; their ids tell who writes them, and which is the last. */
  batchOf(events: readonly WalletEvent[]): readonly EventToAppend[] {
    return events.map((event, index) => {
      const tag = this.#ownTag + (index === events.length - 1 ? appendMarks.ends : appendMarks.goesOn);
      return encodeEvent(event, tag + this.#mintId().slice(tag.length));
    });
  }

  /** Whether anything was told that follows on `revision`. What does not is known, or something before it is not. */
  hear(events: readonly RecordedEvent[], revision: number): boolean {
    const before = this.#heardUpTo(revision);
    for (const event of events) if (event.revision === this.#heardUpTo(revision) + 1) this.#add(event);
    if (this.#heardUpTo(revision) === before) return false;
    this.#heardAtMs = this.#timer.monotonic();
    for (const tell of this.#tell.splice(0)) tell();
    return true;
  }

  /** The events that were told and follow on `revision`, in order. They are not kept. */
  take(revision: number): readonly RecordedEvent[] {
    const heard = this.#heard;
    this.#heard = [];
    const next = heard.findIndex((event) => event.revision === revision + 1);
    return next === -1 ? [] : heard.slice(next);
  }

  /** After a lost race: whether all that has been written is told before long. Else it has to be read. */
  async tellAll({ actual }: RevisionConflict, revision: number): Promise<boolean> {
    const now = this.#timer.monotonic();
    const isLevel = (): boolean => actual !== 'no_stream' && this.#heardUpTo(revision) >= actual;
    const untilMs = now - this.#heardAtMs < deafAfterMs ? now + hearMsMax : now;
    for (let leftMs = untilMs - now; leftMs > 0 && !isLevel(); leftMs = untilMs - this.#timer.monotonic()) {
      await withinMs(new Promise<void>((resolve) => this.#tell.push(resolve)), leftMs, this.#timer);
    }
    return isLevel();
  }

  /** An own append was answered, see {@link WalletTurns.wrote}. */
  wrote(tookMs: number, isMore: boolean): void {
    this.#turns.wrote(tookMs, isMore);
  }

  /** Resolves when the others have had their turns. `null`: they have. */
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
