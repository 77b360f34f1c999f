import test from 'ava';
import { readChatInference } from '../../src/protocols/chat/inference.ts';
import { readMessagesInference } from '../../src/protocols/messages/inference.ts';
import type { ConversationTurns } from '../../src/protocols/requests/conversation-turns.ts';
import { readResponsesInference } from '../../src/protocols/responses/inference.ts';

const reading = { jsonLimits: {}, createResponseId: () => 'resp_1' };

const turnsOf = (read: typeof readChatInference, body: object): ConversationTurns | undefined =>
  read(Buffer.from(JSON.stringify({ model: 'switchyard', ...body })), reading).turns?.();

const tools = [{ type: 'function', function: { name: 'look', parameters: {} } }];

test('chat: the opening task, the latest turn and later tool results are found', (t) => {
  const messages = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: [{ type: 'text', text: 'First task' }] },
    { role: 'tool', tool_call_id: 'a', content: 'of the first task' },
    { role: 'user', content: 'Second task' },
    { role: 'assistant', tool_calls: [{ id: 'b', type: 'function', function: { name: 'look', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'b', content: 'seen' },
  ];
  t.deepEqual(turnsOf(readChatInference, { messages, tools, response_format: { type: 'json_object' } }), {
    openingText: 'First task',
    latestText: 'Second task',
    toolResults: [{ text: 'seen', isError: false }],
    isCompacted: false,
    toolCount: 1,
    wantsSchema: true,
    hasAttachments: false,
  });
});

test('messages: a turn with only tool results is not a turn of a person', (t) => {
  const messages = [
    { role: 'user', content: 'The task' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', is_error: true, content: 'broken' }] },
  ];
  t.like(turnsOf(readMessagesInference, { max_tokens: 10, messages }), {
    openingText: 'The task',
    latestText: 'The task',
    toolResults: [{ text: 'broken', isError: true }],
    toolCount: 0,
    wantsSchema: false,
  });
});

test('responses: the turns of a text or of items are found', (t) => {
  t.like(turnsOf(readResponsesInference, { input: 'The task' }), { openingText: 'The task', latestText: 'The task' });
  const input = [
    { role: 'user', content: [{ type: 'input_text', text: 'The task' }] },
    { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: 'seen' },
  ];
  t.like(turnsOf(readResponsesInference, { input, text: { format: { type: 'json_schema', name: 'x', schema: {} } } }), {
    openingText: 'The task',
    toolResults: [{ text: 'seen', isError: false }],
    wantsSchema: true,
  });
});

test('a long text is clipped to its beginning and its end', (t) => {
  const text = `begins ${'x'.repeat(50_000)} ends`;
  const { openingText = '' } = turnsOf(readChatInference, { messages: [{ role: 'user', content: text }] }) ?? {};
  t.true(openingText.length < 13_000);
  t.regex(openingText, /^begins x.*x ends$/);
});
