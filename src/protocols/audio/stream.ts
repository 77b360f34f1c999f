import { readAudioUsage } from './usage.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import {
  createRecordSplitter,
  normaliseRecord,
  recordWithoutData,
  SseRecordTooLarge,
  type SseRecord,
} from '../../wire/server-sent-events.ts';
import type { TokenUsage } from '../../domain/usage.ts';

/** Reads the events of speech or of a transcript, and passes each on as it is, all but the last. */
export interface AudioStreamReader {
  /** The client's bytes for a piece of the stream, whatever its borders; `null` for none. Never raises. */
  push(chunk: Buffer): Buffer | null;
  /** After the last piece. */
  end(): Buffer | null;
  /** The upstream's counters; they come with the last record. */
  readonly usage: TokenUsage | null;
  /**
   * The last record was seen: {@link doneRecord} is it, held back until the charge is recorded. Servers without a record of
   * their own for the end write `[DONE]`.
   */
  readonly isDone: boolean;
  readonly doneRecord: Buffer | null;
  readonly hasError: boolean;
  /** Its end was seen, an error, or what is no record: nothing more is read. */
  readonly isOver: boolean;
  /** Bytes of records that hold sound or words, and of the last one. */
  readonly contentBytes: number;
}

const doneTypes = new Set(['speech.audio.done', 'transcript.text.done']);
const doneMark = Buffer.from('[DONE]');

/** After the last record, an error or a broken record nothing more is read or passed on: some servers add a `[DONE]`. */
export function createAudioStreamReader(limits: { readonly recordBytesMax: number }): AudioStreamReader {
  return new Reader(limits.recordBytesMax);
}

class Reader implements AudioStreamReader {
  usage: TokenUsage | null = null;
  doneRecord: Buffer | null = null;
  hasError = false;
  contentBytes = 0;
  readonly #splitter;
  #isBroken = false;

  constructor(recordBytesMax: number) {
    this.#splitter = createRecordSplitter({ recordBytesMax });
  }

  get isDone(): boolean {
    return this.doneRecord !== null;
  }

  push(chunk: Buffer): Buffer | null {
    if (this.isOver) return null;
    try {
      return joined(this.#splitter.push(chunk).map((record) => this.#pass(record)));
    } catch (error) {
      if (!(error instanceof SseRecordTooLarge)) throw error;
      this.#isBroken = true;
      return null;
    }
  }

  end(): Buffer | null {
    const record = this.#splitter.end();
    return record === null || this.isOver ? null : this.#pass(record);
  }

  get isOver(): boolean {
    return this.isDone || this.hasError || this.#isBroken;
  }

  #pass(record: SseRecord): Buffer | null {
    if (this.isOver) return null;
    if (record.data === null) return recordWithoutData(record);
    const bytes = normaliseRecord(record);
    if (record.data.equals(doneMark)) {
      this.#endWith(record, bytes);
      return null;
    }
    const object = scanJsonObject(record.data);
    if (object.kind === 'json_fault') {
      // No client could read it; an error that follows says more.
      this.#isBroken = object.fault !== 'empty';
      return null;
    }
    const type = object.string('type');
    const error = object.member('error')?.kind ?? 'null';
    if (type === 'error' || record.event === 'error' || (error !== 'null' && error !== 'false')) this.hasError = true;
    else if (type !== undefined && doneTypes.has(type)) {
      this.usage = usageIn(object);
      this.#endWith(record, bytes);
      return null;
    } else this.contentBytes += record.bytes.length;
    return bytes;
  }

  /** An end without content is an answer all the same, of silence for one. */
  #endWith(record: SseRecord, bytes: Buffer): void {
    this.doneRecord = bytes;
    this.contentBytes += record.bytes.length;
  }
}

function usageIn(object: JsonObjectText): TokenUsage | null {
  const usage = object.member('usage');
  return usage?.kind === 'object' ? (readAudioUsage(object.value(usage))?.usage ?? null) : null;
}

function joined(pieces: readonly (Buffer | null)[]): Buffer | null {
  const bytes = pieces.filter((piece) => piece !== null);
  return bytes.length === 0 ? null : Buffer.concat(bytes);
}
