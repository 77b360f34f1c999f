/** A map of at most so many entries: the one that was used longest ago makes room for a new one. */
export class RecentMap<Key, Value> {
  /** In the order of use: a map keeps the order of insertion. */
  readonly #entries = new Map<Key, Value>();
  readonly #entriesMax: number;
  /** The key that was used last: to move it to the end again would only wear the table out. */
  #newest: Key | undefined;

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Does not count as a use. */
  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  /** Counts as a use. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined || key === this.#newest) return value;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#newest = key;
    return value;
  }

  set(key: Key, value: Value): void {
    if (key !== this.#newest) this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#newest = key;
    if (this.#entries.size <= this.#entriesMax) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      return;
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#newest = undefined;
  }
}
