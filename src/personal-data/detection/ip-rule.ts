import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { isDigitCode, isWordCode, wordShapes, type TextWords } from './text-words.ts';
import { wordMarks } from './lexicon.ts';

/** IP addresses, except those that identify no one: loopback, unspecified, masks, multicast. */
export const ipRule: DetectionRule = {
  entities: ['IP'],
  find(words, found) {
    findFourParts(words, found);
    findSixteenBits(words.text, found);
  },
};

function findFourParts(words: TextWords, found: FoundValue): void {
  const { starts, ends, shapes, count } = words;
  for (let word = 0; word + 3 < count; word += 1) {
    if (!isPart(words, word) || !isDotBefore(words, word + 1) || !isDotBefore(words, word + 2)) continue;
    if (!isDotBefore(words, word + 3) || ![1, 2, 3].every((part) => isPart(words, word + part))) continue;
    const [start, end] = [starts[word] ?? 0, ends[word + 3] ?? 0];
    const before = words.codeAt(start - 1);
    const isLonger =
      (before === 46 && isWordCode(words.codeAt(start - 2))) ||
      (words.codeAt(end) === 46 && isDigitCode(words.codeAt(end + 1)));
    // "Chrome/120.0.0.0" is a version, and so is a value after a word for one.
    const isNamed = before === 47 && word > 0 && ends[word - 1] === start - 1;
    const isVersion =
      (words.marksOf(word - 1) & wordMarks.versionCue) !== 0 || (isNamed && (shapes[word - 1] ?? 0) % 2 === 1);
    const first = Number(words.wordOf(word));
    if (!isLonger && !isVersion && first !== 0 && first !== 127 && first < 224) found(start, end, ['IP', 0.95]);
    word += 3;
  }
}

/** A number of 0 to 255 without leading zeros. */
function isPart(words: TextWords, word: number): boolean {
  const length = (words.ends[word] ?? 0) - (words.starts[word] ?? 0);
  if (words.shapes[word] !== wordShapes.digits || length > 3) return false;
  const part = words.wordOf(word);
  return Number(part) <= 255 && (part === '0' || !part.startsWith('0'));
}

/** Before a part stands a dot, also in brackets, so that nobody follows it: "93[.]184[.]216[.]34". */
function isDotBefore({ starts, ends, text }: TextWords, word: number): boolean {
  const [end, start] = [ends[word - 1] ?? 0, starts[word] ?? 0];
  if (start === end + 1) return text.charCodeAt(end) === 46;
  return start === end + 3 && /^(?:\[\.\]|\(\.\)|\{\.\})$/.test(text.slice(end, start));
}

const longestAddress = 45;

function findSixteenBits(text: string, found: FoundValue): void {
  for (let colon = text.indexOf(':'); colon !== -1;) {
    let start = colon;
    while (start > 0 && colon - start < 5 && isAddressCode(text.charCodeAt(start - 1))) start -= 1;
    let end = colon;
    while (end < text.length && end - start <= longestAddress && isAddressCode(text.charCodeAt(end))) end += 1;
    const isCut = isWordCode(text.charCodeAt(end)) || (start > 0 && isWordCode(text.charCodeAt(start - 1)));
    const address = withoutFullStop(text.slice(start, end));
    if (!isCut && isPublicSixteenBits(address)) found(start, start + address.length, ['IP', 0.95]);
    colon = text.indexOf(':', Math.max(end, colon + 1));
  }
}

/** Without a colon or full stop that belongs to the sentence. */
function withoutFullStop(address: string): string {
  return address.endsWith('.') || (address.endsWith(':') && !address.endsWith('::')) ? address.slice(0, -1) : address;
}

function isAddressCode(code: number): boolean {
  return isDigitCode(code) || code === 58 || code === 46 || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

function isPublicSixteenBits(address: string): boolean {
  const halves = address.split('::');
  if (address.length < 6 || halves.length > 2 || !/\d/.test(address)) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  if (halves.length === 1) return groups.length === 8;
  // "a::b1" may be a name in a program.
  return groups.length < 8 && (groups.length > 2 || groups[0]?.length === 4) && halves[0] !== '';
}
