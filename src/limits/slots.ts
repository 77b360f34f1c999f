/**
 * Those who are inside, where somebody comes and goes with every request. A `Set` says the same, but each table that it
 * outgrows goes on pointing at its successor and at whoever was inside: once one of them has grown old, the collector
 * takes all who ever come after it for alive until its next full round.
 */
export class Slots<Member extends object> {
  readonly #places: (Member | null)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#places.length - this.#free.length;
  }

  /** Lets a member in. Returns its way out, which counts once. */
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

  /** Those who are inside now, in no order. */
  members(): Member[] {
    return this.#places.filter((member) => member !== null);
  }
}
