const capacityMin = 1_024;
/** Above this load the table is doubled. */
const loadMax = 0.6;

/**
 * A set of ids that keeps 63 bits of each, 14 to 27 bytes in all: enough to walk tens of millions of events. Two
 * different ids are taken for one with a probability of n² / 2⁶⁴, 6 in 10⁸ for a million ids.
 */
export class HashedIds {
  #size = 0;
  /** Both halves of a slot are adjacent, so that one memory access reads both. */
  #halves = new Uint32Array(capacityMin * 2);

  get size(): number {
    return this.#size;
  }

  /** Adds an id. Returns whether it is new. Ids with different scopes are different. */
  add(scope: number, id: string): boolean {
    hash(scope, id);
    if (!this.#insert(hashHigh, hashLow)) return false;
    this.#size += 1;
    if (this.#size * 2 > this.#halves.length * loadMax) this.#grow();
    return true;
  }

  has(scope: number, id: string): boolean {
    if (this.#size === 0) return false;
    hash(scope, id);
    return this.#halves[this.#slotOf(hashHigh, hashLow)] !== 0;
  }

  /** The place of the low half. A used slot has an odd low half; zero marks a free slot. */
  #slotOf(high: number, low: number): number {
    const halves = this.#halves;
    const mask = halves.length / 2 - 1;
    for (let place = (high ^ (low >>> 7)) & mask; ; place = (place + 1) & mask) {
      const slot = place * 2;
      if (halves[slot] === 0 || (halves[slot] === low && halves[slot + 1] === high)) return slot;
    }
  }

  #insert(high: number, low: number): boolean {
    const slot = this.#slotOf(high, low);
    if (this.#halves[slot] !== 0) return false;
    this.#halves[slot] = low;
    this.#halves[slot + 1] = high;
    return true;
  }

  #grow(): void {
    const before = this.#halves;
    this.#halves = new Uint32Array(before.length * 2);
    for (let slot = 0; slot < before.length; slot += 2) {
      const low = before[slot] ?? 0;
      if (low !== 0) this.#insert(before[slot + 1] ?? 0, low);
    }
  }
}

/** The last id that was looked up: two generations are asked for the same id. */
let lastScope = -1;
let lastId = '';
let hashHigh = 0;
let hashLow = 0;

function hash(scope: number, id: string): void {
  if (id === lastId && scope === lastScope) return;
  let high = 0x811c9dc5 ^ scope;
  let low = Math.imul(scope + 1, 0x9e3779b1);
  const even = id.length & ~3;
  for (let index = 0; index < even; index += 4) {
    const four =
      id.charCodeAt(index) ^
      (id.charCodeAt(index + 1) << 8) ^
      (id.charCodeAt(index + 2) << 16) ^
      (id.charCodeAt(index + 3) << 24);
    high = Math.imul(high ^ four, 0x01000193);
    high ^= high >>> 15;
    low = Math.imul(low ^ four, 0x5bd1e995);
    low ^= low >>> 13;
  }
  for (let index = even; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x5bd1e995);
    low ^= low >>> 15;
  }
  lastScope = scope;
  lastId = id;
  hashHigh = high >>> 0;
  hashLow = (low | 1) >>> 0;
}

/** Ids of one generation of {@link RecentIds}. */
const generationMax = 1_000_000;

/**
 * A set of the newest ids, at least a million and at most two million. It forgets older ones, and takes up to 54 MB.
 */
export class RecentIds {
  readonly #generationMax: number;
  #older = new HashedIds();
  #newer = new HashedIds();

  constructor(idsMin: number = generationMax) {
    this.#generationMax = idsMin;
  }

  /** Adds an id. Returns whether it is new among them. Ids with different scopes are different. */
  add(scope: number, id: string): boolean {
    if (this.#older.has(scope, id) || !this.#newer.add(scope, id)) return false;
    if (this.#newer.size < this.#generationMax) return true;
    this.#older = this.#newer;
    this.#newer = new HashedIds();
    return true;
  }
}
