import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { isJoined, endOfAddress, townBehind } from './address-end.ts';
import { wordMarks } from './lexicon.ts';
import { wordShapes, type TextWords } from './text-words.ts';

const germanEnding =
  /(straße|strasse|str|gasse|weg|platz|allee|ring|ufer|damm|chaussee|steig|stieg|graben|promenade|zeile|hof|markt|brücke|feld|berg|tor)$/i;
/** Words of programs and of English that end like streets. */
const noStreet =
  /^(?:sub|to|doc|bit|byte|octet|char|query|json|utf8|base64|numeric|printable)?string$|spring$|[aeiou]ring$|[aciopu]tor$|^(?:inv|m)entor$|investor$/i;
const germanWord = /^(straße|strasse|str|gasse|weg|platz|allee|ring|ufer|damm|chaussee|promenade|markt|hof)$/i;
const germanBefore = /^(am|im|an|auf|in|unter|zum|zur|beim|hinter|vor)$/i;
const nameWordsMax = 7;

/**
 * Streets with a number and what follows them: town, postal code, part of the house. Or a postal code with its town.
 */
export const addressRule: DetectionRule = {
  entities: ['ADDRESS'],
  find(words, found) {
    for (let word = 0; word < words.count; word += 1) {
      const street = streetAt(words, word);
      if (street !== null) {
        found(words.starts[street.first] ?? 0, endOfAddress(words, street.last), ['ADDRESS', street.score]);
        word = Math.max(word, street.last);
      } else codeAlone(words, word, found);
    }
  },
};

interface Street {
  readonly first: number;
  readonly last: number;
  readonly score: number;
}

function streetAt(words: TextWords, word: number): Street | null {
  const marks = words.marksOf(word);
  if ((marks & wordMarks.streetBefore) !== 0) {
    const named = romance(words, word);
    if (named !== null) return named;
  }
  if ((marks & wordMarks.streetAfter) !== 0) {
    const named = english(words, word);
    if (named !== null) return named;
  }
  return german(words, word) ?? coded(words, word);
}

const wordsBeforeCode = 10;

/**
 * "Aldea Nueva 12, 28014 Madrid", "34 Sanford Spinney, Leeds LS1 4AB": words before a postal code with its town are a
 * street if they have a number and capitals. Also "Rincón del Sur nº 7".
 */
