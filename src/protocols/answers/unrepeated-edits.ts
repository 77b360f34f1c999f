import type { ByteEdit } from '../../wire/byte-edits.ts';
import { replaceValue } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';

/**
 * The edits for an upstream's error in a stream, which is charged for what came before: its type becomes `api_error`,
 * because some agents repeat a `server_error` without a word, and each repetition is charged.
 */
export function unrepeatedEdits(record: JsonObjectText): readonly ByteEdit[] {
  const error = record.nested('error');
  const type = error?.member('type');
  if (type === undefined || error?.string('type') !== 'server_error') return [];
  return [replaceValue(type, '"api_error"')];
}
