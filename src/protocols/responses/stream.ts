import { applyEdits, editsBeside, type ByteEdit } from '../../wire/byte-edits.ts';
import { hasError, saysError } from '../../wire/error-field.ts';
import { addedString, editJsonMembers, replaceValue, stringChange } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { editedJsonText, scanJsonObject } from '../../wire/json-text.ts';
import { betterId, failedCode, outputItems, responseEdits, usesShown, type ResponseEcho } from './answer.ts';
import { isWebSearch, writtenBytes } from './items.ts';
import { jsonArray } from './request.ts';
import { eventRecord, type SseRecord } from '../../wire/server-sent-events.ts';
import { estimatedTokens, mostUses, noToolUses, type Usage } from '../../domain/usage.ts';
import { readAnswerCounters, type CounterReading } from '../answers/answer-counters.ts';
import type { ShownSelection } from '../../domain/selection/shown-selection.ts';
import { selectionChange } from '../streams/selection-change.ts';
import { otherTextBytes } from '../answers/other-texts.ts';
import { unrepeatedEdits } from '../answers/unrepeated-edits.ts';
import type { GatewayError } from '../../errors.ts';
import {
  dropped,
  fixedRecord,
  last,
  passed,
  type LastRecord,
  type RecordMeaning,
  type StorableResponse,
  type StreamProtocol,
} from '../streams/stream-protocol.ts';

export interface ResponsesStreamOptions extends ResponseEcho {
  /** Most bytes of items that are kept for a terminal record without them. */
  readonly itemsBytesMax: number;
  /** Whether so many more bytes may be kept, of items and of the response that was begun. */
  readonly mayKeep: (bytes: number) => boolean;
  /** Reported in the terminal record, beside the response; absent: nothing is reported. */
  readonly selection?: ShownSelection | null;
  /** The target counts cached and written tokens beside its input. */
  readonly areCachesBeside?: boolean;
}

/** `response.done`: servers that speak realtime events. */
const terminals = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
  'response.done',
]);

/** Records of one server at which the official clients stop. */
const unknownToClients = new Set(['response.reasoning_part.added', 'response.reasoning_part.done']);

/**
 * The stream of a response. The response object gets the client's echoes wherever it is, items get unique ids, records
 * without an `event:` line get one, records that no official client knows are dropped, and the rest is renumbered. The
 * terminal record is the end; if it lacks the items that the stream has shown, it gets them.
 */
export class ResponsesStream implements StreamProtocol {
  /** Of the last record, or of one behind it. */
  #final: CounterReading | null = null;
  /** An earlier record may count what was known when it was written. */
  #interim: CounterReading | null = null;
  serviceTier: string | null = null;
  contentBytes = 0;
  toolUses = noToolUses;
  readonly #options: ResponsesStreamOptions;
  /** Items as the client got them, by their index in the output. */
  readonly #shown = new Map<number, ShownItem>();
  /** Finished items, by their index in the output. */
  readonly #items = new Map<number, Buffer>();
  #itemBytes = 0;
  /** What the model wrote of them. */
  #writtenBytes = 0;
  /** Some finished items are not kept. */
  #lacksItems = false;
  #sequence = 0;
  /** The response object as the client last got it, as far as there was room. */
  #begun: Buffer | null = null;
  #terminal: Terminal | null = null;

  constructor(options: ResponsesStreamOptions) {
    this.#options = options;
  }

  get reading(): CounterReading | null {
    return this.#final ?? this.#interim;
  }

  get usage(): Usage | null {
    const usage = this.reading?.usage ?? null;
    if (usage === null || !this.isEstimated) return usage;
    return { ...usage, output_tokens: Math.max(usage.output_tokens, estimatedTokens(this.contentBytes)) };
  }

  /** Only an earlier record has counters. */
  get isEstimated(): boolean {
    return this.#final === null && this.#interim !== null;
  }

