import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { givenMember } from '../requests/request-fields.ts';
import { partHolders } from './items.ts';

/** Parts whose bytes bound their tokens. */
const textParts = new Set(['input_text', 'output_text', 'text', 'refusal', 'summary_text', 'reasoning_text']);

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
