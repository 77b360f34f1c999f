import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import type { PiiLanguage } from '../pii-kinds.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { wordMarks } from './lexicon.ts';
import {
  cueMarks,
  followsLetters,
  isDigitCode,
  isWordCode,
  nearestMarked,
  wordShapes,
  type TextWords,
} from './text-words.ts';

/** The regions of a language, whose numbers are tried without a country code. */
const regionsOf: Readonly<Partial<Record<PiiLanguage, readonly CountryCode[]>>> = {
  it: ['IT', 'CH'],
  de: ['DE', 'AT', 'CH'],
  fr: ['FR', 'BE', 'CH'],
  es: ['ES'],
  en: ['GB', 'US', 'IE'],
  nl: ['NL', 'BE'],
  pt: ['PT'],
  pl: ['PL'],
  cs: ['CZ'],
  sk: ['SK'],
  ro: ['RO'],
  hu: ['HU'],
  el: ['GR', 'CY'],
  bg: ['BG'],
  hr: ['HR'],
  sl: ['SI'],
  sv: ['SE'],
  da: ['DK'],
  fi: ['FI'],
  et: ['EE'],
  lv: ['LV'],
  lt: ['LT'],
  mt: ['MT'],
  ga: ['IE'],
};

/** How a country groups digits, for numbers that no word announces. Digits and separators as in the text. */
const usualForms: readonly (readonly [CountryCode, RegExp])[] = [
  ['FR', /^0[1-9]([ .-]?\d\d){4}$/],
  ['IT', /^3\d\d[ ./-]\d{3}[ .-]?\d{3,4}$|^3\d\d[ ./-]\d\d[ .-]?\d\d[ .-]?\d{2,3}$/],
  ['IT', /^0\d{1,3}[ ./-]{1,3}\d{5,8}$|^0\d{1,3}[ ./-]\d{2,4}[ .-]\d{2,4}([ .-]\d\d)?$/],
  ['DE', /^0\d{2,5}\)?[ /-]{1,3}\d{3,8}([ -]\d{1,5}){0,3}$|^01[567]\d{8,9}$/],
  ['GB', /^0\d{2,4}\)? ?\d{3,4}[ -]?\d{3,4}$|^07\d{3} ?\d{3} ?\d{3}$/],
  ['ES', /^[6-9]\d\d[ .-]\d{3}[ .-]\d{3}$|^[6-9]\d\d([ .-]\d\d){3}$|^[89]\d[ .-]\d{3}[ .-]\d\d[ .-]\d\d$/],
  ['US', /^(?:1[ .-])?[2-9]\d\d\)?[ .-]{1,2}\d{3}[ .-]\d{4}$/],
];

/** Characters, as UTF-16 codes. */
const [plus, openParenthesis, zero] = [43, 40, 48];
const [comma, hyphen, dot, slash, colon] = [44, 45, 46, 47, 58];

const wordsWithin = 8;
const digitsMax = 15;
const digitsMin = 6;
/** How often a number in many groups is tried: whole, then without its last groups. */
const triesMax = 4;

/** Telephone numbers: with a country code, after a word that announces one, or in the grouping of a country. */
export const phoneRule: DetectionRule = {
  entities: ['PHONE'],
  find(words, found, languages) {
    const regions = [...new Set(languages.flatMap((language) => regionsOf[language] ?? []))];
    for (let word = 0; word < words.count; word += 1) {
      if (words.shapes[word] !== wordShapes.digits) continue;
      const last = lastOf(words, word);
      const taken = isInternational(words, word)
        ? international(words, { first: word, last }, found)
        : national(words, { first: word, last, regions }, found);
      word = taken === -1 ? skipped(words, word, last) : taken;
    }
  },
};

/** A long row of numbers is a table: only its beginning is checked. */
function skipped(words: TextWords, word: number, last: number): number {
  let end = word;
  while (end < last && words.codeAt((words.starts[end + 1] ?? 0) - 1) !== plus) end += 1;
  return last - word >= wordsWithin - 1 ? end : word;
}

function lastOf(words: TextWords, word: number): number {
  const { shapes, count } = words;
  let last = word;
  while (last + 1 < count && last + 1 < word + wordsWithin && shapes[last + 1] === wordShapes.digits) {
    if (!isGap(words, last)) break;
    last += 1;
  }
  return last;
}

