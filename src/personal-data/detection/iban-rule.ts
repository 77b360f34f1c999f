import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { wordMarks } from './lexicon.ts';
import { charactersOfPart, nearestMarks, wordShapes, wordsOfPart, type TextWords } from './text-words.ts';

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
  find: function* (words, found) {
    for (let word = 0, rest = wordsOfPart; word < words.count; word += 1) {
      if (word >= rest) {
        yield charactersOfPart;
        rest = word + wordsOfPart;
      }
      const length = lengthAt(words, word);
      const end = length === 0 ? -1 : endOf(words, word, length);
      if (end === -1) {
        findGlued(words, word, found);
        continue;
      }
      const start = words.starts[word] ?? 0;
      const compact = words.text
        .slice(start, end)
        .replace(/[^A-Za-z0-9]/g, '')
        .toUpperCase();
      const isCued = nearestMarks(words, word, { marks: wordMarks.ibanCue, most: 4 }) !== 0;
      if (isIban(compact)) found(start, end, ['IBAN', 1]);
      // Without the checksum, the next line may be about something else.
      else if (isCued && !/[\r\n]/.test(words.text.slice(start, end))) found(start, end, ['IBAN', 0.6]);
    }
  },
};

/** The length without spaces of an IBAN that begins at this word; 0: none begins here. */
function lengthAt(words: TextWords, word: number): number {
  const start = words.starts[word] ?? 0;
  const size = (words.ends[word] ?? 0) - start;
  const shape = words.shapes[word] ?? 0;
  const isWhole = size >= 4 && (shape & wordShapes.digits) !== 0 && (shape & wordShapes.letters) !== 0;
  const isCountryAlone = size === 2 && shape === (wordShapes.letters | wordShapes.capital | wordShapes.moreCapitals);
  if (!isWhole && !isCountryAlone) return 0;
  const head = words.text.slice(start, start + (isCountryAlone ? 5 : 4));
  if (!/^[A-Za-z]{2} ?\d{2}$/.test(head)) return 0;
  return lengths.get(head.slice(0, 2).toUpperCase()) ?? 0;
}

/** Between the groups of a number: also wide, as in a table, or where a line ends. */
const gap = /^(?:[ ._-]|\s{1,24})$/;

/** Where the word ends that completes the length, or -1. */
function endOf(words: TextWords, word: number, length: number): number {
  let taken = 0;
  for (let next = word; next < words.count && taken < length; next += 1) {
    if (next > word && !gap.test(words.gapAfter(next - 1))) return -1;
    taken += (words.ends[next] ?? 0) - (words.starts[next] ?? 0);
    if (taken === length) return words.ends[next] ?? -1;
  }
  return -1;
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
