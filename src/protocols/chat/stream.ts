import { readChatFrame, type ChatFrame, type FrameRules } from './frame.ts';
import { textBytes } from './text.ts';
import { editsBeside } from '../../wire/byte-edits.ts';
import { saysError } from '../../wire/error-field.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import type { SseRecord } from '../../wire/server-sent-events.ts';
import { noToolUses, type ToolUses, type Usage } from '../../domain/usage.ts';
import type { CounterOptions } from '../../domain/counters/read-counters.ts';
import type { GatewayError } from '../../errors.ts';
import { AnswerCounters, type CounterReading } from '../answers/answer-counters.ts';
import { openaiErrorBody } from '../answers/openai-error.ts';
import { openaiRepeatedTypes, unrepeatedEdits } from '../answers/unrepeated-edits.ts';
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

/** The record at the end of a complete chat stream. */
const doneRecord = Buffer.from('data: [DONE]\n\n');

/** The most choices whose end is tracked: more than can be asked for. */
const choicesMax = 1_024;

/**
 * A chat stream, with the client's name of the model. For a client who asked for no counters the usage-only chunk is
 * dropped and `usage` members are removed. `[DONE]` is the end.
 */
export class ChatStream implements StreamProtocol {
  serviceTier: string | null = null;
  contentBytes = 0;
  readonly toolUses: ToolUses;
  readonly isErrorOverlooked = true;
  readonly #rules: FrameRules & CounterOptions;
  readonly #counters = new AnswerCounters('chat_completions');
  readonly #openChoices = new Set<string>();
  readonly #finishedChoices = new Set<string>();
  #hasUsageChunk = false;

  constructor(rules: FrameRules & CounterOptions) {
    this.#rules = rules;
    this.toolUses = rules.seen ?? noToolUses;
  }

  get usage(): Usage | null {
    return this.reading?.usage ?? null;
  }

  get reading(): CounterReading | null {
    return this.#counters.reading;
  }

  read({ event }: SseRecord, data: JsonObjectText): RecordMeaning {
    if (event === 'error' && saysError(data)) return failed(unrepeatedEdits(data.bytes));
    const frame = readChatFrame(data, this.#rules);
    this.#note(frame, data.bytes);
    const hasCounters = this.#counters.note(data, this.#rules);
    if (frame.isUsageOnly && !this.#rules.includeUsage) return dropped;
    const { edits, hasError, texts } = frame;
    // A repeated record may differ only in its text: its counters would have to be noted each time.
    const onlyText = texts.length === 1 && !hasCounters ? (texts[0] ?? null) : null;
    return hasError
      ? failed(editsBeside(edits, unrepeatedEdits(data.bytes)))
      : { kind: 'passed', edits, eventName: null, onlyText };
  }

  readTrailer(data: JsonObjectText): void {
    this.#counters.note(data, this.#rules);
  }

  readDoneMark(): RecordMeaning {
    return last;
  }

  repeat(bytes: number): void {
    this.#hasUsageChunk = false;
    this.contentBytes += bytes;
  }

  /** Every choice that began has its `finish_reason`, or the usage-only chunk was seen and no choices came after it. */
  isComplete(state: StreamState): boolean {
    const isFinished = this.#hasUsageChunk || (this.#finishedChoices.size > 0 && this.#openChoices.size === 0);
    return isFinished && state !== 'broken';
  }

  lastRecord(): LastRecord {
    return fixedRecord(doneRecord);
  }

  /** Official clients raise it as an error. What came is charged: its type is one that no agent repeats. */
  errorRecord(error: GatewayError): LastRecord {
    const { message, code } = openaiErrorBody(error).error;
    const type = openaiRepeatedTypes.instead;
    return fixedRecord(Buffer.from(`data: ${JSON.stringify({ error: { message, type, param: null, code } })}\n\n`));
  }

  #note(frame: ChatFrame, data: Buffer): void {
    if (frame.isUsageOnly) this.#hasUsageChunk = true;
    // Counters before a choice are those of a beginning.
    else if (frame.choices.length > 0) this.#hasUsageChunk = false;
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
    this.contentBytes += textBytes(data, frame.texts) + frame.otherBytes;
  }
}
