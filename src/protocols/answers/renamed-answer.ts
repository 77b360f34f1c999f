import { replaceValue } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { editedJsonText } from '../../wire/json-text.ts';

/**
 * A whole answer with the client's name of the model; every other byte stays. An answer that names no model gets none.
 */
export function renamedAnswer(object: JsonObjectText, model: string): Buffer {
  const member = object.member('model');
  if (member?.kind !== 'string' || object.decode(member) === model) return object.bytes;
  return editedJsonText(object, [replaceValue(member, JSON.stringify(model))]);
}
