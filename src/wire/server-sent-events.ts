/** Server-sent events as bytes: where records end, what they contain, and how to write them. */

import { hasByteOrderMark } from './byte-order-mark.ts';
import { applyEdits, type ByteEdit } from './byte-edits.ts';

/** One record: everything up to a blank line. */
export interface SseRecord {
  /** As received, including its blank line if there was one. May share memory with its chunk. */
  readonly bytes: Buffer;
  /** The value of the last `event` line; `null` when there is none or it is empty. */
  readonly event: string | null;
  /** The `data` lines joined with a line feed, each without the one leading space; `null` when there is none. */
  readonly data: Buffer | null;
  /** The record contains only comments. */
  readonly isComment: boolean;
  /**
   * Bytes of the two line ends that close a record of a usual form, one `data:` line and a blank one, perhaps with one
   * `event:` line before them: 2 with LF, 4 with CR LF. 0 for any other form.
   */
  readonly plainEndBytes: 0 | 2 | 4;
}

export interface RecordSplitterLimits {
  /** Most bytes of one record, line ends included. */
  readonly recordBytesMax: number;
}

/** Cuts a stream into records, however it is chunked. */
export interface RecordSplitter {
  /**
   * The records that end in this chunk; the rest is kept for the next. Raises {@link SseRecordTooLarge}; records that
   * ended before it in the same chunk are then lost. A caller that needs them uses {@link RecordSplitter.take}.
   */
  push(chunk: Buffer): readonly SseRecord[];
  /**
   * The first record that ends in `chunk` at or after `from`; then continue at `position`. `null` when none ends there:
   * the whole chunk is consumed. Raises {@link SseRecordTooLarge}.
   */
  take(chunk: Buffer, from: number): SseRecord | null;
  /** The incomplete record at the end of the stream, without its blank line; `null` when nothing is left. */
  end(): SseRecord | null;
  /** Offset in the last chunk given to `take` up to which it is consumed. */
  readonly position: number;
  /** Nothing is held back: the next byte begins a record. */
  readonly isBetweenRecords: boolean;
}

/** A record exceeded its limit of bytes or of lines: the upstream's fault, and the end of the stream. */
export class SseRecordTooLarge extends Error {
  override readonly name = 'SseRecordTooLarge';

  constructor(max: number, unit: 'bytes' | 'lines') {
    super(`an event stream record exceeds ${max} ${unit}`);
  }
}

/**
 * Most lines of one record. Honest ones have a few. A line costs a hundred times the memory of its bytes, and all of a
 * record are read in one turn of the event loop: millions of them would bring down the gateway.
 */
const recordLinesMax = 20_000;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const space = 0x20;
const dataStart = Buffer.from('data:');
const dataName = dataStart.subarray(0, -1);
const eventStart = Buffer.from('event:');
const newLine = Buffer.from('\n');
const noBytes = Buffer.alloc(0);

/**
 * Lines end with LF, CR LF or CR, also mixed; a byte order mark before the first record is dropped, and so are blank
 * lines between records. A whole record is a view of its chunk; only one that spans chunks is copied.
 *
 * A blank line that is a lone CR ends its record at once, without waiting to see whether an LF follows; such an LF is
 * then skipped.
 */
export function createRecordSplitter(limits: RecordSplitterLimits): RecordSplitter {
  return new Splitter(limits.recordBytesMax);
}

class Splitter implements RecordSplitter {
  position = 0;
  readonly #recordBytesMax: number;
  #isFirst = true;
  /** The beginning of a record from earlier chunks: the first `#keptBytes` of `#kept`. */
  #kept: Buffer = noBytes;
  #keptBytes = 0;
  /** The last byte ended a line (or the record is empty so far): another line end closes the record. */
  #isLineStart = true;
  /** The last byte was a CR: an LF now belongs to it. */
  #isAfterCr = false;
  /** Lines of the record so far that have ended. */
  #linesCount = 0;

