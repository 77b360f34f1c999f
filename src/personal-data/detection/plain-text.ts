import { occursIn } from '../next-match.ts';

/** A text as the rules read it, with the places of its characters in the original text. */
export interface PlainText {
  readonly text: string;
  /** The place of a character in the original text. */
  startOf(offset: number): number;
  /** The place after the last character of a part that ends at `offset`, which is not 0. */
  endOf(offset: number): number;
}

/** The zeros of scripts with ten digits in a row: Arabic, Devanagari and others. */
const zeros = (
  '660 6f0 7c0 966 9e6 a66 ae6 b66 be6 c66 ce6 d66 de6 e50 ed0 f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50 ' +
  '1bb0 1c40 1c50'
)
  .split(' ')
  .map((zero) => Number.parseInt(zero, 16));
const digits = zeros.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('');

/**
 * Without width: joiners, fillers, selectors of a variant, and marks, embeddings and isolates of a direction; lines through
 * and around a character, as on a key.
 */
const withoutWidth =
  '\\u00ad\\u0305\\u0332-\\u0338\\u033f\\u20d0-\\u20ff\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b-\\u200f\\u202a-\\u202e' +
  '\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0';

/** Spaces, dashes and quotes of other widths, small and full-width forms. */
const ofOtherWidth =
  '\\ufe50-\\ufe6b\\u00a0\\u1680\\u2000-\\u2019\\u2024\\u202f\\u205f\\u2212\\u2800\\u3000\\uff01-\\uff5e';

/** The first halves of letters and digits for mathematics, and of tags and selectors without width. */
const firstHalves = '\\ud835\\udb40';

/** Control characters, and characters of no meaning but a private one: nobody sees them either. */
const unprinted = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\ue000-\\uf8ff\\ufff9-\\ufffc\\ufffe\\uffff';
const privateHalves = '\\udb80-\\udbff';

const unusual = new RegExp(`[${withoutWidth}${ofOtherWidth}${firstHalves}${unprinted}${privateHalves}${digits}]`);
const unusualInText = new RegExp(unusual, 'g');
const [firstOfText, firstUnusual] = [0x20, 0x7f];
const unseen = new RegExp(`^(?:[${unprinted}]|[${privateHalves}][^])$`);
const invisible = new RegExp(`[${withoutWidth}]`);

/**
 * Normalises characters that look alike: a no-break space to a space, a minus sign to a hyphen, a digit of another
 * width or script to a digit; invisible characters are removed, control
 * characters and private ones within words as well. Most texts need no change and stay the same string.
 */
export function plainText(text: string): PlainText {
  if (!occursIn(text, unusualInText)) return { text, startOf: (offset) => offset, endOf: (offset) => offset };
  const places = new Int32Array(text.length);
  const plain: string[] = [];
  let length = 0;
  let usualFrom = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const isUsual = code < firstUnusual && code >= firstOfText;
    if (isUsual || !unusual.test(text.charAt(at))) {
      places[length] = at;
      length += 1;
      continue;
    }
    if (at > usualFrom) plain.push(text.slice(usualFrom, at));
    const character = text.codePointAt(at) ?? code;
    const next = at + (character > 0xffff ? 2 : 1);
    const read = unseen.test(text.slice(at, next))
      ? plainBetween(plain.at(-1)?.at(-1) ?? '', text.charAt(next))
      : plainCharacter(character);
    places[length] = at;
    length += read.length;
    if (read !== '') plain.push(read);
    // The second half of a character.
    if (character > 0xffff) at += 1;
    usualFrom = at + 1;
  }
  plain.push(text.slice(usualFrom));
  const placeOf = (offset: number): number => (offset < length ? (places[offset] ?? 0) : text.length);
  const endOf = (offset: number): number => {
    const last = placeOf(offset - 1);
    return last + ((text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1);
  };
  return { text: plain.join(''), startOf: placeOf, endOf };
}

/**
 * An unprinted character within a word hides it; between two words it separates them, as in a list that programs write.
 * Two words are told by what changes there: digits and letters, or a small letter and a capital.
 */
function plainBetween(before: string, after: string): string {
  const pair = before + after;
  return /^(?:\d\p{L}|\p{L}\d|\p{Ll}\p{Lu})$/u.test(pair) ? ' ' : '';
}

/** One character at most: the places of a longer reading would not be known. */
function plainCharacter(code: number): string {
  if (code > 0xffff) return plainOfPair(code);
  if (invisible.test(String.fromCharCode(code))) return '';
  if (code >= 0xfe50 && code <= 0xfe6b) return String.fromCharCode(code).normalize('NFKC');
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  const zero = zeros.find((each) => code >= each && code <= each + 9);
  if (zero !== undefined) return String(code - zero);
  if (code === 0x2024) return '.';
  if (code === 0x2018 || code === 0x2019) return "'";
  if ((code >= 0x2010 && code <= 0x2015) || code === 0x2212) return '-';
  if (code === 0x2016 || code === 0x2017 || (code >= 0xd800 && code <= 0xdfff)) return String.fromCharCode(code);
  return ' ';
}

/** A letter or digit for mathematics, or a tag or selector, which nobody sees. */
function plainOfPair(code: number): string {
  if (code >= 0xe0000) return '';
  const letter = String.fromCodePoint(code).normalize('NFKC');
  return letter.length === 1 ? letter : '\ufffd';
}
