import type { JsonObjectText } from './json-object-text.ts';
import { scanJsonObject } from './json-text.ts';
import { eventRecord, fieldValue, parseRecord, type SseRecord } from './server-sent-events.ts';

/** An error of more bytes is none that a person can read. */
const bytesMax = 65_536;

/** Levels of an error beyond these are not looked at: they say something. */
const levelsMax = 16;

/** Members of a record that say nothing of an error by themselves. */
const beside: ReadonlySet<string> = new Set(['type', 'event_id', 'request_id', 'sequence_number']);

/** Whether the value of an `error` says anything: `null`, `false`, `0`, blanks, and lists and objects of these do not. */
function saysAnything(error: unknown, level = 0): boolean {
  if (typeof error === 'string') return error.trim() !== '';
  if (typeof error !== 'object' || error === null) return Boolean(error);
  return level === levelsMax || Object.values(error).some((each) => saysAnything(each, level + 1));
}

/** Whether a record has an `error` that says anything. */
export function hasError(record: JsonObjectText): boolean {
  const error = record.member('error');
  return error !== undefined && saysAnything(record.value(error));
}

/** Whether a record that is named an error says anything of it: some servers write an empty one while all is well. */
export function saysError(record: JsonObjectText): boolean {
  return record.members.some((member) => !beside.has(record.key(member)) && saysAnything(record.value(member)));
}

/** Whether a text in the place of an error says that there is none. */
export function isNoError(text: Buffer): boolean {
  if (text.length > bytesMax) return false;
  try {
    return !saysAnything(JSON.parse(text.toString()));
  } catch {
    return text.toString().trim() === '';
  }
}

/**
 * A record without data whose error stands in a field of its own, `error: …` (llama.cpp and what is built on it), as a
 * record with the event `error` and the data `{"error": …}`. `null`: it has no such field, or one that says nothing.
 */
export function errorFieldRecord(record: SseRecord): SseRecord | null {
  const said = record.bytes.length > bytesMax ? null : fieldValue(record, 'error');
  if (said === null || isNoError(said)) return null;
  const object = scanJsonObject(said);
  if (object.kind === 'json_object' && object.member('error') !== undefined) return errorRecord(said);
  const error = object.kind === 'json_object' ? said.toString() : JSON.stringify({ message: said.toString() });
  return errorRecord(Buffer.from(`{"error":${error}}`));
}

function errorRecord(data: Buffer): SseRecord {
  return parseRecord(eventRecord('error', data));
}
