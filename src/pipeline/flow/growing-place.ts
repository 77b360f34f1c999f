import type { FairRoom, Place, Sharer } from '../../limits/fair-room.ts';
import { Holders } from './holders.ts';

/** What one request keeps up to this size needs no room, bytes. */
export const smallBytesMax = 262_144;

/** Room is taken in steps, so that a stream asks only a few times, bytes. */
const stepBytes = 65_536;

/**
 * The room of what is kept of an answer while it is passed on. It is taken as the answer grows, and only if it is free
 * at once: nothing that holds room waits for more. Nor is it taken before an answer of the same tenant that waits for
 * room: many streams, one after the other, could keep such an answer waiting for ever. After the first refusal nothing
 * more is taken.
 */
export class GrowingPlace {
  readonly #room: Pick<FairRoom, 'enter' | 'isWaiting'>;
  readonly #sharer: Sharer;
  #place: Place | null = null;
  #placeBytes = 0;
  #bytes = 0;
  #isRefused = false;
  readonly #holders = new Holders(() => this.#giveUp());

  constructor(room: Pick<FairRoom, 'enter' | 'isWaiting'>, sharer: Sharer) {
    this.#room = room;
    this.#sharer = sharer;
  }

  /** Gives the room back, unless it is held. Only the first call counts. */
  readonly leave = this.#holders.hold();

  /** Counts more bytes. Returns whether they may be kept. */
  readonly take = (bytes: number): boolean => {
    if (this.#isRefused) return false;
    this.#bytes += bytes;
    this.#isRefused = !this.#hasRoomFor(this.#bytes);
    return !this.#isRefused;
  };

  /** Keeps the room until the returned function is called, also after {@link GrowingPlace.leave}. */
  hold(): () => void {
    return this.#holders.hold();
  }

  #hasRoomFor(bytes: number): boolean {
    if (bytes <= Math.max(smallBytesMax, this.#placeBytes)) return true;
    if (this.#room.isWaiting(this.#sharer)) return false;
    const more = Math.ceil((bytes - this.#placeBytes) / stepBytes) * stepBytes;
    if (this.#place === null) {
      const place = this.#room.enter(this.#sharer, more);
      if (typeof place === 'string') return false;
      this.#place = place;
    } else if (!this.#place.grow(more)) return false;
    this.#placeBytes += more;
    return true;
  }

  #giveUp(): void {
    this.#isRefused = true;
    this.#place?.leave();
  }
}
