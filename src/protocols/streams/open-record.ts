import type { RecordTexts } from '../../personal-data/record-texts.ts';
import type { ByteEdit } from '../../wire/byte-edits.ts';
import type { ChunkOutput } from '../../wire/chunk-output.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import type { JsonScan } from '../../wire/json-scan.ts';
import type { SseRecord } from '../../wire/server-sent-events.ts';
import { passed, type RecordMeaning } from './stream-protocol.ts';

type Passed = Extract<RecordMeaning, { readonly edits: readonly ByteEdit[] }>;

/** A record that is being passed on. */
export interface OpenRecord {
  readonly record: SseRecord;
  /** `null` when its data is no JSON object. */
  readonly object: JsonObjectText | null;
  readonly meaning: Passed;
  /** `null` when no texts are restored. */
  readonly texts: RecordTexts | null;
}

/** A large record that is being scanned. */
export interface LargeRecord {
  readonly record: SseRecord;
  readonly scan: JsonScan;
  readonly output: ChunkOutput;
  /** Continues after it. */
  readonly goOn: () => Buffer | null;
}

/** A record that tells nothing, and is passed on as it is. */
export function unread(record: SseRecord): OpenRecord {
  return { record, object: null, meaning: passed() as Passed, texts: null };
}

const doneMark = Buffer.from('[DONE]');
const openBrace = 0x7b;

/** Whether the data of a record is the end of a stream in the manner of OpenAI. */
export function isDoneMark(data: Buffer): boolean {
  return doneMark.equals(data.subarray(0, doneMark.length));
}

/** Whether data that is no JSON object, of a record without its blank line, is the beginning of one or of `[DONE]`. */
export function isTorn(data: Buffer): boolean {
  return data[0] === openBrace || data.equals(doneMark.subarray(0, data.length));
}