  constructor(recordBytesMax: number) {
    this.#recordBytesMax = recordBytesMax;
  }

  get isBetweenRecords(): boolean {
    return this.#keptBytes === 0 && !this.#isAfterCr && !this.#isFirst;
  }

  push(chunk: Buffer): readonly SseRecord[] {
    const records: SseRecord[] = [];
    let record = this.take(chunk, 0);
    while (record !== null) {
      records.push(record);
      record = this.take(chunk, this.position);
    }
    return records;
  }

  take(chunk: Buffer, from: number): SseRecord | null {
    let start = from;
    while (start < chunk.length) {
      const end = this.#findEnd(chunk, start);
      this.position = end < 0 ? chunk.length : end;
      this.#limit(this.#keptBytes + this.position - start);
      if (end < 0) {
        this.#keep(chunk, start, chunk.length);
        return null;
      }
      const record = this.#parse(this.#closed(chunk, start, end));
      if (record !== null) return record;
      start = end;
    }
    this.position = chunk.length;
    return null;
  }

  end(): SseRecord | null {
    const bytes = this.#kept.subarray(0, this.#keptBytes);
    this.#forget();
    return this.#parse(bytes);
  }

  #limit(recordBytes: number): void {
    if (recordBytes <= this.#recordBytesMax) return;
    this.#forget();
    throw new SseRecordTooLarge(this.#recordBytesMax, 'bytes');
  }

  #countLine(): void {
    if (++this.#linesCount <= recordLinesMax) return;
    this.#forget();
    throw new SseRecordTooLarge(recordLinesMax, 'lines');
  }

  /** The offset after the blank line that closes the record, or -1 when the chunk ends first. */
  #findEnd(chunk: Buffer, from: number): number {
    let isLineStart = this.#isLineStart;
    let isAfterCr = this.#isAfterCr;
    let i = from;
    while (i < chunk.length) {
      const byte = chunk[i++] ?? 0;
      if (byte === lineFeed && isAfterCr) {
        isAfterCr = false;
      } else if (byte === lineFeed || byte === carriageReturn) {
        isAfterCr = byte === carriageReturn;
        if (isLineStart) return this.#afterBlankLine(chunk, i, isAfterCr);
        isLineStart = true;
        this.#countLine();
      } else {
        isLineStart = isAfterCr = false;
        while (i < chunk.length && (chunk[i] ?? 0) > carriageReturn) i++;
      }
    }
    this.#isLineStart = isLineStart;
    this.#isAfterCr = isAfterCr;
    return -1;
  }

  #afterBlankLine(chunk: Buffer, at: number, isAfterCr: boolean): number {
    this.#linesCount = 0;
    const hasLineFeed = isAfterCr && chunk[at] === lineFeed;
    this.#isAfterCr = isAfterCr && !hasLineFeed;
    return hasLineFeed ? at + 1 : at;
  }

  #keep(chunk: Buffer, start: number, end: number): void {
    const needed = this.#keptBytes + end - start;
    if (needed > this.#kept.length) {
      const grown = Buffer.allocUnsafe(Math.max(1_024, needed * 2));
      this.#kept.copy(grown, 0, 0, this.#keptBytes);
      this.#kept = grown;
    }
    chunk.copy(this.#kept, this.#keptBytes, start, end);
    this.#keptBytes = needed;
  }

  #forget(): void {
    this.#kept = noBytes;
    this.#keptBytes = 0;
    this.#linesCount = 0;
    this.#isLineStart = true;
  }

  #closed(chunk: Buffer, start: number, end: number): Buffer {
    this.#isLineStart = true;
    if (this.#keptBytes === 0) return start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end);
    this.#keep(chunk, start, end);
    const bytes = this.#kept.subarray(0, this.#keptBytes);
    this.#forget();
    return bytes;
  }

  /** `null` for blank lines that close nothing. An LF is skipped if its CR closed the record before. */
  #parse(bytes: Buffer): SseRecord | null {
    let start = this.#isFirst && hasByteOrderMark(bytes) ? 3 : 0;
    if (bytes.length > 0) this.#isFirst = false;
    while (bytes[start] === lineFeed || bytes[start] === carriageReturn) start++;
    if (start >= bytes.length) return null;
    return parseRecord(start === 0 ? bytes : bytes.subarray(start));
  }
}

