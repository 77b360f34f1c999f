import test from 'ava';
import { readMessagesAnswer, writeMessagesAnswer } from '../../../src/protocols/messages/answer.ts';
import { usage } from '../../_support/usage.ts';

const body =
  '{"id":"msg_1","type":"message","role":"assistant","model":"up-1", "content":[{"type":"thinking","thinking":"caf\\u00e9","signature":"E\\/+="},' +
  '{"type":"redacted_thinking","data":"\\u0041="},{"type":"text","text":"model up-1"},{"type":"tool_use","id":"t","name":"n","input":{"model":"up-1"}},' +
  '{"type":"web_search_tool_result","content":[{"encrypted_content":"E\\/=="}]}],"stop_reason":"end_turn","stop_sequence":null,' +
  '"usage":{"input_tokens":9,"output_tokens":5,"iterations":[{"type":"message","model":"up-1"},{"type":"fallback_message","model":"up-2"}],"x":1.0},"y":9007199254740993}\n';

function read(text: string, speed: string | null = null) {
  const answer = readMessagesAnswer(Buffer.from(text), speed);
  if (answer === null) throw new Error('no message');
  return answer;
}

test('only the model name of the message itself changes', (t) => {
  const written = writeMessagesAnswer(read(body), { model: 'light' }).toString();
  t.is(
    written,
    body
      .replace('"assistant","model":"up-1"', '"assistant","model":"light"')
      .replace('"message","model":"up-1"}', '"message","model":"light"}'),
  );
});

test('an answer with the client’s model name, or with none, stays the same bytes', (t) => {
  for (const text of [
    body.replace('"assistant","model":"up-1"', '"assistant","model":"light"'),
    '{"type":"message","content":[]}',
  ]) {
    const answer = read(text);
    t.is(writeMessagesAnswer(answer, { model: 'light' }), answer.object.bytes);
  }
});

test('counters, tier and text are read from an answer', (t) => {
  const { reading, serviceTier, contentBytes } = read(body);
  t.deepEqual(reading?.usage, usage({ input_tokens: 9, output_tokens: 5, web_searches: 1 }));
  t.is(serviceTier, null);
  t.is(contentBytes, Buffer.byteLength('café') + 'model up-1'.length + '{"model":"up-1"}'.length);
  t.is(read(body, 'fast').serviceTier, 'fast');
  t.is(read('{"type":"message","content":[]}').reading, null);
});

test('uses of hosted tools are those counted, or those shown if none are counted', (t) => {
  const results = (type: string, content: unknown) => ({ type, tool_use_id: 't', content });
  const content = [
    { type: 'server_tool_use', id: 't', name: 'web_search', input: {} },
    results('web_search_tool_result', [{ type: 'web_search_result', url: 'https://x.test' }]),
    results('web_search_tool_result', { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' }),
    results('web_fetch_tool_result', { type: 'web_fetch_result', url: 'https://x.test' }),
    results('web_fetch_tool_result', { type: 'web_fetch_tool_result_error', error_code: 'unavailable' }),
    results('code_execution_tool_result', {}),
  ];
  const counted = (more: object) => {
    const answer = { type: 'message', content, usage: { input_tokens: 1, output_tokens: 1, ...more } };
    const { reading, toolUses } = read(JSON.stringify(answer));
    t.deepEqual(toolUses, { web_searches: 1, web_fetches: 1 });
    return [reading?.usage.web_searches, reading?.usage.web_fetches];
  };
  t.deepEqual(counted({}), [1, 1]);
  t.deepEqual(counted({ server_tool_use: null }), [1, 1]);
  t.deepEqual(counted({ server_tool_use: { web_search_requests: 3, web_fetch_requests: 0 } }), [3, 0]);
  t.deepEqual(counted({ server_tool_use: { web_search_requests: 0 } }), [0, 1], 'one tool counted, the other not');
  t.deepEqual(counted({ server_tool_use: { web_fetch_requests: 2, web_search_requests: null } }), [1, 2]);
  t.deepEqual(counted({ server_tool_use: { web_search_requests: 'many' } }), [1, 1]);
});

test('an answer that is not a message is not read', (t) => {
  for (const text of [
    '',
    '[]',
    '<html>',
    '{"type":"error","error":{}}',
    '{"type":"message"}',
    '{"type":"message","content":"x"}',
    '{"content":[]}',
    '{"type":"message","content":[],"content":[]}',
  ]) {
    t.is(readMessagesAnswer(Buffer.from(text), null), null, text);
  }
});
