import type { ByteEdit } from '../../wire/byte-edits.ts';
import { editJsonMembers } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { isKeptImage, partHolders } from './items.ts';

/** Members that only the server or the official client adds to items, and that neither accepts in an input. */
const answerOnly = ['created_by', 'parsed', 'parsed_arguments'] as const;

/**
 * An item of an answer as it is sent back in the input of the next request; `null` for one that is not. The rules are
 * those by which the official client turns output into input (protocol: openai 7.57, `toResponseInputItems`), except that
 * an unfinished image is left out.
 */
export function replayEdits(item: JsonObjectText): readonly ByteEdit[] | null {
  const type = item.string('type');
  const status = item.string('status');
  if (type === 'additional_tools' && item.string('role') !== 'developer') return null;
  if (type === 'computer_call_output' && status === 'failed') return null;
  if (type === 'custom_tool_call_output' && status !== 'completed') return null;
  if (isKeptImage(item)) return null;
  const gone: string[] = [...answerOnly];
  if (type === 'custom_tool_call_output') gone.push('status');
  const edits = [...editJsonMembers(item, removalsOf(item, gone))];
  for (const key of partHolders) {
    const member = item.member(key);
    if (member?.kind !== 'array') continue;
    for (const part of item.elements(member)) {
      if (part.kind !== 'object') continue;
      const holder = item.object(part);
      edits.push(...editJsonMembers(holder, removalsOf(holder, answerOnly)));
    }
  }
  return edits;
}

function removalsOf(object: JsonObjectText, keys: readonly string[]): readonly { key: string; json: null }[] {
  return keys.filter((key) => object.member(key) !== undefined).map((key) => ({ key, json: null }));
}
