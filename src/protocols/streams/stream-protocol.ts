import type { ByteEdit } from '../../wire/byte-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import type { JsonFault } from '../../wire/json-scan.ts';
import type { SseRecord } from '../../wire/server-sent-events.ts';
import type { TokenUsage, ToolUses } from '../../domain/usage.ts';
import type { GatewayError } from '../../errors.ts';

/**
 * Where the reading of a stream stands. In every state but `open` nothing more is read: the protocol's own end was seen, an
 * error of the upstream was passed on, or what came is no record of the protocol.
 */
export type StreamState = 'open' | 'done' | 'error' | 'broken';

/** What one record means for the caller's copy of a stream. */
export type RecordMeaning =
  /** Passed on, as edited; an `error` is the last that is. */
  | {
      readonly kind: 'passed' | 'error';
      /** They count from the data of the record. */
      readonly edits: readonly ByteEdit[];
      /** An `event:` line of this type is put before the record; `null`: it stays as it is. */
      readonly eventName: string | null;
      /** A string of the data: a record that equals this one but there tells nothing new but that text. `null`: none is so. */
      readonly onlyText: JsonSpan | null;
    }
  | { readonly kind: 'dropped' }
  /** The protocol's own end. It is held back: {@link StreamProtocol.lastRecord}. */
  | { readonly kind: 'last' }
  /** The upstream's fault. Nothing is passed on. */
  | { readonly kind: 'broken' };

/** What a stream has told of its cost so far. */
export interface StreamCounts {
  /** The upstream's counters, last seen. */
  readonly usage: TokenUsage | null;
  /** The tier used, as the upstream echoes it. */
  readonly serviceTier: string | null;
  /** Bytes of generated text, escapes undone where the protocol says so: for a bounded estimate. */
  readonly contentBytes: number;
  /** Uses of the upstream's tools that were shown. */
  readonly toolUses: ToolUses;
}

/** A record that is written after the stream. */
export interface LastRecord {
  /**
   * A JSON object whose texts are restored before it is framed; `null`: there are none. What `editedText` made of a scan
   * is not scanned again.
   */
  readonly data: Buffer | null;
  framed(data: Buffer): Buffer;
}

/** What a protocol knows of its streams: what a record means, and how a stream ends. It frames and scans nothing. */
export interface StreamProtocol extends StreamCounts {
  /** Reads a record with data. */
  read(record: SseRecord, data: JsonObjectText | JsonFault): RecordMeaning;
  /** Reads a record whose data begins with `[DONE]`. */
  readDoneMark(record: SseRecord): RecordMeaning;
  /** A record came again with another text of so many bytes, escapes undone; see `onlyText`. */
  repeat(textBytes: number): void;
  /** Nothing essential is missing, although the end was not seen. */
  isComplete(state: StreamState): boolean;
  /** The record that ends a stream that ended well; `null` where there is none. `isStored`: what it says about that. */
  lastRecord(told: { readonly isStored: boolean }): LastRecord | null;
  /** The record that ends one that did not. */
  errorRecord(error: GatewayError): LastRecord;
  /** The whole answer, as the upstream meant it, where the protocol stores answers; `null` before the end was seen. */
  readonly storable?: StorableResponse | null;
}

/** What an ended stream has told. */
export interface StorableResponse {
  readonly responseId: string;
  /** JSON text. */
  readonly response: Buffer;
}

export const dropped: RecordMeaning = { kind: 'dropped' };
export const last: RecordMeaning = { kind: 'last' };

/** What is passed on as it is. */
export function passed(edits: readonly ByteEdit[] = [], eventName: string | null = null): RecordMeaning {
  return { kind: 'passed', edits, eventName, onlyText: null };
}

/** The upstream's own error, passed on as it is. */
export function failed(edits: readonly ByteEdit[] = [], eventName: string | null = null): RecordMeaning {
  return { kind: 'error', edits, eventName, onlyText: null };
}

/** What data means that is no JSON object: nothing where there is none. */
export function unreadable({ fault }: JsonFault): RecordMeaning {
  return fault === 'empty' ? dropped : { kind: 'broken' };
}

/** A record of bytes that stay as they are. */
export function fixedRecord(bytes: Buffer): LastRecord {
  return { data: null, framed: () => bytes };
}
