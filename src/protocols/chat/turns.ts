import type { JsonObjectText } from '../../wire/json-object-text.ts';
import {
  contentText,
  countListed,
  objectsOf,
  requestTurns,
  type ConversationTurns,
  type Turn,
} from '../requests/conversation-turns.ts';
import type { ChatRequest } from './request.ts';

/** The turns of a request for chat completions. */
export function readChatTurns(
  object: JsonObjectText,
  { hasRemoteMedia }: Pick<ChatRequest, 'hasRemoteMedia'>,
): ConversationTurns {
  const format = object.nested('response_format')?.string('type') ?? 'text';
  return requestTurns(turnsOf(object), {
    toolCount: countListed(object, 'tools', 'functions'),
    wantsSchema: format !== 'text',
    hasAttachments: hasRemoteMedia,
  });
}

const textParts = new Set(['text']);

function* turnsOf(object: JsonObjectText): Generator<Turn, void> {
  for (const message of objectsOf(object, object.member('messages'))) {
    const role = message.string('role');
    if (role !== 'user' && role !== 'tool' && role !== 'function') continue;
    const text = contentText(message, message.member('content'), textParts);
    yield role === 'user' ? { kind: 'said', text } : { kind: 'tool_result', text, isError: false };
  }
}
