import { editsBeside, type ByteEdit } from '../../wire/byte-edits.ts';
import { hasError, saysError } from '../../wire/error-field.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { editedJsonText } from '../../wire/json-text.ts';
import { recordWith, type SseRecord } from '../../wire/server-sent-events.ts';
import { generatedBytes, modelEdits, tierIn, withUse } from './answer.ts';
import { anthropicRepeatedTypes, anthropicStreamErrorBody } from './error.ts';
import {
  countReadings,
  mergedCounters,
  messagesTier,
  nothingRead,
  withoutOutput,
  type ServedTier,
} from './merged-counters.ts';
import { unrepeatedEdits } from '../answers/unrepeated-edits.ts';
import { usageOf } from '../../domain/counters/read-counters.ts';
import type { ReadCounters } from '../../domain/counters/reported-counters.ts';
import { estimatedTokens, noToolUses, readingsWith, withSeenUses, type Usage } from '../../domain/usage.ts';
import type { CounterReading } from '../answers/answer-counters.ts';
import { findCounters } from '../answers/found-counters.ts';
import type { ShownSelection } from '../../domain/selection/shown-selection.ts';
import { selectionChange } from '../streams/selection-change.ts';
import { addedString, editJsonMembers, stringChange } from '../../wire/json-edits.ts';
import type { GatewayError } from '../../errors.ts';
import {
  dropped,
  failed,
  fixedRecord,
  last,
  type LastRecord,
  type RecordMeaning,
  type StreamProtocol,
  type StreamState,
} from '../streams/stream-protocol.ts';

export interface MessagesStreamOptions {
  /** The name the client used for the model. */
  readonly clientModel: string;
  /** Named by error records, instead of the upstream's own; absent: they stay as they are. */
  readonly requestId?: string;
  /** The speed that the client asked for, which counts if the answer names none. */
  readonly askedSpeed: string | null;
  /** The output limit that the client set, which bounds an estimate. */
  readonly maxTokens: number;
  /** Reported in the last record; absent: nothing is reported. */
  readonly selection?: ShownSelection | null;
}

/**
 * The stream of a message, with the client's name of the model. A record without an `event:` line gets one with the
 * type of its data, records and blocks of unknown type stay, and a `[DONE]` of another protocol is dropped.
 * `message_stop` is the end.
 */
export class MessagesStream implements StreamProtocol {
  serviceTier: string | null = null;
  contentBytes = 0;
  toolUses = noToolUses;
  readonly #options: MessagesStreamOptions;
  #upstreamModel: string | null = null;
  #counters: ReadCounters = nothingRead;
  /** The row of the table for the last place of counters. */
  #place = '';
  #tier: ServedTier = {};
  /** A `message_delta` has given the stop reason. */
  #isFinished = false;
  #isOutputCounted = false;
  /** The first record does not count tool uses yet: only a later one does. */
  #areUsesCounted = false;
  /** The upstream's `message_stop`. */
  #end: LastRecord | null = null;

  constructor(options: MessagesStreamOptions) {
    this.#options = options;
  }

