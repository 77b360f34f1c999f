import test, { type ExecutionContext } from 'ava';
import { renamedAnswer } from '../../../src/protocols/answers/renamed-answer.ts';
import { readChatAnswer, type ChatAnswer } from '../../../src/protocols/chat/answer.ts';

function read(t: ExecutionContext, text: string): ChatAnswer {
  return readChatAnswer(Buffer.from(text)) ?? t.fail(text);
}

const message = (members: string): string =>
  `{"index":0,"message":{"role":"assistant",${members}},"finish_reason":"stop"}`;

test('counters, tier and text are read from an answer', (t) => {
  const answer = read(
    t,
    `{"id":"chatcmpl-1","model":"gpt","service_tier":"priority","choices":[${message('"content":"é\\n\\u00e9"')},${message('"content":null,"refusal":"no"')}],"usage":{"prompt_tokens":5,"completion_tokens":7,"total_tokens":12,"prompt_tokens_details":{"image_tokens":9}}}`,
  );
  t.like(answer.reading?.usage, { input_tokens: 5, output_tokens: 7, image_input_tokens: 5 });
  t.deepEqual(answer.reading?.corrected, ['image_input_tokens']);
  t.is(answer.serviceTier, 'priority');
  t.is(answer.contentBytes, 2 + 1 + 2 + 2);
});

test('every channel of generated text counts, envelopes and audio data do not', (t) => {
  const members = [
    '"content":"ab"',
    '"reasoning_content":"cde"',
    '"reasoning":"cde"',
    '"function_call":{"name":"f","arguments":"{}"}',
    '"tool_calls":[{"id":"call_1","type":"function","function":{"name":"gg","arguments":"{}"}},{"custom":{"name":"h","input":"ijk"}},null]',
    '"audio":{"id":"a","data":"AAAAAAAA","transcript":"lmnop"}',
  ];
  t.is(read(t, `{"choices":[${message(members.join(','))}]}`).contentBytes, 2 + 3 + 3 + 4 + 4 + 5);
});

test('an answer without readable counters has none', (t) => {
  for (const usage of ['', ',"usage":null', ',"usage":{}', ',"usage":[]', ',"usage":{"prompt_tokens":"x"}']) {
    t.is(read(t, `{"choices":[]${usage}}`).reading, null);
  }
  t.like(read(t, '{"choices":{"odd":1}}'), { reading: null, serviceTier: null, contentBytes: 0 });
  t.is(read(t, '{"choices":[null,{"message":"odd"},{}]}').contentBytes, 3);
});

test('an answer that is not one JSON object is not read', (t) => {
  for (const text of ['', '<html>', '[]', '{"a":1', '{"a":1,"a":2}', 'null'])
    t.is(readChatAnswer(Buffer.from(text)), null);
});

test('the answer is passed on under the model name that the client used, and nothing else changes', (t) => {
  const text = (model: string): string =>
    `{ "id":"1","model" : ${model},"created":1.0,"choices":[{"model":"inner"}] }\n`;
  const named = (model: string): string => renamedAnswer(read(t, text(model)).object, 'light').toString();
  t.is(named('"gpt-4o-2024"'), text('"light"'));
  t.is(named('""'), text('"light"'));
  t.is(named('null'), text('null'));
  t.is(renamedAnswer(read(t, '{"choices":[]}').object, 'light').toString(), '{"choices":[]}');
});

test('an answer that already has that model name stays the same bytes', (t) => {
  const answer = read(t, '{"model":"light"}');
  t.is(renamedAnswer(answer.object, 'light'), answer.object.bytes);
});
