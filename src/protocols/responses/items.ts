import { applyEdits, type ByteEdit } from '../../wire/byte-edits.ts';
import { editJsonMembers, replaceValue, stringChange, type MemberChange } from '../../wire/json-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { alreadyRead } from '../../wire/json-scan.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { givenMember } from '../requests/request-fields.ts';

/**
 * Items of the responses protocol, in requests and in answers: what the gateway reads of them, and how they are sent
 * back.
 */

/** Parts whose bytes bound their tokens. */
const textParts = new Set(['input_text', 'output_text', 'text', 'refusal', 'summary_text', 'reasoning_text']);

/** Members of items that hold a list of parts, or text. */
const partHolders = ['content', 'output'] as const;

/** Members of items, of any type, that hold parts, or text. */
const mediaHolders = [...partHolders, 'outputs', 'summary', 'result', 'results'] as const;

/** Parts that are text only in items of one type. */
const ownTextParts = new Map([['code_interpreter_call', 'logs']]);

/** Items whose parts are text without having a type: the members of such a part. */
const untypedTextParts = new Map([
  ['shell_call_output', new Set(['stdout', 'stderr', 'outcome', 'created_by'])],
  ['file_search_call', new Set(['attributes', 'file_id', 'filename', 'score', 'text'])],
]);

/** Whether an item holds images, audio, files or unknown parts, whose bytes do not bound their tokens. */
export function holdsMedia(item: JsonObjectText): boolean {
  const type = item.string('type') ?? '';
  if (type === 'computer_call_output') return true;
  if (type === 'image_generation_call' && givenMember(item, 'result') !== undefined) return true;
  const error = item.nested('error');
  return [item, ...(error === undefined ? [] : [error])].some((holder) =>
    mediaHolders.some((key) => {
      const member = givenMember(holder, key);
      if (member === undefined || member.kind === 'string') return false;
      if (member.kind === 'object') return true;
      return member.kind === 'array' && !holder.elements(member).every((part) => isTextPart(holder, part, type));
    }),
  );
}

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

function isTextPart(holder: JsonObjectText, span: JsonSpan, itemType: string): boolean {
  if (span.kind !== 'object') return span.kind === 'string';
  const part = holder.object(span);
  if (part.member('type') === undefined) return isUntypedTextPart(part, itemType);
  const type = part.string('type');
  return type !== undefined && (textParts.has(type) || ownTextParts.get(itemType) === type);
}

/** A part without a type is text by its members: known ones, with values that contain no parts themselves. */
function isUntypedTextPart(part: JsonObjectText, itemType: string): boolean {
  const names = untypedTextParts.get(itemType);
  return names !== undefined && part.members.every((member) => names.has(part.key(member)) && isFlat(part, member));
}

/** Whether a value is neither a list nor an object that contains one of them. */
function isFlat(holder: JsonObjectText, value: JsonSpan): boolean {
  if (value.kind !== 'object') return value.kind !== 'array';
  return holder.object(value).members.every(({ kind }) => kind !== 'object' && kind !== 'array');
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
  return bytes;
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

/** Members that only the server or the official client adds to items, and that neither accepts in an input. */
const answerOnly = ['created_by', 'parsed', 'parsed_arguments'] as const;

/**
 * An item of an answer as it is sent back in the input of the next request; `null` for one that is not. The rules are
 * those by which the official client turns output into input (protocol: openai 7.55, `toResponseInputItems`), except that
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
