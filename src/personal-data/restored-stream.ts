import { ChunkOutput } from '../wire/chunk-output.ts';
import type { FrameTemplate } from '../wire/frame-template.ts';
import { FrameTemplates } from '../wire/frame-templates.ts';
import { applyEdits } from '../wire/byte-edits.ts';
import { decodeString, type JsonObjectText, type JsonSpan } from '../wire/json-object-text.ts';
import { scanJsonObject } from '../wire/json-text.ts';
import { restoredLeaf } from './restored-body.ts';
import { createRecordSplitter, withData, type RecordSplitter, type SseRecord } from '../wire/server-sent-events.ts';
import { channelUseSpansOf, endedBy, textKey, type ChannelUse } from './text-channels.ts';
import { isText, textEdits } from './text-edits.ts';
import { leafSpansOf } from './text-leaves.ts';
import type { TextMap } from './text-map.ts';
import type { TextLane, TextRestorer } from './text-restorer.ts';

export interface RestoredStreamOptions {
  readonly texts: TextMap;
  readonly restorer: TextRestorer;
  /** Most bytes of one record. */
  readonly recordBytesMax: number;
  /** Most bytes of records that wait for the rest of a text; above it what is held back goes out as it is. Default 1 MiB. */
  readonly waitingBytesMax?: number;
}

const waitingBytesMax = 1_048_576;

/** Texts that are followed at a time: more than a stream tells at once. */
const lanesMax = 1_024;

/**
 * Puts the caller's words back into the texts of a stream of records, wherever it was cut.
 *
 * A record goes out with what of its pieces is sure. One whose piece leaves something held back waits, and the records
 * behind it, until the text goes on or ends: what is then still held back is put at the end of that piece. So there are as
 * many records as there were, of the same kinds, in the same order. Records that say the same as before stay byte for byte.
 */
export class RestoredStream {
  readonly #texts: TextMap;
  readonly #restorer: TextRestorer;
  readonly #splitter: RecordSplitter;
  readonly #waitingBytesMax: number;
  readonly #recordBytesMax: number;
  readonly #lanes = new Map<string, Lane>();
  readonly #templates = new FrameTemplates();
  /** What the records that repeat a template bring. */
  readonly #pieces = new WeakMap<FrameTemplate, ChannelUse>();
  readonly #waiting: OpenRecord[] = [];
  #waitingBytes = 0;

  constructor({ texts, restorer, recordBytesMax, ...limits }: RestoredStreamOptions) {
    this.#texts = texts;
    this.#restorer = restorer;
    this.#splitter = createRecordSplitter({ recordBytesMax });
    this.#recordBytesMax = recordBytesMax;
    this.#waitingBytesMax = limits.waitingBytesMax ?? waitingBytesMax;
  }

  /**
   * What can go out after a piece of the stream; `null` for nothing. It shares memory with the pieces, which must not be
   * changed. Raises `SseRecordTooLarge`.
   */
  push(piece: Buffer): Buffer | null {
    const output = new ChunkOutput(piece);
    let at = 0;
    while (at < piece.length) {
      const repeated = this.#passRepeated(piece, at, output);
      at = repeated > at ? repeated : this.#passNext(piece, at, output);
    }
    return output.finish();
  }

  /** Everything that is left: every text ends here. */
  flush(): Buffer | null {
    const output = new ChunkOutput(Buffer.alloc(0));
    const record = this.#splitter.end();
    if (record !== null) this.#read(record);
    for (const key of this.#lanes.keys()) this.#end(key);
    this.#drain(output);
    return output.finish();
  }

  /**
   * Passes on the record at `at` when it repeats a known one in all but the piece it brings, and that piece as well.
   * Answers where the next one begins.
   */
  #passRepeated(chunk: Buffer, at: number, output: ChunkOutput): number {
    if (this.#waiting.length > 0 || !this.#splitter.isBetweenRecords) return at;
    const repeated = this.#templates.match(chunk, at);
    const piece = repeated === null ? undefined : this.#pieces.get(repeated.template);
    if (repeated === null || piece === undefined) return at;
    const { template, textEnd } = repeated;
    const end = textEnd + template.tail.length;
    if (end - at > this.#recordBytesMax) return at;
    const text = decodeString(chunk, at + template.head.length - 1, textEnd + 1);
    const lane = this.#laneOf(piece);
    const passed = lane.text.push(text);
    if (passed === text && !lane.text.isHolding) {
      output.pass(at, end);
      return end;
    }
    const record = this.#splitter.take(chunk, at);
    if (record !== null) this.#read(record, passed);
    this.#drain(output);
    return end;
  }

  /** Reads on to the end of the next record, or of the chunk. Answers how far it came. */
  #passNext(chunk: Buffer, at: number, output: ChunkOutput): number {
    const record = this.#splitter.take(chunk, at);
    if (record !== null) this.#read(record);
    this.#drain(output);
    return this.#splitter.position;
  }

  /** `passed`: what its only piece has come to, where that is known. */
  #read(record: SseRecord, passed?: string): void {
    const object = record.data === null ? null : scanJsonObject(record.data);
    const open = new OpenRecord(record, object?.kind === 'json_object' ? object : null);
    if (open.object !== null) this.#follow(open, channelUseSpansOf(this.#texts, open.object), passed);
    this.#waiting.push(open);
    this.#waitingBytes += record.bytes.length;
  }