function coded(words: TextWords, word: number): Street | null {
  const isNumbered = isNumber(words, word) && /^nº|^n°/i.test(words.wordOf(word - 1).slice(0, 3));
  if (isNumbered) return streetBefore(words, word - 1, word);
  const isCode = isPostalCode(words, word) && isCapital(words, word + 1) && words.gapAfter(word) === ' ';
  if (!isCode && !isBritishCode(words, word)) return null;
  const last = isCode ? townBehind(words, word) : word + 1;
  for (let back = word - 1; back >= 0 && back >= word - wordsBeforeCode; back -= 1) {
    if (!/^[ ,/()º°ª'-]{1,4}$|^ in $|^,?\n$/.test(words.gapAfter(back))) return null;
    if (isNumber(words, back)) {
      const isBehind = isCapital(words, back - 1) && /^,? $/.test(words.gapAfter(back - 1));
      return isBehind && !isCapital(words, back + 1)
        ? streetBefore(words, back, last)
        : { first: withFlat(words, back), last, score: 0.7 };
    }
    if (!isNameOrPart(words, back)) return null;
  }
  return null;
}

/** The row of capitalised and small words that ends before a number. */
function streetBefore(words: TextWords, number: number, last: number): Street | null {
  let first = number;
  for (let back = number - 1; back >= 0 && back >= number - nameWordsMax; back -= 1) {
    if (!/^([ '-]|, |\. )$/.test(words.gapAfter(back)) || (back < number - 1 && words.gapAfter(back) === ', ')) break;
    if (isCapital(words, back)) first = back;
    else if ((words.marksOf(back) & wordMarks.particle) === 0) break;
  }
  return first === number ? null : { first, last, score: 0.7 };
}

function isNameOrPart(words: TextWords, word: number): boolean {
  const isSmall = (words.marksOf(word) & wordMarks.particle) !== 0 || words.wordOf(word).length <= 3;
  return isCapital(words, word) || isSmall;
}

function isPostalCode(words: TextWords, word: number): boolean {
  return words.shapes[word] === wordShapes.digits && (words.ends[word] ?? 0) - (words.starts[word] ?? 0) === 5;
}

/** "Via Giuseppe Verdi 12", "12 bis, rue de la Paix", "C/ Mayor, 3, 2º B". */
function romance(words: TextWords, word: number): Street | null {
  let last = word;
  let capitals = 0;
  for (let next = word + 1; next < words.count && next <= word + nameWordsMax; next += 1) {
    const gap = words.gapAfter(next - 1);
    // A full stop ends the sentence, except in "Av. Diagonal". "C" alone is no street, "C/ Mayor" is one.
    if (!/^([ '-]|\. ?|\/ ?)$/.test(gap) || (gap.startsWith('.') && next > word + 1)) break;
    if (next === word + 1 && words.wordOf(word).length === 1 && !gap.startsWith('/')) return null;
    const isName = isCapital(words, next) && !isNumber(words, next);
    if (!isName && !isJoined(words, next)) break;
    last = next;
    if (isName) capitals += 1;
  }
  const before = numberBefore(words, word);
  const number = numberBehind(words, last);
  const isCapitalStreet = isCapital(words, word) || before !== word;
  if (capitals === 0) return number !== -1 && last > word ? { first: word, last: number, score: 0.6 } : null;
  if (number !== -1) return { first: word, last: number, score: 0.85 };
  if (before !== word) return { first: before, last, score: 0.8 };
  const isAnnounced = isAddressAnnounced(words, word);
  if (isAnnounced || (isCapitalStreet && isLongStreetWord(words, word))) return { first: word, last, score: 0.5 };
  return null;
}

/** Excludes "C", "Pl" and "Place", which begin many other things. */
function isLongStreetWord(words: TextWords, word: number): boolean {
  return /^(via|viale|piazza|piazzale|vicolo|lungomare|rue|boulevard|calle|avenida|paseo|plaza)$/i.test(
    words.wordOf(word).slice(0, 12),
  );
}

function isAddressAnnounced(words: TextWords, word: number): boolean {
  return [1, 2, 3, 4].some((back) => (words.marksOf(word - back) & wordMarks.addressCue) !== 0);
}

/** "12 High Street", "Flat 3, 12 High Street". */
function english(words: TextWords, word: number): Street | null {
  if (!isCapital(words, word)) return null;
  for (let first = word - 1; first >= 0 && first >= word - 5; first -= 1) {
    if (!/^([ '-]|\. )$/.test(words.gapAfter(first))) return null;
    if (isNumber(words, first)) {
      if (first === word - 1) return null;
      return { first: withFlat(words, first), last: word, score: 0.85 };
    }
    if (!isCapital(words, first) && (words.marksOf(first) & wordMarks.particle) === 0) return null;
  }
  return null;
}

function withFlat(words: TextWords, first: number): number {
  const isPart = /^(flat|apt|apartment|unit|suite|room|floor)$/i.test(words.wordOf(first - 2).slice(0, 10));
  return isPart && /^,? $/.test(words.gapAfter(first - 1)) && first >= 2 ? first - 2 : first;
}

/** "Goethestraße 5", "Berliner Allee 12 a", "Am Markt 3", "Unter den Linden 77". */
function german(words: TextWords, word: number): Street | null {
  // A constant of a program.
  if (words.codeAt((words.starts[word] ?? 0) - 1) === 95) return null;
  const isNumberNear = (((words.shapes[word + 1] ?? 0) | (words.shapes[word + 2] ?? 0)) & wordShapes.digits) !== 0;
  if (!isNumberNear || !isCapital(words, word)) return null;
  const text = words.wordOf(word).slice(-20);
  const isStreet = germanWord.test(text) || (text.length > 5 && germanEnding.test(text) && !noStreet.test(text));
  const number = numberBehind(words, word);
  if (number === -1) return null;
  if (isStreet) return { first: germanFirst(words, word), last: number, score: 0.85 };
  if (words.gapAfter(word - 1) !== ' ') return null;
  const [one, two] = [words.wordOf(word - 1).slice(0, 8), words.wordOf(word - 2).slice(0, 8)];
  const first = germanBefore.test(one)
    ? word - 1
    : /^(der|den|dem|die|das)$/.test(one) && germanBefore.test(two)
      ? word - 2
      : -1;
  if (first === -1 || (words.marksOf(word) & (wordMarks.month | wordMarks.ordinary)) !== 0) return null;
  const hasCode = /^\d{4,5}$/.test(words.wordOf(number + 1).slice(0, 6));
  return hasCode || isAddressAnnounced(words, first) ? { first, last: number, score: 0.7 } : null;
}

/** "Alte Berliner Straße": the capitalised words before it belong to the name. */
function germanFirst(words: TextWords, word: number): number {
  let first = word;
  while (first > 0 && first > word - 4 && /^[ -]$/.test(words.gapAfter(first - 1)) && isCapital(words, first - 1)) {
    const isHyphen = words.gapAfter(first - 1) === '-';
    if (!isHyphen && !germanWord.test(words.wordOf(word))) break;
    if ((words.marksOf(first - 1) & (wordMarks.honorific | wordMarks.ordinary)) !== 0 && !isHyphen) break;
    first -= 1;
  }
  return first;
}

/** A postal code with its town, or a British postal code. */
function codeAlone(words: TextWords, word: number, found: FoundValue): void {
  if (((words.shapes[word] ?? 0) & wordShapes.digits) === 0) return;
  const text = words.wordOf(word).slice(0, 6);
  const isTown = (words.marksOf(word + 1) & wordMarks.place) !== 0 && isCapital(words, word + 1);
  const start = words.starts[word] ?? 0;
  if (/^\d{5}$/.test(text) && isTown && words.gapAfter(word) === ' ') {
    found(start, words.ends[word + 1] ?? 0, ['ADDRESS', 0.6]);
  } else if (isBritishCode(words, word)) found(start, words.ends[word + 1] ?? 0, ['ADDRESS', 0.6]);
}

/** "SW1A 2AA", in two words. */
function isBritishCode(words: TextWords, word: number): boolean {
  const isMixed = isCapital(words, word) && ((words.shapes[word] ?? 0) & wordShapes.digits) !== 0;
  if (!isMixed || words.gapAfter(word) !== ' ') return false;
  return (
    /^[A-Z]{1,2}\d[A-Z\d]?$/.test(words.wordOf(word).slice(0, 5)) &&
    /^\d[A-Z]{2}$/.test(words.wordOf(word + 1).slice(0, 4))
  );
}

function isCapital(words: TextWords, word: number): boolean {
  return ((words.shapes[word] ?? 0) & wordShapes.capital) !== 0;
}

/** A house number: up to four digits, with or without a letter. */
function isNumber(words: TextWords, word: number): boolean {
  return (
    ((words.shapes[word] ?? 0) & wordShapes.digits) !== 0 &&
    /^\d{1,4}[A-Za-z]{0,3}$/.test(words.wordOf(word).slice(0, 9))
  );
}

/** The word with the house number after a street, or -1. */
function numberBehind(words: TextWords, last: number): number {
  const gap = words.gapAfter(last);
  if (gap.length <= 5 && isNumber(words, last + 1) && /^(,? ?|\. |, ?[#º°] ?)$/.test(gap)) return last + 1;
  const isSign = /^(n|nº|no|num|número|numero|snc|nr|s)$/i.test(words.wordOf(last + 1).slice(0, 8));
  const isNear = /^,? $/.test(gap) && words.gapAfter(last + 1).length <= 3;
  return isSign && isNear && isNumber(words, last + 2) ? last + 2 : -1;
}

/** The word with the number before a street, as in French; the street itself when there is none. */
function numberBefore(words: TextWords, word: number): number {
  if (word === 0 || !/^,? $/.test(words.gapAfter(word - 1))) return word;
  if (isNumber(words, word - 1)) return word - 1;
  const isSuffix = /^(bis|ter|quater|a|b|c)$/i.test(words.wordOf(word - 1).slice(0, 7));
  return isSuffix && word > 1 && words.gapAfter(word - 2) === ' ' && isNumber(words, word - 2) ? word - 2 : word;
}
