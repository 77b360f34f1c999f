const capacityMin = 1_024;
/** Filled beyond this share, the table is doubled. */
const loadMax = 0.6;

/**
 * A set of ids that keeps 63 bits of each, 14 to 27 bytes in all: enough to walk tens of millions of events. Two
 * different ids are taken for one with a probability of n² / 2⁶⁴, 6 in 10⁸ for a million ids.
 */
export class HashedIds {
  #size = 0;
  #high = new Uint32Array(capacityMin);
  #low = new Uint32Array(capacityMin);

  get size(): number {
    return this.#size;
  }

  /** Answers whether the id is new. Ids with different scopes never meet. */
  add(scope: number, id: string): boolean {
    hash(scope, id);
    if (!this.#insert(hashHigh, hashLow)) return false;
    this.#size += 1;
    if (this.#size > this.#low.length * loadMax) this.#grow();
    return true;
  }

  has(scope: number, id: string): boolean {
    if (this.#size === 0) return false;
    hash(scope, id);
    const slot = this.#slotOf(hashHigh, hashLow);
    return this.#low[slot] !== 0;
  }

  /** `low` is odd: a slot whose low half is zero is free. */
  #slotOf(high: number, low: number): number {
    const mask = this.#low.length - 1;
    for (let slot = (high ^ (low >>> 7)) & mask; ; slot = (slot + 1) & mask) {
      if (this.#low[slot] === 0 || (this.#low[slot] === low && this.#high[slot] === high)) return slot;
    }
  }

  #insert(high: number, low: number): boolean {
    const slot = this.#slotOf(high, low);
    if (this.#low[slot] !== 0) return false;
    this.#high[slot] = high;
    this.#low[slot] = low;
    return true;
  }

  #grow(): void {
    const [high, low] = [this.#high, this.#low];
    this.#high = new Uint32Array(high.length * 2);
    this.#low = new Uint32Array(low.length * 2);
    for (const [slot, bits] of low.entries()) {
      if (bits !== 0) this.#insert(high[slot] ?? 0, bits);
    }
  }
}

/** Of the id that was asked for last: two generations are asked for the same. */
let lastScope = -1;
let lastId = '';
let hashHigh = 0;
let hashLow = 0;

function hash(scope: number, id: string): void {
  if (id === lastId && scope === lastScope) return;
  let high = 0x811c9dc5 ^ scope;
  let low = Math.imul(scope + 1, 0x9e3779b1);
  for (let index = 0; index < id.length; index++) {
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

/** A set of the newest ids, at least a million and at most two: it knows no older ones, and takes up to 54 MB. */
export class RecentIds {
  readonly #generationMax: number;
  #older = new HashedIds();
  #newer = new HashedIds();

  constructor(idsMin: number = generationMax) {
    this.#generationMax = idsMin;
  }

  /** Answers whether the id is new among them. Ids with different scopes never meet. */
  add(scope: number, id: string): boolean {
    if (this.#older.has(scope, id) || !this.#newer.add(scope, id)) return false;
    if (this.#newer.size < this.#generationMax) return true;
    this.#older = this.#newer;
    this.#newer = new HashedIds();
    return true;
  }
}
