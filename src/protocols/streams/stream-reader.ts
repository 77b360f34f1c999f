import type { RecordTexts } from '../../personal-data/record-texts.ts';
import { StreamTexts } from '../../personal-data/stream-texts.ts';
import type { ChannelUse } from '../../personal-data/channel-uses.ts';
import { applyEdits, editsBeside, growthOf, type ByteEdit } from '../../wire/byte-edits.ts';
import { ChunkOutput } from '../../wire/chunk-output.ts';
import type { FrameTemplate } from '../../wire/frame-template.ts';
import { FrameTemplates } from '../../wire/frame-templates.ts';
import { errorFieldRecord, isNoError } from '../../wire/error-field.ts';
import { decodedLength, decodeString, type JsonObjectText } from '../../wire/json-object-text.ts';
import { alreadyRead, answerLimits } from '../../wire/json-limits.ts';
import { isTooLargeFault, JsonScan, type JsonFault } from '../../wire/json-scan.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import {
  createRecordSplitter,
  editedRecord,
  SseRecordTooLarge,
  type RecordSplitter,
  type SseRecord,
} from '../../wire/server-sent-events.ts';
import type { GatewayError } from '../../errors.ts';
import { mayPretend } from '../answers/found-counters.ts';
import {
  failed,
  isCounted,
  mayPass,
  type LastRecord,
  type RecordMeaning,
  type StorableResponse,
  type StreamCounts,
  type StreamProtocol,
  type StreamState,
} from './stream-protocol.ts';
import { isDoneMark, isTorn, unread, unreadError, withoutForeignWords } from './open-record.ts';
import type { LargeRecord, OpenRecord, Scanned } from './open-record.ts';
import type { StreamWords } from './stream-words.ts';

export interface ReadingOptions {
  /** Most bytes of one record. */
  readonly recordBytesMax: number;
  /** `null`: the caller's and the upstream's words are the same. */
  readonly words: StreamWords | null;
  /**
   * Most bytes of records that wait for the rest of a text; beyond it they are passed on as they are. Default 1 MiB.
   */
  readonly waitingBytesMax?: number;
}

/** Turns an upstream's stream into the caller's, however it is cut into pieces. */
export interface StreamReader {
  /**
   * Returns what can be passed on after a piece of the upstream's stream; `null` for nothing. The result may share
   * memory with the piece, which must not be changed. Never raises. While {@link isScanning}, `scanOn` comes first.
   */
  push(piece: Buffer): Buffer | null;
  /** Returns what is left when the upstream has ended; every text ends here. While {@link isScanning}, like `push`. */
  finish(): Buffer | null;
  /** A large record is being scanned: other work may be done before {@link scanOn}. */
  readonly isScanning: boolean;
  /** Scans a slice of the large record. Returns what `push` or `finish` would have, or `null` while there is more. */
  scanOn(): Buffer | null;
  readonly state: StreamState;
  /** What follows is read: to be passed on, or behind the end for counters that no record had yet. */
  readonly isReading: boolean;
  /** A record was too large to be read, and it may be the one with the counters. The size may be the caller's doing. */
  readonly isTooLarge: boolean;
  /** Whether a record of the protocol was read. Comments are none, nor is data that is no JSON object. */
  readonly hasData: boolean;
  /** The data of the first record if it is the upstream's error; `null` for every other stream. */
  readonly firstError: Buffer | null;
  /**
   * The upstream's error as the caller's record, or the newest record behind it: held back, because it may be the last.
   * `null`: there was no error.
   */
  readonly toldError: Buffer | null;
  /** Nothing essential is missing: the end was seen, or only the end is missing. */
  readonly isWhole: boolean;
  readonly counts: StreamCounts;
  /** What follows a complete stream; `null` for nothing. `isStored`: what it says about storing. */
  lastRecord(end: { readonly isStored: boolean }): Buffer | null;
  /** What follows an incomplete stream. */
  errorRecord(error: GatewayError): Buffer;
  /** Whether an incomplete stream ends with its connection. */
  readonly isErrorOverlooked: boolean;
  /** The whole answer as the upstream sent it; `null` when there is nothing to store. */
  readonly storable: StorableResponse | null;
}

/**
 * The only reader of streams. Every record is framed and scanned once. The protocol says what the record means, and
 * which edits make it the caller's; files and texts add their edits over the same scan, and the record is written once.
 * Comments are kept, records without data are dropped, line ends become LF. A record that equals a known one except for
 * its only text is not scanned at all. Records without edits stay byte for byte.
 *
 * A record whose data is no JSON object, or beyond the limits of JSON, tells nothing. Placeholders are restored in it.
 */
