import type { FairRoom, Place, Sharer } from '../../limits/fair-room.ts';

/** One exchange's connection slot at an upstream: waits for it, holds it and gives it back. */
export class UndiciUpstreamConnection {
  readonly #room: FairRoom;
  readonly #sharer: Sharer;
  #place: Place | null = null;
  #leaveQueue: (() => void) | null = null;

  constructor(room: FairRoom, sharer: Sharer) {
    this.#room = room;
    this.#sharer = sharer;
  }

  /** Calls `begin` once there is a connection, now or later. False: the queue is full. */
  take(begin: () => void): boolean {
    const place = this.#room.enter(this.#sharer);
    if (typeof place !== 'string') {
      this.#place = place;
      begin();
      return true;
    }
    const leaveQueue = this.#room.wait(this.#sharer, 1, (granted) => {
      this.#place = granted;
      this.#leaveQueue = null;
      begin();
    });
    if (this.#place === null) this.#leaveQueue = leaveQueue;
    return leaveQueue !== null;
  }

  /** Stops waiting. A connection already held is given back only by {@link leave}. */
  stopWaiting(): void {
    this.#leaveQueue?.();
    this.#leaveQueue = null;
  }

  leave(): void {
    this.#place?.leave();
  }
}
