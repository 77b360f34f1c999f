/** Ids of one generation of {@link RecentIds}: two of them take some 20 MB. */
const generationMax = 100_000;

/** A set of the newest ids, by default at least 100,000 and at most 200,000. It forgets older ones. */
export class RecentIds {
  readonly #generationMax: number;
  #older = new Set<string>();
  #newer = new Set<string>();

  constructor(idsMin: number = generationMax) {
    this.#generationMax = idsMin;
  }

  /** Adds an id. Returns whether it is new among them. Ids with different scopes are different. */
  add(scope: number, id: string): boolean {
    const key = `${scope} ${id}`;
    if (this.#older.has(key)) return false;
    const { size } = this.#newer;
    this.#newer.add(key);
    if (this.#newer.size === size) return false;
    if (size + 1 < this.#generationMax) return true;
    this.#older = this.#newer;
    this.#newer = new Set();
    return true;
  }
}
