import type { JsonCursor } from '../wire/json-cursor.ts';
import { isPrintable } from './casting/decoded-text.ts';

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

  add(element: JsonCursor): void {
    const codes = this.#codes;
    if (codes === null) return;
    const code = codeOf(element);
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
function codeOf(element: JsonCursor): number | null {
  if (element.span?.kind !== 'number') return null;
  const json = element.json();
  if (!/^\d{1,7}$/.test(json)) return null;
  const code = Number(json);
  const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d;
  return code > 0x10_ff_ff || isControl ? null : code;
}
