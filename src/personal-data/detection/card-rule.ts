import type { DetectionRule } from './detection-rule.ts';
import { wordMarks } from './lexicon.ts';
import { cueMarks, followsLetters, isWordCode, nearestMarks, wordShapes, type TextWords } from './text-words.ts';
import { signBetweenGroups } from './sign-between-groups.ts';

// First digits and lengths by issuer. The last line counts only after a word that announces a card.
const issuers = [
  /^4(\d{12}|\d{15}|\d{18})$/,
  /^(5[0-8]|2[2-7])\d{14}$/,
  /^3[47]\d{13}$|^(1800|2131)\d{11}$/,
  /^3(0[0-59]|[689]\d)(\d{11}|\d{13})$|^3\d{15}$/,
  /^6\d{15}$|^6[025]\d{17}$|^9792\d{12}$/,
];
const issuersWhenNamed = /^[2-6]\d{11,18}$|^81\d{14,17}$|^1\d{14}$/;

/** Numbers of payment cards, grouped or not: an issuer's first digits and the checksum. */
export const cardRule: DetectionRule = {
  entities: ['CARD'],
  find(words, found) {
    for (let word = 0; word < words.count; word += 1) {
      const pieces = piecesAt(words, word);
      if (pieces === null && !beginsCard(words, word)) continue;
      const isCued = nearestMarks(words, word, { marks: cueMarks, most: 6 }) === wordMarks.cardCue;
      const card = pieces === null ? cardAt(words, word, isCued) : isCued ? cardOf(pieces) : null;
      if (pieces !== null && card === null) word = pieces.last;
      if (card === null) continue;
      found(words.starts[word] ?? 0, words.ends[card.last] ?? 0, ['CARD', card.isChecked ? 1 : 0.5]);
      word = card.last;
    }
  },
};

/** A first group of four, of six or eight where few follow, or the whole number. */
function beginsCard(words: TextWords, word: number): boolean {
  const { shapes, starts, ends, codeAt } = words;
  if (shapes[word] !== wordShapes.digits) return false;
  const start = starts[word] ?? 0;
  const length = (ends[word] ?? 0) - start;
  if (length !== 4 && length !== 6 && length !== 8 && (length < 12 || length > 19)) return false;
  const before = codeAt(start - 1);
  // The last part of a UUID, or the decimals of a number.
  return !((before === 45 || before === 46) && isWordCode(codeAt(start - 2))) || followsLetters(words, word);
}

interface Card {
  readonly last: number;
  readonly isChecked: boolean;
}

/** The number that begins at a word: of several ends, the last with the checksum, else the last of all. */
function cardAt(words: TextWords, word: number, isCued: boolean): Card | null {
  const { starts, ends, shapes } = words;
  const sizes = [(ends[word] ?? 0) - (starts[word] ?? 0)];
  let digits = words.wordOf(word);
  let card: Card | null = null;
  let [isUsual, sign] = [true, ''];
  for (let last = word; ; last += 1) {
    if (last > word) {
      const size = (ends[last] ?? 0) - (starts[last] ?? 0);
      if (shapes[last] !== wordShapes.digits || digits.length + size > 19) break;
      const gap = gapBefore(words, last);
      if (!(isCued ? namedGap : anyGap).test(gap)) break;
      if (last === word + 1) sign = gap;
      isUsual &&= gap === sign && usualGap.test(gap);
      sizes.push(size);
      digits += words.wordOf(last);
    }
    if (last === word + 5) break;
    if (digits.length < 12 || !isIssued(digits, isCued)) continue;
    const isChecked = hasLuhnChecksum(digits);
    if (!isChecked && (card?.isChecked === true || !isCued || !isUsual)) continue;
    if (last === word ? isFollowed(words, word, isCued) : !isGrouped(words, { word, last, sizes, isUsual, isCued }))
      continue;
    card = { last, isChecked };
  }
  return card;
}

const shortestPieces = 12;

/** Digits of a card written one by one or in pairs, which only its word tells from other numbers. */
interface Pieces {
  readonly last: number;
  readonly digits: string;
}

