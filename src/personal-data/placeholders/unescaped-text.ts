import { decodeHTMLStrict } from 'entities/decode';
import { firstNotBelow } from '../../wire/first-not-below.ts';
import { nextMatch } from '../next-match.ts';
import { enclosedPattern, shownByEnclosed } from './shown-by-enclosed.ts';

/** A part of the original text. */
interface Place {
  readonly start: number;
  readonly end: number;
}

const hexDigit = '[\\da-fA-F]';

/** Bytes, usually of UTF-8: `\xc3\xb6` and `\303\266` in programs, `%C3%B6` in URLs. */
const byte = { hex: `\\\\+x${hexDigit}{2}`, octal: '\\\\+[0-3][0-7]{2}', percent: `%(?:25)*${hexDigit}{2}` };

/** Characters of JSON and of programs: `\u00f6`, `\n`. Any sign may follow a backslash, as in Markdown: `\_`, `\@`. */
const behindBackslash = `u${hexDigit}{4}|U${hexDigit}{8}|[ux]\\{${hexDigit}{1,6}\\}|[nrtbf]|[ -/:-@[\\]-\`{-~]`;

/** Characters of HTML: `&ouml;`, `&#246;`. */
const entity = `&(?:amp;)*(?:#\\d{1,7}|#[xX]${hexDigit}{1,6}|[a-zA-Z]{2,8}\\d{0,2});`;

/**
 * Escapes, also when escaped again, as in a string within a string, and letters and digits in other forms. Each run of
 * backslashes is tried once, so matching is linear.
 */
const escapeHere = new RegExp(
  `(?<!\\\\)(?:(?:${byte.hex})+|(?:${byte.octal})+|\\\\+(?:${behindBackslash}))|${entity}|(?:${byte.percent})+|${enclosedPattern}`,
  'y',
);

/** Whether a text may contain escapes, or characters in another form. */
export const mayEscape = new RegExp(`[\\\\&%]|${enclosedPattern}`);
const nextEscape = new RegExp(mayEscape, 'g');

/** A part of a text with none of these is written without escapes, at most with characters in another form. */
export const signOfEscape = /[\\&%]/;

/** How often escapes are undone that come to light behind others, as in `\u0026ouml;`. */
const roundsMax = 8;

/** Escapes by a letter that stand for white space. */
const blanks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' };

/**
 * The lines of a text that contain escapes, with the characters that they stand for. Whoever reads the text knows those
 * characters, so personal data is looked for in them too.
 */
export class UnescapedText {
  readonly text: string;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;

  constructor(text: string, starts: Uint32Array, ends: Uint32Array) {
    this.text = text;
    this.#starts = starts;
    this.#ends = ends;
  }