/** Whether the gap between two groups consists of one to three of " ./()-". */
function isGap({ text, starts, ends }: TextWords, word: number): boolean {
  const [from, to] = [ends[word] ?? 0, starts[word + 1] ?? 0];
  if (to - from > 3) return false;
  for (let place = from; place < to; place += 1) {
    const code = text.charCodeAt(place);
    // "(" and ")"; "-", "." and "/".
    if (code !== 32 && code !== 40 && code !== 41 && !(code >= 45 && code <= 47)) return false;
  }
  return true;
}

function isInternational({ starts, codeAt }: TextWords, word: number): boolean {
  const start = starts[word] ?? 0;
  const hasPlus = codeAt(start - 1) === plus || (codeAt(start - 1) === openParenthesis && codeAt(start - 2) === plus);
  return (hasPlus && !isWordCode(codeAt(start - 2))) || (isDialled(codeAt, start) && isFree(codeAt, start));
}

/** "0039 …". */
function isDialled(codeAt: (place: number) => number, start: number): boolean {
  if (codeAt(start) !== zero || codeAt(start + 1) !== zero) return false;
  const third = codeAt(start + 2);
  return third >= 49 && third <= 57;
}

function isFree(codeAt: (place: number) => number, start: number): boolean {
  const before = codeAt(start - 1);
  return !(
    (before === hyphen || before === dot || before === slash || before === colon) &&
    isWordCode(codeAt(start - 2))
  );
}

interface Candidate {
  readonly first: number;
  readonly last: number;
}

function international(words: TextWords, { first, last }: Candidate, found: FoundValue): number {
  const start = words.starts[first] ?? 0;
  const from = words.codeAt(start - 1) === plus ? start - 1 : start;
  let tries = 0;
  let possible = -1;
  for (let end = last; end >= first && tries < triesMax; end -= 1) {
    const written = words.text.slice(start, words.ends[end]).replace(/\(0\)/, '');
    const digits = written.replace(/\D/g, '').replace(/^00/, '');
    if (digits.length > digitsMax || digits.length < 8) continue;
    tries += 1;
    const number = parsePhoneNumberFromString(`+${digits}`);
    if (possible === -1 && number?.isPossible() === true) possible = end;
    if (number?.isValid() !== true) continue;
    found(from, words.ends[end] ?? 0, ['PHONE', 0.95]);
    return end;
  }
  if (possible !== -1) found(from, words.ends[possible] ?? 0, ['PHONE', 0.6]);
  return possible;
}

interface NationalCandidate extends Candidate {
  readonly regions: readonly CountryCode[];
}

function national(words: TextWords, { first, last, regions }: NationalCandidate, found: FoundValue): number {
  const start = words.starts[first] ?? 0;
  if (digitsTo(words, first, last) < digitsMin) return -1;
  if (!isFree(words.codeAt, start) && !followsLetters(words, first)) return -1;
  const cue = nearestMarked(words, first, { marks: cueMarks, most: 6 });
  const isAnnounced = cue !== -1 && (words.marksOf(cue) & cueMarks) === wordMarks.phoneCue;
  const isCalled = isAnnounced && callWord.test(words.wordOf(cue).slice(0, 16));
  const isReached = isCalled && isReachedAt(words, cue, first);
  const from = words.codeAt(start - 1) === openParenthesis ? start - 1 : start;
  for (let end = last; end >= first; end -= 1) {
    const stop = words.ends[end] ?? 0;
    const count = digitsTo(words, first, end);
    if (count > 13 || count < digitsMin || isFollowed(words, stop)) continue;
    const written = words.text.slice(start, stop);
    const digits = written.replace(/\D/g, '');
    // An amount, or a number assigned by a program: "serial 0442806345", "file_0107974325".
    const isNumbered = end === first && (words.marksOf(first - 1) & wordMarks.otherCue) !== 0;
    const isOther = isNumbered || (words.marksOf(end + 1) & wordMarks.otherCue) !== 0 || words.codeAt(start - 1) === 95;
    const isCode =
      isDate(written) || isVersion(written) || (!isAnnounced && (isInBytes(words, first, end) || written === alphabet));
    const isNumber = isAnnounced && (!isCalled || isReached || (digits.startsWith('0') && first === cue + 1));
    const score = isCode ? 0 : isNumber ? announced(written, digits, regions) : isOther ? 0 : usual(written, digits);
    if (score === 0) continue;
    found(from, stop, ['PHONE', score]);
    return end;
  }
  return -1;
}

