import { scanJsonObject } from './json-text.ts';
import { eventRecord, fieldValue, parseRecord, type SseRecord } from './server-sent-events.ts';

/** An error of more bytes is none that a person can read. */
const bytesMax = 65_536;

/** What servers write where there is no error. */
const nothing: ReadonlySet<string> = new Set(['', 'null', 'false', '0', '""', '{}']);

/**
 * A record without data whose error stands in a field of its own, `error: …` (llama.cpp and what is built on it), as a
 * record with the event `error` and the data `{"error": …}`. `null`: it has no such field, or one that says nothing.
 */
export function errorFieldRecord(record: SseRecord): SseRecord | null {
  const said = record.bytes.length > bytesMax ? null : fieldValue(record, 'error');
  if (said === null || nothing.has(said.toString().trim())) return null;
  const object = scanJsonObject(said);
  if (object.kind === 'json_object' && object.member('error') !== undefined) return errorRecord(said);
  const error = object.kind === 'json_object' ? said.toString() : JSON.stringify({ message: said.toString() });
  return errorRecord(Buffer.from(`{"error":${error}}`));
}

function errorRecord(data: Buffer): SseRecord {
  return parseRecord(eventRecord('error', data));
}