  /**
   * The upstream's counters so far. Until a record counts the output, its tokens are estimated from the text seen, and
   * the input from the tool uses seen; `null` when there are no counters.
   */
  get usage(): Usage | null {
    const counted = this.reading?.usage ?? null;
    if (counted === null) return null;
    const usage = this.#areUsesCounted ? counted : withSeenUses(counted, this.toolUses);
    if (this.#isOutputCounted) return usage;
    // Only the first record has counted: one reading of the input.
    const readings = readingsWith(usage);
    const seen = Math.min(estimatedTokens(this.contentBytes), this.#options.maxTokens * readings);
    return { ...countReadings(usage, readings), output_tokens: Math.max(usage.output_tokens, seen) };
  }

  /** No record has counted the output. */
  get isEstimated(): boolean {
    return !this.#isOutputCounted;
  }

  get reading(): CounterReading | null {
    const reading = usageOf('messages', this.#counters, { seen: this.toolUses });
    return reading === null ? null : { ...reading, place: this.#place };
  }

  read(record: SseRecord, data: JsonObjectText): RecordMeaning {
    if (record.event === 'error' && saysError(data)) return failed(this.#errorEdits(data));
    const type = data.string('type') ?? record.event ?? (hasError(data) ? 'error' : null);
    const edits = this.#note(type, data);
    const eventName = record.event === null ? type : null;
    if (type === 'message_stop') {
      const extended = editedJsonText(data, editJsonMembers(data, selectionChange(this.#options.selection ?? null)));
      this.#end = { data: extended, framed: (restored) => recordWith(record, restored, eventName) };
      return last;
    }
    if (type === 'error' && saysError(data)) return failed(this.#errorEdits(data), eventName);
    const onlyText = type === 'content_block_delta' && edits.length === 0 ? onlyTextOf(data) : null;
    return { kind: 'passed', edits, eventName, onlyText };
  }

  readTrailer(data: JsonObjectText): void {
    this.#noteUsage(data, data);
  }

  readDoneMark(): RecordMeaning {
    return dropped;
  }

  repeat(bytes: number): void {
    this.contentBytes += bytes;
  }

  isComplete(state: StreamState): boolean {
    return this.#isFinished && state !== 'broken' && state !== 'error';
  }

  lastRecord(): LastRecord {
    return this.#end ?? messageStop(this.#options.selection ?? null);
  }

  /** Official clients raise it as an error. */
  errorRecord(error: GatewayError): LastRecord {
    const body = JSON.stringify(anthropicStreamErrorBody(error, this.#options.requestId ?? null));
    return fixedRecord(Buffer.from(`event: error\ndata: ${body}\n\n`));
  }

  /** The caller knows the request by the gateway's id, which the logs contain. Clients read errors by their type. */
  #errorEdits(error: JsonObjectText): readonly ByteEdit[] {
    const { requestId } = this.#options;
    const id = requestId === undefined ? [] : stringChange(error, 'request_id', requestId);
    const own = editJsonMembers(error, [...addedString(error, 'type', 'error'), ...id]);
    return editsBeside(own, unrepeatedEdits(error.bytes, anthropicRepeatedTypes));
  }

  /** Takes what the charge needs from a record. Returns the edits for the client's copy. */
  #note(type: string | null, object: JsonObjectText): readonly ByteEdit[] {
    switch (type) {
      case 'message_start': {
        const message = object.nested('message');
        if (message === undefined) return [];
        this.#upstreamModel = message.string('model') ?? null;
        return this.#noteUsage(object, message);
      }
      case 'message_delta':
      case 'message_stop':
        this.#isFinished ||= (object.nested('delta')?.string('stop_reason') ?? '') !== '';
        return this.#noteUsage(object, object);
      case 'content_block_start':
      case 'content_block_delta': {
        const content = object.nested(type === 'content_block_start' ? 'content_block' : 'delta');
        if (content !== undefined) {
          this.contentBytes += generatedBytes(content);
          this.toolUses = withUse(this.toolUses, content);
        }
        return [];
      }
      case null:
      default:
        return object.bytes.includes('usage') ? this.#noteUsage(object, object) : [];
    }
  }

  /**
   * The output that `message_start` names is that of a beginning. The first record that counts the output replaces it, even
   * with none, unless text was generated.
   */
  #noteUsage(record: JsonObjectText, message: JsonObjectText): readonly ByteEdit[] {
    const isStart = record !== message;
    for (const { place, read } of findCounters(record, 'messages')) {
      const { output_tokens: output, web_searches, web_fetches } = read.reported;
      if (!isStart && typeof output?.count === 'number') {
        const isFirst = !this.#isOutputCounted;
        if (isFirst && (output.count > 0 || this.contentBytes === 0)) this.#counters = withoutOutput(this.#counters);
        this.#isOutputCounted = true;
      }
      this.#areUsesCounted ||= !isStart && (web_searches ?? web_fetches) !== undefined;
      this.#counters = mergedCounters(this.#counters, read);
      this.#place = place.at;
    }
    this.#tier = { ...this.#tier, ...tierIn(message) };
    this.serviceTier = messagesTier(this.#tier, this.#options.askedSpeed);
    return modelEdits(message, { upstreamModel: this.#upstreamModel, model: this.#options.clientModel });
  }
}

/** The gateway's own end, for a message that was complete without one. */
function messageStop(selection: ShownSelection | null): LastRecord {
  const members = selectionChange(selection).map(({ key, json }) => `,${JSON.stringify(key)}:${json}`);
  return fixedRecord(Buffer.from(`event: message_stop\ndata: {"type":"message_stop"${members.join('')}}\n\n`));
}

/** The text of a delta that has one text and nothing else. */
function onlyTextOf(object: JsonObjectText): JsonSpan | null {
  const delta = object.nested('delta');
  const text = delta?.member('text') ?? delta?.member('thinking') ?? delta?.member('partial_json');
  return delta?.members.length === 2 && text?.kind === 'string' ? text : null;
}
