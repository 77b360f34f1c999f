import type { ByteEdit } from '../../wire/byte-edits.ts';
import { replaceValue } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';

/** Error types that some agents repeat without a word in the middle of a stream, and a type that they show instead. */
export interface RepeatedTypes {
  readonly repeated: readonly string[];
  readonly instead: string;
}

const openaiRepeatedTypes: RepeatedTypes = { repeated: ['server_error'], instead: 'api_error' };

/**
 * The edits for an upstream's error in a stream, which is charged for what came before: a type that is repeated gives way,
 * because each repetition is charged.
 */
export function unrepeatedEdits(
  record: JsonObjectText,
  { repeated, instead }: RepeatedTypes = openaiRepeatedTypes,
): readonly ByteEdit[] {
  const error = record.nested('error');
  const type = error?.member('type');
  if (type === undefined || !repeated.includes(error?.string('type') ?? '')) return [];
  return [replaceValue(type, JSON.stringify(instead))];
}
