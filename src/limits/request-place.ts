import type { Place } from './fair-room.ts';

/** The place of a running request, and the places in other rooms that it takes meanwhile. */
export class RequestPlace implements Place {
  readonly #own: Place;
  readonly #others: Pick<Place, 'leave'>[] = [];
  #isLeft = false;

  constructor(own: Place) {
    this.#own = own;
  }

  grow(units: number): boolean {
    return this.#own.grow(units);
  }

  /** Leaves `place` with {@link leaveOthers} or with this one; at once when this one was left. */
  add(place: Pick<Place, 'leave'>): void {
    if (this.#isLeft) place.leave();
    else this.#others.push(place);
  }

  /** Leaves the places in other rooms. */
  leaveOthers(): void {
    for (const place of this.#others.splice(0)) place.leave();
  }

  leave(): void {
    this.#isLeft = true;
    this.#own.leave();
    this.leaveOthers();
  }
}
