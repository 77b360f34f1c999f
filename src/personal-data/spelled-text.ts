import type { JsonCursor } from '../wire/json-cursor.ts';
import { isPrintable } from './casting/decoded-text.ts';

/** Fewer characters are no mail address, account or full name. */
const codesMin = 6;

/**
 * The text that a list of numbers spells, as bytes of UTF-8 or as Unicode code points; `null` for a list that spells
 * none, such as measurements or the ids of tokens, and for one with anything else in it.
 */
export function spelledText(elements: Iterable<JsonCursor>): string | null {
  const codes: number[] = [];
  for (const element of elements) {
    if (element.span?.kind !== 'number') return null;
    const json = element.json();
    // Most lists end here: no character that is written has another code.
    if (!/^\d{1,7}$/.test(json)) return null;
    const code = Number(json);
    if (code > 0x10_ff_ff || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d)) return null;
    codes.push(code);
  }
  if (codes.length < codesMin) return null;
  const bytes = codes.every((code) => code <= 0xff) ? Buffer.from(codes).toString('utf8') : '\ufffd';
  const text = isPrintable(bytes) ? bytes : textOfCodes(codes);
  return isPrintable(text) ? text : null;
}

/** One by one: there may be more than a call can have arguments. */
function textOfCodes(codes: readonly number[]): string {
  return codes.map((code) => String.fromCodePoint(code)).join('');
}
