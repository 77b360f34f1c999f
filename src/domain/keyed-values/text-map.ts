const capacityMin = 8;
/** Fields of a slot: the hash of its key, the key, the value. A hash of 0 marks a free slot. */
const slotFields = 3;
/** The slots of empty maps, which most maps are. */
const noSlots: readonly never[] = [];

/**
 * Values by text, in no order, for folds of millions of events. Texts that come and go are neither copied nor interned,
 * which a `Map` does with each new text. It needs less memory than a `Map` while it holds little.
 */
export class TextMap<Value> {
  #size = 0;
  #slots: unknown[] = noSlots as never[];

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    // A key is followed by its value.
    return this.#size === 0 ? undefined : (this.#slots[this.#slotOf(key, hashOf(key)) + 2] as Value | undefined);
  }

  has(key: string): boolean {
    return this.#size > 0 && this.#slots[this.#slotOf(key, hashOf(key))] !== 0;
  }

  set(key: string, value: Value): void {
    if ((this.#size + 1) * 2 * slotFields > this.#slots.length) this.#grow();
    const hash = hashOf(key);
    const slot = this.#slotOf(key, hash);
    if (this.#slots[slot] === 0) this.#size += 1;
    this.#put(slot, hash, key, value);
  }

  /** Returns whether the key was present. */
  delete(key: string): boolean {
    if (this.#size === 0) return false;
    const slot = this.#slotOf(key, hashOf(key));
    if (this.#slots[slot] === 0) return false;
    this.#size -= 1;
    this.#close(slot);
    return true;
  }

  *entries(): Generator<readonly [string, Value], void> {
    for (let slot = 0; slot < this.#slots.length; slot += slotFields) {
      // A used slot has both a key and a value.
      if (this.#slots[slot] !== 0) yield [this.#slots[slot + 1] as string, this.#slots[slot + 2] as Value];
    }
  }

  /** The slot of the key, or the one where it would be inserted. */
  #slotOf(key: string, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length / slotFields - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const slot = place * slotFields;
      const found = slots[slot];
      if (found === 0 || (found === hash && slots[slot + 1] === key)) return slot;
    }
  }

  #put(slot: number, hash: number, key: unknown, value: unknown): void {
    this.#slots[slot] = hash;
    this.#slots[slot + 1] = key;
    this.#slots[slot + 2] = value;
  }

  /** After a deletion, shifts displaced entries back so that probing still finds them. */
  #close(slot: number): void {
    const slots = this.#slots;
    const mask = slots.length / slotFields - 1;
    let hole = slot / slotFields;
    for (let place = (hole + 1) & mask; ; place = (place + 1) & mask) {
      const from = place * slotFields;
      const hash = slots[from] as number; // every slot begins with one
      if (hash === 0) break;
      if (((place - hash) & mask) < ((place - hole) & mask)) continue;
      this.#put(hole * slotFields, hash, slots[from + 1], slots[from + 2]);
      hole = place;
    }
    this.#put(hole * slotFields, 0, undefined, undefined);
  }

  #grow(): void {
    const before = this.#slots;
    const length = Math.max(capacityMin * slotFields, before.length * 2);
    this.#slots = freeSlots(length);
    for (let from = 0; from < before.length; from += slotFields) {
      const [hash, key] = [before[from] as number, before[from + 1] as string]; // a key where the hash is not 0
      if (hash !== 0) this.#put(this.#slotOf(key, hash), hash, key, before[from + 2]);
    }
  }
}

/** The slots of new maps: copying them takes a tenth of the time of filling them. */
const firstSlots: readonly unknown[] = writtenSlots(capacityMin * slotFields);

function freeSlots(length: number): unknown[] {
  return length === firstSlots.length ? firstSlots.slice() : writtenSlots(length);
}

function writtenSlots(length: number): unknown[] {
  const slots: unknown[] = [];
  while (slots.length < length) slots.push(0, undefined, undefined);
  return slots;
}

/** The last text that was looked up: a step of a fold asks several maps for the same text. */
let lastText: string | null = null;
let lastHash = 1;

/** FNV-1a over four characters at a time. Never 0. */
function hashOf(text: string): number {
  if (lastText === text) return lastHash;
  const { length } = text;
  const even = length & ~3;
  let hash = 0x811c9dc5 ^ length;
  for (let index = 0; index < even; index += 4) {
    const four =
      text.charCodeAt(index) ^
      (text.charCodeAt(index + 1) << 8) ^
      (text.charCodeAt(index + 2) << 16) ^
      (text.charCodeAt(index + 3) << 24);
    hash = Math.imul(hash ^ four, 0x01000193);
    hash ^= hash >>> 15;
  }
  for (let index = even; index < length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash ^= hash >>> 13;
  lastText = text;
  lastHash = hash === 0 ? 1 : hash;
  return lastHash;
}

/** A copy of the text: a substring would keep the longer text in memory. */
export function ownText(part: string): string {
  return part.split('').join('');
}
