import { valueBehindCue } from './value-behind-cue.ts';
import { lexicon, wordMarks } from './lexicon.ts';
import { hashFactor, hashOf, lowerOfCode } from './word-table.ts';

/** What a word consists of, as flags. */
export const wordShapes = { letters: 1, digits: 2, capital: 4, lower: 8, moreCapitals: 16 } as const;

/**
 * The words of a text in order: runs of letters and digits. An underscore separates words as a hyphen does, so that
 * joined words are found, and so does the end of a word that announces the rest, as in `tel0171…`. Letters of
 * scripts without capitals, such as Chinese, Thai and Arabic, belong to no word: those scripts write numbers and
 * addresses right beside their letters, and no rule knows their words. Every rule starts at a word and looks at a
 * bounded number of words around it, so its time is linear in the text.
 */
export interface TextWords {
  readonly text: string;
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly shapes: Uint8Array;
  /** Each word's hash for look-ups in tables. */
  readonly hashes: Int32Array;
  /** The lexicon's marks of a word, in any case: 0 for an unknown word, and beyond the last word. */
  marksOf(word: number): number;
  /** The text of a word as it is written. */
  wordOf(word: number): string;
  /** The character code at a place, 0 outside of the text. */
  codeAt(place: number): number;
  /** The text between a word and the next. */
  gapAfter(word: number): string;
}

const kinds = { other: 0, lower: 1, upper: 2, digit: 3, letter: 4, uncased: 5 } as const;
/** Scripts with capitals; marks and letters that many scripts share. */
const ofCasedScript = /[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Armn}\p{scx=Geor}\p{sc=Zinh}\p{sc=Zyyy}]/u;
const kindOfCode = tableOfKinds();
const known = 1 << 30;

export function textWords(text: string): TextWords {
  const { starts, ends, shapes, hashes, marks, count } = split(text);
  const wordOf = (word: number): string => text.slice(starts[word], ends[word]);
  return {
    text,
    count,
    starts,
    ends,
    shapes,
    hashes,
    wordOf,
    marksOf: (word) => {
      if (word < 0 || word >= count) return 0;
      const cached = marks[word] ?? 0;
      if (cached !== 0) return cached & ~known;
      const found = lookedUp(word);
      marks[word] = found | known;
      return found;
    },
    codeAt: (place) => (place >= 0 && place < text.length ? text.charCodeAt(place) : 0),
    gapAfter: (word) => (word + 1 < count ? text.slice(ends[word], starts[word + 1]) : text.slice(ends[word])),
  };

  function lookedUp(word: number): number {
    const length = (ends[word] ?? 0) - (starts[word] ?? 0);
    // The lexicon contains no numbers.
    if (length > longestWord || shapes[word] === wordShapes.digits) return 0;
    // "regNo" is a word too.
    const marked = lexicon.marksAt(text, starts[word] ?? 0, ends[word] ?? 0, hashes[word]);
    return marked | marksOfParts({ text, starts, ends, shapes, hashes, count }, word);
  }
}

type Reading = 'marksOf' | 'wordOf' | 'codeAt' | 'gapAfter';

/** Names of members announce their values: "phoneNumber", "apellido1". Only that counts of the parts of a word. */
function marksOfParts({ text, starts, ends, shapes }: Omit<TextWords, Reading>, word: number): number {
  const shape = shapes[word] ?? 0;
  const isNumbered = (shape & (wordShapes.digits | wordShapes.lower)) === (wordShapes.digits | wordShapes.lower);
  const isJoined = (shape & wordShapes.moreCapitals) !== 0 && (shape & wordShapes.lower) !== 0;
  if (!isJoined && !isNumbered) return 0;
  const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
  let number = end;
  while (number > start && isDigitCode(text.charCodeAt(number - 1))) number -= 1;
  // Of more digits they are no number of a field.
  if (end - number > 2) number = end;
  let marks = 0;
  for (let from = start, at = start + 1; at <= end; at += 1) {
    const code = text.charCodeAt(at);
    if (at < number && (code < 65 || code > 90)) continue;
    // "RegExp" and "regCtrl" are about no registration; "regNo" is.
    if (at - from !== 3 || !/^[Rr][Ee][Gg](?!(?:No|Nr|Num|Number)(?![a-z]))/.test(text.slice(from, at + 7)))
      marks |= lexicon.marksAt(text, from, at);
    if (at === number) break;
    from = at;
  }
  return marks & (cueMarks | wordMarks.field);
}

/** The longest word of the lexicon. */
const longestWord = 32;

/** Room for a number of words; it grows when there are more. */
function roomOf(words: number) {
  // In one piece, which is made and dropped sooner than five.
  const room = new ArrayBuffer(words * 17);
  return {
    starts: new Int32Array(room, 0, words),
    ends: new Int32Array(room, words * 4, words),
    hashes: new Int32Array(room, words * 8, words),
    marks: new Int32Array(room, words * 12, words),
    shapes: new Uint8Array(room, words * 16, words),
  };
}

function grown(room: ReturnType<typeof roomOf>): ReturnType<typeof roomOf> {
  const larger = roomOf(room.starts.length * 2);
  larger.starts.set(room.starts);
  larger.ends.set(room.ends);
  larger.shapes.set(room.shapes);
  larger.hashes.set(room.hashes);
  return larger;
}

