import type { ByteEdit } from './byte-edits.ts';
import { growthOfEscape } from './character-growth.ts';
import { endOfJsonString, hexAt, hexValues } from './json-string.ts';

/**
 * By how many bytes at most the content of a JSON text becomes longer before a tokenizer splits it. Templates of models
 * write JSON anew: with a blank or an indented line for each value, and with numbers in full. Rewritten means all of
 * it, at any depth, and JSON in strings: arguments of calls are parsed first.
 */
export class JsonGrowth {
  /** In a normal form of its characters. */
  characters = 0;
  /** Written anew. */
  rewriting = 0;

  /** Counts a member of an object, or an element of an array: `depth` counts the containers around it. */
  addChild(depth: number): void {
    this.rewriting += 1 + lineGrowth(depth);
  }

  /** Counts a container that has a child. `depth` includes it. */
  addContainer(depth: number): void {
    this.rewriting += lineGrowth(depth);
  }

  /** Counts a number with an exponent. */
  addExponent(): void {
    this.rewriting += exponentGrowth;
  }

  /**
   * Counts a string that is a value, by the body between its quotes; its characters are counted by themselves.
   * `isWritten`: templates write it as JSON; else they do only if it is JSON.
   */
  addString(bytes: Buffer, start: number, end: number, isWritten: boolean): void {
    const isJson = mayBeJson(bytes, start, end);
    if (isJson) this.rewriting += growthOfJson(bytes, start, end);
    if (isJson || isWritten) this.addEscapes(bytes, start, end);
  }

  /** Counts what the escapes add that a template may write in a string or a key. */
  addEscapes(bytes: Buffer, start: number, end: number): void {
    let growth = 0;
    for (let at = start; at < end; at++) growth += growthEscaped[bytes[at] ?? 0] ?? 0;
    this.rewriting += growth;
  }

  /** Counts the line ends of a description, by the body between its quotes. */
  addDescription(bytes: Buffer, start: number, end: number): void {
    for (let at = start; at < end; at += lengthAt(bytes, at)) {
      if (bytes[at] === backslash && isLineEnd(bytes[at + 1])) this.rewriting += lineMarkGrowth;
    }
  }

  /** The most growth of the text after edits, which insert strings and short pieces of JSON. */
  edited(edits: readonly ByteEdit[]): JsonGrowth {
    const after = new JsonGrowth();
    after.characters = this.characters;
    after.rewriting = this.rewriting;
    for (const { replacement } of edits) {
      after.#addPiece(typeof replacement === 'string' ? Buffer.from(replacement) : replacement);
    }
    return after;
  }

  #addPiece(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const end = endOfJsonString(bytes, at, this);
      at = end < 0 ? ~end + 1 : end;
    }
    if (bytes[0] === quote) this.addString(bytes, 1, bytes.length - 1, true);
    else this.rewriting += growthOfJson(bytes, 0, bytes.length);
  }
}

const quote = 0x22;
const backslash = 0x5c;

/** Blanks in a row that are one token in every vocabulary that was measured: Llama 2 has no token for more. */
const blanksOfToken = 16;
const indentation = 4;

/** A new line and the blanks before a child or the end of a container, tokens. */
function lineGrowth(depth: number): number {
  return 1 + Math.ceil((indentation * depth) / blanksOfToken);
}

/**
 * The blanks and the `// ` before a line of a description, tokens: one of them is covered by the backslash of the line
 * end. An escaped backslash covers one more.
 */
const lineMarkGrowth = 2;

/**
 * By how many bytes a character becomes longer as an escape of six bytes, at its first byte. Some servers write so
 * whatever is not ASCII, those in Go, and Jinja by itself, what HTML would read. A character of four bytes is two
 * escapes.
 */
const growthEscaped = new Uint8Array(256).fill(4, 0xc2, 0xe0).fill(3, 0xe0, 0xf0).fill(8, 0xf0, 0xf5);
for (const letter of `<>&'`) growthEscaped[letter.charCodeAt(0)] = 5;

/** `1e20` becomes `100000000000000000000.0`; larger numbers keep an exponent. */
const exponentGrowth = 20;

/** Whether a string begins like an object, an array or a string, so that a server may parse it. */
function mayBeJson(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += lengthAt(bytes, at)) {
    const unit = unitAt(bytes, at);
    if (unit === 0x7b || unit === 0x5b || unit === quote) return true;
    if (unit > 0x20) return false;
  }
  return false;
}

/** What is added to the JSON text that a string's body holds. It may be no JSON; then nothing writes it anew. */
function growthOfJson(bytes: Buffer, start: number, end: number): number {
  let growth = 0;
  let depth = 0;
  let isInString = false;
  let isDigitBefore = false;
  let at = start;
  while (at < end) {
    const unit = unitAt(bytes, at);
    at += lengthAt(bytes, at);
    if (unit === quote) {
      // A string by itself ends the JSON: what follows is words that begin with a quotation.
      if (isInString && depth === 0) return growth;
      isInString = !isInString;
    } else if (isInString) {
      if (unit !== backslash || at >= end) continue;
      const escaped = unitAt(bytes, at);
      at += lengthAt(bytes, at);
      if (escaped === 0x75) growth += growthOfEscape(unitOfDigits(bytes, at));
      else if (isLineEnd(escaped)) growth += lineMarkGrowth - 1;
    } else if (unit === 0x7b || unit === 0x5b) {
      depth++;
      growth += 1 + 2 * lineGrowth(depth);
    } else if (unit === 0x7d || unit === 0x5d) {
      depth = Math.max(0, depth - 1);
    } else if (unit === 0x2c) {
      growth += 1 + lineGrowth(depth);
    } else if ((unit | 0x20) === 0x65 && isDigitBefore) {
      growth += exponentGrowth;
    }
    isDigitBefore = unit >= 0x30 && unit <= 0x39;
  }
  return growth;
}

/** The byte, or the unit of the escape, at a place of a string's body. Escaped white space is a blank. */
function unitAt(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte !== backslash) return byte;
  const escaped = bytes[at + 1] ?? 0;
  if (escaped === 0x75) return hexAt(bytes, at + 2);
  return isLineEnd(escaped) || escaped === 0x74 ? 0x20 : escaped;
}

/** The number that four hexadecimal digits write, each of which may be an escape. */
function unitOfDigits(bytes: Buffer, start: number): number {
  let value = 0;
  for (let at = start, digits = 0; digits < 4; digits++, at += lengthAt(bytes, at)) {
    value = (value << 4) | (hexValues[unitAt(bytes, at)] ?? 0);
  }
  return value;
}

/** Whether the letter of an escape is that of a line feed or a carriage return. */
function isLineEnd(letter: number | undefined): boolean {
  return letter === 0x6e || letter === 0x72;
}

/** How many bytes that byte or escape has. */
function lengthAt(bytes: Buffer, at: number): number {
  if (bytes[at] !== backslash) return 1;
  return bytes[at + 1] === 0x75 ? 6 : 2;
}
