/** A map with a maximum size: the least recently used entry is evicted. */
export class RecentMap<Key, Value> {
  /** In order of use: a map keeps insertion order. */
  readonly #entries = new Map<Key, Value>();
  readonly #entriesMax: number;
  /** The key that was used last. Moving it to the end again would only cost time. */
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
