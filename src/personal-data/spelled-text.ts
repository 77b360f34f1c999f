import type { JsonCursor } from '../wire/json-cursor.ts';
import { isPrintable } from './placeholders/decoded-text.ts';

/** Fewer characters are no mail address, account or full name. */
const codesMin = 6;

/** So many characters are written at once: a call can have only so many arguments. */
const pieceCodes = 1_024;

/**
 * The text that a list of numbers spells, as bytes of UTF-8 or as Unicode code points. It is given the elements one by
 * one, because a list may have millions.
 */
export class SpelledText {
  /** `null`: an element is no character, such as a measurement or the id of a token, or something else. */
  #codes: number[] | null = [];
  #isBytes = true;
  readonly #pieces: string[] = [];
  /** How many codes are in the pieces. */
  #written = 0;

  addElement(element: JsonCursor): void {
    if (this.#codes !== null) this.add(element.span?.kind === 'number' ? element.json() : '');
  }

  /** `json`: a number as it is written. */
  add(json: string): void {
    const codes = this.#codes;
    if (codes === null) return;
    const code = codeOf(json);
    if (code === null) {
      this.#codes = null;
      this.#pieces.length = 0;
      return;
    }
    codes.push(code);
    if (code > 0xff) this.#isBytes = false;
    if (codes.length - this.#written === pieceCodes) this.#write(codes);
  }

  /** `null` for a list that spells none. */
  text(): string | null {
    const codes = this.#codes;
    if (codes === null || codes.length < codesMin) return null;
    const bytes = this.#isBytes ? Buffer.from(codes).toString('utf8') : '\ufffd';
    if (isPrintable(bytes)) return bytes;
    this.#write(codes);
    const text = this.#pieces.join('');
    return isPrintable(text) ? text : null;
  }

  #write(codes: readonly number[]): void {
    this.#pieces.push(String.fromCodePoint(...codes.slice(this.#written)));
    this.#written = codes.length;
  }
}

/** The code of a character that may be written; `null`: it is none. */
function codeOf(json: string): number | null {
  if (!/^\d{1,7}$/.test(json)) return null;
  const code = Number(json);
  const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d;
  return code > 0x10_ff_ff || isControl ? null : code;
}

/** A number of a list, with what follows it. */
const numberInList = /\s*(\d{1,7})\s*([,\]])/y;

/** What the lists of numbers spell in a part of a JSON text that has no strings. */
export function spelledTextsIn(json: string): readonly string[] {
  const found: string[] = [];
  const number = new RegExp(numberInList);
  for (let start = json.indexOf('['); start >= 0; start = json.indexOf('[', Math.max(start + 1, number.lastIndex))) {
    const spelled = new SpelledText();
    number.lastIndex = start + 1;
    let after = start + 1;
    for (let read = number.exec(json); read !== null; read = number.exec(json)) {
      spelled.add(read[1] ?? '');
      after = number.lastIndex;
      if (read[2] !== ']') continue;
      const text = spelled.text();
      if (text !== null) found.push(text);
      break;
    }
    // A failed match has forgotten its place.
    number.lastIndex = after;
  }
  return found;
}
