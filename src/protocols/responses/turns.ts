import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { givenMember } from '../requests/request-fields.ts';
import {
  contentText,
  countListed,
  objectsOf,
  requestTurns,
  type ConversationTurns,
  type Turn,
} from '../requests/conversation-turns.ts';
import type { ResponsesRequest } from './request.ts';

/** The turns of a request for a response, without those of earlier responses. */
export function readResponsesTurns(
  object: JsonObjectText,
  { hasUnboundedInput }: Pick<ResponsesRequest, 'hasUnboundedInput'>,
): ConversationTurns {
  const format = object.nested('text')?.nested('format')?.string('type') ?? 'text';
  return requestTurns(turnsOf(object), {
    toolCount: countListed(object, 'tools'),
    wantsSchema: format !== 'text',
    hasAttachments: hasUnboundedInput,
  });
}

const textParts = new Set(['input_text', 'output_text', 'text']);

function* turnsOf(object: JsonObjectText): Generator<Turn, void> {
  const input = givenMember(object, 'input');
  if (input?.kind === 'string') yield { kind: 'said', text: object.decode(input) };
  for (const item of objectsOf(object, input)) {
    const type = item.string('type') ?? 'message';
    if (type === 'compaction' || type === 'compaction_summary') yield { kind: 'compacted' };
    else if (type.endsWith('_output')) {
      yield { kind: 'tool_result', text: contentText(item, item.member('output'), textParts), isError: failed(item) };
    } else if (type === 'message' && item.string('role') === 'user') {
      yield { kind: 'said', text: contentText(item, item.member('content'), textParts) };
    }
  }
}

function failed(item: JsonObjectText): boolean {
  const status = item.string('status');
  return status === 'failed' || status === 'incomplete';
}
