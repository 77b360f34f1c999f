import type { ByteEdit } from './byte-edits.ts';
import type { JsonGrowth } from './json-growth.ts';
import { EditedPlaces, LongSpans } from './long-spans.ts';

/** A JSON object that stays text: its members by name, as spans of bytes that are decoded on demand. */

export type JsonKind = 'string' | 'number' | 'true' | 'false' | 'null' | 'object' | 'array';

/**
 * The place of a value: `valueStart` is its first byte, `valueEnd` the byte after its last. A string includes its
 * quotes.
 */
export interface JsonSpan {
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly kind: JsonKind;
}

/** The place of a member of an object. The key's span includes its quotes. */
export interface JsonMember extends JsonSpan {
  readonly keyStart: number;
  readonly keyEnd: number;
}

/** The parts of a {@link JsonObjectText}. */
export interface JsonObjectParts {
  /** The whole text that contains the object; it must be valid JSON and must not change. */
  readonly bytes: Buffer;
  /** Offset of the opening brace. */
  readonly start: number;
  /** Offset after the closing brace. */
  readonly end: number;
  readonly members: readonly JsonMember[];
  /** Whether a key holds an escape or a character outside ASCII. */
  readonly hasSpelledKeys: boolean;
  /** The long spans of the whole text. */
  readonly longSpans: LongSpans;
  /** Of the whole text. */
  readonly growth: JsonGrowth;
  /** The names of all members, in order, if they are already decoded. */
  readonly decodedKeys?: readonly string[];
}

const quote = 0x22;
const backslash = 0x5c;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

/**
 * An object of up to this many members is searched key by key; the keys of a larger one are decoded and indexed once.
 */
const searchedMembersMax = 16;

/** Made by `scanJsonObject`; nested objects are reached from there. Spans are offsets into `bytes`, at every depth. */
export class JsonObjectText {
  readonly kind = 'json_object';
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** In the order of the text. */
  readonly members: readonly JsonMember[];
  readonly #parts: JsonObjectParts;
  readonly #isIndexed: boolean;
  #index: KeyIndex | null = null;

  constructor(parts: JsonObjectParts) {
    this.bytes = parts.bytes;
    this.start = parts.start;
    this.end = parts.end;
    this.members = parts.members;
    this.#parts = parts;
    this.#isIndexed = parts.hasSpelledKeys || parts.members.length > searchedMembersMax;
  }

  /** The most bytes of the whole text, not only of this object, in any normal form of its characters. */
  get normalBytesMax(): number {
    return this.bytes.length + this.#parts.growth.characters;
  }

  /** The same, and when all JSON in it is written anew: indented, and with numbers in full. */
  get rewrittenBytesMax(): number {
    return this.normalBytesMax + this.#parts.growth.rewriting;
  }

