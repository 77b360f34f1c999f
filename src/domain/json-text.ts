/**
 * JSON as text: a strict RFC 8259 scanner over UTF-8 bytes that finds where things stand and builds no values. What is
 * not asked for is never decoded, so numbers of any size, key order, escapes and white space survive untouched.
 */

import { decodeString, type JsonMember, JsonObjectText, kindAt } from './json-object-text.ts';

/** Why a text was refused. Every offset is a byte offset into the scanned text. */
export interface JsonFault {
  readonly kind: 'json_fault';
  /**
   * - `empty`: nothing but white space.
   * - `not_an_object`: it begins like a JSON value of another kind.
   * - `malformed`: not the grammar; control characters in strings, a byte order mark and trailing text included.
   * - `invalid_utf8`: a string holds bytes that are not UTF-8 (encoded surrogates and overlong forms included).
   * - `duplicate_key`: an object, at any depth, names a member twice; keys are compared after unescaping.
   * - `too_deep`: more containers within each other than the limit.
   */
  readonly fault: 'malformed' | 'duplicate_key' | 'too_deep' | 'invalid_utf8' | 'not_an_object' | 'empty';
  readonly at: number;
  /** The decoded key, of a `duplicate_key` only. */
  readonly key?: string;
}

export interface JsonLimits {
  /** Most containers within each other, the outermost counted. Default 128. */
  readonly depthMax?: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Above this many keys, or once a key holds an escape, an object's keys are compared as a set of strings. */
const comparedKeysMax = 16;

/** 1 for the bytes a string may hold as they are: ASCII without controls, quote and backslash. */
const plainBytes = new Uint8Array(256).fill(1, 0x20, 0x80);
plainBytes[quote] = 0;
plainBytes[backslash] = 0;

/**
 * Scans a whole text that must be one JSON object. Refuses what `JSON.parse` refuses, and also duplicate keys at every
 * depth, invalid UTF-8 and too many levels. A byte order mark is refused. Escapes of lone surrogates are legal JSON
 * and stay as written. The text must not be changed while the result is in use: nothing is copied.
 */
export function scanJsonObject(bytes: Buffer, limits: JsonLimits = {}): JsonObjectText | JsonFault {
  return new Scanner(bytes, limits.depthMax ?? 128).scan();
}

/**
 * The offset after the closing quote of the string whose body begins at `at`, or, when the body is not a JSON string in
 * valid UTF-8, the bitwise complement (negative) of the offset of the byte that is wrong.
 */
export function endOfString(bytes: Buffer, at: number): number {
  const end = bytes.length;
  let i = at;
  while (i < end) {
    const byte = bytes[i] ?? 0;
    if (plainBytes[byte] === 1) {
      i++;
      while (i + 3 < end && areFourPlain(bytes, i)) i += 4;
      continue;
    }
    if (byte === quote) return i + 1;
    const next = byte < 0x80 ? endOfEscape(bytes, i) : endOfCharacters(bytes, i);
    if (next < 0) return next;
    i = next;
  }
  return ~end;
}

/** Runs of plain text are the bulk of a body: four bytes a step are half the work of four steps. */
function areFourPlain(bytes: Buffer, at: number): boolean {
  return (
    ((plainBytes[bytes[at] ?? 0] ?? 0) &
      (plainBytes[bytes[at + 1] ?? 0] ?? 0) &
      (plainBytes[bytes[at + 2] ?? 0] ?? 0) &
      (plainBytes[bytes[at + 3] ?? 0] ?? 0)) ===
    1
  );
}

/** Skips a run of multi-byte UTF-8 characters, and single plain bytes between them as spaces between words are. */
function endOfCharacters(bytes: Buffer, at: number): number {
  const end = bytes.length;
  let i = at;
  while (i < end) {
    const lead = bytes[i] ?? 0;
    if (lead < 0x80) return i;
    const second = i + 1 < end ? (bytes[i + 1] ?? 0) : 0;
    if ((second & 0xc0) !== 0x80 || lead < 0xc2) return ~i;
    if (lead < 0xe0) {
      i += 2;
    } else {
      const next = endOfLongCharacter(bytes, i, lead, second);
      if (next < 0) return next;
      i = next;
    }
    if (i < end && plainBytes[bytes[i] ?? 0] === 1) i++;
  }
  return i;
}

/** Three or four bytes; overlong forms, surrogates and what lies beyond U+10FFFF are refused by the second byte. */
function endOfLongCharacter(bytes: Buffer, at: number, lead: number, second: number): number {
  const length = lead < 0xf0 ? 3 : 4;
  if (lead > 0xf4 || at + length > bytes.length) return ~at;
  if ((lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f)) return ~at;
  if ((lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return ~at;
  if (((bytes[at + 2] ?? 0) & 0xc0) !== 0x80) return ~at;
  if (length === 4 && ((bytes[at + 3] ?? 0) & 0xc0) !== 0x80) return ~at;
  return at + length;
}

/** Skips one escape; a control character, which stops a string as well, is refused here. */
function endOfEscape(bytes: Buffer, at: number): number {
  if (bytes[at] !== backslash || at + 1 >= bytes.length) return ~at;
  switch (bytes[at + 1]) {
    case quote:
    case backslash:
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return at + 2;
    case 0x75: // u
      for (let i = at + 2; i < at + 6; i++) if (i >= bytes.length || !isHexDigit(bytes[i] ?? 0)) return ~at;
      return at + 6;
    default:
      return ~at;
  }
}

function isHexDigit(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function skipSpace(bytes: Buffer, at: number): number {
  let i = at;
  while (i < bytes.length) {
    const byte = bytes[i];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
    i++;
  }
  return i;
}

/** One scan. Methods take the offset of a value and return the offset after it, or -1 once `#fault` is set. */
class Scanner {
  readonly #bytes: Buffer;
  readonly #depthMax: number;
  readonly #members: JsonMember[] = [];
  /** Keys of the objects that are open, innermost last: hash, start and end of the body, three numbers a key. */
  readonly #keys: number[] = [];
  #keysEnd = 0;
  #hasSpelledKeys = false;
  #fault: JsonFault | undefined;

  constructor(bytes: Buffer, depthMax: number) {
    this.#bytes = bytes;
    this.#depthMax = depthMax;
  }

  scan(): JsonObjectText | JsonFault {
    const bytes = this.#bytes;
    const start = skipSpace(bytes, 0);
    if (start === bytes.length) return { kind: 'json_fault', fault: 'empty', at: start };
    if (bytes[start] !== openBrace) {
      const fault = kindAt(bytes, start) === undefined ? 'malformed' : 'not_an_object';
      return { kind: 'json_fault', fault, at: start };
    }
    const end = this.#object(start, 1);
    if (end >= 0) {
      const rest = skipSpace(bytes, end);
      if (rest !== bytes.length) this.#refuse('malformed', rest);
    }
    const hasSpelledKeys = this.#hasSpelledKeys;
    return this.#fault ?? new JsonObjectText({ bytes, start, end, members: this.#members, hasSpelledKeys });
  }

  #refuse(fault: JsonFault['fault'], at: number): -1 {
    this.#fault ??= { kind: 'json_fault', fault, at };
    return -1;
  }

  #value(at: number, depth: number): number {
    switch (this.#bytes[at]) {
      case quote:
        return this.#string(at + 1);
      case openBrace:
        return this.#object(at, depth);
      case openBracket:
        return this.#array(at, depth);
      case 0x74: // true
        return this.#word(at, 0x72, 0x75, 0x65);
      case 0x6e: // null
        return this.#word(at, 0x75, 0x6c, 0x6c);
      case 0x66: // false
        return this.#bytes[at + 1] === 0x61 ? this.#word(at + 1, 0x6c, 0x73, 0x65) : this.#refuse('malformed', at);
      default:
        return this.#number(at);
    }
  }

  /** The last three letters of a literal whose first stands at `at`. */
  #word(at: number, second: number, third: number, fourth: number): number {
    const bytes = this.#bytes;
    if (at + 3 >= bytes.length) return this.#refuse('malformed', at);
    if (bytes[at + 1] !== second || bytes[at + 2] !== third || bytes[at + 3] !== fourth) {
      return this.#refuse('malformed', at);
    }
    return at + 4;
  }

  #string(bodyStart: number): number {
    const end = endOfString(this.#bytes, bodyStart);
    if (end >= 0) return end;
    return this.#refuse((this.#bytes[~end] ?? 0) >= 0x80 ? 'invalid_utf8' : 'malformed', ~end);
  }

  #number(at: number): number {
    const bytes = this.#bytes;
    let i = bytes[at] === 0x2d ? at + 1 : at;
    if (!isDigit(bytes[i])) return this.#refuse('malformed', at);
    i = bytes[i] === 0x30 ? i + 1 : this.#digits(i);
    if (bytes[i] === 0x2e) {
      if (!isDigit(bytes[i + 1])) return this.#refuse('malformed', at);
      i = this.#digits(i + 1);
    }
    if (bytes[i] === 0x65 || bytes[i] === 0x45) {
      i += bytes[i + 1] === 0x2b || bytes[i + 1] === 0x2d ? 2 : 1;
      if (!isDigit(bytes[i])) return this.#refuse('malformed', at);
      i = this.#digits(i);
    }
    return i;
  }