export function readStream(protocol: StreamProtocol, options: ReadingOptions): StreamReader {
  return new Reader(protocol, options);
}

const waitingBytesMax = 1_048_576;
/** How much of a large record is scanned in one turn of the event loop, bytes. A smaller record is scanned at once. */
const sliceBytes = 262_144;

class Reader implements StreamReader {
  state: StreamState = 'open';
  isTooLarge = false;
  hasData = false;
  firstError: Buffer | null = null;
  toldError: Buffer | null = null;
  readonly #protocol: StreamProtocol;
  readonly #words: StreamWords | null;
  readonly #texts: StreamTexts | null;
  readonly #recordBytesMax: number;
  readonly #waitingBytesMax: number;
  readonly #splitter: RecordSplitter;
  readonly #templates = new FrameTemplates();
  /** What the records that repeat a template add to the texts of the stream. */
  readonly #pieces = new WeakMap<FrameTemplate, ChannelUse>();
  /** Records behind one that waits for the rest of a text. */
  readonly #waiting: OpenRecord[] = [];
  #waitingBytes = 0;
  #large: LargeRecord | null = null;
  /** The upstream has ended: a record that comes now has no blank line behind it. */
  #hasEnded = false;

  constructor(protocol: StreamProtocol, options: ReadingOptions) {
    const { words, recordBytesMax } = options;
    this.#protocol = protocol;
    this.#words = words;
    this.#texts = words === null || words.restorer === null ? null : new StreamTexts(words.texts, words.restorer);
    this.#recordBytesMax = recordBytesMax;
    this.#waitingBytesMax = options.waitingBytesMax ?? waitingBytesMax;
    this.#splitter = createRecordSplitter({ recordBytesMax });
  }

  get isWhole(): boolean {
    return this.state === 'done' || this.#protocol.isComplete(this.state);
  }

  get isErrorOverlooked(): boolean {
    return this.#protocol.isErrorOverlooked === true;
  }

  get counts(): StreamCounts {
    return this.#protocol;
  }

  get storable(): StorableResponse | null {
    return this.#protocol.storable ?? null;
  }

  get isScanning(): boolean {
    return this.#large !== null;
  }

  get isReading(): boolean {
    return mayPass(this.state) || (this.state !== 'broken' && !isCounted(this.counts));
  }

  push(chunk: Buffer): Buffer | null {
    return this.#goThrough(chunk, 0, new ChunkOutput(chunk));
  }

  finish(): Buffer | null {
    const output = new ChunkOutput(Buffer.alloc(0));
    const record = this.#splitter.end();
    const end = (): Buffer | null => this.#end(output);
    this.#hasEnded = true;
    if (record !== null && this.isReading) {
      if (this.#scanLater(record, output, end)) return null;
      this.#pass(record, output);
    }
    return end();
  }

  scanOn(): Buffer | null {
    const large = this.#large;
    const scanned = large?.scan.run(sliceBytes) ?? null;
    if (large === null || scanned === null) return null;
    this.#large = null;
    this.#pass(large.record, large.output, null, scanned);
    return large.goOn();
  }

  #goThrough(chunk: Buffer, from: number, output: ChunkOutput): Buffer | null {
    let at = from;
    while (at < chunk.length && this.isReading) {
      const repeated = this.#passRepeated(chunk, at, output);
      at = repeated > at ? repeated : this.#passNext(chunk, at, output);
      if (this.#large !== null) return null;
    }
    return output.finish();
  }

  #end(output: ChunkOutput): Buffer | null {
    this.#texts?.end();
    this.#drain(output);
    return output.finish();
  }