  member(key: string): JsonMember | undefined {
    if (this.#isIndexed) return this.#keyIndex().members.get(key);
    for (const member of this.members) {
      if (isPlainKey(this.bytes, member, key)) return member;
    }
    return undefined;
  }

  /** The decoded key of a member. */
  key(member: JsonMember): string {
    const known = this.#isIndexed ? this.#keyIndex().keys.get(member) : undefined;
    return known ?? decodeString(this.bytes, member.keyStart, member.keyEnd);
  }

  #keyIndex(): KeyIndex {
    return (this.#index ??= keyIndexOf(this.bytes, this.members, this.#parts.decodedKeys));
  }

  /** The decoded string under a key; `undefined` when there is none or the value is of another kind. */
  string(key: string): string | undefined {
    const member = this.member(key);
    return member?.kind === 'string' ? this.decode(member) : undefined;
  }

  /** The JSON text of a value, as written. */
  text(span: JsonSpan): string {
    return this.bytes.toString('utf8', span.valueStart, span.valueEnd);
  }

  /** The value of a span as `JSON.parse` gives it: for small values only. */
  value(span: JsonSpan): unknown {
    return JSON.parse(this.text(span));
  }

  /** The decoded text of a span of kind `string`. */
  decode(span: JsonSpan): string {
    return decodeString(this.bytes, span.valueStart, span.valueEnd);
  }

  /** The object under a key; `undefined` when there is none or the value is of another kind. */
  nested(key: string): JsonObjectText | undefined {
    const member = this.member(key);
    return member?.kind === 'object' ? this.object(member) : undefined;
  }

  /** The object of a span of kind `object`, e.g. of an element. */
  object(span: JsonSpan): JsonObjectText {
    return objectAt(this.#parts, span);
  }

  /** The elements of a span of kind `array`, in order; of more than `countMax` only the first so many. */
  elements(span: JsonSpan, countMax = Number.POSITIVE_INFINITY): readonly JsonSpan[] {
    const elements: JsonSpan[] = [];
    for (const element of this.eachElement(span)) {
      if (elements.length >= countMax) break;
      elements.push(element);
    }
    return elements;
  }

  /** Like {@link elements}, one by one, for a caller that may stop early. */
  *eachElement(span: JsonSpan): Generator<JsonSpan, void> {
    const walk = this.#parts;
    let at = nextToken(walk, span.valueStart + 1);
    while (this.bytes[at] !== closeBracket) {
      const valueEnd = skipValue(walk, at);
      yield { valueStart: at, valueEnd, kind: kindAt(this.bytes, at) ?? 'null' };
      at = nextToken(walk, valueEnd);
    }
  }

  /**
   * The same object in the text that edits have made of this one. It must be the outermost object, and no name may
   * occur twice afterwards. The edits are ordered, as {@link LongSpans.edited} takes them. What they replace is still
   * counted in its growth: that is a bound.
   */
  edited(bytes: Buffer, edits: readonly ByteEdit[]): JsonObjectText {
    const valueStart = new EditedPlaces(edits).ofStart(this.start);
    const { longSpans, growth } = this.#parts;
    const walk = { bytes, longSpans: longSpans.edited(edits), growth: growth.edited(edits) };
    return objectAt(walk, { valueStart, valueEnd: bytes.length, kind: 'object' });
  }
}

/** The members of one object by their decoded keys, and those keys. */
interface KeyIndex {
  readonly members: ReadonlyMap<string, JsonMember>;
  readonly keys: ReadonlyMap<JsonMember, string>;
}

function keyIndexOf(bytes: Buffer, all: readonly JsonMember[], decoded: readonly string[] = []): KeyIndex {
  const members = new Map<string, JsonMember>();
  const keys = new Map<JsonMember, string>();
  for (const [place, member] of all.entries()) {
    const key = decoded[place] ?? decodeString(bytes, member.keyStart, member.keyEnd);
    members.set(key, member);
    keys.set(member, key);
  }
  return { members, keys };
}

/** The kind of the value that begins with this byte; `undefined` when none does. */
export function kindAt(bytes: Buffer, at: number): JsonKind | undefined {
  switch (bytes[at]) {
    case quote:
      return 'string';
    case 0x7b:
      return 'object';
    case 0x5b:
      return 'array';
    case 0x74:
      return 'true';
    case 0x66:
      return 'false';
    case 0x6e:
      return 'null';
    case undefined:
    default: {
      const byte = bytes[at] ?? 0;
      return byte === 0x2d || (byte >= 0x30 && byte <= 0x39) ? 'number' : undefined;
    }
  }
}

/** Decodes the valid string token between two offsets, including its quotes. */
export function decodeString(bytes: Buffer, start: number, end: number): string {
  const body = bytes.toString('utf8', start + 1, end - 1);
  // A JSON string parses to a string.
  return body.includes('\\') ? (JSON.parse(`"${body}"`) as string) : body;
}

/**
 * How many UTF-8 bytes the valid string body between two offsets (without quotes) has after unescaping. A lone
 * surrogate counts two.
 */
export function decodedLength(bytes: Buffer, start: number, end: number): number {
  let length = end - start;
  for (let i = start; i < end; i++) {
    if (bytes[i] !== backslash) continue;
    if (bytes[i + 1] === 0x75) {
      const unit = Number.parseInt(bytes.toString('latin1', i + 2, i + 6), 16);
      length += (unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3) - 6;
      i += 5;
    } else {
      length -= 1;
      i += 1;
    }
  }
  return length;
}

/** Whether a member's key is written exactly so, without escapes and in ASCII. */
function isPlainKey(bytes: Buffer, member: JsonMember, key: string): boolean {
  const bodyStart = member.keyStart + 1;
  if (member.keyEnd - bodyStart - 1 !== key.length) return false;
  for (let i = 0; i < key.length; i++) {
    const byte = bytes[bodyStart + i] ?? 0;
    if (byte !== key.charCodeAt(i) || byte === backslash || byte >= 0x80) return false;
  }
  return true;
}

/** A text that a scan has accepted. */
type Walk = Pick<JsonObjectParts, 'bytes' | 'longSpans' | 'growth'>;

function objectAt(walk: Walk, span: JsonSpan): JsonObjectText {
  const { bytes } = walk;
  const members: JsonMember[] = [];
  let hasSpelledKeys = false;
  let at = nextToken(walk, span.valueStart + 1);
  while (bytes[at] !== closeBrace) {
    const keyEnd = skipString(walk, at);
    hasSpelledKeys ||= isSpelled(bytes, at, keyEnd);
    const valueStart = nextToken(walk, keyEnd);
    const valueEnd = skipValue(walk, valueStart);
    members.push({ keyStart: at, keyEnd, valueStart, valueEnd, kind: kindAt(bytes, valueStart) ?? 'null' });
    at = nextToken(walk, valueEnd);
  }
  const { longSpans, growth } = walk;
  return new JsonObjectText({ bytes, longSpans, growth, start: span.valueStart, end: at + 1, members, hasSpelledKeys });
}

/** Assumed for a long key, which no caller asks for. */
function isSpelled(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > LongSpans.bytesMin) return true;
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === backslash || byte >= 0x80) return true;
  }
  return false;
}

