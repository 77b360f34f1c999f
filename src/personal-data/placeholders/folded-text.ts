/** A text as it is compared: without case, in one Unicode form. Each unit knows its place in the original text. */
export interface FoldedText {
  readonly units: readonly string[];
  /** The offset in the original text of the character of each unit. */
  readonly starts: readonly number[];
  /** The offset after that character. */
  readonly ends: readonly number[];
}

/**
 * - `words`: anything between two words counts as one blank: names, addresses.
 * - `digits`: separators of digits do not count: telephone and account numbers.
 * - `literal`: every character counts: e-mail and IP addresses, dates.
 */
export type Folding = 'words' | 'digits' | 'literal';

export const blank = ' ';

/** Folds a short text in one pass. A character never gives more units than its compatibility form has. */
export function foldText(text: string, folding: Folding): FoldedText {
  const folded = { units: [], starts: [], ends: [] };
  fold(text, { at: 0, folding }, folded);
  return folded;
}

/** How many characters are folded at once. */
const charactersAtOnce = 4_096;

/** Folds a text of any length piece by piece, like {@link foldText}. What was read can be forgotten. */
export class FoldingText implements FoldedText {
  readonly units: string[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly #text: string;
  readonly #folding: Folding;
  #at = 0;

  constructor(text: string, folding: Folding) {
    this.#text = text;
    this.#folding = folding;
  }

  /** Whether all of the text is folded. */
  get isWhole(): boolean {
    return this.#at >= this.#text.length;
  }

  goOn(): void {
    let end = this.#at + charactersAtOnce;
    // Not between the halves of a character.
    if ((this.#text.charCodeAt(end) & 0xfc00) === 0xdc00) end += 1;
    fold(this.#text.slice(this.#at, end), { at: this.#at, folding: this.#folding }, this);
    this.#at = end;
  }

  /** Forgets the units before one, except the last, and returns the place of that one then. */
  forget(unit: number): number {
    const read = Math.max(0, unit - 1);
    for (const list of [this.units, this.starts, this.ends]) list.splice(0, read);
    return unit - read;
  }
}

interface Folded {
  readonly units: string[];
  readonly starts: number[];
  readonly ends: number[];
}

/** Appends a piece of a text. `at`: the offset of the piece in the text. */
function fold(piece: string, { at: from, folding }: { at: number; folding: Folding }, folded: Folded): void {
  const { units, starts, ends } = folded;
  let at = from;
  for (const character of piece) {
    const end = at + character.length;
    for (const unit of foldedUnits(character)) {
      const said = folding === 'literal' || isWordUnit(unit) ? unit : folding === 'digits' ? null : blank;
      if (said === null || (said === blank && folding === 'words' && (units.at(-1) ?? blank) === blank)) continue;
      units.push(said);
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
}

/** The identity of a value: two spellings of one value give the same result. */
export function canonicalValue(value: string, folding: Folding): string {
  return foldText(value, folding).units.join('').trim();
}

function foldedUnits(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x80) return code >= 0x41 && code <= 0x5a ? character.toLowerCase() : character;
  return character.toLowerCase().normalize('NFKD');
}

/** A letter, a digit, or a mark on one. */
export function isWordUnit(unit: string): boolean {
  const code = unit.charCodeAt(0);
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
  return /[\p{L}\p{N}\p{M}]/u.test(unit) || (code >= 0xd800 && code <= 0xdfff);
}

/** A script without blanks between words, in which a word may begin and end anywhere. */
export function isUnspaced(unit: string): boolean {
  return (
    unit.charCodeAt(0) >= 0x0e00 &&
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u.test(unit)
  );
}
