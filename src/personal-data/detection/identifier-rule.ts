import type { PiiEntity } from '../pii-kinds.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { named, unmistakable, unmistakableAsWritten, vatByCountry, type IdentifierCheck } from './identifier-checks.ts';
import { wordMarks } from './lexicon.ts';
import {
  cueMarks,
  followsLetters,
  isDigitCode,
  isWordCode,
  nearestMarks,
  wordShapes,
  type TextWords,
} from './text-words.ts';

/** Words that announce a number, and the form that is then accepted even if no checksum matches. */
const cues: readonly {
  readonly mark: number;
  readonly entity: PiiEntity;
  readonly form: RegExp;
  readonly score: number;
}[] = [
  { mark: wordMarks.nationalCue, entity: 'NATIONAL_ID', form: /^(?=(.*\d){6})[A-Z0-9]{8,17}$/, score: 0.5 },
  { mark: wordMarks.taxCue, entity: 'TAX_ID', form: /^(?=(.*\d){7})[A-Z0-9]{8,13}$/, score: 0.5 },
  { mark: wordMarks.vatCue, entity: 'VAT_ID', form: /^(?=(.*\d){7})[A-Z0-9]{8,14}$/, score: 0.5 },
  { mark: wordMarks.healthCue, entity: 'HEALTH_ID', form: /^(?=(.*\d){8})[A-Z0-9]{9,20}$/, score: 0.5 },
  { mark: wordMarks.passportCue, entity: 'PASSPORT', form: /^(?=(.*\d){3})[A-Z0-9]{7,10}$/, score: 0.8 },
  { mark: wordMarks.documentCue, entity: 'ID_DOCUMENT', form: /^(?=(.*\d){3})[A-Z0-9]{7,13}$/, score: 0.8 },
  { mark: wordMarks.licenceCue, entity: 'DRIVING_LICENCE', form: /^(?=(.*\d){4})[A-Z0-9]{7,18}$/, score: 0.8 },
];
/** The cues that decide. The word for a card is none: in "identity card" it is the nearest word, but says nothing. */
const deciding = cueMarks & ~wordMarks.cardCue;
const wordsBefore = 9;
const wordsWithin = 8;
const longest = 30;
/** No form of any kind is shorter. */
const shortest = 7;

/**
 * Numbers issued by states, authorities and insurances: by form and checksum, or by form and a word before that
 * announces them.
 */
export const identifierRule: DetectionRule = {
  entities: ['NATIONAL_ID', 'TAX_ID', 'VAT_ID', 'HEALTH_ID', 'PASSPORT', 'ID_DOCUMENT', 'DRIVING_LICENCE'],
  find(words, found) {
    let from = 0;
    for (let word = 0; word < words.count; word += 1) {
      const grouped = endOfGroups(words, word);
      if (grouped !== -1) {
        found(words.starts[word] ?? 0, grouped, ['NATIONAL_ID', 0.95]);
        while ((words.ends[word] ?? 0) < grouped) word += 1;
        from = word + 1;
      }
      if (grouped !== -1 || !mayBegin(words, word)) continue;
      const taken = foundAt(words, { first: word, last: lastOf(words, word), from }, found);
      if (taken === -1) continue;
      word = taken;
      from = taken + 1;
    }
  },
};

const letter = '[A-Za-z][ ._/-]?';
const digit = '[\\dL-NP-Vl-np-v][ ._/-]?';
/** A codice fiscale in groups of any size: "RSS MRA 85T10 A562S". */
const inGroups = new RegExp(
  `^(?:${letter}){6}(?:${digit}){2}${letter}(?:${digit}){2}${letter}(?:${digit}){3}[A-Za-z](?![A-Za-z\\d])`,
);
const groupsMax = 31;

/** Where a codice fiscale ends whose first groups are letters; -1: none begins at this word. */
function endOfGroups({ text, starts, ends, shapes, codeAt }: TextWords, word: number): number {
  const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
  if (((shapes[word] ?? 0) & wordShapes.digits) !== 0 || starts[word + 1] !== end + 1) return -1;
  if (end - start > 3 && end - start !== 6) return -1;
  if (!isSeparator(codeAt(end)) || isWordCode(codeAt(start - 1))) return -1;
  const [written] = inGroups.exec(text.slice(start, start + groupsMax)) ?? [];
  const isCode = written !== undefined && isItalian(written.replace(/[^A-Za-z\d]/g, '').toUpperCase());
  return isCode ? start + written.length : -1;
}

