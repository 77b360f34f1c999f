/**
 * JSON as text: a strict RFC 8259 scanner over UTF-8 bytes that finds the places of values and builds none. Nothing is
 * decoded unless it is asked for, so numbers of any size, key order, escapes and white space survive unchanged.
 */

import { applyEdits, type ByteEdit } from './byte-edits.ts';
import type { JsonObjectText } from './json-object-text.ts';
import { type JsonLimits } from './json-limits.ts';
import { JsonScan, type JsonFault } from './json-scan.ts';
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
 * The results of sliced scans and of edits, stored on the bytes themselves. A `WeakMap` could hold them too, but once
 * it is in the collector's old space, young collections treat everything in it as alive, including the bytes, until the
 * next full collection.
 */
const found = Symbol('found');

interface KnownBytes extends Buffer {
  [found]?: JsonObjectText | JsonFault | Edited;
}

/**
 * Scans a whole text that must be one JSON object. Refuses what `JSON.parse` refuses, and also duplicate keys at every
 * depth, invalid UTF-8, and too many levels, members or elements. A byte order mark is refused: remove it from an
 * upstream's answer first. Escapes of lone surrogates are legal JSON and stay as written. The text must not be changed
 * while the result is in use: nothing is copied. A text that {@link scanSlices} has scanned or {@link editedJsonText}
 * has written is not scanned again, whatever the limits here.
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
 * A scanned text with edits, in any order. `object` is its outermost object, and no name may occur twice in any object
 * afterwards. The result need not be scanned, unless an edit inserts something long that is no string.
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
  // Nothing follows the string that it opens.
  return end > start && bytes[0] === quote && endOfJsonString(bytes, 1) === bytes.length;
}

/** How much of a text is scanned at once, bytes. */
const sliceBytesOfScan = 65_536;
/** To scan a byte takes this part of the time that reading a character of prose does. */
const bytesPerCharacter = 8;

/** Scans such a text in slices, so that other work can be done in between. Yields the size of each slice, characters. */
export function* scanSlices(
  bytes: KnownBytes,
  limits: JsonLimits,
  sliceBytes = sliceBytesOfScan,
): Generator<number, void> {
  const scan = new JsonScan(bytes, limits);
  let scanned = scan.run(sliceBytes);
  for (; scanned === null; scanned = scan.run(sliceBytes)) yield sliceBytes / bytesPerCharacter;
  bytes[found] = scanned;
}
