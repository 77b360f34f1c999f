/** Words with their marks, looked up by the characters of a text without making a string. */
export class WordTable {
  /** Entry + 1 by the hash of its word; 0: free. At least half of the slots are free. */
  readonly #slots: Int32Array;
  readonly #words: readonly string[];
  readonly #marks: Int32Array;

  /** Words in lower case. */
  constructor(entries: ReadonlyMap<string, number>) {
    this.#words = [...entries.keys()];
    this.#marks = Int32Array.from(entries.values());
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(entries.size * 2 + 2)));
    for (const [entry, word] of this.#words.entries()) {
      const hash = hashOf(word, 0, word.length);
      let slot = (hash ^ (hash >>> 15)) & (this.#slots.length - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = entry + 1;
    }
  }

  /** Words alone, each with the mark 1. */
  static of(words: Iterable<string>): WordTable {
    return new WordTable(new Map(Array.from(words, (word) => [word, 1])));
  }

  /** Lists of words, between blanks, each with the mark that has its name. */
  static ofLists<Name extends string>(
    lists: Readonly<Record<Name, string>>,
    marks: Readonly<Record<Name, number>>,
  ): WordTable {
    const entries = new Map<string, number>();
    for (const name of Object.keys(lists) as Name[]) {
      for (const word of lists[name].split(/\s+/)) entries.set(word, (entries.get(word) ?? 0) | marks[name]);
    }
    return new WordTable(entries);
  }

  /**
   * The marks of the word between two places of a text, in any case; 0: it is not in the table. `hash`: its
   * {@link hashOf}, where it is known.
   */
  marksAt(text: string, start: number, end: number, hash = hashOf(text, start, end)): number {
    const mask = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const entry = (this.#slots[slot] ?? 0) - 1;
      if (entry === -1) return 0;
      if (isWordAt(this.#words[entry] ?? '', text, start, end)) return this.#marks[entry] ?? 0;
    }
  }
}

/** The small letter of each code, where one code is enough for it. */
export const lowerOfCode = Uint16Array.from({ length: 0x10000 }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : code;
});

/** A hash is that of the characters before, mixed with one more, times this. */
export const hashFactor = 0x01000193;

/** The hash of the word between two places of a text. */
export function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let place = start; place < end; place += 1)
    hash = Math.imul(hash ^ (lowerOfCode[text.charCodeAt(place)] ?? 0), hashFactor);
  return hash;
}

function isWordAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let at = 0; at < word.length; at += 1) {
    if (word.charCodeAt(at) !== lowerOfCode[text.charCodeAt(start + at)]) return false;
  }
  return true;
}