function split(text: string) {
  // A word and its gap have at least two characters. What is not used takes no memory.
  let room = roomOf((text.length >> 1) + 8);
  let count = 0;
  let at = 0;
  const { length } = text;
  while (at < length) {
    let kind = kindAt(text, at);
    if (kind === kinds.other) {
      at += 1;
      continue;
    }
    if (count === room.starts.length) room = grown(room);
    room.starts[count] = at;
    let shape: number = kind === kinds.upper ? wordShapes.capital : 0;
    let hash = 0;
    for (let isFirst = true; ; isFirst = false) {
      shape |= shapeOf(kind, isFirst);
      hash = Math.imul(hash ^ (lowerOfCode[text.charCodeAt(at)] ?? 0), hashFactor);
      at += 1;
      kind = at < length ? kindAt(text, at) : kinds.other;
      if (kind === kinds.other) break;
    }
    const start = room.starts[count] ?? 0;
    const isMixed = shape > lettersAndDigits && (shape & lettersAndDigits) === lettersAndDigits;
    const value = isMixed ? valueBehindCue(text, start, at) : -1;
    // The value is a word of its own.
    if (value !== -1) at = value;
    room.ends[count] = at;
    room.shapes[count] = value === -1 ? shape : shapeOfWord(text, start, at);
    room.hashes[count] = value === -1 ? hash : hashOf(text, start, at);
    count += 1;
  }
  return { ...room, count };
}

const lettersAndDigits = wordShapes.letters | wordShapes.digits;

function shapeOfWord(text: string, start: number, end: number): number {
  let shape: number = kindAt(text, start) === kinds.upper ? wordShapes.capital : 0;
  for (let at = start; at < end; at += 1) shape |= shapeOf(kindAt(text, at), at === start);
  return shape;
}

/** The kind of a character in a word; `other` for one that belongs to none. */
function kindAt(text: string, at: number): number {
  const kind = kindOfCode[text.charCodeAt(at)] ?? kinds.other;
  return kind === kinds.uncased ? kinds.other : kind;
}

function shapeOf(kind: number, isFirst: boolean): number {
  if (kind === kinds.digit) return wordShapes.digits;
  if (kind === kinds.upper) return isFirst ? wordShapes.letters : wordShapes.letters | wordShapes.moreCapitals;
  return kind === kinds.lower ? wordShapes.letters | wordShapes.lower : wordShapes.letters;
}

/** Whether a character belongs to a word: a letter or a digit. */
export function isWordCode(code: number): boolean {
  const kind = kindOfCode[code] ?? kinds.other;
  return kind !== kinds.other && kind !== kinds.uncased;
}

/** Whether a character is a letter of a script without capitals. */
export function isUncasedCode(code: number): boolean {
  return kindOfCode[code] === kinds.uncased;
}

export function isDigitCode(code: number): boolean {
  return code >= 48 && code <= 57;
}

function tableOfKinds(): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (let code = 0; code < 0xd800; code += 1) table[code] = kindOf(String.fromCharCode(code));
  for (let code = 0xf900; code < 0x10000; code += 1) table[code] = kindOf(String.fromCharCode(code));
  return table;
}

function kindOf(character: string): number {
  if (character >= '0' && character <= '9') return kinds.digit;
  if (/\p{Lu}|\p{Lt}/u.test(character)) return kinds.upper;
  if (/\p{Ll}/u.test(character)) return kinds.lower;
  if (!/\p{L}|\p{M}/u.test(character)) return kinds.other;
  return ofCasedScript.test(character) && !/\p{scx=Kana}/u.test(character) ? kinds.letter : kinds.uncased;
}

/** The marks of the nearest word before `word` that has one of `marks`; 0 when none of the `most` words before has. */
export function nearestMarks(words: TextWords, word: number, sought: SoughtMarks): number {
  const nearest = nearestMarked(words, word, sought);
  return nearest === -1 ? 0 : words.marksOf(nearest) & sought.marks;
}

interface SoughtMarks {
  readonly marks: number;
  readonly most: number;
}

/** The nearest word before `word` that has one of `marks`; -1 when none of the `most` words before has. */
export function nearestMarked(words: TextWords, word: number, { marks, most }: SoughtMarks): number {
  const place = words.starts[word] ?? 0;
  for (let before = word - 1; before >= 0 && before >= word - most; before -= 1) {
    // A line before counts only if this line begins with the value.
    if (before < word - 1 && isBroken(words, before)) return -1;
    if ((words.marksOf(before) & marks) !== 0) return before;
    if (place - (words.starts[before] ?? 0) > cueReach) return -1;
  }
  return -1;
}

/** Whether a line ends between a word and the next. */
function isBroken({ text, starts, ends }: TextWords, word: number): boolean {
  const next = starts[word + 1] ?? 0;
  for (let place = ends[word] ?? 0; place < next; place += 1) if (text.charCodeAt(place) === 10) return true;
  return false;
}

/**
 * Whether a hyphen joins a word to a word of letters, as in "Card-4111…", and not to a group of a longer number or id.
 */
export function followsLetters(words: TextWords, word: number): boolean {
  const { starts, ends, shapes, codeAt, wordOf } = words;
  const hyphen = (starts[word] ?? 0) - 1;
  if (word === 0 || codeAt(hyphen) !== 45 || ends[word - 1] !== hyphen) return false;
  if (((shapes[word - 1] ?? 0) & wordShapes.digits) !== 0 || hyphen - (starts[word - 1] ?? 0) > longestWord)
    return false;
  return /[^a-f]/i.test(wordOf(word - 1));
}

/** How many characters before a value a word still announces it. */
const cueReach = 90;

export const cueMarks =
  wordMarks.phoneCue |
  wordMarks.cardCue |
  wordMarks.nationalCue |
  wordMarks.taxCue |
  wordMarks.vatCue |
  wordMarks.healthCue |
  wordMarks.passportCue |
  wordMarks.documentCue |
  wordMarks.licenceCue |
  wordMarks.plateCue |
  wordMarks.birthCue |
  wordMarks.otherCue;
