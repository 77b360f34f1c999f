import { FairRoom, type Place } from '../../limits/fair-room.ts';
import { boundedAnswer } from '../../ports/bounded-body.ts';
import { UpstreamFailure } from '../../ports/upstream.ts';
import { timedPlace } from '../../ports/timed-place.ts';
import type { Noted } from '../records.ts';

export interface AnswerRoomOptions {
  /** Most bytes of all large answers in memory. */
  readonly bytesMax: number;
  /** The share of one tenant and one key, as in `FairRoomOptions`. */
  readonly sharePercentMax: number;
  /** How long an answer waits for room, milliseconds: as long as its request may run. */
  readonly waitMs: number;
}

/** Answers up to this size need no room, bytes. */
const smallBytesMax = 262_144;

/** An answer in memory. */
export interface HeldAnswer {
  readonly bytes: Buffer;
  /** Gives the room back. Only the first call counts. */
  leave(): void;
}

/** What is read, and for whom. */
export type AnswerToRead = Pick<Noted, 'answer' | 'caller'> & { readonly exchange: Pick<Noted['exchange'], 'signal'> };

/**
 * Reads unstreamed answers into a limited amount of memory, which tenants and keys share fairly. An answer that turns out
 * to be large waits, with its upstream, for as many bytes as an answer may have. It never asks for more while it holds
 * some, so answers cannot wait for each other.
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

  /** Bytes that are held for large answers. */
  get used(): number {
    return this.#room.used;
  }

  /** How many answers wait for room. */
  get waiting(): number {
    return this.#room.waiting;
  }

  /**
   * Reads a whole answer. The caller must leave it. Raises `UpstreamFailure`: `too_large` above `bytesMax`, `total_timeout`
   * when there was no room in time, and what reading the body raises.
   */
  async read(toRead: AnswerToRead, bytesMax: number): Promise<HeldAnswer> {
    let place: Place | null = null;
    const enter = async (): Promise<void> => {
      place = await this.#enter(toRead, bytesMax);
    };
    const leave = (): void => place?.leave();
    try {
      const bytes = await boundedAnswer(toRead.answer.body, bytesMax, (length) =>
        place === null && length > smallBytesMax ? enter() : null,
      );
      return { bytes, leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #enter({ caller: { key }, exchange: { signal } }: AnswerToRead, bytesMax: number): Promise<Place> {
    const { bytesMax: capacity, waitMs } = this.#options;
    const entered = signal.aborted
      ? 'gone'
      : await timedPlace(this.#room, {
          sharer: { tenantId: key.tenant_id, keyId: key.key_id },
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
