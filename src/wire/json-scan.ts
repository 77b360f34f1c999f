import { JsonGrowth } from './json-growth.ts';
import { areas, descriptionHash, mediaHashes, toolsHash, type JsonArea } from './json-area.ts';
import { defaultLimits, type JsonLimits } from './json-limits.ts';
import { JsonObjectText, decodeString, kindAt, type JsonMember } from './json-object-text.ts';
import { endOfJsonString, plainBytes } from './json-string.ts';
import { LongSpans } from './long-spans.ts';

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
   * - `too_many_members`, `too_many_elements`: more of them in the whole text than the limit.
   */
  readonly fault:
    | 'malformed'
    | 'duplicate_key'
    | 'too_deep'
    | 'too_many_members'
    | 'too_many_elements'
    | 'invalid_utf8'
    | 'not_an_object'
    | 'empty';
  readonly at: number;
  /** The decoded key, of a `duplicate_key` only. */
  readonly key?: string;
}

/** Whether a text was refused for its size alone: it may be valid. */
export function isTooLargeFault({ fault }: JsonFault): boolean {
  return fault === 'too_deep' || fault === 'too_many_members' || fault === 'too_many_elements';
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Above this many keys, or after a key with an escape, an object's keys are compared as a set of strings. */
const comparedKeysMax = 16;

/** An open container. */
interface Frame {
  readonly isObject: boolean;
  /** Templates write it as JSON. */
  readonly isWritten: boolean;
  /** Of an object: how many members have begun. */
  membersCount: number;
  /** Its index among the long spans. */
  readonly place: number;
  /** Where its keys begin on the stack of keys. */
  readonly keysStart: number;
  /** Its keys as a set, once they are too many to compare one by one. */
  keySet: Set<string> | null;
}

/**
 * One scan of a text that must be a JSON object, in any number of runs: between two of them other work can be done. The
 * time is proportional to the bytes, whatever they contain. The text must not change meanwhile.
 */
export class JsonScan {
  /** Called for every text that is scanned. For tests that count what is read twice. */
  static onBegin: ((bytes: Buffer) => void) | null = null;
  readonly #bytes: Buffer;
  readonly #limits: Required<JsonLimits>;
  readonly #members: JsonMember[] = [];
  readonly #longSpans = new LongSpans();
  readonly #growth = new JsonGrowth();
  readonly #frames: Frame[] = [];
  /** Keys of the open objects, innermost last: hash, start and end of the body, three numbers per key. */
  readonly #keys: number[] = [];
  #keysEnd = 0;
  /** The hash of the newest key. */
  #keyHash = 0;
  /** What the newest member of the outermost object holds. */
  #area: JsonArea = 'json';
  /** The names of the outermost object, once they are compared as a set. */
  readonly #decodedKeys: string[] = [];
  #hasSpelledKeys = false;
  #membersCount = 0;
  #elementsCount = 0;
  #numbersCount = 0;
  /** Where the outermost object begins, and the place of its newest member. */
  #start = 0;
  #keyStart = 0;
  #keyEnd = 0;
  #valueStart = 0;
  /** Where the next value begins; -1: the scan has not begun. */
  #at = -1;
  #result: JsonObjectText | JsonFault | null = null;

  constructor(bytes: Buffer, limits: JsonLimits = {}) {
    this.#bytes = bytes;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /** Continues for about this many bytes, up to the end of the value at that point. `null`: it is not finished. */
  run(bytesMax = Number.POSITIVE_INFINITY): JsonObjectText | JsonFault | null {
    if (this.#at < 0) this.#begin();
    const until = this.#at + bytesMax;
    while (this.#result === null && this.#at < until) this.#at = this.#next(this.#at);
    return this.#result;
  }

  #begin(): void {
    JsonScan.onBegin?.(this.#bytes);
    const start = this.#skipSpace(0);
    this.#start = start;
    this.#at = start;
    if (start === this.#bytes.length) {
      this.#refuse('empty', start);
    } else if (this.#bytes[start] !== openBrace) {
      this.#refuse(kindAt(this.#bytes, start) === undefined ? 'malformed' : 'not_an_object', start);
    }
  }

  #refuse(fault: JsonFault['fault'], at: number): -1 {
    this.#result ??= { kind: 'json_fault', fault, at };
    return -1;
  }

  // Each of the following returns where the next value begins, or -1 once there is a result.

  /** Reads the value at `at` (of a container only its opening) and everything that closes after it. */
  #next(at: number): number {
    switch (this.#bytes[at]) {
      case openBrace:
        return this.#enter(at, true);
      case openBracket:
        return this.#enter(at, false);
      case quote:
        return this.#goOn(at, this.#text(at + 1));
      case 0x74: // true
        return this.#goOn(at, this.#word(at, 0x72, 0x75, 0x65));
      case 0x6e: // null
        return this.#goOn(at, this.#word(at, 0x75, 0x6c, 0x6c));
      case 0x66: // false
        if (this.#bytes[at + 1] !== 0x61) return this.#refuse('malformed', at);
        return this.#goOn(at, this.#word(at + 1, 0x6c, 0x73, 0x65));
      case undefined:
      default:
        return this.#goOn(at, this.#number(at));
    }
  }

  #enter(at: number, isObject: boolean): number {
    if (this.#frames.length === this.#limits.depthMax) return this.#refuse('too_deep', at);
    const parent = this.#frames.at(-1);
    // Texts are in other arrays. A key that was not hashed may be any.
    const key = this.#keyHash;
    const isJson = isObject ? !mediaHashes.has(key) : key === toolsHash || key === -1;
    const isCall = isJson && parent?.isObject === true && this.#area === 'texts';
    this.#frames.push({
      isObject,
      isWritten: parent !== undefined && (this.#isWritten(parent) || isCall),
      place: this.#longSpans.open(at),
      keysStart: this.#keysEnd,
      keySet: null,
      membersCount: 0,
    });
    const first = this.#skipSpace(at + 1);
    if (this.#bytes[first] === (isObject ? closeBrace : closeBracket)) return this.#close(this.#leave(first));
    this.#growth.addContainer(this.#frames.length);
    return isObject ? this.#member(first) : this.#element(first);
  }

  /** Continues after a value that is no container. */
  #goOn(start: number, end: number): number {
    if (end < 0) return end;
    this.#longSpans.add(start, end);
    return this.#close(end);
  }

  /** Continues after a value: closes the containers that end there. */
  #close(valueEnd: number): number {
    let i = valueEnd;
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      if (this.#frames.length === 1) this.#keepMember(i);
      i = this.#skipSpace(i);
      if (this.#bytes[i] === comma) {
        i = this.#skipSpace(i + 1);
        return frame.isObject ? this.#member(i) : this.#element(i);
      }
      if (this.#bytes[i] !== (frame.isObject ? closeBrace : closeBracket)) return this.#refuse('malformed', i);
      i = this.#leave(i);
    }
    return this.#finish(i);
  }

  /** Returns where the container ends that closes at `at`. */
  #leave(at: number): number {
    const frame = this.#frames.pop();
    if (frame === undefined) throw new RangeError('a closing without an opening');
    this.#longSpans.close(frame.place, at + 1);
    this.#keysEnd = frame.keysStart;
    return at + 1;
  }

  #finish(end: number): -1 {
    const bytes = this.#bytes;
    const rest = this.#skipSpace(end);
    if (rest !== bytes.length) return this.#refuse('malformed', rest);
    this.#result ??= new JsonObjectText({
      bytes,
      start: this.#start,
      end,
      members: this.#members,
      hasSpelledKeys: this.#hasSpelledKeys,
      longSpans: this.#longSpans,
      growth: this.#growth,
      ...(this.#decodedKeys.length > 0 && { decodedKeys: this.#decodedKeys }),
    });
    return -1;
  }

  #element(at: number): number {
    this.#growth.addChild(this.#frames.length);
    const byte = this.#bytes[at] ?? 0;
    const isNumber = byte <= 0x39 && byte >= 0x2d;
    const isOneTooMany = isNumber
      ? ++this.#numbersCount > this.#limits.numbersMax
      : ++this.#elementsCount > this.#limits.elementsMax;
    return isOneTooMany ? this.#refuse('too_many_elements', at) : at;
  }

  /** Reads the key of a member, up to its value. */
  #member(keyStart: number): number {
    if (++this.#membersCount > this.#limits.membersMax) return this.#refuse('too_many_members', keyStart);
    if (this.#bytes[keyStart] !== quote) return this.#refuse('malformed', keyStart);
    this.#growth.addChild(this.#frames.length);
    const keyEnd = this.#key(keyStart + 1);
    if (keyEnd < 0) return keyEnd;
    this.#longSpans.add(keyStart, keyEnd);
    this.#admitKey(keyStart);
    if (this.#result !== null) return -1;
    const i = this.#skipSpace(keyEnd);
    if (this.#bytes[i] !== colon) return this.#refuse('malformed', i);
    const valueStart = this.#skipSpace(i + 1);
    if (this.#frames.length === 1) {
      [this.#keyStart, this.#keyEnd, this.#valueStart] = [keyStart, keyEnd, valueStart];
      this.#area = areas.get(this.#keyHash) ?? 'json';
    }
    return valueStart;
  }

  #keepMember(valueEnd: number): void {
    const valueStart = this.#valueStart;
    const kind = kindAt(this.#bytes, valueStart) ?? 'null';
    this.#members.push({ keyStart: this.#keyStart, keyEnd: this.#keyEnd, valueStart, valueEnd, kind });
  }

  /** Scans a key and puts it on the stack of keys; an escaped one with hash -1. */
  #key(bodyStart: number): number {
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
      // Some bytes of this key were not hashed: compare it as a string, like keys with escapes.
      hash = -1;
      if (this.#frames.length === 1) this.#hasSpelledKeys = true;
    }
    const keys = this.#keys;
    this.#keyHash = hash;
    keys[this.#keysEnd++] = hash;
    keys[this.#keysEnd++] = bodyStart;
    keys[this.#keysEnd++] = i - 1;
    return i;
  }

  /** Compares the newest key with the others of its object, and refuses a duplicate or one too many. */
  #admitKey(keyStart: number): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    if (++frame.membersCount > this.#limits.objectMembersMax) return void this.#refuse('too_many_members', keyStart);
    const { keysStart } = frame;
    const keys = this.#keys;
    const newest = this.#keysEnd - 3;
    if (frame.isWritten) this.#growth.addEscapes(this.#bytes, keys[newest + 1] ?? 0, keys[newest + 2] ?? 0);
    const hash = keys[newest] ?? -1;
    if (frame.keySet === null && hash !== -1 && newest - keysStart < comparedKeysMax * 3) {
      for (let i = keysStart; i < newest; i += 3) {
        if (keys[i] === hash && this.#areSameKeys(i, newest)) this.#refuseDuplicate(newest);
      }
      return;
    }
    const first = frame.keySet === null ? keysStart : newest;
    const set = (frame.keySet ??= new Set<string>());
    for (let i = first; i <= newest; i += 3) {
      const before = set.size;
      const text = this.#keyText(i);
      set.add(text);
      if (this.#frames.length === 1) this.#decodedKeys.push(text);
      if (set.size === before) this.#refuseDuplicate(i);
    }
    this.#keysEnd = newest;
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
    this.#result ??= { kind: 'json_fault', fault: 'duplicate_key', at, key: this.#keyText(key) };
  }

  // The following return where something ends, or -1.

  #skipSpace(at: number): number {
    const bytes = this.#bytes;
    let i = at;
    for (;;) {
      const byte = bytes[i];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
      i++;
    }
    if (i - at >= LongSpans.bytesMin) this.#longSpans.add(at, i);
    return i;
  }

  /** Checks the last three letters of a literal that begins at `at`. */
  #word(at: number, second: number, third: number, fourth: number): number {
    const bytes = this.#bytes;
    const isIt = bytes[at + 1] === second && bytes[at + 2] === third && bytes[at + 3] === fourth;
    return isIt ? at + 4 : this.#refuse('malformed', at);
  }

  /** A string that is a value. */
  #text(bodyStart: number): number {
    const end = this.#string(bodyStart);
    if (end < 0) return end;
    const frame = this.#frames.at(-1);
    this.#growth.addString(this.#bytes, bodyStart, end - 1, frame !== undefined && this.#isWritten(frame));
    // A key that was not hashed may be the same one, spelled with escapes.
    const isDescription = this.#keyHash === descriptionHash || this.#keyHash === -1;
    if (isDescription) this.#growth.addDescription(this.#bytes, bodyStart, end - 1);
    return end;
  }

  /** Whether templates write a value in the innermost container as JSON. */
  #isWritten(frame: Frame): boolean {
    return frame.isWritten || (this.#frames.length === 1 && this.#area === 'json');
  }

  #string(bodyStart: number): number {
    const end = endOfJsonString(this.#bytes, bodyStart, this.#growth);
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
      this.#growth.addExponent();
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
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
