import { readChatFrame, type ChatFrame, type FrameRules } from './frame.ts';
import { textBytes } from './text.ts';
import { ChunkOutput } from '../../wire/chunk-output.ts';
import { FrameTemplates } from '../../wire/frame-templates.ts';
import { applyEdits, growthOf } from '../../wire/byte-edits.ts';
import { decodedLength } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import {
  createRecordSplitter,
  normaliseRecord,
  recordWithoutData,
  SseRecordTooLarge,
  withData,
  type RecordSplitter,
  type SseRecord,
} from '../../wire/server-sent-events.ts';
import type { TokenUsage } from '../../domain/usage.ts';

export interface ChatStreamOptions {
  /** The name the client used for the model. */
  readonly clientModel: string;
  /** The client asked for counters (`stream_options.include_usage`). */
  readonly includeUsage: boolean;
  /** Most bytes of one record. */
  readonly recordBytesMax: number;
}

/**
 * Turns an upstream's chat stream into the client's, record by record.
 *
 * The model gets the client's name. Without `includeUsage` the usage-only chunk is dropped and `usage` members are
 * removed. Comments stay comments, empty records go, line ends become LF, everything else stays byte for byte. `[DONE]`
 * is always held back: the caller writes {@link doneRecord} once the charge is recorded. The upstream's own error record is
 * passed on. After `[DONE]`, an error or a broken record nothing more is read or passed on.
 */
export interface ChatStreamRewriter {
  /** The client's bytes for one record; `null` for none. Unchanged ones share memory with the record. */
  push(record: SseRecord): Buffer | null;
  /**
   * The client's bytes for a piece of the stream, whatever its borders; `null` for none. Never raises. Use either this
   * or {@link ChatStreamRewriter.push}. What is returned may share memory with `chunk`, which must not be changed.
   */
  pushChunk(chunk: Buffer): Buffer | null;
  /** After the last piece: the client's bytes for a record without its blank line; `null` for none. */
  end(): Buffer | null;
  /** The upstream's counters: the last that could be read, never a sum. */
  readonly usage: TokenUsage | null;
  /** Counters in {@link usage} that had to be corrected, see `readUsage`. */
  readonly usageCorrected: readonly (keyof TokenUsage)[];
  /** The tier used, as the upstream echoes it. */
  readonly serviceTier: string | null;
  /** Every choice that was begun has its `finish_reason`, or the usage-only chunk was seen. */
  readonly isFinished: boolean;
  /** `[DONE]` was seen. */
  readonly isDone: boolean;
  /** A record with a truthy top-level `error`, or of event `error`, was seen. */
  readonly hasError: boolean;
  /** The upstream's fault: a record that is not one JSON object, or one that is too large. It was not passed on. */
  readonly isBroken: boolean;
  /** Bytes of generated text so far, escapes undone: for a bounded estimate. */
  readonly contentBytes: number;
}

/** The one record that ends a chat stream that ended well. */
export const doneRecord = Buffer.from('data: [DONE]\n\n');

/** The record that ends a chat stream that did not; official clients raise it as an error. */
export function streamErrorRecord(error: {
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
}): Buffer {
  const { message, type, code } = error;
  return Buffer.from(`data: ${JSON.stringify({ error: { message, type, param: null, code } })}\n\n`);
}

export function createChatStreamRewriter(options: ChatStreamOptions): ChatStreamRewriter {
  return new Rewriter(options);
}

/** Two line feeds close a record once its line ends are normal. */
const plainRecordEnd = 2;
const doneMark = Buffer.from('[DONE]');

/** Choices whose end is followed: more than can be asked for. */
const choicesMax = 1_024;

class Rewriter implements ChatStreamRewriter {
  usage: TokenUsage | null = null;
  usageCorrected: readonly (keyof TokenUsage)[] = [];
  serviceTier: string | null = null;
  isDone = false;
  hasError = false;
  isBroken = false;
  contentBytes = 0;
  readonly #rules: FrameRules;
  readonly #recordBytesMax: number;
  readonly #splitter: RecordSplitter;
  readonly #openChoices = new Set<string>();
  readonly #finishedChoices = new Set<string>();
  #hasUsageChunk = false;
  readonly #templates = new FrameTemplates();

  constructor({ clientModel, includeUsage, recordBytesMax }: ChatStreamOptions) {
    this.#rules = { clientModel, includeUsage };
    this.#recordBytesMax = recordBytesMax;
    this.#splitter = createRecordSplitter({ recordBytesMax });
  }

  get isFinished(): boolean {
    return this.#hasUsageChunk || (this.#finishedChoices.size > 0 && this.#openChoices.size === 0);
  }

