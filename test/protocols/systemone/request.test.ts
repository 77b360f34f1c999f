import test, { type ExecutionContext } from 'ava';
import type { JsonObjectText } from '../../../src/wire/json-object-text.ts';
import { scanJsonObject } from '../../../src/wire/json-text.ts';
import { readSystemOneAnswer } from '../../../src/protocols/systemone/answer.ts';
import {
  readSystemOneRequest,
  writeSystemOneRequest,
  type SystemOneRequest,
} from '../../../src/protocols/systemone/request.ts';

function scan(text: string): JsonObjectText {
  const object = scanJsonObject(Buffer.from(text));
  if (object.kind === 'json_fault') throw new Error(`${object.fault} at ${object.at}`);
  return object;
}

const read = (text: string) => readSystemOneRequest(scan(text));

function request(t: ExecutionContext, text: string): SystemOneRequest {
  const asked = read(text);
  return asked.kind === 'systemone_request' ? asked : t.fail(asked.message);
}

const asking = (questions: string, more = ''): string =>
  `{"model":"light","state":"s","questions":${questions}${more}}`;
const three =
  '{"10":{"type":"noul"},"2":{"type":"choice","criteria":{"9":null,"1":{"a":[]}}},"é":{"type":"score","criteria":["low",null,{}]}}';

test('questions are identified by id, type and options, in the order of the text', (t) => {
  const { questions, hasMedia } = request(t, asking(three));
  t.deepEqual(
    [...questions].map(([id, { type, options }]) => [id, type, [...options].join(' ')]),
    [
      ['10', 'noul', ''],
      ['2', 'choice', '9 1'],
      ['é', 'score', '0 1 2'],
    ],
  );
  t.false(hasMedia);
});

test('the state is a text, an object, an array or null', (t) => {
  for (const state of ['"text"', '{"a":1}', '[]', 'null']) {
    t.is(read(`{"state":${state},"questions":{"q":{"type":"noul"}}}`).kind, 'systemone_request', state);
  }
  for (const state of ['7', 'true']) {
    t.like(read(`{"state":${state},"questions":{"q":{"type":"noul"}}}`), { kind: 'request_fault', param: 'state' });
  }
  t.like(read('{"questions":{"q":{"type":"noul"}}}'), { kind: 'request_fault', param: 'state' });
});

for (const [questions, param] of [
  ['{}', 'questions'],
  ['[]', 'questions'],
  ['null', 'questions'],
  ['{"q":null}', 'questions.q'],
  ['{"q":{}}', 'questions.q.type'],
  ['{"q":{"type":"box"}}', 'questions.q.type'],
  ['{"q":{"type":"noul","instructions":7}}', 'questions.q.instructions'],
  ['{"q":{"type":"noul","criteria":[]}}', 'questions.q.criteria'],
  ['{"q":{"type":"choice"}}', 'questions.q.criteria'],
  ['{"q":{"type":"choice","criteria":{}}}', 'questions.q.criteria'],
  ['{"q":{"type":"choice","criteria":["a"]}}', 'questions.q.criteria'],
  ['{"q":{"type":"score","criteria":{"0":"a"}}}', 'questions.q.criteria'],
  ['{"q":{"type":"score","criteria":[]}}', 'questions.q.criteria'],
] as const) {
  test(`${questions} are no questions`, (t) => {
    t.like(read(asking(questions)), { kind: 'request_fault', param });
  });
}

test('a stream is refused, and of an endless id only the beginning is quoted', (t) => {
  t.like(read(asking(three, ',"stream":true')), { kind: 'request_fault', param: 'stream' });
  t.is(read(asking(three, ',"stream":false')).kind, 'systemone_request');
  const fault = read(asking(`{"${'x'.repeat(5_000)}":{}}`));
  t.true(fault.kind === 'request_fault' && fault.message.length < 300);
});

test('fields that not every upstream accepts are listed, and images are recognised', (t) => {
  t.like(request(t, asking(three, ',"keep_alive":"5m"')), { hasMedia: false });
  t.like(request(t, asking(three, ',"assets":{}')), { hasMedia: true });
});

test('only the name of the model changes on the way up', (t) => {
  const written = (text: string): string => writeSystemOneRequest(scan(text), { model: 'there' }).toString();
  t.is(written(asking(three)), asking(three).replace('"light"', '"there"'));
  t.is(
    written(`{"stream":null,"state":1.0,"questions":${three}}`),
    `{"state":1.0,"questions":${three},"model":"there"}`,
  );
});

