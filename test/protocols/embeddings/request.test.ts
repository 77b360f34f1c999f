import test, { type ExecutionContext } from 'ava';
import { readEmbeddingsAnswer } from '../../../src/protocols/embeddings/answer.ts';
import {
  readEmbeddingsRequest,
  writeEmbeddingsRequest,
  type EmbeddingsRequest,
} from '../../../src/protocols/embeddings/request.ts';
import type { JsonObjectText } from '../../../src/wire/json-object-text.ts';
import { scanJsonObject } from '../../../src/wire/json-text.ts';

function scan(text: string): JsonObjectText {
  const object = scanJsonObject(Buffer.from(text));
  if (object.kind === 'json_fault') throw new Error(`${object.fault} at ${object.at}`);
  return object;
}

const read = (text: string) => readEmbeddingsRequest(scan(text));

function request(t: ExecutionContext, input: string): EmbeddingsRequest {
  const asked = read(`{"model":"light","input":${input}}`);
  return asked.kind === 'embeddings_request' ? asked : t.fail(asked.message);
}

test('a text, or up to 2048 of them, count as as many entries and no counted tokens', (t) => {
  const texts = (count: number): string => JSON.stringify(Array.from({ length: count }, () => ''));
  t.like(request(t, '"Hello"'), { model: 'light', entriesCount: 1, inputTokens: null });
  t.like(request(t, '["a","b"]'), { entriesCount: 2, inputTokens: null });
  t.like(request(t, texts(2048)), { entriesCount: 2048, inputTokens: null });
  t.like(read(`{"input":${texts(2049)}}`), { kind: 'request_fault', param: 'input' });
});

test('token ids are counted exactly, in any white space', (t) => {
  t.like(request(t, '[1]'), { entriesCount: 1, inputTokens: 1 });
  t.like(request(t, ' [ 15339 ,\n\t1917,0 ] '), { entriesCount: 1, inputTokens: 3 });
  t.like(request(t, '[[1,2],[3],[]]'), { entriesCount: 3, inputTokens: 3 });
  t.like(request(t, `[${'7,'.repeat(99_999)}7]`), { entriesCount: 1, inputTokens: 100_000 });
  t.like(read(`{"input":[${'[1],'.repeat(2048)}[1]]}`), { kind: 'request_fault', param: 'input' });
});

for (const [input, param] of [
  ['null', 'input'],
  ['7', 'input'],
  ['{}', 'input'],
  ['[]', 'input'],
  ['[null]', 'input'],
  ['[{"type":"image_url"}]', 'input'],
  ['["a",1]', 'input[1]'],
  ['["a",["b"]]', 'input[1]'],
  ['[[1],"a"]', 'input[1]'],
  ['[1,"a"]', 'input'],
  ['[1,[2]]', 'input'],
  ['[1.5]', 'input'],
  ['[-1]', 'input'],
  ['[1e3]', 'input'],
  ['[[1],[2,"3"]]', 'input[1]'],
  ['[[1],[[2]]]', 'input[1]'],
] as const) {
  test(`${input} is no input`, (t) => {
    t.like(read(`{"input":${input}}`), { kind: 'request_fault', param });
  });
}

test('a request without input, with a stream or with a model that is no name is refused', (t) => {
  t.like(read('{"model":"light"}'), { kind: 'request_fault', param: 'input' });
  t.like(read('{"input":"a","stream":true}'), { kind: 'request_fault', param: 'stream' });
  t.like(read('{"input":"a","stream":"no"}'), { kind: 'request_fault', param: 'stream' });
  t.like(read('{"input":"a","model":7}'), { kind: 'request_fault', param: 'model' });
  t.like(read('{"input":"a","stream":null,"model":null}'), { kind: 'embeddings_request', model: null });
});

test('only the name of the model changes on the way up, and `stream: false` is left out', (t) => {
  const written = (text: string): string => writeEmbeddingsRequest(scan(text), { model: 'there' }).toString();
  const kept = ',"input" : ["caf\\u00e9", "é"],"dimensions":8.0,"encoding_format":"float","x":9007199254740993 }\n';
  t.is(written(`{ "model":"light"${kept}`), `{ "model":"there"${kept}`);
  t.is(written('{"stream":false,"model":"light","input":[1]}'), '{"model":"there","input":[1]}');
  t.is(written('{"input":"a"}'), '{"input":"a","model":"there"}');
});

test('an answer needs data; its vectors are measured, not read', (t) => {
  const answer = readEmbeddingsAnswer(Buffer.from('{"data":[{"embedding":[0.10]}],"usage":{"prompt_tokens":3}}'));
  t.like(answer, {
    reading: { usage: { input_tokens: 3, output_tokens: 0 } },
    dataBytes: '[{"embedding":[0.10]}]'.length,
  });
  t.like(readEmbeddingsAnswer(Buffer.from('{"data":[]}')), { reading: null, dataBytes: 2 });
  for (const text of ['', '<html>', '[]', '{}', '{"data":{}}', '{"data":[],"data":[]}', '{"data":[]']) {
    t.is(readEmbeddingsAnswer(Buffer.from(text)), null, text);
  }
});