/** The record in these bytes, which begin with no blank line. */
export function parseRecord(bytes: Buffer): SseRecord {
  const plain = plainRecord(bytes, bytes, null) ?? plainEventRecord(bytes);
  if (plain !== null) return plain;
  let event: string | null = null;
  const data: Buffer[] = [];
  let isComment = true;
  for (const line of linesOf(bytes)) {
    if (line[0] === colon) continue;
    isComment = false;
    const { name, value } = fieldOf(line);
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value.length === 0 ? null : value.toString('utf8');
  }
  const joined = data.length === 0 ? null : joinLines(data).subarray(0, -1);
  return { bytes, event, data: joined, isComment, plainEndBytes: 0 };
}

/** A record whose lines, from `rest` on, are one `data:` line and a blank one. */
function plainRecord(bytes: Buffer, rest: Buffer, event: string | null): SseRecord | null {
  const plainEndBytes = plainEnd(rest);
  if (plainEndBytes === 0) return null;
  const data = rest.subarray(rest[5] === space ? 6 : 5, rest.length - plainEndBytes);
  return { bytes, event, data, isComment: false, plainEndBytes };
}

/** Like {@link plainRecord}, with one `event:` line before, which ends like the others. */
function plainEventRecord(bytes: Buffer): SseRecord | null {
  if (!startsWith(bytes, eventStart)) return null;
  const lineEnd = bytes.indexOf(lineFeed);
  if (lineEnd < 0) return null;
  const endBytes = bytes[lineEnd - 1] === carriageReturn ? 2 : 1;
  const value = bytes.subarray(bytes[6] === space ? 7 : 6, lineEnd + 1 - endBytes);
  if (value.includes(carriageReturn)) return null;
  const event = value.length === 0 ? null : value.toString('utf8');
  const record = plainRecord(bytes, bytes.subarray(lineEnd + 1), event);
  return record?.plainEndBytes === 2 * endBytes ? record : null;
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  for (let i = 0; i < start.length; i++) if (bytes[i] !== start[i]) return false;
  return true;
}

function plainEnd(bytes: Buffer): 0 | 2 | 4 {
  if (!startsWith(bytes, dataStart)) return 0;
  const end = bytes.length;
  const lineEnd = bytes.indexOf(lineFeed);
  const returnAt = bytes.indexOf(carriageReturn);
  if (bytes[end - 1] !== lineFeed) return 0;
  if (returnAt < 0) return lineEnd === end - 2 ? 2 : 0;
  return returnAt === end - 4 && lineEnd === end - 3 && bytes[end - 2] === carriageReturn ? 4 : 0;
}

function fieldOf(line: Buffer): { readonly name: string; readonly value: Buffer } {
  const end = line.indexOf(colon);
  if (end < 0) return { name: line.toString('utf8'), value: line.subarray(line.length) };
  return { name: line.toString('utf8', 0, end), value: line.subarray(line[end + 1] === space ? end + 2 : end + 1) };
}

/** The value of the first field of this name; `null`: the record has none. */
export function fieldValue({ bytes }: SseRecord, name: string): Buffer | null {
  const lines = linesOf(bytes).map((line) => fieldOf(line));
  return lines.find((field) => field.name === name)?.value ?? null;
}