/** The digits in order. */
const alphabet = '0123456789';

/** Words for what is done with telephones, and with texts, buffers and functions as well. */
const callWord =
  /^(?:call|calle[dr]|calling|text|sms|ring|reach|reached|contact|dial|chiam|appel|rappel|llam|llám|ruf|anruf|zurückruf|erreich|contatt|joign|joindre|contacto|recapit)/i;

/** Small words between such a word and its number: "call me on", "ruf mich unter". */
const reachedAt =
  /^(?:me|us|him|her|them|back|at|on|under|to|my|our|the|number|tel|please|mich|uns|ihn|sie|an|unter|der|die|nummer|bitte|mi|ci|al|allo|lo|la|il|numero|número|numéro|moi|nous|au|le|sur|nos|el|en|por|favor|n|no|nr|is|ist|è|est|es|now|today|now|anytime)$/i;

/** Whether a colon, or nothing but such words and at least one, is between a word and a number. */
function isReachedAt(words: TextWords, cue: number, first: number): boolean {
  if (words.codeAt(words.ends[cue] ?? 0) === colon) return true;
  for (let word = cue + 1; word < first; word += 1) if (!reachedAt.test(words.wordOf(word).slice(0, 8))) return false;
  return first > cue + 1;
}

/** "1.37.0 / 2018-10-19": a version and its date. */
function isVersion(written: string): boolean {
  return /(?:19|20)\d\d-[01]\d-[0-3]\d/.test(written) || /(?:^|\D)\d\D(?:.*\D)?\d(?:\D|$)/.test(written);
}

/** "2026-08-17", and "20250124" as in `text_editor_20250124`. */
function isDate(written: string): boolean {
  return /^(?:19|20)\d\d(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/.test(written);
}

const oneByte = /^(?=.?\d)[\da-f]{2}$/i;
const twoBytes = /^(?:0000|ffff|(?=.*\d)(?=.*[a-f])[\da-f]{4})$/i;

/** Bytes in base 16, alone or in pairs: "3f 01 00 00 00 50 32", "4c46 0201 0100". */
function isInBytes(words: TextWords, first: number, last: number): boolean {
  const size = (words.ends[first] ?? 0) - (words.starts[first] ?? 0);
  const byte = size === 2 ? oneByte : size === 4 ? twoBytes : null;
  if (byte === null) return false;
  for (let word = first; word <= last; word += 1) {
    if ((words.ends[word] ?? 0) - (words.starts[word] ?? 0) !== size || (word > first && !isBlankBefore(words, word)))
      return false;
  }
  const [before, after] = [first - 1, last + 1].map((word) => byte.test(words.wordOf(word).slice(0, size + 1)));
  return (before === true && isBlankBefore(words, first)) || (after === true && isBlankBefore(words, last + 1));
}

function isBlankBefore({ starts, ends, codeAt }: TextWords, word: number): boolean {
  return word > 0 && starts[word] === (ends[word - 1] ?? 0) + 1 && codeAt(ends[word - 1] ?? 0) === 32;
}

/** How many digits a row of numbers has. */
function digitsTo({ starts, ends }: TextWords, first: number, last: number): number {
  let count = 0;
  for (let word = first; word <= last; word += 1) count += (ends[word] ?? 0) - (starts[word] ?? 0);
  return count;
}

function isFollowed({ codeAt }: TextWords, stop: number): boolean {
  const after = codeAt(stop);
  return (after === hyphen || after === comma || after === dot || after === colon) && isDigitCode(codeAt(stop + 1));
}

/** Regions with this grouping are tried first: each try costs as much as everything else that is done to a number. */
function announced(written: string, digits: string, regions: readonly CountryCode[]): number {
  const likely = usualForms.flatMap(([region, form]) =>
    regions.includes(region) && form.test(written) ? [region] : [],
  );
  if (
    new Set([...likely, ...regions])
      .values()
      .some((region) => parsePhoneNumberFromString(digits, region)?.isValid() === true)
  )
    return 0.9;
  return digits.length >= 7 && digits.length <= 12 ? 0.5 : 0;
}

function usual(written: string, digits: string): number {
  if (/^\d\d[./-]\d\d[./-]\d{4}$/.test(written)) return 0;
  const isValid = usualForms.some(
    ([region, form]) => form.test(written) && parsePhoneNumberFromString(digits, region)?.isValid() === true,
  );
  return isValid ? 0.7 : 0;
}
