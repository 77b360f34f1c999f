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
    let high = 0x811c9dc5 ^ scope;
    let low = Math.imul(scope + 1, 0x9e3779b1);
    for (let index = 0; index < id.length; index++) {
      const code = id.charCodeAt(index);
      high = Math.imul(high ^ code, 0x01000193);
      low = Math.imul(low ^ code, 0x5bd1e995);
      low ^= low >>> 15;
    }
    if (!this.#insert(high >>> 0, (low | 1) >>> 0)) return false;
    this.#size += 1;
    if (this.#size > this.#low.length * loadMax) this.#grow();
    return true;
  }

  /** `low` is odd: a slot whose low half is zero is free. */
  #insert(high: number, low: number): boolean {
    const mask = this.#low.length - 1;
    for (let slot = (high ^ (low >>> 7)) & mask; ; slot = (slot + 1) & mask) {
      if (this.#low[slot] === 0) {
        this.#high[slot] = high;
        this.#low[slot] = low;
        return true;
      }
      if (this.#low[slot] === low && this.#high[slot] === high) return false;
    }
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
