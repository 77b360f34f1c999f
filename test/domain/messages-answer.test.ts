import test from 'ava';
import { readMessagesAnswer, writeMessagesAnswer } from '../../src/domain/messages-answer.ts';
import { usage } from '../_support/token-usage.ts';

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

test('only the name of the model changes, wherever the message itself is meant', (t) => {
  const written = writeMessagesAnswer(read(body), { model: 'light' }).toString();
  t.is(
    written,
    body
      .replace('"assistant","model":"up-1"', '"assistant","model":"light"')
      .replace('"message","model":"up-1"}', '"message","model":"light"}'),
  );
});

test('an answer under the client’s own name, or under none, is the very bytes', (t) => {
  for (const text of [
    body.replace('"assistant","model":"up-1"', '"assistant","model":"light"'),
    '{"type":"message","content":[]}',
  ]) {
    const answer = read(text);
    t.is(writeMessagesAnswer(answer, { model: 'light' }), answer.object.bytes);
  }
});

test('counters, tier and text are found', (t) => {
  const { usage: counted, serviceTier, contentBytes } = read(body);
  t.deepEqual(counted, usage({ input_tokens: 9, output_tokens: 5 }));
  t.is(serviceTier, null);
  t.is(contentBytes, Buffer.byteLength('café') + 'model up-1'.length + '{"model":"up-1"}'.length);
  t.is(read(body, 'fast').serviceTier, 'fast');
  t.is(read('{"type":"message","content":[]}').usage, null);
});

test('what is not a message is none', (t) => {
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
