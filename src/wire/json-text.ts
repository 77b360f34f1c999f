/**
 * JSON as text: a strict RFC 8259 scanner over UTF-8 bytes that finds where things stand and builds no values. What is
 * not asked for is never decoded, so numbers of any size, key order, escapes and white space survive untouched.
 */

import { applyEdits, type ByteEdit } from './byte-edits.ts';
import type { JsonObjectText } from './json-object-text.ts';
import { JsonScan, type JsonFault, type JsonLimits } from './json-scan.ts';
import { endOfJsonString } from './json-string.ts';
import { LongSpans } from './long-spans.ts';

/** A text that was scanned before it was edited. */
interface Edited {
  readonly kind: 'edited';
  readonly object: JsonObjectText;
  /** Ordered. */
  readonly edits: readonly ByteEdit[];
}

/**
 * What scans in slices and edits have found, on the bytes themselves. A `WeakMap` says the same, but the collector of young
 * objects takes all that a map which has grown old holds for alive, and with it the bytes, until its next full round.
 */
const found = Symbol('found');

interface KnownBytes extends Buffer {
  [found]?: JsonObjectText | JsonFault | Edited;
}

/**
 * Scans a whole text that must be one JSON object. Refuses what `JSON.parse` refuses, and also duplicate keys at every
 * depth, invalid UTF-8, too many levels, members or elements. A byte order mark is refused: of an upstream's answers it is
 * taken away before. Escapes of lone surrogates
 * are legal JSON and stay as written. The text must not be changed while the result is in use: nothing is copied. What
 * {@link scanSlices} has scanned already, or {@link editedJsonText} has written, is not scanned again, whatever the limits here.
 */
export function scanJsonObject(bytes: KnownBytes, limits: JsonLimits = {}): JsonObjectText | JsonFault {
  const scanned = bytes[found] ?? new JsonScan(bytes, limits).run();
  if (scanned === null) throw new RangeError('a scan without an end');
  if (scanned.kind !== 'edited') return scanned;
  const object = scanned.object.edited(bytes, scanned.edits);
  bytes[found] = object;
  return object;
}

/**
 * A scanned text with edits, which may come in any order. `object` is its outermost one, and no name may come to stand twice
 * in any object. What the text is then need not be scanned, unless an edit puts in something long that is no string.
 */
export function editedJsonText(object: JsonObjectText, edits: readonly ByteEdit[]): Buffer {
  const ordered = edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const bytes: KnownBytes = applyEdits(object.bytes, ordered);
  if (bytes === object.bytes) bytes[found] = object;
  else if (ordered.every(isFollowed)) bytes[found] = { kind: 'edited', object, edits: ordered };
  return bytes;
}

const quote = 0x22;

function isFollowed({ start, end, replacement }: ByteEdit): boolean {
  if (Buffer.byteLength(replacement) < LongSpans.bytesMin) return true;
  const bytes = typeof replacement === 'string' ? Buffer.from(replacement) : replacement;
  return end > start && bytes[0] === quote && isOneString(bytes);
}

/** What begins with a quote: nothing stands behind the string that it opens. */
function isOneString(bytes: Buffer): boolean {
  return endOfJsonString(bytes, 1) === bytes.length;
}

/** Scans such a text in slices of about so many bytes, for whoever has something else to do between them. */
export function* scanSlices(bytes: KnownBytes, limits: JsonLimits, sliceBytes: number): Generator<undefined, void> {
  const scan = new JsonScan(bytes, limits);
  while (scan.run(sliceBytes) === null) yield;
  if (scan.result !== null) bytes[found] = scan.result;
}
