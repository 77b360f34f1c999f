import { hasError, saysError } from '../../wire/error-field.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { editedJsonText } from '../../wire/json-text.ts';
import { normaliseRecord, recordWith, type SseRecord } from '../../wire/server-sent-events.ts';
import { noToolUses, type Usage } from '../../domain/usage.ts';
import type { GatewayError } from '../../errors.ts';
import { AnswerCounters, type CounterReading } from '../answers/answer-counters.ts';
import { openaiErrorBody } from '../answers/openai-error.ts';
import { unrepeatedEdits } from '../answers/unrepeated-edits.ts';
import {
  failed,
  fixedRecord,
  last,
  passed,
  type LastRecord,
  type RecordMeaning,
  type StreamProtocol,
} from '../streams/stream-protocol.ts';

/** What the records of an audio answer have reported. */
export interface AudioReport {
  /** The upstream's counters; most servers write them in the last record. */
  readonly usage: Usage | null;
  /** Whether any audio or text came. A recording of silence has none. */
  readonly hasContent: boolean;
}

/** `transcription.done`: Mistral's. */
const doneTypes = new Set(['speech.audio.done', 'transcript.text.done', 'transcription.done']);

/**
 * The events of speech or of a transcript, passed on unchanged. The record that reports the end is the last; servers
 * without one write `[DONE]`, and some write it as well.
 */
export class AudioStream implements StreamProtocol {
  readonly serviceTier = null;
  readonly toolUses = noToolUses;
  readonly isErrorOverlooked = true;
  /** Bytes of the records that hold audio or text, and of the last one. */
  contentBytes = 0;
  readonly #usageOf: (report: AudioReport) => Usage | null;
  readonly #counters: AnswerCounters;
  #end: LastRecord | null = null;

  /** `usageOf` computes the cost so far. */
  constructor(surface: 'audio_speech' | 'audio_transcriptions', usageOf: (report: AudioReport) => Usage | null) {
    this.#counters = new AnswerCounters(surface);
    this.#usageOf = usageOf;
  }

  get usage(): Usage | null {
    const hasContent = this.#end !== null || this.contentBytes > 0;
    return this.#usageOf({ usage: this.reading?.usage ?? null, hasContent });
  }

  /** Counters before the end tell of a beginning. */
  get reading(): CounterReading | null {
    return this.#end === null ? null : this.#counters.reading;
  }

  read(record: SseRecord, data: JsonObjectText): RecordMeaning {
    const type = data.string('type');
    const isNamed = (type === 'error' || record.event === 'error') && saysError(data);
    if (isNamed || hasError(data)) return failed(unrepeatedEdits(data.bytes));
    this.contentBytes += record.bytes.length;
    this.#counters.note(data);
    if (type === undefined || !doneTypes.has(type)) return passed();
    this.#end = { data: editedJsonText(data, []), framed: (restored) => recordWith(record, restored, null) };
    return last;
  }

  readTrailer(data: JsonObjectText): void {
    this.#counters.note(data);
  }

  /** An end without content is a complete answer, for example of silence. */
  readDoneMark(record: SseRecord): RecordMeaning {
    this.contentBytes += record.bytes.length;
    this.#end = fixedRecord(normaliseRecord(record));
    return last;
  }

  /** Its records are audio or short texts, and none is treated as a repetition. */
  repeat(): never {
    throw new RangeError('a record of sound came twice');
  }

  isComplete(): boolean {
    return false;
  }

  lastRecord(): LastRecord | null {
    return this.#end;
  }

  /** As the official client reads it: a record whose data holds `error`. */
  errorRecord(error: GatewayError): LastRecord {
    return fixedRecord(Buffer.from(`data: ${JSON.stringify(openaiErrorBody(error))}\n\n`));
  }
}
