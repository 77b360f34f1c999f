import type { CastEntry } from './cast-book.ts';
import { OrderedTexts } from './ordered-texts.ts';

/** A placeholder up to `end`; `more`: the text ends before it can be decided; `null`: none. */
export type ShapedRead = { readonly end: number; readonly entry: CastEntry } | 'more' | null;

/**
 * Reads placeholders that look like values, in any case. The time of a read grows with the number of their different
 * lengths, not with the number of placeholders.
 */
export class ShapedReader {
  /** Entries by their placeholder in lower case. */
  readonly #entries = new Map<string, CastEntry>();
  readonly #beginnings = new OrderedTexts();
  /** By first character, the lengths of the placeholders that begin with it, in descending order. */
  readonly #lengths: ReadonlyMap<string, readonly number[]>;

  constructor(entries: readonly CastEntry[]) {
    const lengths = new Map<string, Set<number>>();
    for (const entry of entries) {
      const placeholder = entry.placeholder.toLowerCase();
      this.#entries.set(placeholder, entry);
      this.#beginnings.add(placeholder);
      lengths.getOrInsertComputed(placeholder.charAt(0), () => new Set()).add(placeholder.length);
    }
    this.#lengths = new Map(
      Array.from(lengths, ([start, its]) => [start, [...its].toSorted((a, b) => b - a)] as const),
    );
  }

  get isEmpty(): boolean {
    return this.#entries.size === 0;
  }

  /** The first characters of the placeholders. */
  get starts(): readonly string[] {
    return [...new Set(Array.from(this.#entries.values(), ({ placeholder }) => placeholder.charAt(0)))];
  }

  /** `isWhole`: no text follows. A placeholder that a digit follows is part of another value, and is not read. */
  read(text: string, at: number, isWhole: boolean): ShapedRead {
    const lengths = this.#lengths.get(text.charAt(at).toLowerCase()) ?? [];
    const left = text.length - at;
    if (!isWhole && left <= (lengths[0] ?? 0) && this.#beginnings.someBeginWith(text.slice(at).toLowerCase()))
      return 'more';
    for (const length of lengths) {
      const entry = length > left ? undefined : this.#entries.get(text.slice(at, at + length).toLowerCase());
      const end = at + length;
      if (entry !== undefined && !/[0-9]/.test(text.charAt(end))) return { end, entry };
    }
    return null;
  }
}