// The functions below need not check the text again, and read at most `LongSpans.bytesMin` bytes of a span.

/** Skips white space, commas and colons. */
function nextToken({ bytes, longSpans }: Walk, at: number): number {
  let i = at;
  let spaceStart = at;
  for (;;) {
    switch (bytes[i]) {
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        i++;
        if (i - spaceStart === LongSpans.bytesMin) i = longSpans.endAt(spaceStart) ?? i;
        break;
      case 0x2c:
      case 0x3a:
        i++;
        spaceStart = i;
        break;
      case undefined:
      default:
        return i;
    }
  }
}

function skipValue(walk: Walk, at: number): number {
  switch (walk.bytes[at]) {
    case quote:
      return skipString(walk, at);
    case 0x7b:
    case 0x5b:
      return skipContainer(walk, at);
    case undefined:
    default:
      return skipScalar(walk, at);
  }
}

function skipScalar({ bytes, longSpans }: Walk, at: number): number {
  let i = at;
  for (;;) {
    const byte = bytes[i];
    // Letters, digits, signs and the point are all above the comma, except the plus sign.
    if (byte === undefined || byte === 0x2c || byte === closeBrace || byte === closeBracket || byte <= 0x20) return i;
    i++;
    if (i - at === LongSpans.bytesMin) i = longSpans.endAt(at) ?? i;
  }
}

function skipContainer(walk: Walk, at: number): number {
  const { bytes, longSpans } = walk;
  let depth = 0;
  let i = at;
  let isLookedUp = false;
  for (;;) {
    if (!isLookedUp && i - at >= LongSpans.bytesMin) {
      const end = longSpans.endAt(at);
      if (end !== undefined) return end;
      // It was short before an edit: what made it long is skipped.
      isLookedUp = true;
    }
    const byte = bytes[i];
    if (byte === quote) {
      i = skipString(walk, i);
      continue;
    }
    i++;
    // Both opening and both closing characters differ only by 0x20.
    const folded = (byte ?? closeBrace) | 0x20;
    if (folded === 0x7b) depth++;
    else if (folded === closeBrace && --depth === 0) return i;
  }
}

function skipString({ bytes, longSpans }: Walk, at: number): number {
  let i = at + 1;
  let isLookedUp = false;
  for (;;) {
    if (!isLookedUp && i - at >= LongSpans.bytesMin) {
      const end = longSpans.endAt(at);
      if (end !== undefined) return end;
      // It was short before an edit, and is not much longer now.
      isLookedUp = true;
    }
    const byte = bytes[i];
    if (byte === undefined) throw new RangeError(`no end of the string at byte ${at}: was the text changed?`);
    if (byte === quote) return i + 1;
    i += byte === backslash ? 2 : 1;
  }
}
