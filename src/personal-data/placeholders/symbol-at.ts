import { backslashesAt, endOfHyphen, type PartRead } from './end-of-hyphen.ts';

/** A letter or a digit in lower case; `more`: the text ends before it can be decided; `null`: there is none. */
export type SymbolRead = { readonly symbol: string; readonly isCapital: boolean; readonly end: number } | 'more' | null;

/** Characters that are not seen, and marks on letters. */
const unseen = /^[\p{Cf}\p{M}\u115f\u3164]$/u;
const emphasis = '*_~`';
const element = /<(?:\/?[a-z][^<>]{0,60}|!--[^<>]{0,60})>|&(?:shy|zwj|zwnj);/iy;
const unseenMax = 16;

/** A character by its code: in JSON and programs, in an address, in HTML. */
const coded =
  /\\{1,4}(?:u([\da-f]{4})|x([\da-f]{2}))|%(?:25)?([\da-f]{2})|&#x0{0,2}([\da-f]{1,4});|&#0{0,2}(\d{1,5});/iy;

/** What may become one of these with the next characters. */
const unfinished = /(?:\\{1,4}(?:u[\da-f]{0,3}|x[\da-f]?)?|%[\da-f]{0,3}|&#?[\da-z]{0,7}|<[^<>]{0,64})$/iy;

/** The letter or digit at a place behind what is not seen, whatever its form, also by its code. */
export function symbolAt(text: string, at: number): SymbolRead {
  for (let [from, passed] = [at, 0]; passed <= unseenMax; passed++) {
    const read = isWordCode(text.charCodeAt(from))
      ? { character: text.charAt(from), end: from + 1 }
      : characterAt(text, from);
    if (read === null || read === 'more') return read;
    const written = read.character.normalize('NFKD');
    if (written.length === 1 && isWordCode(written.charCodeAt(0))) {
      const symbol = written.toLowerCase();
      return { symbol, isCapital: symbol !== written, end: read.end };
    }
    if (!isUnseen(read.character)) return null;
    from = read.end;
  }
  return null;
}

/** {@link endOfHyphen}, also behind what is not seen. */
export function endOfWrittenHyphen(text: string, at: number, isBare: boolean): PartRead {
  const end = endOfHyphen(text, at, isBare);
  if (end !== null) return end;
  const behind = endOfUnseen(text, at);
  return behind === 'more' ? behind : endOfHyphen(text, behind, isBare);
}

/** Where what is not seen ends. */
export function endOfUnseen(text: string, at: number): number | 'more' {
  let end = at;
  for (let passed = 0; passed < unseenMax; passed++) {
    const read = characterAt(text, end);
    if (read === 'more') return read;
    if (read === null || !isUnseen(read.character)) break;
    end = read.end;
  }
  return end;
}

interface Character {
  /** Empty for what is no character, and is not seen. */
  readonly character: string;
  readonly end: number;
}

/** `null`: a character that belongs to no placeholder. */
function characterAt(text: string, at: number): Character | 'more' | null {
  if (at >= text.length) return 'more';
  const code = text.charCodeAt(at);
  if (code < 0x80) return isWordCode(code) ? { character: text.charAt(at), end: at + 1 } : signAt(text, at);
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const isHalf = code >= 0xd800 && code < 0xdc00 && at + 1 === text.length;
  return isHalf ? 'more' : { character, end: at + character.length };
}

function signAt(text: string, at: number): Character | 'more' | null {
  const sign = text.charAt(at);
  if (emphasis.includes(sign)) return { character: '', end: at + 1 };
  if (!'\\%&<'.includes(sign)) return null;
  if (matchAt(unfinished, text, at) !== null) return 'more';
  const [all, ...codes] = (sign === '<' ? null : matchAt(coded, text, at)) ?? [];
  if (all !== undefined) {
    const digits = codes.slice(0, 4).find((each) => each !== undefined);
    const number = digits === undefined ? Number(codes[4]) : Number.parseInt(digits, 16);
    return { character: String.fromCharCode(number), end: at + all.length };
  }
  if (sign === '\\') return { character: '', end: at + Math.max(1, backslashesAt(text, at)) };
  const [markup] = matchAt(element, text, at) ?? [];
  return markup === undefined ? null : { character: '', end: at + markup.length };
}

function isUnseen(character: string): boolean {
  return character === '' || unseen.test(character);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isWordCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a);
}
