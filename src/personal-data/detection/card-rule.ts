import type { DetectionRule } from './detection-rule.ts';
import { wordMarks } from './lexicon.ts';
import {
  charactersOfPart,
  cueMarks,
  followsLetters,
  isWordCode,
  nearestMarks,
  wordShapes,
  wordsOfPart,
  type TextWords,
} from './text-words.ts';

// First digits and lengths by issuer. The last line counts only after a word that announces a card.
const issuers = [
  /^4(\d{12}|\d{15}|\d{18})$/,
  /^(5[0-8]|2[2-7])\d{14}$/,
  /^3[47]\d{13}$|^(1800|2131)\d{11}$/,
  /^3(0[0-59]|[689]\d)(\d{11}|\d{13})$|^3\d{15}$/,
  /^6\d{15}$|^6[025]\d{17}$/,
];
const issuersWhenNamed = /^[2-6]\d{11,18}$/;

/** Numbers of payment cards, grouped or not: an issuer's first digits and the checksum. */
export const cardRule: DetectionRule = {
  entities: ['CARD'],
  find: function* (words, found) {
    for (let word = 0, rest = wordsOfPart; word < words.count; word += 1) {
      if (word >= rest) {
        yield charactersOfPart;
        rest = word + wordsOfPart;
      }
      if (!beginsCard(words, word)) continue;
      const last = lastOfCard(words, word);
      if (last === -1) continue;
      const [start, end] = [words.starts[word] ?? 0, words.ends[last] ?? 0];
      const digits = words.text.slice(start, end).replace(/[ _-]/g, '');
      const isCued = nearestMarks(words, word, { marks: cueMarks, most: 6 }) === wordMarks.cardCue;
      const isIssued = issuers.some((issuer) => issuer.test(digits)) || (isCued && issuersWhenNamed.test(digits));
      if (!isIssued) continue;
      if (hasLuhnChecksum(digits)) found(start, end, ['CARD', 1]);
      else if (isCued) found(start, end, ['CARD', 0.5]);
      else continue;
      word = last;
    }
  },
};

function beginsCard(words: TextWords, word: number): boolean {
  const { shapes, starts, ends, codeAt } = words;
  if (shapes[word] !== wordShapes.digits) return false;
  const start = starts[word] ?? 0;
  const length = (ends[word] ?? 0) - start;
  if (length !== 4 && (length < 12 || length > 19)) return false;
  const before = codeAt(start - 1);
  // The last part of a UUID, or the decimals of a number.
  return !((before === 45 || before === 46) && isWordCode(codeAt(start - 2))) || followsLetters(words, word);
}

/**
 * The last word of the number: the only one, or the last of groups with one character between them. Of several, the last that
 * has the checksum, else the last of all. -1: it is no number of a card.
 */
function lastOfCard(words: TextWords, word: number): number {
  const { starts, ends, shapes, text } = words;
  if ((ends[word] ?? 0) - (starts[word] ?? 0) >= 12) return isFollowed(words, word) ? -1 : word;
  const sign = text.charCodeAt(ends[word] ?? 0);
  if (sign !== 32 && sign !== 45 && sign !== 95) return -1;
  let digits = 4;
  let checked = -1;
  let longest = -1;
  for (let next = word + 1; next < word + 6 && shapes[next] === wordShapes.digits; next += 1) {
    if ((starts[next] ?? 0) !== (ends[next - 1] ?? 0) + 1 || text.charCodeAt(ends[next - 1] ?? 0) !== sign) break;
    digits += (ends[next] ?? 0) - (starts[next] ?? 0);
    if (digits > 19) break;
    if (digits < 12) continue;
    const compact = text.slice(starts[word], ends[next]).replace(/[ _-]/g, '');
    if (hasLuhnChecksum(compact)) checked = next;
    longest = next;
  }
  return checked === -1 ? longest : checked;
}

function isFollowed({ ends, codeAt }: TextWords, word: number): boolean {
  const end = ends[word] ?? 0;
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