test('answers are never longer than the estimate of their length', (t) => {
  const digits = '0.12345678901234568';
  const label = 'a rather long label';
  const asked = request(t, asking(`{"q":{"type":"choice","criteria":{"${label}":null,"b":null}}}`));
  const answers = `{"q":{"type":"choice","choice":"${label}","probabilities":{"${label}":${digits},"b":${digits}},"confidence":${digits}}}`;
  t.true(answers.length <= asked.answersBytesMax);
  const scored = request(t, asking('{"q":{"type":"score","criteria":["low","high"]}}'));
  const scores = `{"q":{"type":"score","score":${digits},"legend":{"0":"low","1":"high"},"probabilities":{"0":${digits},"1":${digits}},"confidence":${digits}}}`;
  t.true(scores.length <= scored.answersBytesMax);
});

// --- answers ----------------------------------------------------------------------------------------------------

const yes = '{"type":"noul","noul":0.970}';
const choice = '{"type":"choice","choice":"1","probabilities":{"9":0.25,"1":0.75},"confidence":0.5}';
const score = '{"type":"score","score":1.25,"legend":{},"probabilities":{"0":0,"1":1,"2":1e-9},"confidence":null}';
const answered = (answers: string, more = ''): Buffer => Buffer.from(`{"model":"m","answers":${answers}${more}}`);

test('an answer that answers every question is accepted unchanged', (t) => {
  const asked = request(t, asking(three));
  const bytes = answered(`{"é":${score},"10":${yes},"2":${choice}}`, ',"usage":{"input_tokens":61,"output_tokens":9}');
  const answer = readSystemOneAnswer(bytes, asked);
  t.is(answer?.bytes, bytes);
  t.like(answer?.reading?.usage, { input_tokens: 61, output_tokens: 9 });
  t.is(readSystemOneAnswer(answered(`{"10":${yes},"2":${choice},"é":${score}}`), asked)?.reading, null);
});

for (const [what, answers] of [
  ['nothing', '{}'],
  ['one too few', `{"10":${yes},"2":${choice}}`],
  ['another id', `{"10":${yes},"2":${choice},"e":${score}}`],
  ['one too many', `{"10":${yes},"2":${choice},"é":${score},"x":${yes}}`],
  ['another type', `{"10":${yes},"2":${yes},"é":${score}}`],
  ['null for one', `{"10":null,"2":${choice},"é":${score}}`],
  ['a probability above one', `{"10":${yes.replace('0.970', '1.01')},"2":${choice},"é":${score}}`],
  ['a negative probability', `{"10":${yes.replace('0.970', '-0.1')},"2":${choice},"é":${score}}`],
  ['a probability that is a text', `{"10":${yes.replace('0.970', '"0.9"')},"2":${choice},"é":${score}}`],
  ['no probability', `{"10":{"type":"noul"},"2":${choice},"é":${score}}`],
  ['a choice nobody gave', `{"10":${yes},"2":${choice.replace('"choice":"1"', '"choice":"3"')},"é":${score}}`],
  ['a label nobody gave', `{"10":${yes},"2":${choice.replace('"9":', '"8":')},"é":${score}}`],
  ['a label too few', `{"10":${yes},"2":${choice.replace('"9":0.25,', '')},"é":${score}}`],
  ['a confidence beyond all', `{"10":${yes},"2":${choice.replace('0.5}', '1e400}')},"é":${score}}`],
  ['an endless score', `{"10":${yes},"2":${choice},"é":${score.replace('1.25', '1e400')}}`],
  ['a level too many', `{"10":${yes},"2":${choice},"é":${score.replace('"2":1e-9', '"2":0,"3":0')}}`],
] as const) {
  test(`${what} is no answer`, (t) => {
    t.is(readSystemOneAnswer(answered(answers), request(t, asking(three))), null);
  });
}

test('an answer that is not one JSON object with answers is not read', (t) => {
  const asked = request(t, asking(three));
  for (const text of ['', '<html>', '[]', '{}', '{"answers":[]}']) {
    t.is(readSystemOneAnswer(Buffer.from(text), asked), null, text);
  }
});