  #digits(at: number): number {
    let i = at;
    while (isDigit(this.#bytes[i])) i++;
    return i;
  }

  #array(at: number, depth: number): number {
    if (depth > this.#depthMax) return this.#refuse('too_deep', at);
    const bytes = this.#bytes;
    let i = skipSpace(bytes, at + 1);
    if (bytes[i] === closeBracket) return i + 1;
    for (;;) {
      i = this.#value(i, depth + 1);
      if (i < 0) return i;
      i = skipSpace(bytes, i);
      if (bytes[i] === closeBracket) return i + 1;
      if (bytes[i] !== comma) return this.#refuse('malformed', i);
      i = skipSpace(bytes, i + 1);
    }
  }

  #object(at: number, depth: number): number {
    if (depth > this.#depthMax) return this.#refuse('too_deep', at);
    const bytes = this.#bytes;
    const keysStart = this.#keysEnd;
    let keySet: Set<string> | undefined;
    let i = skipSpace(bytes, at + 1);
    if (bytes[i] === closeBrace) return i + 1;
    for (;;) {
      const keyStart = i;
      if (bytes[i] !== quote) return this.#refuse('malformed', i);
      i = this.#key(i + 1, depth);
      if (i < 0) return i;
      const keyEnd = i;
      keySet = this.#admitKey(keysStart, keySet);
      if (this.#fault !== undefined) return -1;
      i = skipSpace(bytes, i);
      if (bytes[i] !== colon) return this.#refuse('malformed', i);
      const valueStart = skipSpace(bytes, i + 1);
      i = this.#value(valueStart, depth + 1);
      if (i < 0) return i;
      if (depth === 1) {
        this.#members.push({ keyStart, keyEnd, valueStart, valueEnd: i, kind: kindAt(bytes, valueStart) ?? 'null' });
      }
      i = skipSpace(bytes, i);
      if (bytes[i] === closeBrace) {
        this.#keysEnd = keysStart;
        return i + 1;
      }
      if (bytes[i] !== comma) return this.#refuse('malformed', i);
      i = skipSpace(bytes, i + 1);
    }
  }

  /** Scans a key and puts it on the stack of keys; an escaped one with hash -1. */
  #key(bodyStart: number, depth: number): number {
    const bytes = this.#bytes;
    let hash = 0;
    let i = bodyStart;
    while (i < bytes.length && plainBytes[bytes[i] ?? 0] === 1) hash = (Math.imul(hash, 31) + (bytes[i++] ?? 0)) | 0;
    hash &= 0x3fffffff;
    if (bytes[i] === quote) {
      i++;
    } else {
      i = this.#string(bodyStart);
      if (i < 0) return i;
      // Some bytes of this key were not hashed: spell it out, as is done for keys with escapes.
      hash = -1;
      if (depth === 1) this.#hasSpelledKeys = true;
    }
    const keys = this.#keys;
    keys[this.#keysEnd++] = hash;
    keys[this.#keysEnd++] = bodyStart;
    keys[this.#keysEnd++] = i - 1;
    return i;
  }

  /** Compares the newest key with the others of its object; refuses a duplicate. Returns the set, once one is needed. */
  #admitKey(keysStart: number, keySet: Set<string> | undefined): Set<string> | undefined {
    const keys = this.#keys;
    const newest = this.#keysEnd - 3;
    const hash = keys[newest] ?? -1;
    if (keySet === undefined && hash !== -1 && newest - keysStart < comparedKeysMax * 3) {
      for (let i = keysStart; i < newest; i += 3) {
        if (keys[i] === hash && this.#areSameKeys(i, newest)) this.#refuseDuplicate(newest);
      }
      return undefined;
    }
    const set = keySet ?? new Set<string>();
    for (let i = keySet === undefined ? keysStart : newest; i <= newest; i += 3) {
      const before = set.size;
      set.add(this.#keyText(i));
      if (set.size === before) this.#refuseDuplicate(i);
    }
    this.#keysEnd = newest;
    return set;
  }

  #areSameKeys(a: number, b: number): boolean {
    const keys = this.#keys;
    const [aStart = 0, aEnd = 0, bStart = 0, bEnd = 0] = [keys[a + 1], keys[a + 2], keys[b + 1], keys[b + 2]];
    return this.#bytes.compare(this.#bytes, bStart, bEnd, aStart, aEnd) === 0;
  }

  #keyText(key: number): string {
    return decodeString(this.#bytes, (this.#keys[key + 1] ?? 0) - 1, (this.#keys[key + 2] ?? 0) + 1);
  }

  #refuseDuplicate(key: number): void {
    const at = (this.#keys[key + 1] ?? 0) - 1;
    this.#fault ??= { kind: 'json_fault', fault: 'duplicate_key', at, key: this.#keyText(key) };
  }
}
