import { ChunkOutput } from '../../wire/chunk-output.ts';
import { applyEdits, type ByteEdit } from '../../wire/byte-edits.ts';
import { editMembers, replaceValue } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { betterId, outputItems, responseEdits, responseUsage, usesShown, type ResponseEcho } from './answer.ts';
import { isWebSearch } from './items.ts';
import { jsonArray } from './request.ts';
import {
  createRecordSplitter,
  eventRecord,
  normaliseRecord,
  recordWithoutData,
  SseRecordTooLarge,
  withData,
  type RecordSplitter,
  type SseRecord,
} from '../../wire/server-sent-events.ts';
import { mostUses, noToolUses, type TokenUsage, type ToolUses } from '../../domain/usage.ts';

export interface ResponsesStreamOptions extends ResponseEcho {
  /** Most bytes of one record. */
  readonly recordBytesMax: number;
}

/**
 * Turns an upstream's stream of a response into the client's, record by record.
 *
 * The response object gets the client's echoes wherever it stands, items get ids that are unique, records without an
 * `event:` line get one, records that no official client knows go, and then the rest is numbered anew. A terminal record
 * without the items that the stream has shown gets them. It is always held back: the caller writes it once the books are
 * right. Everything else stays byte for byte. After the terminal record, an error or a broken record nothing more is
 * read or passed on.
 */
export interface ResponsesStreamRewriter {
  /** The client's bytes for a piece of the stream, whatever its borders; `null` for none. Never raises. */
  push(chunk: Buffer): Buffer | null;
  /** After the last piece: the client's bytes for a record without its blank line; `null` for none. */
  end(): Buffer | null;
  /** The upstream's counters; they come with the terminal record. */
  readonly usage: TokenUsage | null;
  readonly serviceTier: string | null;
  /** The terminal record was seen. */
  readonly isDone: boolean;
  /** A record of type `error` was seen. */
  readonly hasError: boolean;
  /** The upstream's fault: a record that is not one JSON object, or one that is too large. It was not passed on. */
  readonly isBroken: boolean;
  /** Bytes of generated text so far. */
  readonly contentBytes: number;
  /** Uses of the upstream's tools that were shown so far. */
  readonly toolUses: ToolUses;
  /** The terminal record; `null` before it was seen. `isStored` is what it says about that. */
  lastRecord(isStored: boolean): Buffer | null;
  /** The whole response object that the terminal record holds; `null` before it was seen. */
  readonly response: Buffer | null;
  /**
   * The record that ends a stream that did not end well: the response, failed, with the items that were done; or a bare
   * error where no response was begun. Coding agents take only the former for an end.
   */
  errorRecord(error: { readonly code: string; readonly message: string; readonly param: string | null }): Buffer;
}

export function createResponsesStreamRewriter(options: ResponsesStreamOptions): ResponsesStreamRewriter {
  return new Rewriter(options);
}

const terminals = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** Records of one server that the official clients stop at. */
const unknownToClients = new Set(['response.reasoning_part.added', 'response.reasoning_part.done']);

const doneMark = Buffer.from('[DONE]');

class Rewriter implements ResponsesStreamRewriter {
  usage: TokenUsage | null = null;
  serviceTier: string | null = null;
  isDone = false;
  hasError = false;
  isBroken = false;
  contentBytes = 0;
  toolUses = noToolUses;
  readonly #options: ResponsesStreamOptions;
  readonly #splitter: RecordSplitter;
  /** New ids of items, by their place in the output. */
  readonly #ids = new Map<number, string>();
  /** Items that are done, by their place in the output. */
  readonly #items = new Map<number, Buffer>();
  #itemBytes = 0;
  #sequence = 0;
  /** The response object as the client last got it. */
  #begun: Buffer | null = null;
  #terminal: { readonly type: string; readonly sequence: number; readonly object: JsonObjectText } | null = null;

  constructor(options: ResponsesStreamOptions) {
    this.#options = options;
    this.#splitter = createRecordSplitter(options);
  }

