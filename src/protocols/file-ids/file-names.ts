import { applyEdits, type ByteEdit } from '../../wire/byte-edits.ts';
import { replaceValue } from '../../wire/json-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { alreadyRead } from '../../wire/json-limits.ts';
import { editedJsonText, scanJsonObject } from '../../wire/json-text.ts';
import { nothingToRestore, type TextLane, type TextRestorer } from '../../personal-data/text-restorer.ts';

/** The names of files on both sides: our id → the upstream's id. Ids are plain ASCII that JSON does not escape. */
export type FileNames = ReadonlyMap<string, string>;

/**
 * Shorter ids are too common in texts to be recognised there, e.g. `7`. They are renamed only in members that name
 * files.
 */
const tellingIdLength = 12;

/**
 * Replaces the upstream's file ids with ours in an answer: in members that name files, and in any text, because models
 * that run code see the ids as file names.
 */
export class OwnIds {
  readonly #ours: ReadonlyMap<string, string>;
  readonly #ids: readonly Buffer[];
  readonly #longIds: readonly string[];
  /** The upstream's short ids, with ours. */
  readonly #short: FileNames;
  readonly #pattern: RegExp | null;

  constructor(names: FileNames) {
    this.#ours = new Map([...names].map(([own, theirs]) => [theirs, own]));
    this.#ids = [...this.#ours.keys()].map((id) => Buffer.from(id));
    // Longest first: one id may begin with another.
    this.#longIds = [...this.#ours.keys()]
      .filter((id) => id.length >= tellingIdLength)
      .toSorted((a, b) => b.length - a.length);
    this.#short = new Map([...this.#ours].filter(([id]) => id.length < tellingIdLength));
    this.#pattern = this.#longIds.length === 0 ? null : patternOf(this.#longIds);
  }

  /** Renames in a whole answer. */
  restored(body: Buffer): Buffer {
    if (!this.#areIn(body)) return body;
    const object = scanJsonObject(body, alreadyRead);
    return object.kind === 'json_fault' ? this.restoredBytes(body) : editedJsonText(object, this.#editsOf(object));
  }

  /** Renames in bytes that are not JSON. */
  restoredBytes(bytes: Buffer): Buffer {
    return applyEdits(bytes, this.#editsOfLongIds(bytes));
  }

  /** The edits that rename files in a scanned text. */
  editsOf(object: JsonObjectText): readonly ByteEdit[] {
    return this.#areIn(object.bytes) ? this.#editsOf(object) : [];
  }

  #areIn(bytes: Buffer): boolean {
    return this.#ids.some((id) => bytes.includes(id));
  }

  #editsOf(object: JsonObjectText): readonly ByteEdit[] {
    return [...this.#editsOfLongIds(object.bytes), ...this.#editsOfShortIds(object)];
  }

  /** Recognisable ids at any place: the first of those that overlap, and the longest of those that begin alike. */
  #editsOfLongIds(bytes: Buffer): readonly ByteEdit[] {
    const found = this.#longIds.flatMap((id) => placesOf(bytes, id).map((start) => ({ start, id })));
    let end = 0;
    return found
      .toSorted((a, b) => a.start - b.start || b.id.length - a.id.length)
      .flatMap(({ start, id }) => {
        if (start < end) return [];
        end = start + id.length;
        return [{ start, end, replacement: this.#ours.get(id) ?? id }];
      });
  }

  /** Members that name files by short ids. */
  #editsOfShortIds(object: JsonObjectText): readonly ByteEdit[] {
    return this.#short.size === 0 ? [] : [...namings(object, object, this.#short)];
  }

  /** Renames in declared texts only, also in texts that come in pieces; `null`: no id is recognisable in a text. */
  get texts(): TextRestorer | null {
    const pattern = this.#pattern;
    if (pattern === null) return null;
    return {
      restore: (text) => this.#inText(text),
      numberOf: () => null,
      inOtherStrings: nothingToRestore,
      openLane: () => new IdLane(this.#longIds, pattern, (id) => this.#ours.get(id) ?? id),
    };
  }

  #inText(text: string): string {
    return this.#pattern === null ? text : text.replaceAll(this.#pattern, (id) => this.#ours.get(id) ?? id);
  }
}

/**
 * A text in pieces. A piece that may be the beginning of an id waits, as does an id that may be the beginning of a
 * longer one.
 */
class IdLane implements TextLane {
  readonly #ids: readonly string[];
  readonly #pattern: RegExp;
  readonly #own: (id: string) => string;
  #held = '';

  constructor(ids: readonly string[], pattern: RegExp, own: (id: string) => string) {
    this.#ids = ids;
    this.#pattern = pattern;
    this.#own = own;
  }

  get isHolding(): boolean {
    return this.#held !== '';
  }

  push(piece: string): string {
    const text = this.#held + piece;
    let passed = '';
    let from = 0;
    for (const match of text.matchAll(this.#pattern)) {
      const end = match.index + match[0].length;
      // At the end of the text so far, the id may still go on.
      if (end === text.length) break;
      passed += text.slice(from, match.index) + this.#own(match[0]);
      from = end;
    }
    const open = this.#openFrom(text, from);
    this.#held = text.slice(open);
    return passed + text.slice(from, open);
  }

  flush(): string {
    const rest = this.#held.replaceAll(this.#pattern, this.#own);
    this.#held = '';
    return rest;
  }

  /** Where the longest end of the text starts that is the beginning of an id. */
  #openFrom(text: string, from: number): number {
    const longest = this.#ids[0]?.length ?? 0;
    for (let at = Math.max(from, text.length - longest); at < text.length; at++) {
      const end = text.slice(at);
      if (this.#ids.some((id) => id.startsWith(end))) return at;
    }
    return text.length;
  }
}

/** Where an id occurs as a word of its own. */
function placesOf(bytes: Buffer, id: string): readonly number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(id); at >= 0; at = bytes.indexOf(id, at + 1)) {
    if (!isWordByte(bytes[at + id.length] ?? 0)) places.push(at);
  }
  return places;
}

function isWordByte(byte: number): boolean {
  return /[A-Za-z0-9]/.test(String.fromCharCode(byte));
}

/** The edits that rename files in members that name them, at any depth. `names`: from → to. */
function* namings(holder: JsonObjectText, object: JsonObjectText, names: FileNames): Generator<ByteEdit> {
  for (const member of object.members) {
    const key = object.key(member);
    if (key === 'file_id' && member.kind === 'string') yield* naming(holder, member, names);
    else if (key === 'file_ids' && member.kind === 'array') {
      for (const id of holder.eachElement(member)) if (id.kind === 'string') yield* naming(holder, id, names);
    } else yield* namingsWithin(holder, member, names);
  }
}

function* namingsWithin(holder: JsonObjectText, value: JsonSpan, names: FileNames): Generator<ByteEdit> {
  if (value.kind === 'object') yield* namings(holder, holder.object(value), names);
  if (value.kind !== 'array') return;
  for (const element of holder.eachElement(value)) yield* namingsWithin(holder, element, names);
}

function* naming(holder: JsonObjectText, id: JsonSpan, names: FileNames): Generator<ByteEdit> {
  const name = names.get(holder.decode(id));
  if (name !== undefined) yield replaceValue(id, JSON.stringify(name));
}

function patternOf(ids: readonly string[]): RegExp {
  const alternatives = ids.map((id) => id.replaceAll(/[^A-Za-z0-9_]/g, String.raw`\$&`));
  return new RegExp(`(?:${alternatives.join('|')})(?![A-Za-z0-9])`, 'g');
}