function isItalian(compact: string): boolean {
  return italian.test(compact) && unmistakable.some((each) => each.entity === 'NATIONAL_ID' && passes(each, compact));
}

/** A word with a digit, or a few capitals right before one. */
function mayBegin({ shapes, starts, ends, codeAt, marksOf, wordOf }: TextWords, word: number): boolean {
  const shape = shapes[word] ?? 0;
  const length = (ends[word] ?? 0) - (starts[word] ?? 0);
  if ((shape & wordShapes.digits) !== 0) return length < longest && !isHexadecimal(codeAt, starts[word] ?? 0);
  if (length === 16) return lettersOnly.test(wordOf(word));
  const isForeigner = length === 1 && /[xyz]/.test(wordOf(word)) && codeAt(ends[word] ?? 0) !== 32;
  const isShort = length <= 6 && (shape & (wordShapes.lower | wordShapes.capital)) === wordShapes.capital;
  if (!(isShort || isForeigner) || ((shapes[word + 1] ?? 0) & wordShapes.digits) === 0) return false;
  const isNear = starts[word + 1] === (ends[word] ?? 0) + 1 && isSeparator(codeAt(ends[word] ?? 0));
  // "BSN 111222333" and "ID 12 345" begin with the digits.
  return isNear && (marksOf(word) & cueMarks) === 0 && !/^(ID|NR|NO|N)$/.test(wordOf(word).slice(0, 3));
}

/** "0x7f3a": a constant of a program. */
function isHexadecimal(codeAt: (place: number) => number, start: number): boolean {
  return codeAt(start) === 48 && (codeAt(start + 1) | 32) === 120;
}

/** A codice fiscale with letters for all its digits, as the tax office gives it to a second person. */
const lettersOnly = /^[A-Z]{6}[LMNPQRSTUV]{2}[A-EHLMPRST][LMNPQRSTUV]{2}[A-Z][LMNPQRSTUV]{3}[A-Z]$/i;

function isSeparator(code: number): boolean {
  return code === 32 || code === 45 || code === 46 || code === 47;
}

/** The last word that a number beginning here may have. */
function lastOf({ shapes, starts, ends, codeAt }: TextWords, word: number): number {
  let last = word;
  while (last + 1 < word + wordsWithin && (ends[last + 1] ?? 0) - (starts[word] ?? 0) < longest) {
    const end = ends[last] ?? 0;
    if (starts[last + 1] !== end + 1 || !isSeparator(codeAt(end))) break;
    const shape = shapes[last + 1] ?? 0;
    const size = (ends[last + 1] ?? 0) - (starts[last + 1] ?? 0);
    // A single small letter that a sign joins, as in "x-1234567-l"; behind a blank it is a word.
    const isShort = size <= 4 && ((shape & wordShapes.lower) === 0 || (size === 1 && codeAt(end) !== 32));
    if ((shape & wordShapes.digits) === 0 && !isShort) break;
    if (shape === 0) break;
    last += 1;
  }
  return last;
}

interface Candidate {
  readonly first: number;
  readonly last: number;
  /** The word after the last number found. */
  readonly from: number;
}

/**
 * Reports the number that begins at a word, and returns its last word; -1: none begins there. Takes the longest match.
 */
function foundAt(words: TextWords, { first, last, from }: Candidate, found: FoundValue): number {
  const start = words.starts[first] ?? 0;
  if (lengthTo(words, first, last) < shortest) return -1;
  // A word that announces one number does not announce a second one.
  const cue = nearestMarks(words, first, { marks: deciding, most: Math.min(wordsBefore, first - from) });
  const isAlone = isFreeBefore(words, start) || followsLetters(words, first);
  for (let end = last; end >= first; end -= 1) {
    const length = lengthTo(words, first, end);
    if (length < shortest || length > 18) continue;
    const written = words.text.slice(start, words.ends[end]);
    const mayBeAlone = (isAlone && isFreeAfter(words, words.ends[end] ?? 0)) || italian.test(written);
    if (cue === 0 && !mayBeAlone) continue;
    if (isTwoAmounts(written)) continue;
    const compact = written.replace(/[ ./-]/g, '').toUpperCase();
    const kind =
      checked(compact, cue) ?? (mayBeAlone && !lettersOnly.test(compact) ? ofItself(written, compact) : null);
    if (kind === null) continue;
    found(start, words.ends[end] ?? 0, kind);
    return end;
  }
  return cue === 0 ? -1 : believed(words, { first, last, cue }, found);
}