  get #isOver(): boolean {
    return this.isDone || this.hasError || this.isBroken;
  }

  push(chunk: Buffer): Buffer | null {
    const output = new ChunkOutput(chunk);
    for (let at = 0; at < chunk.length && !this.#isOver; at = this.#splitter.position) {
      try {
        const record = this.#splitter.take(chunk, at);
        const bytes = record === null ? null : this.#pass(record);
        if (bytes !== null) output.add(bytes);
      } catch (error) {
        if (!(error instanceof SseRecordTooLarge)) throw error;
        this.isBroken = true;
      }
    }
    return output.finish();
  }

  end(): Buffer | null {
    const record = this.#splitter.end();
    // What broke off before its data says nothing.
    return record === null || record.data === null || this.#isOver ? null : this.#pass(record);
  }

  lastRecord(isStored: boolean): Buffer | null {
    if (this.#terminal === null) return null;
    const { type, sequence, object } = this.#terminal;
    const response = this.#response(isStored);
    const member = object.member('response');
    if (response === null || member === undefined) return null;
    const { valueStart: start, valueEnd: end } = member;
    const edits = [...this.#numberEdits(object, sequence), { start, end, replacement: response }];
    if (object.member('type') === undefined)
      edits.push(...editMembers(object, [{ key: 'type', json: JSON.stringify(type) }]));
    return eventRecord(type, applyEdits(object.bytes, edits));
  }

  get response(): Buffer | null {
    return this.#response(this.#options.isStored);
  }

  errorRecord({ code, message, param }: { code: string; message: string; param: string | null }): Buffer {
    const begun = this.#begun === null ? null : scanJsonObject(this.#begun);
    if (begun?.kind !== 'json_object') {
      const data = { type: 'error', code, message, param, sequence_number: this.#sequence };
      return Buffer.from(`event: error\ndata: ${JSON.stringify(data)}\n\n`);
    }
    const failed = applyEdits(
      begun.bytes,
      editMembers(begun, [
        { key: 'status', json: '"failed"' },
        { key: 'error', json: JSON.stringify({ code, message }) },
        { key: 'output', json: this.#doneItems().toString() },
        // What broke off is not kept.
        { key: 'store', json: 'false' },
      ]),
    );
    const head = `{"type":"response.failed","sequence_number":${this.#sequence},"response":`;
    return eventRecord('response.failed', Buffer.concat([Buffer.from(head), failed, Buffer.from('}')]));
  }

  #response(isStored: boolean): Buffer | null {
    const response = this.#terminal?.object.nested('response');
    if (response === undefined) return null;
    const edits: ByteEdit[] = [...responseEdits(response, { ...this.#options, isStored })];
    if (outputItems(response).length === 0 && this.#items.size > 0) {
      edits.push(...editMembers(response, [{ key: 'output', json: this.#doneItems().toString() }]));
    }
    return edited(response, edits);
  }

  /** The items that are done, in their order: a JSON array. */
  #doneItems(): Buffer {
    return jsonArray([...this.#items].toSorted(([a], [b]) => a - b).map(([, text]) => text));
  }

  #pass(record: SseRecord): Buffer | null {
    const { data } = record;
    if (data === null) return recordWithoutData(record);
    if (doneMark.equals(data.subarray(0, doneMark.length))) return null;
    const object = scanJsonObject(data);
    if (object.kind === 'json_fault') {
      this.isBroken = object.fault !== 'empty';
      return null;
    }
    const type = object.string('type') ?? record.event;
    return type === null ? normaliseRecord(record) : this.#passEvent(record, object, type);
  }

  #passEvent(record: SseRecord, object: JsonObjectText, type: string): Buffer | null {
    if (unknownToClients.has(type)) return null;
    const sequence = this.#sequence;
    this.#sequence += 1;
    if (terminals.has(type)) {
      this.#noteTerminal(object, type, sequence);
      return null;
    }
    if (type === 'error') this.hasError = true;
    const edits = [...this.#numberEdits(object, sequence), ...this.#note(object, type)];
    const bytes = edits.length === 0 ? normaliseRecord(record) : withData(record, applyEdits(object.bytes, edits));
    return record.event === null ? Buffer.concat([Buffer.from(`event: ${type}\n`), bytes]) : bytes;
  }

  #noteTerminal(object: JsonObjectText, type: string, sequence: number): void {
    this.isDone = true;
    const response = object.nested('response');
    if (response === undefined) {
      this.isDone = false;
      this.isBroken = true;
      return;
    }
    // The record is held for longer than its chunk.
    const copy = scanJsonObject(Buffer.from(object.bytes));
    if (copy.kind === 'json_object') this.#terminal = { type, sequence, object: copy };
    // Its output may be left out of it, and what is in it need not have been told before.
    this.usage = responseUsage(response, mostUses(this.toolUses, usesShown(outputItems(response))));
    this.serviceTier = response.string('service_tier') ?? this.serviceTier;
  }

  #numberEdits(object: JsonObjectText, sequence: number): readonly ByteEdit[] {
    const member = object.member('sequence_number');
    if (member === undefined || object.text(member) === String(sequence)) return [];
    return [replaceValue(member, String(sequence))];
  }

  /** Takes from a record what the charge and the terminal record need. Answers the edits that make it the client's. */
  #note(object: JsonObjectText, type: string): readonly ByteEdit[] {
    const response = object.nested('response');
    if (response !== undefined) {
      const edits = responseEdits(response, this.#options);
      this.#begun = edited(response, edits);
      return edits;
    }
    const index = indexOf(object);
    const item = object.nested('item');
    if (item !== undefined) return this.#noteItem(item, index, type);
    const delta = object.member('delta');
    if (delta?.kind === 'string') this.contentBytes += delta.valueEnd - delta.valueStart - 2;
    const id = object.member('item_id');
    const renamed = this.#ids.get(index);
    return id === undefined || renamed === undefined ? [] : [replaceValue(id, JSON.stringify(renamed))];
  }

  #noteItem(item: JsonObjectText, index: number, type: string): readonly ByteEdit[] {
    const renamed = betterId(item, index, this.#options.responseId);
    if (renamed !== null) this.#ids.set(index, renamed);
    const id = item.member('id');
    const edits = id === undefined || renamed === null ? [] : [replaceValue(id, JSON.stringify(renamed))];
    if (type === 'response.output_item.done') {
      if (isWebSearch(item)) this.toolUses = { ...this.toolUses, web_searches: this.toolUses.web_searches + 1 };
      this.#itemBytes += item.end - item.start;
      if (this.#itemBytes <= this.#options.recordBytesMax) this.#items.set(index, edited(item, edits));
    }
    return edits;
  }
}

/** The text of one object with edits that count from the text it stands in. It shares no memory with that. */
function edited(object: JsonObjectText, edits: readonly ByteEdit[]): Buffer {
  return applyEdits(Buffer.from(object.bytes.subarray(object.start, object.end)), edits, -object.start);
}

function indexOf(object: JsonObjectText): number {
  const index = object.member('output_index');
  return index?.kind === 'number' ? Number(object.text(index)) : -1;
}
