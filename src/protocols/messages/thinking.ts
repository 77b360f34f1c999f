import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';

/** Members that a model does not accept while it thinks. */
export const samplingMembers = ['temperature', 'top_p', 'top_k'] as const;

/**
 * Whether thinking may be enabled for a caller who did not ask for it: not with a tool that must be called, not before
 * an answer whose beginning is given, and not in the middle of a turn that began without it.
 */
export function canStartThinking(object: JsonObjectText): boolean {
  const choice = object.nested('tool_choice')?.string('type');
  if (choice === 'any' || choice === 'tool') return false;
  const messages = messagesOf(object);
  const last = messages.at(-1);
  if (last?.string('role') === 'assistant') return false;
  if (last === undefined || !blocksOf(last).some((block) => block.string('type') === 'tool_result')) return true;
  const turn = messages.findLast((message) => message.string('role') === 'assistant');
  const first = turn === undefined ? undefined : blocksOf(turn)[0]?.string('type');
  return first === 'thinking' || first === 'redacted_thinking';
}

function messagesOf(object: JsonObjectText): readonly JsonObjectText[] {
  return objectsOf(object, object.member('messages'));
}

function blocksOf(message: JsonObjectText): readonly JsonObjectText[] {
  return objectsOf(message, message.member('content'));
}

function objectsOf(object: JsonObjectText, member: JsonSpan | undefined): readonly JsonObjectText[] {
  if (member?.kind !== 'array') return [];
  return object.elements(member).flatMap((element) => (element.kind === 'object' ? [object.object(element)] : []));
}
