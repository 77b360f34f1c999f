import type { DetectionRule } from './detection-rule.ts';
import { wordMarks } from './lexicon.ts';
import { monthNames } from './ordinary-words.ts';
import { wordShapes, type TextWords } from './text-words.ts';

const wordsAhead = 14;
const charactersAhead = 120;

/** Dates of birth: a date after a word that announces one, or right before it. Other dates are not personal data. */
export const dateOfBirthRule: DetectionRule = {
  entities: ['DATE_OF_BIRTH'],
  find(words, found) {
    for (let cue = 0; cue < words.count; cue += 1) {
      if ((words.marksOf(cue) & wordMarks.birthCue) === 0) continue;
      const date = dateBehind(words, cue) ?? dateBefore(words, cue);
      if (date !== null) found(words.starts[date[0]] ?? 0, words.ends[date[1]] ?? 0, ['DATE_OF_BIRTH', 0.9]);
    }
  },
};

type Words = readonly [first: number, last: number];

function dateBehind(words: TextWords, cue: number): Words | null {
  const from = words.ends[cue] ?? 0;
  for (let word = cue + 1; word < words.count && word <= cue + wordsAhead; word += 1) {
    if ((words.starts[word] ?? 0) - from > charactersAhead) return null;
    const last = lastOfDate(words, word);
    if (last !== -1) return [word, last];
    if (word === cue + 1 && isInOneNumber(words, word)) return [word, word];
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

/** "BDAY:19830526", right behind its word. */
function isInOneNumber(words: TextWords, word: number): boolean {
  if (words.shapes[word] !== wordShapes.digits) return false;
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})(\d\d)(\d\d)$/.exec(words.wordOf(word).slice(0, 9)) ?? []).map(
    Number,
  );
  return isYearNumber(year) && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function inFigures(words: TextWords, word: number): boolean {
  for (let place = word; place <= word + 2; place += 1) if (words.shapes[place] !== wordShapes.digits) return false;
  const [first, second] = [words.gapAfter(word), words.gapAfter(word + 1)];
  if (first !== second || !/^([./-]|\. ?| [./-] | )$/.test(first)) return false;
  const [a, b, c] = [words.wordOf(word), words.wordOf(word + 1), words.wordOf(word + 2)];
  const [x, y, z] = [Number(a), Number(b), Number(c)];
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
