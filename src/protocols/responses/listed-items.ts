import { applyEdits } from '../../wire/byte-edits.ts';
import { editJsonMembers, stringChange, type MemberChange } from '../../wire/json-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { alreadyRead } from '../../wire/json-limits.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { givenMember } from '../requests/request-fields.ts';

/** Prefixes of ids for items that were sent without one. */
const idPrefixes = new Map([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['function_call_output', 'fc'],
  ['custom_tool_call', 'ctc'],
  ['custom_tool_call_output', 'ctc'],
]);

/**
 * An item as it is listed: a message in its long form, and an id, its own or one made from `number`. Nothing else
 * differs from what was sent.
 */
export function listedItem(text: Buffer, number: string): { readonly text: Buffer; readonly id: string } {
  const item = scanJsonObject(text, alreadyRead);
  if (item.kind === 'json_fault') throw new RangeError('an item that is no JSON');
  const type = typeOf(item);
  const id = listedId(item, number);
  const changes: MemberChange[] = [...stringChange(item, 'id', id)];
  if (type === 'message') changes.push(...stringChange(item, 'type', type));
  const content = item.member('content');
  if (type === 'message' && content?.kind === 'string') {
    changes.push({ key: 'content', json: longContent(item.string('role'), item.text(content)) });
  }
  return { text: applyEdits(text, editJsonMembers(item, changes)), id };
}

/** The id under which an item is listed. */
export function listedId(item: JsonObjectText, number: string): string {
  return item.string('id') ?? `${idPrefixes.get(typeOf(item)) ?? 'item'}_${number}`;
}

/** A message may leave out its type. */
function typeOf(item: JsonObjectText): string {
  const isShort = givenMember(item, 'type') === undefined && item.member('role') !== undefined;
  return isShort ? 'message' : (item.string('type') ?? '');
}

/** A plain text as the single part that it stands for. */
function longContent(role: string | undefined, text: string): string {
  return role === 'assistant'
    ? `[{"type":"output_text","text":${text},"annotations":[]}]`
    : `[{"type":"input_text","text":${text}}]`;
}
