import { partsOfMatch } from './announced-name.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { wordMarks } from './lexicon.ts';
import { monthNames } from './ordinary-words.ts';
import { wordShapes, type TextWords } from './text-words.ts';

const wordsAhead = 14;
const charactersAhead = 120;

/** Dates of birth: a date after a word that announces one, or right before it. Other dates are not personal data. */
export const dateOfBirthRule: DetectionRule = {
  entities: ['DATE_OF_BIRTH'],
  find(words, found) {
    eachPlaced(words.text, found);
    eachStarred(words.text, found);
    for (let cue = 0; cue < words.count; cue += 1) {
      const isCue = (words.marksOf(cue) & wordMarks.birthCue) !== 0 || isSpelled(words, cue);
      const date = isCue ? (dateBehind(words, cue) ?? dateBefore(words, cue)) : dateBehindLetter(words, cue);
      if (date !== null) found(words.starts[date[0]] ?? 0, endOfDate(words, date[1]), ['DATE_OF_BIRTH', 0.9]);
    }
  },
};

/** "Mario Rossi, * 19.09.1921", "(*3 March 1921)": a star behind a name. One at the beginning of a line is of a list. */
const starred =
  /^(?:[,;(] ?|[\p{L})] )\* ?(\d{1,2}[./]\d{1,2}[./](?:18|19|20)\d\d|\d{1,2}\.? \p{L}{3,10}\.? (?:18|19|20)\d\d|(?:18|19|20)\d\d-\d\d-\d\d)(?![\d.])/du;

function eachStarred(text: string, found: FoundValue): void {
  for (let at = text.indexOf('*'); at !== -1; at = text.indexOf('*', at + 1)) {
    for (const from of [at - 2, at - 1]) {
      const match = from < 0 ? null : starred.exec(text.slice(from, at + starredMax));
      for (const { start, end } of partsOfMatch(match, from)) found(start, end, ['DATE_OF_BIRTH', 0.8]);
    }
  }
}

const starredMax = 32;

