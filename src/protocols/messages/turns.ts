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
import type { MessagesRequest } from './request.ts';

/** The turns of a messages request. A user turn with only tool results is not one of a person. */
export function readMessagesTurns(
  object: JsonObjectText,
  { hasUnboundedInput }: Pick<MessagesRequest, 'hasUnboundedInput'>,
): ConversationTurns {
  const format = object.nested('output_config')?.member('format') ?? object.member('output_format');
  return requestTurns(turnsOf(object), {
    toolCount: countListed(object, 'tools'),
    wantsSchema: format?.kind === 'object',
    hasAttachments: hasUnboundedInput,
  });
}

const textBlocks = new Set(['text']);

function* turnsOf(object: JsonObjectText): Generator<Turn, void> {
  for (const message of objectsOf(object, object.member('messages'))) {
    const content = givenMember(message, 'content');
    for (const block of objectsOf(message, content)) {
      const type = block.string('type');
      if (type === 'compaction') yield { kind: 'compacted' };
      if (type !== 'tool_result') continue;
      const text = contentText(block, block.member('content'), textBlocks);
      yield { kind: 'tool_result', text, isError: block.member('is_error')?.kind === 'true' };
    }
    if (message.string('role') === 'user') yield { kind: 'said', text: contentText(message, content, textBlocks) };
  }
}