  #follow(open: OpenRecord, uses: readonly ChannelUse[], passed?: string): void {
    const isEnded = endedBy(uses);
    const pieces = uses.filter(({ use, kind }) => use === 'piece' && (kind === 'text' || kind === 'json_text'));
    const goOn = new Set(pieces.map((piece) => textKey(piece)));
    for (const [key, lane] of this.#lanes) {
      if (!goOn.has(key) && isEnded(lane)) this.#end(key);
    }
    for (const piece of pieces) this.#pass(open, piece, passed);
    if (uses.length === 1) open.onlyPiece = pieces[0] ?? null;
    // Some servers end a text in the record that still tells of it.
    for (const piece of pieces) if (isEnded(piece)) this.#end(textKey(piece));
  }

  #pass(open: OpenRecord, piece: ChannelUse, passed?: string): void {
    const { span } = piece;
    if (span === null) return;
    const lane = this.#laneOf(piece);
    const { holder } = lane;
    open.write(span, passed ?? lane.text.push(piece.text));
    lane.holder = lane.text.isHolding ? { record: open, span } : null;
    if (lane.holder !== null) open.waitsFor++;
    if (holder !== null) holder.record.waitsFor--;
  }

  #laneOf(piece: ChannelUse): Lane {
    const key = textKey(piece);
    const known = this.#lanes.get(key);
    if (known !== undefined) return known;
    const [eldest] = this.#lanes.keys();
    if (this.#lanes.size >= lanesMax && eldest !== undefined) this.#end(eldest);
    const { channel, bindings } = piece;
    const lane: Lane = { channel, bindings, text: this.#restorer.openLane(), holder: null };
    this.#lanes.set(key, lane);
    return lane;
  }

  /** The text is whole: what is held back of it goes where it stood. */
  #end(key: string): void {
    const lane = this.#lanes.get(key);
    if (lane === undefined) return;
    this.#lanes.delete(key);
    const rest = lane.text.flush();
    if (lane.holder === null) return;
    lane.holder.record.add(lane.holder.span, rest);
    lane.holder.record.waitsFor--;
  }

  #drain(output: ChunkOutput): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (first.waitsFor > 0 && this.#waitingBytes <= this.#waitingBytesMax) return;
      if (first.waitsFor > 0) this.#release(first);
      this.#waiting.shift();
      this.#waitingBytes -= first.record.bytes.length;
      const written = first.written(this.#texts, this.#restorer);
      if (written === first.record.bytes) this.#learn(first);
      output.add(written);
    }
  }

  /** A record that says one piece of a text, and passes as it is: the next will be like it. */
  #learn({ record, object, onlyPiece }: OpenRecord): void {
    if (onlyPiece === null || onlyPiece.span === null || object === null || record.plainEndBytes === 0) return;
    const dataStart = record.bytes.length - record.plainEndBytes - object.bytes.length;
    const { valueStart, valueEnd } = onlyPiece.span;
    const received = {
      record: record.bytes,
      textStart: dataStart + valueStart + 1,
      textEnd: dataStart + valueEnd - 1,
    };
    const template = this.#templates.learn(received, received);
    if (template !== null) this.#pieces.set(template, onlyPiece);
  }

  #release(record: OpenRecord): void {
    for (const [key, { holder }] of this.#lanes) if (holder?.record === record) this.#end(key);
  }
}

interface Lane extends Pick<ChannelUse, 'channel' | 'bindings'> {
  readonly text: TextLane;
  /** The piece behind which something is held back. */
  holder: { readonly record: OpenRecord; readonly span: JsonSpan } | null;
}

/** A record that has not gone out yet. */
class OpenRecord {
  readonly record: SseRecord;
  /** `null` where its data is no JSON object. */
  readonly object: JsonObjectText | null;
  /** Texts that go on or end before this record is known whole. */
  waitsFor = 0;
  /** What it brings, where that is all it does to the texts of its stream. */
  onlyPiece: ChannelUse | null = null;
  /** What becomes of its pieces, by where they stand. */
  readonly #pieces = new Map<number, string>();

  constructor(record: SseRecord, object: JsonObjectText | null) {
    this.record = record;
    this.object = object;
  }

  write({ valueStart }: JsonSpan, text: string): void {
    this.#pieces.set(valueStart, text);
  }

  add({ valueStart }: JsonSpan, text: string): void {
    this.#pieces.set(valueStart, (this.#pieces.get(valueStart) ?? '') + text);
  }

  written({ record = {} }: TextMap, restorer: TextRestorer): Buffer {
    if (this.object === null) return this.record.bytes;
    const edits = textEdits(leafSpansOf(record, this.object), (leaf) => {
      if (!isText(leaf)) return leaf.text;
      return this.#pieces.get(leaf.span?.valueStart ?? -1) ?? restoredLeaf(leaf, restorer);
    });
    return edits.length === 0 ? this.record.bytes : withData(this.record, applyEdits(this.object.bytes, edits));
  }
}

/** Whole records, each for itself: what in them repeats a text is put right, and nothing is held back. */
export function restoredRecords(bytes: Buffer, options: Pick<RestoredStreamOptions, 'texts' | 'restorer'>): Buffer {
  const stream = new RestoredStream({ ...options, recordBytesMax: bytes.length });
  const parts = [stream.push(bytes), stream.flush()];
  return Buffer.concat(parts.filter((part) => part !== null));
}