/** "Mario Rossi, b. 11 March 1983": a letter for it, right before the date. At the beginning of a line it is of a list. */
function dateBehindLetter(words: TextWords, word: number): Words | null {
  if (isLettersOfBirth(words, word))
    return lastOfDate(words, word + 1) === -1 ? null : [word + 1, lastOfDate(words, word + 1)];
  const start = words.starts[word] ?? 0;
  const letter = words.text.charCodeAt(start);
  if ((letter !== letterB && letter !== letterN) || (words.ends[word] ?? 0) - start !== 1) return null;
  if (!/[,;(] ?$/.test(words.text.slice(Math.max(0, start - 2), start)) || !/^\. ?$/.test(words.gapAfter(word)))
    return null;
  const last = lastOfDate(words, word + 1);
  return last === -1 ? null : [word + 1, last];
}

/** "DN: 22/07/1944", "Gb. 1.2.1950": letters for it, and the date right behind them. */
function isLettersOfBirth({ codeAt, starts, ends, wordOf, gapAfter }: TextWords, word: number): boolean {
  const start = starts[word] ?? 0;
  if ((ends[word] ?? 0) - start !== 2 || (codeAt(start) | 32) > 103) return false;
  return /^(?:DN|D[dD]N|Gb|GB)$/.test(wordOf(word)) && /^\.?:? $|^:$/.test(gapAfter(word));
}

/** "D.O.B.", "D. O. B.", "d.d.n.", "ne_le": the letters or words that announce one. The last of them is its place. */
function isSpelled({ text, starts, ends }: TextWords, word: number): boolean {
  const end = ends[word] ?? 0;
  const [length, last] = [end - (starts[word] ?? 0), text.charCodeAt(end - 1) | 32];
  if (length > 2 || (length === 2 ? last !== letterE : last !== letterB && last !== letterN)) return false;
  return isSpelledBirth(text.slice(Math.max(0, end - spelledMax), end));
}

/** Whether a whole name of a field is that of a date of birth in letters: "DN", "d.n.". */
export function isLettersForBirth(name: string): boolean {
  return /^d\.?n\.?$/i.test(name);
}

/** Whether a text ends with a name of a field for a date of birth that is spelled, or of several words. */
export function isSpelledBirth(text: string): boolean {
  return /(?:^|[^\p{L}])(?:D[. /] ?O[. /] ?B\.?|D\. ?D\. ?N\.?|n[eé](?:e|\(e\))?[ _-]{1,2}le)$/iu.test(text);
}

const [letterB, letterN, letterE, letterT, parenthesis] = [98, 110, 101, 84, 40];
const spelledMax = 9;

/** Dates that their place makes dates of birth: in messages of hospitals, insurers and trade, in trees of families. */
const placed: readonly (readonly [sign: string, form: RegExp])[] = [
  // PID|1||4711||Rossi^Mario||19620417, NK1|1|Rossi^Anna|...
  ...Object.entries({ 'PID|': 7, 'NK1|': 16, 'GT1|': 8, 'IN1|': 18 }).map(
    ([sign, field]) =>
      [
        sign,
        new RegExp(
          String.raw`^${sign.slice(0, 3)}(?:\|[^\n\r|]{0,80}){${field - 1}}\|(\d{8})(?=\d{0,6}[|\n\r^]|$)`,
          'd',
        ),
      ] as const,
  ),
  ['BDAY', /^BDAY(?:;[^:\n]{1,40})?:((?:\d{4}|-)-?\d\d-?\d\d)(?!\d)/d],
  ['DMG*D8*', /^DMG\*D8\*(\d{8})(?!\d)/d],
  ['+329:', /^\+329:(\d{8}|\d{6})(?!\d)/d],
  ['(0010,0030)', /^\(0010,0030\) (?:DA )?\[?(\d{8})\]/d],
  ['1 BIRT', /^1 BIRT\s{1,4}2 DATE (?:ABT |BEF |AFT |EST )?([\dA-Z ]{4,20}\d)/d],
];
const placedMax = 1_600;

function eachPlaced(text: string, found: FoundValue): void {
  const isBarred = text.includes('|');
  for (const [sign, form] of placed) {
    if (sign.endsWith('|') && !isBarred) continue;
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + sign.length)) {
      for (const { start, end } of partsOfMatch(form.exec(text.slice(at, at + placedMax)), at))
        found(start, end, ['DATE_OF_BIRTH', 0.9]);
    }
  }
}

/** Without the time of "1959-08-08T00:00:00Z". */
function endOfDate({ starts, ends, codeAt }: TextWords, last: number): number {
  const day = (starts[last] ?? 0) + 2;
  return codeAt(day) === letterT ? day : (ends[last] ?? 0);
}

type Words = readonly [first: number, last: number];

function dateBehind(words: TextWords, cue: number): Words | null {
  const from = words.ends[cue] ?? 0;
  for (let word = cue + 1; word < words.count && word <= cue + wordsAhead; word += 1) {
    if ((words.starts[word] ?? 0) - from > charactersAhead) return null;
    const last = lastOfDate(words, word);
    if (last !== -1) return [word, last];
    if (word === cue + 1 && isInOneWord(words, word)) return [word, word];
    if ((words.marksOf(word) & wordMarks.otherCue) !== 0 && word > cue + 1) return null;
  }
  return null;
}

function dateBefore(words: TextWords, cue: number): Words | null {
  for (let word = cue - 1; word >= 0 && word >= cue - 5; word -= 1) {
    const last = lastOfDate(words, word);
    if (last !== -1 && last < cue && last >= cue - 3 && word + 2 <= last) return [word, last];
  }
  return null;
}

/** The last of the three words of a date that begins here, or -1. */
function lastOfDate(words: TextWords, word: number): number {
  if (word + 2 >= words.count) return -1;
  // Most words are neither a number nor a month.
  const isNumber = ((words.shapes[word] ?? 0) & wordShapes.digits) !== 0;
  if (!isNumber && (words.marksOf(word) & wordMarks.month) === 0) return -1;
  const dated = inFigures(words, word) || inWords(words, word);
  if (dated) return word + 2;
  // "12 de marzo de 1980", "3rd of March 1980": words between.
  const rest = [word + 1, word + 2, word + 3, word + 4].filter((each) => !isBetween(words, each));
  const [month = 0, year = 0] = rest;
  return rest.length >= 2 && isDay(words, word) && isMonth(words, month) && isYear(words, year) ? year : -1;
}