  get #isOver(): boolean {
    return this.isDone || this.hasError || this.isBroken;
  }

  pushChunk(chunk: Buffer): Buffer | null {
    const output = new ChunkOutput(chunk);
    let at = 0;
    while (at < chunk.length && !this.#isOver) {
      const repeated = this.#splitter.isBetweenRecords ? this.#passRepeated(chunk, at, output) : at;
      at = repeated > at ? repeated : this.#passNext(chunk, at, output);
    }
    return output.finish();
  }

  push(record: SseRecord): Buffer | null {
    if (this.#isOver) return null;
    const { data, event } = record;
    if (data === null) return recordWithoutData(record);
    if (event === 'error') {
      this.hasError = true;
      return normaliseRecord(record);
    }
    if (data.length >= doneMark.length && doneMark.equals(data.subarray(0, doneMark.length))) {
      this.isDone = true;
      return null;
    }
    return this.#rewrite(record, data);
  }

  end(): Buffer | null {
    const record = this.#splitter.end();
    return record === null ? null : this.push(record);
  }

  /** Passes on the record at `at` when it repeats a known one in all but its text. Returns where the next begins. */
  #passRepeated(chunk: Buffer, at: number, output: ChunkOutput): number {
    const repeated = this.#templates.match(chunk, at);
    if (repeated === null) return at;
    const { template, textEnd } = repeated;
    const end = textEnd + template.tail.length;
    if (end - at > this.#recordBytesMax) return at;
    const textStart = at + template.head.length;
    this.contentBytes += decodedLength(chunk, textStart, textEnd);
    if (template.isVerbatim) output.pass(at, end);
    else output.addBetween(template.headOut, textStart, textEnd, template.tailOut);
    return end;
  }

  /** Reads on to the end of the next record, or of the chunk. Returns how far it came. */
  #passNext(chunk: Buffer, at: number, output: ChunkOutput): number {
    try {
      const record = this.#splitter.take(chunk, at);
      const bytes = record === null ? null : this.push(record);
      if (bytes !== null) output.add(bytes);
    } catch (error) {
      if (!(error instanceof SseRecordTooLarge)) throw error;
      this.isBroken = true;
    }
    return this.#splitter.position;
  }

  #rewrite(record: SseRecord, data: Buffer): Buffer | null {
    const object = scanJsonObject(data);
    if (object.kind === 'json_fault') {
      this.isBroken = object.fault !== 'empty';
      return null;
    }
    const frame = readChatFrame(object, this.#rules);
    this.#note(frame, data);
    if (frame.isUsageOnly && !this.#rules.includeUsage) return null;
    if (record.plainEndBytes > 0) return this.#rewritePlain(record, data, frame);
    return frame.edits.length === 0 ? normaliseRecord(record) : withData(record, applyEdits(data, frame.edits));
  }

  #rewritePlain(record: SseRecord, data: Buffer, frame: ChatFrame): Buffer {
    const { bytes, plainEndBytes } = record;
    const dataStart = bytes.length - plainEndBytes - data.length;
    // Made of line feeds, a record may be shorter before its data too, where it names an event.
    const plain = normaliseRecord(record);
    const plainStart = plain.length - plainRecordEnd - data.length;
    const out = applyEdits(plain, frame.edits, plainStart);
    const [text] = frame.texts;
    // A repetition tells nothing new but its text: counters would have to be noted each time.
    if (text !== undefined && frame.texts.length === 1 && !frame.hasError && frame.usage === null) {
      const growth = frame.edits.reduce((sum, edit) => (edit.end <= text.valueStart ? sum + growthOf(edit) : sum), 0);
      const [textStart, textEnd] = [dataStart + text.valueStart + 1, dataStart + text.valueEnd - 1];
      this.#templates.learn(
        { record: bytes, textStart, textEnd },
        {
          record: out,
          textStart: textStart - dataStart + plainStart + growth,
          textEnd: textEnd - dataStart + plainStart + growth,
        },
      );
    }
    return out;
  }

  #note(frame: ChatFrame, data: Buffer): void {
    if (frame.hasError) this.hasError = true;
    if (frame.isUsageOnly) this.#hasUsageChunk = true;
    if (frame.usage !== null) {
      this.usage = frame.usage.usage;
      this.usageCorrected = frame.usage.corrected;
    }
    if (frame.serviceTier !== null) this.serviceTier = frame.serviceTier;
    for (const { index, isFinished } of frame.choices) {
      if (this.#openChoices.size + this.#finishedChoices.size >= choicesMax) break;
      if (isFinished) {
        this.#finishedChoices.add(index);
        this.#openChoices.delete(index);
      } else if (!this.#finishedChoices.has(index)) {
        this.#openChoices.add(index);
      }
    }
    this.contentBytes += textBytes(data, frame.texts);
  }
}