  /** Returns whether the record is so large that it is scanned in slices, in later turns of the event loop. */
  #scanLater(record: SseRecord, output: ChunkOutput, goOn: LargeRecord['goOn']): boolean {
    const { data } = record;
    if (data === null || data.length <= sliceBytes || isDoneMark(data)) return false;
    this.#large = { record, scan: new JsonScan(data, answerLimits), output, goOn };
    return true;
  }

  lastRecord(end: { readonly isStored: boolean }): Buffer | null {
    const last = this.#protocol.lastRecord(end);
    return last === null ? null : this.#written(last);
  }

  errorRecord(error: GatewayError): Buffer {
    return this.#written(this.#protocol.errorRecord(error));
  }

  /**
   * Passes on the record at `at` if it repeats a known one except for its text. Returns where the next record begins.
   */
  #passRepeated(chunk: Buffer, at: number, output: ChunkOutput): number {
    if (this.#waiting.length > 0 || this.state !== 'open' || !this.#splitter.isBetweenRecords) return at;
    const repeated = this.#templates.match(chunk, at);
    if (repeated === null) return at;
    const { template, textEnd } = repeated;
    const end = textEnd + template.tail.length;
    if (end - at > this.#recordBytesMax) return at;
    const textStart = at + template.head.length;
    const piece = this.#pieces.get(template);
    if (this.#texts !== null && piece !== undefined) {
      const text = decodeString(chunk, textStart - 1, textEnd + 1);
      const { passed: sure, isWhole } = this.#texts.pass(piece, text);
      if (!isWhole) return this.#passNext(chunk, at, output, sure);
    }
    this.#protocol.repeat(decodedLength(chunk, textStart, textEnd));
    if (template.isVerbatim) output.pass(at, end);
    else output.addBetween(template.headOut, textStart, textEnd, template.tailOut);
    return end;
  }

  /** Reads on to the end of the next record, or of the chunk. Returns how far it came. */
  #passNext(chunk: Buffer, at: number, output: ChunkOutput, sure: string | null = null): number {
    try {
      const record = this.#splitter.take(chunk, at);
      const { position } = this.#splitter;
      const goOn = (): Buffer | null => this.#goThrough(chunk, position, output);
      if (record !== null && !this.#scanLater(record, output, goOn)) this.#pass(record, output, sure);
    } catch (error) {
      if (!(error instanceof SseRecordTooLarge)) throw error;
      this.isTooLarge = true;
      this.state = 'broken';
    }
    return this.#splitter.position;
  }

  #pass(record: SseRecord, output: ChunkOutput, sure: string | null = null, scanned: Scanned | null = null): void {
    if (!mayPass(this.state)) return this.#readTrailer(record, scanned);
    const open = this.#read(record, sure, scanned);
    if (open === null) return;
    if (this.#waiting.length === 0 && (open.texts === null || open.texts.waitsFor === 0)) {
      this.#put(open, output);
      return;
    }
    this.#waiting.push(open);
    this.#waitingBytes += record.bytes.length;
    this.#drain(output);
  }

  /**
   * `null` for a record that is not passed on. `sure`: the restored text of its only piece, if known; `scanned`: its
   * data, if it was scanned already.
   */
  #read(came: SseRecord, sure: string | null, known: Scanned | null): OpenRecord | null {
    const left = mayPretend(came.bytes) ? withoutForeignWords(came, known) : { record: came, scanned: known };
    if (left === null) return null;
    const { record, scanned } = left;
    const { data } = record;
    // In the standard an event without data is no event; official clients treat it as unreadable.
    if (data === null) return record.isComment ? unread(record) : this.#readErrorField(record);
    if (isDoneMark(data)) {
      this.hasData = true;
      return this.#heed(unread(record), this.#protocol.readDoneMark(record));
    }
    const object = scanned ?? scanJsonObject(data, answerLimits);
    if (object.kind === 'json_fault') return this.#readOther(record, data, object);
    const meaning = this.#protocol.read(record, object);
    this.#noteFirst(data, meaning);
    if (meaning.kind === 'error') this.#protocol.readTrailer(object);
    const texts = !('edits' in meaning) ? null : (this.#texts?.read(object, sure) ?? null);
    return this.#heed({ record, object, texts }, meaning);
  }

  /** Reads a record whose data is no JSON object. */
  #readOther(record: SseRecord, data: Buffer, fault: JsonFault): OpenRecord | null {
    if (fault.fault === 'empty') return this.#readErrorField(record);
    // It may be the one with the counters.
    if (isTooLargeFault(fault)) this.isTooLarge = true;
    if (this.#hasEnded && isTorn(data)) {
      // Behind the counters of a finished answer it can only be the end.
      if (!(this.isWhole && isCounted(this.counts))) this.state = 'broken';
      return null;
    }
    if (record.event !== 'error' || isNoError(data)) return unread(record, this.#texts?.readOther(data) ?? null);
    this.#noteFirst(data, failed());
    return this.#heed(unreadError(record, data), failed());
  }

  /** Reads a record without data. Some servers write their error as a field of the record. */
  #readErrorField(record: SseRecord): OpenRecord | null {
    const said = errorFieldRecord(record);
    return said === null ? null : this.#read(said, null, null);
  }

  #readTrailer({ data }: SseRecord, known: Scanned | null): void {
    const scanned = known ?? (data === null ? null : scanJsonObject(data, answerLimits));
    if (scanned?.kind === 'json_object') this.#protocol.readTrailer(scanned);
  }

  #noteFirst(data: Buffer, { kind }: RecordMeaning): void {
    if (!this.hasData && (kind === 'error' || kind === 'failing')) this.firstError = data;
    this.hasData = true;
  }

  #heed(open: Omit<OpenRecord, 'meaning'>, meaning: RecordMeaning): OpenRecord | null {
    if (meaning.kind === 'last') this.state = 'done';
    if (!('edits' in meaning)) return null;
    if (meaning.kind !== 'passed') this.state = meaning.kind;
    return { ...open, meaning };
  }

  #drain(output: ChunkOutput): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const { texts } = first;
      if (texts !== null && texts.waitsFor > 0) {
        if (this.#waitingBytes <= this.#waitingBytesMax) return;
        this.#texts?.release(texts);
      }
      this.#waiting.shift();
      this.#waitingBytes -= first.record.bytes.length;
      this.#put(first, output);
    }
  }

  /** Passes on a record that waits for nothing. Behind an error the newest one is held back. */
  #put(open: OpenRecord, output: ChunkOutput): void {
    const bytes = this.#writtenOnce(open);
    if (this.toldError === null && open.meaning.kind !== 'passed') this.toldError = bytes;
    else if (this.toldError === null || open.record.isComment) output.add(bytes);
    else {
      output.add(this.toldError);
      this.toldError = bytes;
    }
  }

  #writtenOnce(open: OpenRecord): Buffer {
    const { record, object, meaning, texts } = open;
    if (object !== null) this.#words?.noteBlocks?.(object);
    const found =
      object === null ? (this.#texts?.editsOfText(record.data, texts) ?? []) : this.#ownWords(object, texts);
    const edited = editedRecord(record, editsBeside(meaning.edits, found), meaning.eventName);
    const bytes = this.#texts?.wordedRecord(edited, record) ?? edited;
    if (found.length === 0) this.#learn(open, bytes);
    return (object === null ? this.#words?.ids?.restoredBytes(bytes) : null) ?? bytes;
  }

  /** The edits that put the caller's words into a record. `texts`: `null` for one that is written after the stream. */
  #ownWords(object: JsonObjectText, texts: RecordTexts | null): readonly ByteEdit[] {
    const inTexts = texts === null ? this.#texts?.editsOfLast(object) : this.#texts?.editsOf(texts);
    return editsBeside(inTexts ?? [], this.#words?.ids?.editsOf(object) ?? []);
  }

  /** Remembers a record with one text and nothing else new as a template: the next will be like it. */
  #learn({ record, object, meaning, texts }: OpenRecord, written: Buffer): void {
    const { onlyText, eventName, edits } = meaning;
    if (onlyText === null || object === null || eventName !== null || record.plainEndBytes === 0) return;
    const piece = texts?.onlyPiece ?? null;
    if (texts !== null && piece?.span?.valueStart !== onlyText.valueStart) return;
    const dataStart = record.bytes.length - record.plainEndBytes - object.bytes.length;
    const [textStart, textEnd] = [dataStart + onlyText.valueStart + 1, dataStart + onlyText.valueEnd - 1];
    // Counted from the end: the written record may have another length before its data, where it names an event.
    const growthBehind = edits.reduce((sum, edit) => (edit.start >= onlyText.valueEnd ? sum + growthOf(edit) : sum), 0);
    const behind = record.bytes.length - record.plainEndBytes - textEnd + growthBehind + 2;
    const writtenEnd = written.length - behind;
    const template = this.#templates.learn(
      { record: record.bytes, textStart, textEnd },
      { record: written, textStart: writtenEnd - (textEnd - textStart), textEnd: writtenEnd },
    );
    if (template !== null && piece !== null) this.#pieces.set(template, piece);
  }

  /** A record that is written after the stream, with the caller's words in it. */
  #written({ data, framed }: LastRecord): Buffer {
    const object = data === null || this.#words === null ? null : scanJsonObject(data, alreadyRead);
    const isJson = object !== null && object.kind !== 'json_fault';
    if (isJson) this.#words?.noteBlocks?.(object);
    const own = isJson ? applyEdits(object.bytes, this.#ownWords(object, null)) : (data ?? Buffer.alloc(0));
    const record = framed(own);
    return this.#texts?.wordedRecord(record) ?? record;
  }
}