/** The length of a number without the characters between its groups, one each. */
function lengthTo({ starts, ends }: TextWords, first: number, last: number): number {
  return (ends[last] ?? 0) - (starts[first] ?? 0) - (last - first);
}

/** "4.36 2.84" is not a number in groups. */
function isTwoAmounts(written: string): boolean {
  return written.includes('.') && written.includes(' ') && /\d\.\d/.test(written);
}

/** The form of a codice fiscale, which no part of another id has: it is also read in `/customers/RSSMRA85T10A562S/orders`. */
const italian = /^[A-Z]{6}[\dA-Z]{2}[A-Z][\dA-Z]{2}[A-Z][\dA-Z]{3}[A-Z]$/i;

/** Whether it is not a part of a longer chain of groups, as the last group of a UUID is. */
function isFreeBefore({ codeAt }: TextWords, start: number): boolean {
  const before = codeAt(start - 1);
  if (before === 45 || before === 47 || before === 43) return !isWordCode(codeAt(start - 2));
  return before !== 46 || !isDigitCode(codeAt(start - 2));
}

function isFreeAfter({ codeAt }: TextWords, end: number): boolean {
  const after = codeAt(end);
  if (after === 45 || after === 47) return !isWordCode(codeAt(end + 1));
  return after !== 46 || !isDigitCode(codeAt(end + 1));
}

type Kind = readonly [entity: PiiEntity, score: number];

const belgian = /^\d\d\.\d\d\.\d\d-\d{3}\.\d\d$/;

function ofItself(written: string, compact: string): Kind | null {
  // For numbers in groups and words in small letters, only the long forms are unambiguous.
  const isOneWord = compact.length === written.length;
  const isPlain = written === compact && isOneWord;
  if (isPlain || compact.length >= 15 || belgian.test(written) || (!isOneWord && /^[A-Z]|[A-Z]$/.test(written))) {
    for (const each of unmistakable) if (passes(each, compact)) return [each.entity, 0.95];
  }
  if (/^\d.*[-+/A-FU-Y]|^756\./.test(written)) {
    for (const each of unmistakableAsWritten)
      if (each.form.test(written) && each.isValid(written)) return [each.entity, 0.9];
  }
  const vat = compact.length > 8 ? vatByCountry.get(written.slice(0, 2)) : undefined;
  return vat !== undefined && passes(vat, compact.slice(2)) ? ['VAT_ID', 0.95] : null;
}

function passes({ form, isValid }: IdentifierCheck, compact: string): boolean {
  return form.test(compact) && isValid(compact);
}

function checked(compact: string, cue: number): Kind | null {
  if (cue === 0) return null;
  for (const { mark, entity } of cues) {
    if ((cue & mark) === 0) continue;
    for (const each of named) if (each.entity === entity && passes(each, compact)) return [entity, 0.95];
    if (entity === 'VAT_ID') {
      const vat = vatByCountry.get(compact.slice(0, 2));
      if (vat !== undefined && passes(vat, compact.slice(2))) return ['VAT_ID', 0.95];
    }
  }
  return null;
}

interface Cued {
  readonly first: number;
  readonly last: number;
  readonly cue: number;
}

/** A name, or digits in base 16 in small letters, as of a digest: a number only right behind the word that announces it. */
function isOfProgram(words: TextWords, first: number, written: string): boolean {
  // "x509Transport".
  if (/[a-z]{4}/.test(written)) return true;
  if (!/[a-f]/.test(written) || /[^a-f\d-]/.test(written)) return false;
  return nearestMarks(words, first, { marks: deciding, most: 2 }) === 0;
}

/** A number after a word that announces it whose checksum fails: it may be mistyped, and is still personal. */
function believed(words: TextWords, { first, last, cue }: Cued, found: FoundValue): number {
  const start = words.starts[first] ?? 0;
  for (let end = last; end >= first && lengthTo(words, first, end) >= shortest; end -= 1) {
    const written = words.text.slice(start, words.ends[end]);
    const compact = written.replace(/[ ./-]/g, '').toUpperCase();
    if (isTwoAmounts(written) || isOfProgram(words, first, written)) continue;
    const cued = cues.find(({ mark, form }) => (cue & mark) !== 0 && form.test(compact));
    if (cued === undefined) continue;
    found(start, words.ends[end] ?? 0, [cued.entity, cued.score]);
    return end;
  }
  return -1;
}
