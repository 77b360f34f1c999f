import { isDigitCode, isWordCode, type TextWords } from './text-words.ts';

/** A gap of a record is not longer, characters. */
const gapMax = 96;

/** How far two names of fields are followed by the same characters, up to where a word begins behind both. */
export interface SameGap {
  /** The lengths of both gaps: numbers, blanks in a row and the same sign in a row count as the same. */
  readonly lengths: readonly [number, number];
  /** It has more than letters and blanks, as no sentence repeats it. */
  readonly hasSigns: boolean;
}

/**
 * What stands between two names of fields and their values, whatever it is: the part that is the same behind both, up
 * to the words in which they differ. `null`: they are followed by different things, or by nothing but a word.
 */
export function sameGap({ text }: TextWords, first: number, second: number): SameGap | null {
  let [a, b] = [first, second];
  let lengths: SameGap['lengths'] | null = null;
  let [hasSigns, hasSignsAtWord] = [false, false];
  while (a - first < gapMax && b - second < gapMax) {
    const [one, other] = [text.charCodeAt(a), text.charCodeAt(b)];
    const before = text.charCodeAt(a - 1);
    // A statement ends there.
    if (one === lineEnd && before === semicolon) break;
    const isWord = isWordCode(one) && isWordCode(other);
    if (isWord && a > first && !isWordCode(before) && before !== underscore) {
      lengths = [a - first, b - second];
      hasSignsAtWord = hasSigns;
    }
    const isRun = runOf(one);
    if (one !== other && !(isRun === runOf(other) && isRun !== null)) break;
    if (!isWord && isRun !== isBlankCode) hasSigns = true;
    const isSame = isRun ?? ((code: number): boolean => !isWord && code === one);
    a = endOfRun(text, a + 1, first + gapMax, isSame);
    b = endOfRun(text, b + 1, second + gapMax, isSame);
  }
  return lengths === null ? null : { lengths, hasSigns: hasSignsAtWord };
}

/** Numbers of any digits, and as many blanks, count as the same. */
function runOf(code: number): ((code: number) => boolean) | null {
  return isDigitCode(code) ? isDigitCode : isBlankCode(code) ? isBlankCode : null;
}

function endOfRun(text: string, from: number, limit: number, isOf: (code: number) => boolean): number {
  let at = from;
  while (at < limit && isOf(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlankCode(code: number): boolean {
  return code === 32 || code === 9;
}

const [lineEnd, semicolon, underscore] = [10, 59, 95];
