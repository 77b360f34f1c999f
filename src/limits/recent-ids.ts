/** Few, because ids of every event take memory that is collected late. */
const idsMinDefault = 25_000;

/** A set of the newest ids, at least `idsMin` and at most twice as many, of about 110 bytes each. It forgets older ones. */
export class RecentIds {
  readonly #idsMin: number;
  #older = new Set<string>();
  #newer = new Set<string>();

  constructor(idsMin: number = idsMinDefault) {
    this.#idsMin = idsMin;
  }

  /** Adds an id. Returns whether it is new among them. Ids with different scopes are different. */
  add(scope: number, id: string): boolean {
    const key = `${scope} ${id}`;
    if (this.#older.has(key)) return false;
    const { size } = this.#newer;
    this.#newer.add(key);
    if (this.#newer.size === size) return false;
    if (size + 1 < this.#idsMin) return true;
    this.#older = this.#newer;
    this.#newer = new Set();
    return true;
  }
}
