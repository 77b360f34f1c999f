import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { wordMarks } from './lexicon.ts';
import { nearestMarks, wordShapes, type TextWords } from './text-words.ts';
import { signBetweenGroups } from './sign-between-groups.ts';

/** Lengths by country, from the IBAN registry. */
const lengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
    'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 ' +
    'SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/**
 * International bank account numbers, grouped or not: length by country and the checksum, or a word before that
 * announces one.
 */
export const ibanRule: DetectionRule = {
  entities: ['IBAN'],
  find(words, found) {
    for (let word = 0; word < words.count; word += 1) {
      const country = countryAt(words, word);
      const length = lengths.get(country) ?? 0;
      const end = length === 0 ? -1 : endOf(words, word, length);
      if (end === -1) {
        if (country === '' || length !== 0 || !findUnregistered(words, word, found)) findGlued(words, word, found);
        continue;
      }
      const start = words.starts[word] ?? 0;
      const written = words.text.slice(start, end);
      if (isIban(compactOf(written))) found(start, end, ['IBAN', 1]);
      // Without the checksum, the next line may be about something else.
      else if (isCued(words, word) && simplyGrouped.test(written)) found(start, end, ['IBAN', 0.6]);
    }
  },
};

function compactOf(written: string): string {
  return written.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
}

function isCued(words: TextWords, word: number): boolean {
  return nearestMarks(words, word, { marks: wordMarks.ibanCue, most: 4 }) !== 0;
}

/** The country of a number in the form of an IBAN that may begin at this word; empty: none begins here. */
function countryAt(words: TextWords, word: number): string {
  const start = words.starts[word] ?? 0;
  const size = (words.ends[word] ?? 0) - start;
  const shape = words.shapes[word] ?? 0;
  const isWhole = size >= 4 && (shape & wordShapes.digits) !== 0 && (shape & wordShapes.letters) !== 0;
  // Each character by itself.
  if (size === 1) {
    const [, first = '', second = ''] = spelledCountry.exec(words.text.slice(start, start + 6)) ?? [];
    return (first + second).toUpperCase();
  }
  const isCountryAlone = size === 2 && shape === (wordShapes.letters | wordShapes.capital | wordShapes.moreCapitals);
  if (!isWhole && !isCountryAlone) return '';
  const head = words.text.slice(start, start + (isCountryAlone ? 5 : 4));
  return /^[A-Za-z]{2}[ ._/:-]?\d{2}$/.test(head) ? head.slice(0, 2).toUpperCase() : '';
}

const spelledCountry = /^([A-Za-z])[ ._/:-]{1,2}([A-Za-z])[ ._/:-]{1,2}\d/;

/** Between the groups of a number: a sign, also with blanks around it; a wide blank, as in a table, or where a line ends. */
const gap = new RegExp(String.raw`^(?:\s{1,24}|${signBetweenGroups}|["'],\s{0,2}["'])$`);
const simplyGrouped = /^[A-Za-z\d ._/:\t-]+$/;
const widestGap = 24;

function isGap({ text, starts, ends }: TextWords, word: number): boolean {
  const [from, to] = [ends[word - 1] ?? 0, starts[word] ?? 0];
  return to - from <= widestGap && gap.test(text.slice(from, to));
}

/** Where the word ends that completes the length, or -1. */
function endOf(words: TextWords, word: number, length: number): number {
  let taken = 0;
  for (let next = word; next < words.count && taken < length; next += 1) {
    if (next > word && !isGap(words, next)) return -1;
    taken += (words.ends[next] ?? 0) - (words.starts[next] ?? 0);
    if (taken === length) return words.ends[next] ?? -1;
  }
  return -1;
}

/** Whether a word can be a further group of an account of any length: other words follow as well. */
function continues(words: TextWords, word: number): boolean {
  return ((words.shapes[word] ?? 0) & wordShapes.digits) !== 0 && isGap(words, word);
}

const shortestUnregistered = 15;
const longestUnregistered = 34;

/** An account of a country that is not in the registry: behind a word that announces one, the longest with the checksum. */
function findUnregistered(words: TextWords, word: number, found: FoundValue): boolean {
  if (!isCued(words, word)) return false;
  const start = words.starts[word] ?? 0;
  let [taken, compact, end] = [0, '', -1];
  for (let next = word; next < words.count; next += 1) {
    taken += (words.ends[next] ?? 0) - (words.starts[next] ?? 0);
    if (taken > longestUnregistered || (next > word && !continues(words, next))) break;
    compact += words.wordOf(next).toUpperCase();
    if (taken >= shortestUnregistered && isIban(compact)) end = words.ends[next] ?? -1;
  }
  if (end !== -1) found(start, end, ['IBAN', 0.95]);
  return end !== -1;
}

const shortest = 15;
/** A longer word is data. */
const longestGlued = 64;
/** Other letters between digits are no account. */
const digitsOfGlued = 10;

/** An account that is written together with other letters, as in `contoDE89…` and `DE89…EUR`. */
function findGlued({ starts, ends, shapes, text }: TextWords, word: number, found: FoundValue): void {
  const start = starts[word] ?? 0;
  const size = (ends[word] ?? 0) - start;
  if (size < shortest || size > longestGlued || ((shapes[word] ?? 0) & mixed) !== mixed) return;
  const written = text.slice(start, ends[word]);
  // Digits to the base of 16.
  if (!/[^a-f\d]/i.test(written)) return;
  const from = written.search(/\d/) - 2;
  const length = lengths.get(written.slice(Math.max(0, from), from + 2).toUpperCase()) ?? 0;
  const account = written.slice(Math.max(0, from), from + length);
  if (length === 0 || account.length < length || /\d/.test(written.charAt(from + length))) return;
  const compact = account.toUpperCase();
  const isOneCase = account === compact || account === account.toLowerCase();
  const digits = account.replace(/\D/g, '').length;
  if (isOneCase && digits >= digitsOfGlued && isIban(compact))
    found(start + from, start + from + length, ['IBAN', 0.9]);
}

const mixed = wordShapes.letters | wordShapes.digits;

function isIban(compact: string): boolean {
  if (!/^[A-Z0-9]+$/.test(compact)) return false;
  let rest = 0;
  for (let at = 0; at < compact.length; at += 1) {
    const code = compact.charCodeAt((at + 4) % compact.length);
    rest = code >= 65 ? (rest * 100 + code - 55) % 97 : (rest * 10 + code - 48) % 97;
  }
  return rest === 1;
}