/** "BDAY:19830526", "26051983", "26MAY1983", right behind its word. */
function isInOneWord(words: TextWords, word: number): boolean {
  if (((words.shapes[word] ?? 0) & wordShapes.digits) === 0) return false;
  const written = words.wordOf(word).slice(0, 10);
  const { year, month = '', day } = oneWord.map((form) => form.exec(written)?.groups).find((each) => each) ?? {};
  const isInYear = monthNames[month.toLowerCase()] !== undefined || (Number(month) >= 1 && Number(month) <= 12);
  return isYearNumber(Number(year)) && isInYear && Number(day) >= 1 && Number(day) <= 31;
}

const oneWord = [
  /^(?<year>(?:18|19|20)\d\d)(?<month>0\d|1[0-2])(?<day>\d\d)$/,
  /^(?<day>\d\d)(?<month>\d\d)(?<year>\d{4})$/,
  /^(?<day>\d{1,2})(?<month>\p{L}{3})(?<year>\d{4})$/u,
];

function inFigures(words: TextWords, word: number): boolean {
  if (words.shapes[word] !== wordShapes.digits || words.shapes[word + 1] !== wordShapes.digits) return false;
  const isTimed = words.shapes[word + 2] !== wordShapes.digits;
  const [first, second] = [words.gapAfter(word), words.gapAfter(word + 1)];
  const [a, b, c] = [words.wordOf(word), words.wordOf(word + 1), words.wordOf(word + 2)];
  // "date(1980, 3, 12)", and not "2020, 1, 2".
  if (first.startsWith(',') && words.codeAt((words.starts[word] ?? 0) - 1) !== parenthesis) return false;
  if (first !== second || !(a.length === 4 ? /^([./-]|\. ?| [./-] |,? )$/ : /^([./-]|\. ?| [./-] | )$/).test(first))
    return false;
  // "1959-08-08T00:00:00Z".
  if (isTimed && (a.length !== 4 || !/^\d\dT\d\d$/.test(c.slice(0, 6)))) return false;
  const [x, y, z] = [Number(a), Number(b), Number(isTimed ? c.slice(0, 2) : c)];
  if (a.length === 4) return isYearNumber(x) && y >= 1 && y <= 12 && z >= 1 && z <= 31;
  const isDayAndMonth = x >= 1 && y >= 1 && ((x <= 31 && y <= 12) || (x <= 12 && y <= 31));
  return a.length <= 2 && b.length <= 2 && isDayAndMonth && (c.length === 2 || (c.length === 4 && isYearNumber(z)));
}

/** "12 March 1980", "12. März 1980", "March 12, 1980". */
function inWords(words: TextWords, word: number): boolean {
  if (!/^[. ,-]{1,2}$/.test(words.gapAfter(word)) || !/^[. ,-]{1,2}$/.test(words.gapAfter(word + 1))) return false;
  const isDayFirst = isDay(words, word) && isMonth(words, word + 1);
  return (isDayFirst || (isMonth(words, word) && isDay(words, word + 1))) && isYear(words, word + 2);
}

function isDay(words: TextWords, word: number): boolean {
  if (((words.shapes[word] ?? 0) & wordShapes.digits) === 0) return false;
  const day = /^(\d{1,2})(st|nd|rd|th|er|º|°)?$/i.exec(words.wordOf(word).slice(0, 5));
  return day !== null && Number(day[1]) >= 1 && Number(day[1]) <= 31;
}

function isMonth(words: TextWords, word: number): boolean {
  return (words.marksOf(word) & wordMarks.month) !== 0 && monthNames[words.wordOf(word).toLowerCase()] !== undefined;
}

function isYear(words: TextWords, word: number): boolean {
  const text = words.wordOf(word).slice(0, 5);
  return /^(\d{4}|\d\d)$/.test(text) && (text.length === 2 || isYearNumber(Number(text)));
}

function isYearNumber(year: number): boolean {
  return year >= 1880 && year <= 2100;
}

function isBetween(words: TextWords, word: number): boolean {
  return /^(de|del|of|the|di|du|d)$/i.test(words.wordOf(word).slice(0, 4));
}