/** The run of such pieces that begins at a word, with one gap between all of them. */
function piecesAt(words: TextWords, word: number): Pieces | null {
  const { starts, ends, shapes } = words;
  const size = (ends[word] ?? 0) - (starts[word] ?? 0);
  if (size > 2 || shapes[word] !== wordShapes.digits) return null;
  let last = word;
  let digits = words.wordOf(word);
  for (let next = word + 1; next < words.count && shapes[next] === wordShapes.digits; next += 1) {
    if ((ends[next] ?? 0) - (starts[next] ?? 0) !== size) break;
    const gap = gapBefore(words, next);
    if (next === word + 1 ? !namedGap.test(gap) : gap !== gapBefore(words, word + 1)) break;
    last = next;
    digits += words.wordOf(next);
  }
  return digits.length < shortestPieces ? null : { last, digits };
}

function cardOf({ last, digits }: Pieces): Card | null {
  return isIssued(digits, true) && hasLuhnChecksum(digits) ? { last, isChecked: true } : null;
}

function isIssued(digits: string, isCued: boolean): boolean {
  return issuers.some((issuer) => issuer.test(digits)) || (isCued && issuersWhenNamed.test(digits));
}

/** Between two groups in the usual writing: one character, the same in the whole number. */
const usualGap = /^[ _-]$/;
const anyGap = /^(?:[ \t]{1,4}|[ \t]{0,2}[._/:\u00b7-][ \t]{0,2})$/;
const namedGap = new RegExp(String.raw`^(?:\s{1,8}|${signBetweenGroups}|["'],[ \t]?["'])$`);
const widestGap = 8;

/** The characters between the word before and this one; a text that is no gap where they are too many. */
function gapBefore({ text, starts, ends }: TextWords, word: number): string {
  const [from, to] = [ends[word - 1] ?? 0, starts[word] ?? 0];
  return to - from > widestGap ? '' : text.slice(from, to);
}

interface Groups {
  readonly word: number;
  readonly last: number;
  readonly sizes: readonly number[];
  readonly isUsual: boolean;
  readonly isCued: boolean;
}

/** Groups as on a card. The last may be shorter. */
const printed = /^4,4,4(?:,[1-4])?(?:,[1-3])?$|^4,6,[45]$/;
const printedInTwo = /^6,1[03]$|^8,8$/;

/**
 * Whether groups make a card and no row of a table, no address and no version: those go on before or behind with groups of
 * the same size.
 */
function isGrouped(words: TextWords, { word, last, sizes, isUsual, isCued }: Groups): boolean {
  const written = sizes.join(',');
  if (sizes[0] !== 4) return printedInTwo.test(written) && (isCued || words.wordOf(word).startsWith('62'));
  if (isUsual) return true;
  if (!printed.test(written)) return false;
  return isCued || !(isNumberBeside(words, word) || isNumberBeside(words, last + 1, 4));
}

/** Whether a digit, or a group of `size` characters, stands before a word behind nothing but a gap. */
function isNumberBeside(words: TextWords, word: number, size = 0): boolean {
  if (word === 0 || word >= words.count || !anyGap.test(gapBefore(words, word))) return false;
  const beside = size === 0 ? word - 1 : word;
  const length = (words.ends[beside] ?? 0) - (words.starts[beside] ?? 0);
  return ((words.shapes[beside] ?? 0) & wordShapes.digits) !== 0 && (size === 0 || length === size);
}

/** Whether the number goes on: as a part of an id or with decimals, but for the zero that tables add to a card. */
function isFollowed({ ends, codeAt, text }: TextWords, word: number, isCued: boolean): boolean {
  const end = ends[word] ?? 0;
  if (isCued && /^\.0(?!\d)/.test(text.slice(end, end + 3))) return false;
  return (codeAt(end) === 45 || codeAt(end) === 46) && isWordCode(codeAt(end + 1));
}

/** The Luhn checksum of decimal digits. */
export function hasLuhnChecksum(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48;
    const weighed = at % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
