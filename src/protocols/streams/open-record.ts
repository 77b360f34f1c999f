import type { RecordTexts } from '../../personal-data/record-texts.ts';
import type { ByteEdit } from '../../wire/byte-edits.ts';
import type { ChunkOutput } from '../../wire/chunk-output.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { answerLimits } from '../../wire/json-limits.ts';
import type { JsonFault, JsonScan } from '../../wire/json-scan.ts';
import { editedJsonText, scanJsonObject } from '../../wire/json-text.ts';
import { editedRecord, parseRecord, withoutComments, type SseRecord } from '../../wire/server-sent-events.ts';
import { foreignWordEdits, ownWord } from '../answers/found-counters.ts';
import { unrepeatedEdits } from '../answers/unrepeated-edits.ts';
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

/** A record that tells nothing, and is passed on as it is, but for `texts`. */
export function unread(record: SseRecord, texts: RecordTexts | null = null): OpenRecord {
  return { record, object: null, meaning: passed() as Passed, texts };
}

/** An error that is no JSON object, passed on in words that clients show. */
export function unreadError(record: SseRecord, data: Buffer): OpenRecord {
  return unread(parseRecord(editedRecord(record, unrepeatedEdits(data), null)));
}

/** The data of a record. */
export type Scanned = JsonObjectText | JsonFault;

/** A record without what only this gateway says, and its data, if it has some; `null`: nothing is left of it. */
export function withoutForeignWords(
  came: SseRecord,
  known: Scanned | null,
): { readonly record: SseRecord; readonly scanned: Scanned | null } | null {
  const record = withoutComments(came, ownWord);
  if (record === null || record.data === null) return record && { record, scanned: null };
  const scanned = known ?? scanJsonObject(record.data, answerLimits);
  const edits = scanned.kind === 'json_fault' ? [] : foreignWordEdits(scanned);
  if (scanned.kind === 'json_fault' || edits.length === 0) return { record, scanned };
  const own = scanJsonObject(editedJsonText(scanned, edits));
  return { record: parseRecord(editedRecord(record, edits, null)), scanned: own };
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
