import { characterKinds, characterKindOf } from './character-kinds.ts';
import { instructionIn } from './instruction.ts';
import { untrainedGain } from './untrained-gain.ts';

/** Number of buckets; the low bits of its hash determine the bucket of a word. */
export const bucketCount = 8_192;

/**
 * The shape of a text, in this order. `…Share`: of characters or of words, 0 to 10 or 0 to 1; `guess`: the
 * gain that the heuristic expects, 0 to 0.5; the others: log(1 + count).
 */
export const shapeNames = [
  'length',
  'wordLength',
  'digitShare',
  'digits',
  'operatorShare',
  'operators',
  'bracketShare',
  'beyondAscii',
  'questions',
  'commas',
  'distinctShare',
  'singleShare',
  'longShare',
  'quotes',
  'guess',
] as const;

/** The position of the heuristic's guess in a shape. */
export const guessPlace = shapeNames.indexOf('guess');

/** The features of a text. Valid until the next text is scanned. */
export interface TextFeatures {
  readonly wordCount: number;
  /** The buckets of its words, numbers and marks, each once; only the first `bucketsUsed` are valid. */
  readonly buckets: Uint16Array;
  readonly bucketsUsed: number;
  /** In the order of {@link shapeNames}. */
  readonly shape: Float64Array;
}

/** Longest word, UTF-16 units. Longer ones, e.g. in scripts without blanks, are split. */
const wordUnitsMax = 32;
const longWordUnits = 9;
const placeholderUnitsMax = 40;

const hashSeed = 2_166_136_261;
const markSeed = 0x5bd1_e995;

/**
 * Reads a text once, from beginning to end, and keeps nothing of it: counts, and buckets of hashed words. The time is
 * linear in the length. Its buffers are allocated once, so that scanning allocates only a copy in small letters.
 */
export class TextScanner {
  readonly #seenAt = new Uint32Array(bucketCount);
  readonly #buckets = new Uint16Array(bucketCount);
  readonly #shape = new Float64Array(shapeNames.length);
  /** How many units there are of each kind of mark. */
  readonly #marksOf = new Uint32Array(Object.keys(characterKinds).length);
  #scans = 0;
  #text = '';
  #used = 0;
  #words = 0;
  #letters = 0;
  #singles = 0;
  #longs = 0;
  #characters = 0;
  #digits = 0;
  #isBeyondAscii = false;

  /** The text is one that is short already: see `clippedText`. */
  scan(text: string): TextFeatures {
    this.#begin(text.toLowerCase());
    let index = 0;
    while (index < this.#text.length) index = this.#next(index);
    this.#text = '';
    const shape = this.#measured(untrainedGain(instructionIn(text)));
    return { wordCount: this.#words, buckets: this.#buckets, bucketsUsed: this.#used, shape };
  }

  #begin(text: string): void {
    this.#scans += 1;
    if (this.#scans === 2 ** 32) {
      this.#seenAt.fill(0);
      this.#scans = 1;
    }
    this.#text = text;
    this.#used = this.#words = this.#letters = this.#singles = this.#longs = 0;
    this.#characters = this.#digits = 0;
    this.#marksOf.fill(0);
    this.#isBeyondAscii = false;
  }

  /** Reads what begins at a place. Returns where the next part begins. */
  #next(start: number): number {
    const code = this.#text.charCodeAt(start);
    const kind = characterKindOf(code);
    if (kind === characterKinds.letter) return this.#takeWord(start);
    if (kind === characterKinds.digit) return this.#takeNumber(start);
    if (kind === characterKinds.space) return this.#takeSpace(start);
    const placeholderEnd = code === 0x5b ? endOfPlaceholder(this.#text, start) : -1;
    if (placeholderEnd === -1) return this.#takeMark(start, code, kind);
    // A cast value counts as a word.
    this.#countWord(placeholderUnits);
    return placeholderEnd;
  }

  #takeSpace(start: number): number {
    let end = start + 1;
    while (end < this.#text.length && characterKindOf(this.#text.charCodeAt(end)) === characterKinds.space) end += 1;
    this.#characters += 1;
    return end;
  }

  #takeWord(start: number): number {
    const text = this.#text;
    const last = Math.min(text.length, start + wordUnitsMax);
    let hash = hashSeed;
    let units = 0;
    let end = start;
    for (; end < last; end += 1) {
      const code = text.charCodeAt(end);
      if (characterKindOf(code) !== characterKinds.letter) break;
      units |= code;
      hash = Math.imul(hash ^ code, 16_777_619);
    }
    if (units > 127) this.#isBeyondAscii = true;
    this.#addBucket(hash);
    this.#countWord(end - start);
    return end;
  }