/** The lines of a record without their ends and without the blank line. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  let start = 0;
  for (let i = 0; i <= bytes.length; i++) {
    const byte = bytes[i];
    if (byte !== undefined && byte !== lineFeed && byte !== carriageReturn) continue;
    if (i > start) lines.push(bytes.subarray(start, i));
    start = i + 1;
  }
  return lines;
}

/** The record without its comments that begin with a word; `null`: nothing is left of it. */
export function withoutComments(record: SseRecord, word: string): SseRecord | null {
  const lines = linesOf(record.bytes);
  const left = lines.filter((line) => line[0] !== colon || !line.toString().slice(1).trimStart().startsWith(word));
  if (left.length === lines.length) return record;
  return left.length === 0 ? null : parseRecord(joinLines([...left, noBytes]));
}

/** Lines, each ended by a line feed. */
function joinLines(lines: readonly Buffer[]): Buffer {
  return Buffer.concat(lines.flatMap((line) => [line, newLine]));
}

/** The record with LF as line ends and exactly one blank line. The same bytes if it has that form already. */
export function normaliseRecord(record: SseRecord): Buffer {
  const { bytes, plainEndBytes } = record;
  if (plainEndBytes === 2) return bytes;
  if (plainEndBytes === 4 && bytes[0] === dataStart[0]) {
    return Buffer.concat([bytes.subarray(0, -4), newLine, newLine]);
  }
  return joinLines([...linesOf(bytes), noBytes]);
}

const dataPrefix = Buffer.from('data: ');

/** A record of this type with this data, each line of which becomes one `data` line. */
export function eventRecord(type: string, data: Buffer): Buffer {
  const lines = data.includes(lineFeed) || data.includes(carriageReturn) ? linesOf(data) : [data];
  const written = lines.map((line) => Buffer.concat([dataPrefix, line]));
  return joinLines([Buffer.from(`event: ${type}`), ...written, noBytes]);
}

/**
 * The normalised record with edits that count from its data, and an `event:` line of this type before it; `null`: none
 * is added. The same bytes if it has that form already.
 */
export function editedRecord(record: SseRecord, edits: readonly ByteEdit[], eventName: string | null): Buffer {
  const { data, plainEndBytes } = record;
  const plain = normaliseRecord(record);
  if (data === null || edits.length === 0) return withEventName(plain, eventName);
  if (plainEndBytes === 0) return recordWith(record, applyEdits(data, edits), eventName);
  return withEventName(applyEdits(plain, edits, plain.length - closingBytes - data.length), eventName);
}

/** Two line feeds close a normalised record. */
const closingBytes = 2;

function withEventName(record: Buffer, eventName: string | null): Buffer {
  return eventName === null ? record : Buffer.concat([Buffer.from(`event: ${eventName}\n`), record]);
}

/** A normalised record with other words in its lines, except those of its data. The same bytes if all stay. */
export function wordedRecord(bytes: Buffer, worded: (line: string) => string): Buffer {
  const written: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(lineFeed, at);
    const line = bytes.subarray(at, end < 0 ? bytes.length : end);
    const isData = startsWith(line, dataStart) || line.equals(dataName);
    const text = isData || line.length === 0 ? '' : line.toString();
    const own = worded(text);
    if (own !== text) {
      written.push(bytes.subarray(from, at), Buffer.from(own));
      from = at + line.length;
    }
    at += line.length + 1;
  }
  return from === 0 ? bytes : Buffer.concat([...written, bytes.subarray(from)]);
}

/** The normalised record with other data in place of its first `data` line; every other line stays. */
export function recordWith(record: SseRecord, data: Buffer, eventName: string | null): Buffer {
  if (data === record.data) return withEventName(normaliseRecord(record), eventName);
  const written: Buffer[] = [];
  let isWritten = false;
  for (const line of linesOf(record.bytes)) {
    const { name, value } = fieldOf(line);
    if (name !== 'data') {
      written.push(line);
    } else if (!isWritten) {
      const prefix = line.subarray(0, line.length - value.length);
      for (const part of linesOf(data)) written.push(Buffer.concat([prefix, part]));
      isWritten = true;
    }
  }
  return withEventName(joinLines([...written, noBytes]), eventName);
}
