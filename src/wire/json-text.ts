/**
 * JSON as text: a strict RFC 8259 scanner over UTF-8 bytes that finds where things stand and builds no values. What is
 * not asked for is never decoded, so numbers of any size, key order, escapes and white space survive untouched.
 */

import type { JsonObjectText } from './json-object-text.ts';
import { JsonScan, type JsonFault, type JsonLimits } from './json-scan.ts';

/** What scans in slices have found, for as long as the bytes are in use. */
const known = new WeakMap<Buffer, JsonObjectText | JsonFault>();

/**
 * Scans a whole text that must be one JSON object. Refuses what `JSON.parse` refuses, and also duplicate keys at every
 * depth, invalid UTF-8, too many levels, members or elements. A byte order mark is refused. Escapes of lone surrogates
 * are legal JSON and stay as written. The text must not be changed while the result is in use: nothing is copied. What
 * {@link scanSlices} has scanned already is not scanned again, whatever the limits here.
 */
export function scanJsonObject(bytes: Buffer, limits: JsonLimits = {}): JsonObjectText | JsonFault {
  const found = known.get(bytes) ?? new JsonScan(bytes, limits).run();
  if (found === null) throw new RangeError('a scan without an end');
  return found;
}

/** Scans such a text in slices of about so many bytes, for whoever has something else to do between them. */
export function* scanSlices(bytes: Buffer, limits: JsonLimits, sliceBytes: number): Generator<undefined, void> {
  const scan = new JsonScan(bytes, limits);
  while (scan.run(sliceBytes) === null) yield;
  if (scan.result !== null) known.set(bytes, scan.result);
}
