import { ChunkOutput } from '../../wire/chunk-output.ts';
import { FrameTemplates } from '../../wire/frame-templates.ts';
import { applyEdits, type ByteEdit } from '../../wire/byte-edits.ts';
import { decodedLength, type JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { generatedBytes, modelEdits, usageOf, withUse } from './answer.ts';
import { countReadings, mergedMessagesCounters, messagesTier, readMessagesUsage, tellsToolUses } from './usage.ts';
import {
  createRecordSplitter,
  normaliseRecord,
  recordWithoutData,
  SseRecordTooLarge,
  withData,
  type RecordSplitter,
  type SseRecord,
} from '../../wire/server-sent-events.ts';
import {
  noToolUses,
  readingsWith,
  withSeenUses,
  type Counters,
  type TokenUsage,
  type ToolUses,
} from '../../domain/usage.ts';

export interface MessagesStreamOptions {
  /** The name the client used for the model. */
  readonly clientModel: string;
  /** The speed the client asked for, which counts where the answer names none. */
  readonly askedSpeed: string | null;
  /** The output limit the client set: bounds an estimate. */
  readonly maxTokens: number;
  /** Most bytes of one record. */
  readonly recordBytesMax: number;
}

/**
 * Turns an upstream's stream of a message into the client's, record by record.
 *
 * The model gets the client's name. Comments stay comments, empty records and a `[DONE]` of another protocol go, line
 * ends become LF, a record without an `event:` line gets one with the type that its data names; everything else stays
 * byte for byte, records and blocks of unknown type too. `message_stop` is always held back: the caller writes it once
 * the charge is recorded. The upstream's own error record is passed on. After either, or a broken record, nothing more is
 * read or passed on.
 */
export interface MessagesStreamRewriter {
  /**
   * The client's bytes for a piece of the stream, whatever its borders; `null` for none. Never raises. What is returned
   * may share memory with `chunk`, which must not be changed.
   */
  push(chunk: Buffer): Buffer | null;
  /** After the last piece: the client's bytes for a record without its blank line; `null` for none. */
  end(): Buffer | null;
  /**
   * The upstream's counters so far. Until a record has counted the output, its tokens are estimated by what was seen,
   * and the input by the uses of tools that were; `null` when there are no counters, or when a finished stream never
   * counted its output.
   */
  readonly usage: TokenUsage | null;
  /** The tier used, as the upstream echoes it. */
  readonly serviceTier: string | null;
  /** A `message_delta` has told the stop reason. */
  readonly isFinished: boolean;
  /** `message_stop` was seen. */
  readonly isDone: boolean;
  /** A record of type `error` was seen. */
  readonly hasError: boolean;
  /** The upstream's fault: a record that is not one JSON object, or one that is too large. It was not passed on. */
  readonly isBroken: boolean;
  /** Bytes of generated text so far, escapes undone: for a bounded estimate. */
  readonly contentBytes: number;
  /** Uses of the upstream's tools that were shown so far. */
  readonly toolUses: ToolUses;
  /** The upstream's `message_stop`, or the protocol's own where none was seen. */
  readonly lastRecord: Buffer;
}

export function createMessagesStreamRewriter(options: MessagesStreamOptions): MessagesStreamRewriter {
  return new Rewriter(options);
}

/** The record that ends a stream that did not end well; official clients raise it as an error. */
export function messagesErrorRecord(error: object): Buffer {
  return Buffer.from(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
}

const messageStop = Buffer.from('event: message_stop\ndata: {"type":"message_stop"}\n\n');
const doneMark = Buffer.from('[DONE]');
const newLine = Buffer.from('\n');

/** Mean length of a token in running text. An estimate, not a bound. */
const bytesPerToken = 4;

class Rewriter implements MessagesStreamRewriter {
  serviceTier: string | null = null;
  isFinished = false;
  isDone = false;
  hasError = false;
  isBroken = false;
  contentBytes = 0;
  toolUses = noToolUses;
  lastRecord = messageStop;
  readonly #options: MessagesStreamOptions;
  readonly #splitter: RecordSplitter;
  readonly #templates = new FrameTemplates();
  #upstreamModel: string | null = null;
  #counters: Counters = {};
  #isOutputCounted = false;
  /** The first record tells of none yet: only a later one counts. */
  #areUsesCounted = false;

  constructor(options: MessagesStreamOptions) {
    this.#options = options;
    this.#splitter = createRecordSplitter(options);
  }

  get usage(): TokenUsage | null {
    const counted = readMessagesUsage(this.#counters, this.toolUses)?.usage ?? null;
    if (counted === null) return null;
    const usage = this.#areUsesCounted ? counted : withSeenUses(counted, this.toolUses);
    if (this.#isOutputCounted) return usage;
    if (this.isFinished || this.isDone) return null;
    // Nothing but the first record has counted: one reading of the input.
    const readings = readingsWith(usage);
    const seen = Math.min(Math.ceil(this.contentBytes / bytesPerToken), this.#options.maxTokens * readings);
    return { ...countReadings(usage, readings), output_tokens: Math.max(usage.output_tokens, seen) };
  }

  get #isOver(): boolean {
    return this.isDone || this.hasError || this.isBroken;
  }

  push(chunk: Buffer): Buffer | null {
    const output = new ChunkOutput(chunk);
    let at = 0;
    while (at < chunk.length && !this.#isOver) {
      const repeated = this.#splitter.isBetweenRecords ? this.#passRepeated(chunk, at, output) : at;
      at = repeated > at ? repeated : this.#passNext(chunk, at, output);
    }
    return output.finish();
  }

  end(): Buffer | null {
    const record = this.#splitter.end();
    return record === null || this.#isOver ? null : this.#pass(record);
  }

  /** Passes on the record at `at` when it repeats a known one in all but its text. Returns where the next begins. */
  #passRepeated(chunk: Buffer, at: number, output: ChunkOutput): number {
    const repeated = this.#templates.match(chunk, at);
    if (repeated === null) return at;
    const { template, textEnd } = repeated;
    const end = textEnd + template.tail.length;
    if (end - at > this.#options.recordBytesMax) return at;
    this.contentBytes += decodedLength(chunk, at + template.head.length, textEnd);
    output.pass(at, end);
    return end;
  }

  /** Reads on to the end of the next record, or of the chunk. Returns how far it came. */
  #passNext(chunk: Buffer, at: number, output: ChunkOutput): number {
    try {
      const record = this.#splitter.take(chunk, at);
      const bytes = record === null ? null : this.#pass(record);
      if (bytes !== null) output.add(bytes);
    } catch (error) {
      if (!(error instanceof SseRecordTooLarge)) throw error;
      this.isBroken = true;
    }
    return this.#splitter.position;
  }

  #pass(record: SseRecord): Buffer | null {
    const { data, event } = record;
    if (data === null) return recordWithoutData(record);
    if (event === 'error') {
      this.hasError = true;
      return normaliseRecord(record);
    }
    if (doneMark.equals(data.subarray(0, doneMark.length))) return null;
    const object = scanJsonObject(data);
    if (object.kind === 'json_fault') {
      this.isBroken = object.fault !== 'empty';
      return null;
    }
    return this.#passObject(record, object);
  }

  #passObject(record: SseRecord, object: JsonObjectText): Buffer | null {
    const type = object.string('type') ?? record.event;
    const edits = this.#note(type, object);
    const isNamed = record.event !== null || type === null;
    const body = edits.length === 0 ? normaliseRecord(record) : withData(record, applyEdits(object.bytes, edits));
    const bytes = isNamed ? body : Buffer.concat([Buffer.from(`event: ${type}`), newLine, body]);
    if (type === 'message_stop') {
      this.lastRecord = Buffer.from(bytes);
      return null;
    }
    if (type === 'content_block_delta' && bytes === record.bytes) this.#learn(record, object);
    return bytes;
  }

  /** Takes from a record what the charge needs. Answers the edits that make it the client's. */
  #note(type: string | null, object: JsonObjectText): readonly ByteEdit[] {
    switch (type) {
      case 'message_start': {
        const message = object.nested('message');
        if (message === undefined) return [];
        this.#upstreamModel = message.string('model') ?? null;
        return this.#noteUsage(message);
      }
      case 'message_delta':
        this.isFinished ||= (object.nested('delta')?.string('stop_reason') ?? '') !== '';
        this.#areUsesCounted ||= tellsToolUses(usageOf(object));
        this.#isOutputCounted ||= object.nested('usage')?.member('output_tokens')?.kind === 'number';
        return this.#noteUsage(object);
      case 'content_block_start':
      case 'content_block_delta': {
        const content = object.nested(type === 'content_block_start' ? 'content_block' : 'delta');
        if (content !== undefined) {
          this.contentBytes += generatedBytes(content);
          this.toolUses = withUse(this.toolUses, content);
        }
        return [];
      }
      case 'message_stop':
        this.isDone = true;
        return [];
      case 'error':
        this.hasError = true;
        return [];
      default:
        return [];
    }
  }

  #noteUsage(message: JsonObjectText): readonly ByteEdit[] {
    this.#counters = mergedMessagesCounters(this.#counters, usageOf(message));
    this.serviceTier = messagesTier(this.#counters, this.#options.askedSpeed);
    return modelEdits(message, { upstreamModel: this.#upstreamModel, model: this.#options.clientModel });
  }

  /** A delta with one text and nothing else: the next will be like it. */
  #learn({ bytes, plainEndBytes }: SseRecord, object: JsonObjectText): void {
    if (plainEndBytes === 0) return;
    const delta = object.nested('delta');
    const text = delta?.member('text') ?? delta?.member('thinking') ?? delta?.member('partial_json');
    if (delta?.members.length !== 2 || text?.kind !== 'string') return;
    const dataStart = bytes.length - plainEndBytes - object.bytes.length;
    const received = {
      record: bytes,
      textStart: dataStart + text.valueStart + 1,
      textEnd: dataStart + text.valueEnd - 1,
    };
    this.#templates.learn(received, received);
  }
}