  /** Where a part of the unescaped text is in the original. */
  original({ start, end }: Place): Place {
    return { start: this.#starts[start] ?? 0, end: this.#ends[end - 1] ?? 0 };
  }

  /** What `next` reads in this text, with places in the original. */
  through(next: UnescapedText): UnescapedText {
    const starts = next.#starts.map((at) => this.#starts[at] ?? 0);
    const ends = next.#ends.map((at) => this.#ends[at - 1] ?? 0);
    return new UnescapedText(next.text, starts, ends);
  }

  /** A part of the original without escapes that it cuts in half: to cast half of one would break the other half. */
  uncut({ start, end }: Place): Place {
    return { start: this.#escapeAround(start)?.end ?? start, end: this.#escapeAround(end)?.start ?? end };
  }

  /** The escape that an offset of the original is within; `null`: none. */
  #escapeAround(offset: number): Place | null {
    const after = firstNotBelow(this.#starts, offset);
    const [start, end] = [this.#starts[after - 1] ?? 0, this.#ends[after - 1] ?? 0];
    return after > 0 && end > offset ? { start, end } : null;
  }
}

/** `null` for a text without escapes. */
export function unescapedText(text: string): UnescapedText | null {
  let view = undone(text, { isWhole: false });
  for (let round = 1; view !== null && round < roundsMax; round += 1) {
    const next = undone(view.text, { isWhole: true });
    if (next === null) break;
    view = view.through(next);
  }
  return view;
}

/** `isWhole`: also the lines without escapes. */
function undone(text: string, { isWhole }: { readonly isWhole: boolean }): UnescapedText | null {
  const writer = new Writer(text, isWhole);
  for (let from = 0; ;) {
    const sign = nextMatch(text, nextEscape, { from, reach: 2 });
    if (sign === null) break;
    escapeHere.lastIndex = sign.index;
    const [escaped] = escapeHere.exec(text) ?? [];
    from = sign.index + (escaped ?? sign[0]).length;
    if (escaped !== undefined) writer.escape(escaped, sign.index);
  }
  return writer.finish();
}

class Writer {
  readonly #text: string;
  readonly #isWhole: boolean;
  readonly #pieces: string[] = [];
  #starts = new Uint32Array(256);
  #ends = new Uint32Array(256);
  #length = 0;
  /** The original is written up to here. */
  #at = 0;
  /** Where the line that is being written ends, with its line end; -1 before the first. */
  #lineEnd = -1;

  constructor(text: string, isWhole: boolean) {
    this.#text = text;
    this.#isWhole = isWhole;
  }

  escape(escaped: string, index: number): void {
    const characters = charactersOf(escaped);
    if (characters === null) return;
    if (index >= this.#lineEnd) this.#beginLine(index);
    this.#copy(index);
    for (const { character, start, end } of characters) this.#put(character, index + start, index + end);
    this.#at = index + escaped.length;
  }

  finish(): UnescapedText | null {
    if (this.#lineEnd < 0) return null;
    this.#copy(this.#lineEnd);
    const [starts, ends] = [this.#starts.subarray(0, this.#length), this.#ends.subarray(0, this.#length)];
    return new UnescapedText(this.#pieces.join(''), starts, ends);
  }

  /** Writes the rest of the line before, and goes on at the line of the escape at `index`. */
  #beginLine(index: number): void {
    if (this.#isWhole) {
      this.#lineEnd = this.#text.length;
      return;
    }
    if (this.#lineEnd >= 0) this.#copy(this.#lineEnd);
    this.#at = index === 0 ? 0 : this.#text.lastIndexOf('\n', index - 1) + 1;
    const end = this.#text.indexOf('\n', index);
    this.#lineEnd = end < 0 ? this.#text.length : end + 1;
  }

  #copy(to: number): void {
    this.#pieces.push(this.#text.slice(this.#at, to));
    for (let at = this.#at; at < to; at += 1) this.#place(at, at + 1);
  }

  #put(character: string, start: number, end: number): void {
    this.#pieces.push(character);
    for (let unit = 0; unit < character.length; unit += 1) this.#place(start, end);
  }

  #place(start: number, end: number): void {
    if (this.#length === this.#starts.length) {
      this.#starts = grown(this.#starts);
      this.#ends = grown(this.#ends);
    }
    this.#starts[this.#length] = start;
    this.#ends[this.#length] = end;
    this.#length += 1;
  }
}

function grown(places: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(places.length * 2);
  larger.set(places);
  return larger;
}

/** A character, and the part of its escape. */
interface Unescaped extends Place {
  readonly character: string;
}

/** `null` for what only looks like an escape. */
function charactersOf(escaped: string): Iterable<Unescaped> | null {
  if (/^(?:%|\\+(?:x[^{]|[0-3]))/.test(escaped)) return charactersOfBytes(escaped);
  const character = characterOf(escaped);
  return character === null ? null : [{ character, start: 0, end: escaped.length }];
}

function characterOf(escaped: string): string | null {
  if (escaped.startsWith('&')) return characterOfEntity(escaped);
  return escaped.startsWith('\\') ? characterOfBackslash(escaped) : shownByEnclosed(escaped);
}

function characterOfBackslash(escaped: string): string | null {
  const letterAt = escaped.lastIndexOf('\\') + 1;
  const hex = escaped.slice(letterAt + 1).replace(/[{}]/g, '');
  if (hex !== '') return characterOfCode(Number.parseInt(hex, 16));
  const letter = escaped.charAt(letterAt);
  return blanks[letter] ?? letter;
}

function characterOfEntity(escaped: string): string | null {
  const name = escaped.slice(escaped.lastIndexOf('&') + 1, -1).replace(/^(?:amp;)+/, '');
  if (!name.startsWith('#')) return namedCharacter(name);
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return characterOfCode(code);
}

/** `null`: HTML has no such name, or it stands for two characters. */
function namedCharacter(name: string): string | null {
  const decoded = decodeHTMLStrict(`&${name};`);
  return /^.$/su.test(decoded) ? decoded : null;
}

function characterOfCode(code: number): string | null {
  return code > 0x10_ff_ff ? null : String.fromCodePoint(code);
}

interface Byte extends Place {
  readonly value: number;
}

/** Bytes of UTF-8; a byte that is not part of a character counts as Latin-1. One by one, since they may be millions. */
function* charactersOfBytes(escaped: string): Generator<Unescaped, void> {
  const rest = bytesOf(escaped);
  const next: Byte[] = [];
  for (;;) {
    for (let byte = rest.next(); byte.done !== true; byte = rest.next()) {
      if (next.push(byte.value) === utf8LengthMax) break;
    }
    const own = next.splice(0, utf8Length(next));
    const [first] = own;
    if (first === undefined) return;
    const character =
      own.length === 1 ? String.fromCharCode(first.value) : Buffer.from(own.map(({ value }) => value)).toString('utf8');
    yield { character, start: first.start, end: own.at(-1)?.end ?? 0 };
  }
}

const eachByte = new RegExp(`${byte.hex}|${byte.octal}|${byte.percent}`, 'g');

function* bytesOf(escaped: string): Generator<Byte, void> {
  for (const { 0: whole, index } of escaped.matchAll(eachByte)) {
    const value = /^\\+\d/.test(whole) ? Number.parseInt(whole.slice(-3), 8) : Number.parseInt(whole.slice(-2), 16);
    yield { value, start: index, end: index + whole.length };
  }
}

const utf8LengthMax = 4;

/** How many bytes the first character has, by its first byte, if the others follow; else 1. */
function utf8Length(bytes: readonly Byte[]): number {
  const first = bytes[0]?.value ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
  for (let next = 1; next < length; next += 1) {
    if (((bytes[next]?.value ?? 0) & 0xc0) !== 0x80) return 1;
  }
  return length;
}