  #countWord(units: number): void {
    this.#words += 1;
    this.#letters += units;
    this.#characters += units;
    if (units === 1) this.#singles += 1;
    if (units >= longWordUnits) this.#longs += 1;
  }

  /** Only the number of digits of a number counts, up to four. */
  #takeNumber(start: number): number {
    let end = start;
    while (end < this.#text.length && characterKindOf(this.#text.charCodeAt(end)) === characterKinds.digit) end += 1;
    this.#digits += end - start;
    this.#characters += end - start;
    this.#addBucket(Math.imul(markSeed, 1 + Math.min(end - start, 4)));
    return end;
  }

  #takeMark(start: number, code: number, kind: number): number {
    this.#characters += 1;
    if (code > 127) this.#isBeyondAscii = true;
    this.#marksOf[kind] = (this.#marksOf[kind] ?? 0) + 1;
    this.#addBucket(Math.imul(markSeed ^ code, 16_777_619));
    return start + 1;
  }

  #addBucket(hash: number): void {
    let mixed = hash ^ (hash >>> 16);
    mixed = Math.imul(mixed, 0x45d9_f3b);
    const bucket = (mixed ^ (mixed >>> 16)) & (bucketCount - 1);
    if (this.#seenAt[bucket] === this.#scans) return;
    this.#seenAt[bucket] = this.#scans;
    this.#buckets[this.#used] = bucket;
    this.#used += 1;
  }

  #measured(guess: number): Float64Array {
    const characters = Math.max(1, this.#characters);
    const words = Math.max(1, this.#words);
    const count = (kind: number): number => this.#marksOf[kind] ?? 0;
    const operators = count(characterKinds.operator);
    this.#shape.set([
      Math.log1p(this.#characters),
      this.#letters / words,
      (10 * this.#digits) / characters,
      Math.log1p(this.#digits),
      (10 * operators) / characters,
      Math.log1p(operators),
      (10 * count(characterKinds.bracket)) / characters,
      this.#isBeyondAscii ? 1 : 0,
      Math.log1p(count(characterKinds.question)),
      Math.log1p(count(characterKinds.comma)),
      Math.min(1, this.#used / words),
      this.#singles / words,
      this.#longs / words,
      Math.log1p(count(characterKinds.quote)),
      guess,
    ]);
    return this.#shape;
  }
}

const placeholderUnits = 6;

/** The end of a placeholder such as `[person-k7q3v]`, in small letters; -1: none begins here. */
function endOfPlaceholder(text: string, start: number): number {
  const last = Math.min(text.length, start + placeholderUnitsMax);
  let index = start + 1;
  while (index < last && isKindUnit(text.charCodeAt(index))) index += 1;
  if (index === start + 1 || text.charCodeAt(index) !== 0x2d) return -1;
  const idStart = index + 1;
  index = idStart;
  while (index < last && isIdUnit(text.charCodeAt(index))) index += 1;
  return index > idStart && text.charCodeAt(index) === 0x5d ? index + 1 : -1;
}

const isKindUnit = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || code === 0x5f;
const isIdUnit = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
