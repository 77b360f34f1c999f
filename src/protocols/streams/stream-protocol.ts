import type { ByteEdit } from '../../wire/byte-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import type { SseRecord } from '../../wire/server-sent-events.ts';
import type { Usage, ToolUses } from '../../domain/usage.ts';
import type { GatewayError } from '../../errors.ts';
import type { CounterReading } from '../answers/answer-counters.ts';

/**
 * The state of reading a stream. After `failing`, an error of the upstream was passed on and the protocol's own end may
 * follow. In `done`, `error` and `broken` nothing more is passed on: the protocol's own end was seen, an error of the
 * upstream was passed on, or a record was too large or torn.
 */
export type StreamState = 'open' | 'failing' | 'done' | 'error' | 'broken';

/** Whether what follows may be passed on. */
export function mayPass(state: StreamState): boolean {
  return state === 'open' || state === 'failing';
}

/** What one record means for the caller's copy of a stream. */
export type RecordMeaning =
  /** Passed on with these edits. After an `error` nothing else is passed on, after a `failing` the protocol's end is. */
  | {
      readonly kind: 'passed' | 'failing' | 'error';
      /** Offsets count in the data of the record. */
      readonly edits: readonly ByteEdit[];
      /** The type for an `event:` line to put before the record; `null`: it stays as it is. */
      readonly eventName: string | null;
      /**
       * A string in the data. A record that differs only in that string has no other news. `null`: there is no such
       * string.
       */
      readonly onlyText: JsonSpan | null;
    }
  | { readonly kind: 'dropped' }
  /** The protocol's own end. It is held back: {@link StreamProtocol.lastRecord}. */
  | { readonly kind: 'last' };

/** What a stream has reported about its cost so far. */
export interface StreamCounts {
  /** The upstream's counters, as last seen. */
  readonly usage: Usage | null;
  /** How they were read; `null`: there were none that could be. */
  readonly reading: CounterReading | null;
  /** Part of `usage` is estimated, although the stream is complete. */
  readonly isEstimated?: boolean;
  /** The tier used, as the upstream reports it. */
  readonly serviceTier: string | null;
  /** Bytes of generated text, unescaped if the protocol says so: for a bounded estimate. */
  readonly contentBytes: number;
  /** Uses of the upstream's tools that were shown. */
  readonly toolUses: ToolUses;
}

/** Whether counters leave nothing to estimate that another record could count. */
export function isCounted({ reading, isEstimated = false }: StreamCounts): boolean {
  return reading !== null && !isEstimated && (reading.untold === null || reading.untold === 'searches');
}

/** A record that is written after the stream. */
export interface LastRecord {
  /**
   * A JSON object whose texts are restored before it is framed; `null`: there are none. Bytes made by `editedText` from
   * a scan are not scanned again.
   */
  readonly data: Buffer | null;
  framed(data: Buffer): Buffer;
}

/** What a protocol knows about its streams: what a record means, and how a stream ends. It does not frame or scan. */
export interface StreamProtocol extends StreamCounts {
  /** Some clients overlook an error record, so that only a closed connection tells them that the rest is missing. */
  readonly isErrorOverlooked?: true;
  /** Reads a record whose data is a JSON object. Any other data passes without being read. */
  read(record: SseRecord, data: JsonObjectText): RecordMeaning;
  /** Reads a record that is not passed on, of an error or behind the end, for its counters. */
  readTrailer(data: JsonObjectText): void;
  /** Reads a record whose data begins with `[DONE]`. */
  readDoneMark(record: SseRecord): RecordMeaning;
  /** A known record came again with another text of this many bytes, unescaped; see `onlyText`. */
  repeat(textBytes: number): void;
  /** Nothing essential is missing, although the end was not seen. */
  isComplete(state: StreamState): boolean;
  /**
   * The record at the end of a complete stream; `null` when there is none. `isStored`: what the record says about
   * storing.
   */
  lastRecord(end: { readonly isStored: boolean }): LastRecord | null;
  /** The record at the end of an incomplete stream. */
  errorRecord(error: GatewayError): LastRecord;
  /** The whole answer as the upstream sent it, if the protocol stores answers; `null` before the end was seen. */
  readonly storable?: StorableResponse | null;
}

/** What an ended stream contained. */
export interface StorableResponse {
  readonly responseId: string;
  /** JSON text. */
  readonly response: Buffer;
}

export const dropped: RecordMeaning = { kind: 'dropped' };
export const last: RecordMeaning = { kind: 'last' };

/** Passes the record on, with these edits. */
export function passed(edits: readonly ByteEdit[] = [], eventName: string | null = null): RecordMeaning {
  return { kind: 'passed', edits, eventName, onlyText: null };
}

/** Passes the upstream's own error on. */
export function failed(edits: readonly ByteEdit[] = [], eventName: string | null = null): RecordMeaning {
  return { kind: 'error', edits, eventName, onlyText: null };
}

/** A record whose bytes never change. */
export function fixedRecord(bytes: Buffer): LastRecord {
  return { data: null, framed: () => bytes };
}
