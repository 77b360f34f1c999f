import type { ByteEdit } from '../../wire/byte-edits.ts';
import { editJsonMembers, replaceValue } from '../../wire/json-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { otherTextBytes } from '../answers/other-texts.ts';

/** Items of the responses protocol, in requests and in answers: what the gateway reads of them. */

/** Members of items that hold a list of parts, or text. */
export const partHolders = ['content', 'output'] as const;

/**
 * Whether an item only names an image that the upstream account holds, which all callers share: its result is absent,
 * empty or no string. Also if the call is said to have failed: only the caller says so, and the id may be anyone's.
 */
export function isKeptImage(item: JsonObjectText): boolean {
  if (item.string('type') !== 'image_generation_call') return false;
  const result = item.member('result');
  return result?.kind !== 'string' || result.valueEnd - result.valueStart <= '""'.length;
}

/** The items among the instructions; none where they are a text. */
export function instructionItems(object: JsonObjectText): readonly JsonObjectText[] {
  const instructions = object.member('instructions');
  if (instructions?.kind === 'object') return [object.object(instructions)];
  if (instructions?.kind !== 'array') return [];
  return object.elements(instructions).flatMap((item) => (item.kind === 'object' ? [object.object(item)] : []));
}

/** Bytes that the model wrote of an item, for an estimate: everything except names and opaque blocks. */
export function writtenBytes(item: JsonObjectText): number {
  let bytes = 0;
  for (const member of item.members) {
    const key = item.key(member);
    if (key === 'content' || key === 'summary') bytes += textsOf(item, member);
    else if (writtenMembers.has(key) && member.kind === 'string') bytes += member.valueEnd - member.valueStart - 2;
    else if (writtenMembers.has(key) && member.kind === 'object') bytes += member.valueEnd - member.valueStart;
  }
  return bytes === 0 ? otherTextBytes(item) : bytes;
}

const writtenMembers = new Set(['arguments', 'input', 'code', 'action', 'operation']);

function textsOf(item: JsonObjectText, member: JsonSpan): number {
  if (member.kind === 'string') return member.valueEnd - member.valueStart - 2;
  if (member.kind !== 'array') return 0;
  return item.elements(member).reduce((sum, part) => {
    if (part.kind !== 'object') return sum;
    const holder = item.object(part);
    const text = holder.member('text') ?? holder.member('refusal');
    return text?.kind === 'string' ? sum + text.valueEnd - text.valueStart - 2 : sum;
  }, 0);
}

/** Whether an item of an answer is a search that has a price. Opened pages and failed searches have none. */
export function isWebSearch(item: JsonObjectText): boolean {
  if (item.string('type') !== 'web_search_call' || item.string('status') === 'failed') return false;
  return (item.nested('action')?.string('type') ?? 'search') === 'search';
}

/** Items whose id belongs to an opaque block, and must be sent back unchanged. */
const sealedItems = new Set(['reasoning', 'compaction']);

/** Shorter ids are not unique: some servers number their items. */
const idLengthMin = 16;

/** Whether an item needs another id to be unique among the items of other answers. */
export function hasPoorId(type: string | undefined, id: string): boolean {
  return id.length < idLengthMin && !sealedItems.has(type ?? '');
}

/** The edits that set the effort of every `configuration_update` among the items; `null` removes it. */
export function effortEdits(
  items: readonly JsonObjectText[],
  effortFor: (wanted: string) => string | null,
): readonly ByteEdit[] {
  return items.flatMap((item) => {
    const reasoning = item.string('type') === 'configuration_update' ? item.nested('reasoning') : undefined;
    const wanted = reasoning?.string('effort');
    const member = reasoning?.member('effort');
    if (reasoning === undefined || wanted === undefined || member === undefined) return [];
    const effort = effortFor(wanted);
    if (effort === wanted) return [];
    return effort === null
      ? editJsonMembers(reasoning, [{ key: 'effort', json: null }])
      : [replaceValue(member, JSON.stringify(effort))];
  });
}