  read({ event }: SseRecord, data: JsonObjectText): RecordMeaning {
    const named = event === 'error' ? event : (data.string('type') ?? event);
    const type = named === null && hasError(data) ? 'error' : named;
    if (type === null) return passed();
    if (unknownToClients.has(type)) return dropped;
    const sequence = this.#sequence;
    this.#sequence += 1;
    if (terminals.has(type)) return this.#readTerminal(data, type, sequence);
    this.#noteInterim(data);
    const edits = [...this.#numberEdits(data, sequence), ...this.#note(data, type)];
    const eventName = event === null ? type : null;
    // Servers of this protocol may write `response.failed` behind it, with the counters; coding agents wait for that.
    const isError = type === 'error' && saysError(data);
    // Official clients end at any record with an `error`.
    if (!isError && !hasError(data)) return passed(edits, eventName);
    if (isError) edits.push(...editJsonMembers(data, addedString(data, 'type', type)));
    const own = editsBeside(edits, unrepeatedEdits(data.bytes));
    return { kind: isError ? 'failing' : 'passed', edits: own, eventName, onlyText: null };
  }

  readTrailer(data: JsonObjectText): void {
    this.#final ??= this.#countersIn(data);
  }

  readDoneMark(): RecordMeaning {
    return dropped;
  }

  /** Its records are numbered, so none repeats another. */
  repeat(): never {
    throw new RangeError('a record of a response came twice');
  }

  /** The counters come with the last record: without it something essential is missing. */
  isComplete(): boolean {
    return false;
  }

  lastRecord({ isStored }: Pick<ResponseEcho, 'isStored'>): LastRecord | null {
    if (this.#terminal === null) return null;
    const { type, sequence, object, response } = this.#terminal;
    const edits = [...this.#numberEdits(object, sequence), ...this.#responseEdits(response, isStored)];
    edits.push(
      ...editJsonMembers(object, [
        ...addedString(object, 'type', type),
        ...selectionChange(this.#options.selection ?? null),
      ]),
    );
    return { data: editedJsonText(object, edits), framed: (data) => eventRecord(type, data) };
  }

  /** The whole response object of the terminal record; `null` also when it lacks items that were not kept. */
  get storable(): StorableResponse | null {
    if (this.#terminal === null) return null;
    const { response } = this.#terminal;
    if (this.#lacksItems && outputItems(response).length === 0) return null;
    const { responseId, isStored } = this.#options;
    return { responseId, response: edited(response, this.#responseEdits(response, isStored)) };
  }

  /**
   * The response, marked as failed, with the items that were finished; or a bare error if no response was begun. Coding
   * agents accept only the former as an end. Its codes are a closed list, which some clients check, so the gateway's
   * own code stands beside.
   */
  errorRecord({ code, message, param }: Pick<GatewayError, 'code' | 'message' | 'param'>): LastRecord {
    const begun = this.#begun === null ? null : scanJsonObject(this.#begun);
    if (begun?.kind !== 'json_object') {
      const data = { type: 'error', code, message, param, sequence_number: this.#sequence };
      return fixedRecord(Buffer.from(`event: error\ndata: ${JSON.stringify(data)}\n\n`));
    }
    const ended = applyEdits(
      begun.bytes,
      editJsonMembers(begun, [
        { key: 'status', json: '"failed"' },
        { key: 'error', json: JSON.stringify({ code: failedCode, message, waybill_code: code }) },
        { key: 'output', json: this.#doneItems().toString() },
        // An answer that broke off is not stored.
        { key: 'store', json: 'false' },
      ]),
    );
    const head = `{"type":"response.failed","sequence_number":${this.#sequence},"response":`;
    const data = Buffer.concat([Buffer.from(head), ended, Buffer.from('}')]);
    return { data, framed: (restored) => eventRecord('response.failed', restored) };
  }

  /** The edits of the terminal record's response. */
  #responseEdits(response: JsonObjectText, isStored: boolean): readonly ByteEdit[] {
    const items = outputItems(response);
    const edits = responseEdits(response, { ...this.#options, isStored }, this.#shownIds(items));
    if (items.length > 0 || this.#items.size === 0) return edits;
    return [...edits, ...editJsonMembers(response, [{ key: 'output', json: this.#doneItems().toString() }])];
  }

  /** The finished items, in order, as a JSON array. */
  #doneItems(): Buffer {
    return jsonArray([...this.#items].toSorted(([a], [b]) => a - b).map(([, text]) => text));
  }

  #readTerminal(object: JsonObjectText, type: string, sequence: number): RecordMeaning {
    const response = object.nested('response');
    if (response === undefined) {
      this.#noteInterim(object);
      return passed();
    }
    this.#terminal = { type, sequence, object, response };
    // Its output may be missing, and may contain items that were not streamed before.
    const items = outputItems(response);
    this.toolUses = mostUses(this.toolUses, usesShown(items));
    this.#noteWritten(items.reduce((sum, item) => sum + writtenBytes(item), 0));
    this.#final = this.#countersIn(object);
    this.serviceTier = response.string('service_tier') ?? this.serviceTier;
    return last;
  }

  #noteInterim(object: JsonObjectText): void {
    if (object.bytes.includes('usage')) this.#interim = this.#countersIn(object) ?? this.#interim;
  }

  #countersIn(object: JsonObjectText): CounterReading | null {
    const { areCachesBeside } = this.#options;
    return readAnswerCounters(object, 'responses', { seen: this.toolUses, areCachesBeside });
  }

  /** Servers need not stream what their items contain. */
  #noteWritten(bytes: number): void {
    this.contentBytes = Math.max(this.contentBytes, bytes);
  }

  #numberEdits(object: JsonObjectText, sequence: number): readonly ByteEdit[] {
    const member = object.member('sequence_number');
    if (member === undefined || object.text(member) === String(sequence)) return [];
    return [replaceValue(member, String(sequence))];
  }

  /** Takes what the charge and the terminal record need from a record. Returns the edits for the client's copy. */
  #note(object: JsonObjectText, type: string): readonly ByteEdit[] {
    const response = object.nested('response');
    if (response !== undefined) {
      const edits = responseEdits(response, this.#options);
      this.#begin(edited(response, edits));
      return edits;
    }
    const index = indexOf(object);
    const item = object.nested('item');
    if (item !== undefined) return this.#noteItem(item, index, type);
    const delta = object.member('delta');
    if (delta?.kind === 'string') this.contentBytes += delta.valueEnd - delta.valueStart - 2;
    else if (delta?.kind === 'object') this.contentBytes += otherTextBytes(object.object(delta));
    return object.member('item_id') === undefined ? [] : shownIdEdits(object, 'item_id', this.#shown.get(index)?.id);
  }

  #begin(response: Buffer): void {
    const growth = response.length - (this.#begun?.length ?? 0);
    if (growth <= 0 || this.#options.mayKeep(growth)) this.#begun = response;
  }

  #noteItem(item: JsonObjectText, index: number, type: string): readonly ByteEdit[] {
    const isDone = type === 'response.output_item.done';
    const begun = index < 0 ? undefined : this.#shown.get(index);
    if (isDone && begun?.isDone === false && isOfType(item, begun)) begun.isDone = true;
    else this.#show(item, index, isDone);
    const edits = shownIdEdits(item, 'id', this.#shown.get(index)?.id);
    if (isDone) {
      if (isWebSearch(item)) this.toolUses = { ...this.toolUses, web_searches: this.toolUses.web_searches + 1 };
      this.#itemBytes += item.end - item.start;
      this.#writtenBytes += writtenBytes(item);
      this.#noteWritten(this.#writtenBytes);
      const mayKeep = this.#itemBytes <= this.#options.itemsBytesMax && this.#options.mayKeep(item.end - item.start);
      if (mayKeep) this.#items.set(index, edited(item, edits));
      else this.#lacksItems = true;
    }
    return edits;
  }

  #show(item: JsonObjectText, index: number, isDone: boolean): void {
    const upstreamId = item.string('id');
    if (upstreamId === undefined) return;
    const id = betterId(item, index, this.#options.responseId) ?? upstreamId;
    if (!this.#shown.has(index) && !this.#options.mayKeep(id.length)) return;
    this.#shown.set(index, { id, upstreamId, type: item.string('type'), isDone });
  }

  /** Finds the ids of the items of a terminal record: by the upstream's ids, else by their places. */
  #shownIds(items: readonly JsonObjectText[]): (item: JsonObjectText, index: number) => string | undefined {
    const named = new Map(Array.from(this.#shown.values(), (shown) => [shown.upstreamId, shown]));
    const ids = new Set(items.map((item) => item.string('id')));
    return (item, index) => {
      const id = item.string('id');
      const [here, same] = [this.#shown.get(index), named.get(id ?? '')].map((shown) =>
        isOfType(item, shown) ? shown : undefined,
      );
      if (id === undefined || here?.upstreamId === id) return here?.id;
      if (same !== undefined) return same.id;
      // An opaque block may belong to the id that it has now.
      const isBound = item.string('encrypted_content') !== undefined;
      return here === undefined || isBound || ids.has(here.upstreamId) ? undefined : here.id;
    };
  }
}

function isOfType(item: JsonObjectText, shown: ShownItem | undefined): shown is ShownItem {
  return shown !== undefined && (item.string('type') ?? shown.type) === shown.type;
}

/** An item that the client got. */
interface ShownItem {
  readonly id: string;
  /** As the upstream wrote it. */
  readonly upstreamId: string;
  readonly type: string | undefined;
  /** A record with all of it was seen. */
  isDone: boolean;
}

/** The edits that give a member the id which the client knows already; none if it has it, or none was shown. */
function shownIdEdits(object: JsonObjectText, key: string, id: string | undefined): readonly ByteEdit[] {
  return id === undefined ? [] : editJsonMembers(object, stringChange(object, key, id));
}

interface Terminal {
  readonly type: string;
  readonly sequence: number;
  readonly object: JsonObjectText;
  readonly response: JsonObjectText;
}

/**
 * The text of one object after edits whose offsets count in the surrounding text. It shares no memory with that text.
 */
function edited(object: JsonObjectText, edits: readonly ByteEdit[]): Buffer {
  return applyEdits(Buffer.from(object.bytes.subarray(object.start, object.end)), edits, -object.start);
}

function indexOf(object: JsonObjectText): number {
  const index = object.member('output_index');
  return index?.kind === 'number' ? Number(object.text(index)) : -1;
}
