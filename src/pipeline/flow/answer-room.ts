import { sharerOf } from '../../limits/caller-limits.ts';
import { FairRoom, type Place } from '../../limits/fair-room.ts';
import { boundedAnswer } from '../../ports/bounded-body.ts';
import { UpstreamFailure } from '../../ports/upstream.ts';
import { timedPlace } from '../../ports/timed-place.ts';
import type { Noted } from '../records.ts';
import { Holders } from './holders.ts';
import { GrowingPlace, smallBytesMax } from './growing-place.ts';

export interface AnswerRoomOptions {
  /** Most bytes of all large answers in memory, and of what is kept of streams. */
  readonly bytesMax: number;
  /** The share of one tenant and one key, as in `FairRoomOptions`. */
  readonly sharePercentMax: number;
  /** How long an answer waits for room, milliseconds: as long as its request may run. */
  readonly waitMs: number;
}

/** An answer in memory. */
export interface HeldAnswer {
  readonly bytes: Buffer;
  /** Keeps the room until the returned function is called, also after {@link HeldAnswer.leave}. */
  hold(): () => void;
  /** Gives the room back, unless it is held. Only the first call counts. */
  leave(): void;
}

/** What is read, and for whom. */
export type AnswerToRead = Pick<Noted, 'answer' | 'caller'> & {
  readonly exchange: Pick<Noted['exchange'], 'signal' | 'held'>;
};

/**
 * A limited amount of memory for answers, which tenants and keys share fairly. An unstreamed answer that turns out to
 * be large waits, with its upstream, for as many bytes as an answer may have. It never asks for more while it holds
 * some. What is kept of a stream asks for more and never waits. So answers cannot wait for each other.
 */
export class AnswerRoom {
  readonly #options: AnswerRoomOptions;
  readonly #room: FairRoom;

  constructor(options: AnswerRoomOptions) {
    this.#options = options;
    const { bytesMax: capacity, sharePercentMax } = options;
    // Requests that run are limited already: nobody is refused for others that wait.
    this.#room = new FairRoom({ capacity, sharePercentMax, waitingMax: Number.MAX_SAFE_INTEGER });
  }

  /** Bytes that are held for large answers, and for what is kept of streams. */
  get used(): number {
    return this.#room.used;
  }

  /** How many answers wait for room. */
  get waiting(): number {
    return this.#room.waiting;
  }

  /** Room for what is kept of one answer while it is passed on. It takes none yet. */
  keep(caller: AnswerToRead['caller']): GrowingPlace {
    return new GrowingPlace(this.#room, sharerOf(caller.key));
  }

  /**
   * Reads a whole answer. The caller must leave it. Raises `UpstreamFailure`: `too_large` above `bytesMax`,
   * `total_timeout` when there was no room in time, and what reading the body raises.
   */
  async read(toRead: AnswerToRead, bytesMax: number): Promise<HeldAnswer> {
    let place: Place | null = null;
    const enter = async (): Promise<void> => {
      place = await toRead.exchange.held.while(this.#enter(toRead, bytesMax));
    };
    const holders = new Holders(() => place?.leave());
    const leave = holders.hold();
    try {
      const bytes = await boundedAnswer(toRead.answer.body, bytesMax, (length) =>
        place === null && length > smallBytesMax ? enter() : null,
      );
      return { bytes, leave, hold: () => holders.hold() };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #enter({ caller, exchange: { signal } }: AnswerToRead, bytesMax: number): Promise<Place> {
    const { bytesMax: capacity, waitMs } = this.#options;
    const entered = signal.aborted
      ? 'gone'
      : await timedPlace(this.#room, {
          sharer: sharerOf(caller.key),
          units: Math.min(bytesMax, capacity),
          waitMs,
          onGone: (listener) => {
            signal.addEventListener('abort', listener, { once: true });
            return () => signal.removeEventListener('abort', listener);
          },
        });
    if (typeof entered === 'string') throw new UpstreamFailure('total_timeout', 'unknown');
    return entered;
  }
}
