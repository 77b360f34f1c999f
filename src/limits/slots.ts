/**
 * The current members of a group that changes with every request. Unlike a `Set`: a table that a `Set` has outgrown
 * keeps pointing at its successor and at the members of that time, and once such a table is in the collector's old
 * space, all later members count as alive until the next full collection.
 */
export class Slots<Member extends object> {
  readonly #places: (Member | null)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#places.length - this.#free.length;
  }

  /** Adds a member. Returns a function that removes it, which counts once. */
  add(member: Member): () => void {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = member;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#places[place] = null;
      this.#free.push(place);
    };
  }

  /** The current members, in no order. */
  members(): Member[] {
    return this.#places.filter((member) => member !== null);
  }
}
