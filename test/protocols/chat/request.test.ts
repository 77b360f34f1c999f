import test, { type ExecutionContext } from 'ava';
import {
  readChatRequest,
  writeChatRequest,
  type ChatRequest,
  type ChatRequestChanges,
} from '../../../src/protocols/chat/request.ts';
import type { JsonObjectText } from '../../../src/wire/json-object-text.ts';
import { scanJsonObject } from '../../../src/wire/json-text.ts';

function scanned(t: ExecutionContext, text: string): JsonObjectText {
  const object = scanJsonObject(Buffer.from(text));
  return object.kind === 'json_fault' ? t.fail(`${object.fault} at ${object.at}: ${text}`) : object;
}

const hi = '"messages":[{"role":"user","content":"hi"}]';

function read(t: ExecutionContext, members: string): ChatRequest {
  const request = readChatRequest(scanned(t, `{${members}}`));
  return request.kind === 'chat_request' ? request : t.fail(`${request.message} ${members}`);
}

function faulty(t: ExecutionContext, members: string): string {
  const fault = readChatRequest(scanned(t, `{${members}}`));
  if (fault.kind !== 'request_fault') return t.fail(`${fault.kind} ${members}`);
  t.true(fault.message.startsWith(`\`${fault.param}\` must be `), fault.message);
  return fault.param;
}

function written(t: ExecutionContext, text: string, changes: Partial<ChatRequestChanges> = {}): string {
  const all = { model: 'upstream-model', maxTokensClamp: null, reasoningEffort: null, forceUsage: true, ...changes };
  return writeChatRequest(scanned(t, text), all).toString();
}

test('a request with only messages has a default for everything else', (t) => {
  t.deepEqual(read(t, hi), {
    kind: 'chat_request',
    model: null,
    isStream: false,
    includeUsage: false,
    maxTokens: null,
    n: 1,
    reasoningEffort: null,
    serviceTier: null,
    hasRemoteMedia: false,
    predictionTokensMax: 0,
    hostedTools: [],
  });
});

test('members that the gateway relies on are read', (t) => {
  const members = [
    '"model":"light"',
    hi,
    '"stream":true',
    '"stream_options":{"include_usage":true}',
    '"max_tokens":100',
    '"n":2',
    '"reasoning_effort":"xhigh"',
    '"service_tier":"flex"',
  ];
  t.like(read(t, members.join(',')), {
    model: 'light',
    isStream: true,
    includeUsage: true,
    maxTokens: 100,
    n: 2,
    reasoningEffort: 'xhigh',
    serviceTier: 'flex',
  });
});

test('null counts as absent', (t) => {
  const keys = ['model', 'stream', 'stream_options', 'max_tokens', 'max_completion_tokens', 'n', 'reasoning_effort'];
  const members = keys.map((key) => `"${key}":null`).join(',');
  t.deepEqual(read(t, `${hi},${members},"service_tier":null`), read(t, hi));
  t.false(read(t, `${hi},"stream_options":{"include_usage":null}`).includeUsage);
});

test('a model name is decoded before it is checked', (t) => {
  t.is(read(t, `${hi},"model":"org\\u002Fname:1@a+b-c_d.e"`).model, 'org/name:1@a+b-c_d.e');
  t.is(read(t, `${hi},"model":"${'a'.repeat(200)}"`).model?.length, 200);
  const wrong = ['""', '"-a"', '"a b"', '"a\\n"', '"é"', '"a\\u0000"', `"${'a'.repeat(201)}"`, '7', '{}', '[]', 'true'];
  for (const model of wrong) t.is(faulty(t, `${hi},"model":${model}`), 'model');
});

test('messages must be objects, at least one', (t) => {
  for (const messages of ['null', '[]', '{}', '"hi"', '7']) t.is(faulty(t, `"messages":${messages}`), 'messages');
  t.is(faulty(t, '"model":"light"'), 'messages');
  t.is(faulty(t, '"messages":[{"role":"user","content":"x"},"hi"]'), 'messages[1]');
  t.like(read(t, `"messages":[${Array.from({ length: 300 }, () => '{}').join(' , ')}]`), { maxTokens: null });
});

test('switches must be booleans', (t) => {
  for (const odd of ['"true"', '1', '0', '{}', '[]']) {
    t.is(faulty(t, `${hi},"stream":${odd}`), 'stream');
    t.is(faulty(t, `${hi},"stream_options":{"include_usage":${odd}}`), 'stream_options.include_usage');
  }
  for (const odd of ['true', '"x"', '1', '[]']) t.is(faulty(t, `${hi},"stream_options":${odd}`), 'stream_options');
});

test('limits must be positive integers up to their maximum', (t) => {
  for (const key of ['max_tokens', 'max_completion_tokens']) {
    for (const odd of [
      '0',
      '-2',
      '"-1"',
      '1.5',
      '"7"',
      'true',
      '[]',
      '{}',
      '2147483649',
      '1e400',
      '9007199254740993',
    ]) {
      t.is(faulty(t, `${hi},"${key}":${odd}`), key);
    }
    t.like(read(t, `${hi},"${key}":2147483648`), { maxTokens: 2_147_483_648 });
    t.is(read(t, `${hi},"${key}":1e2`).maxTokens, 100);
    t.like(read(t, `${hi},"${key}":-1`), { maxTokens: null });
  }
  for (const odd of ['0', '129', '1.5', '"2"', '-1', '1e-1']) t.is(faulty(t, `${hi},"n":${odd}`), 'n');
  t.is(read(t, `${hi},"n":128`).n, 128);
});

test('the larger of two output limits limits the answer', (t) => {
  const members = `${hi},"max_tokens":10,"max_completion_tokens":20`;
  t.like(read(t, members), { maxTokens: 20 });
  t.like(read(t, `${hi},"max_tokens":30,"max_completion_tokens":20`), { maxTokens: 30 });
});

test('an effort must be one of the seven levels', (t) => {
  for (const odd of ['"High"', '""', '3', '{}', '"auto"'])
    t.is(faulty(t, `${hi},"reasoning_effort":${odd}`), 'reasoning_effort');
  t.is(read(t, `${hi},"reasoning_effort":"none"`).reasoningEffort, 'none');
  t.is(read(t, `${hi},"reasoning_effort":"default"`).reasoningEffort, null);
  t.is(faulty(t, `${hi},"service_tier":1`), 'service_tier');
});

test('the first faulty member is named, in the documented order', (t) => {
  const order = [
    ['model', '7'],
    ['messages', '7'],
    ['stream', '7'],
    ['stream_options', '7'],
    ['max_tokens', '0'],
    ['max_completion_tokens', '0'],
    ['n', '0'],
    ['reasoning_effort', '7'],
    ['service_tier', '7'],
  ] as const;
  for (let first = 0; first < order.length; first++) {
    const wrong = order.slice(first).map(([key, json]) => `"${key}":${json}`);
    const members = first > 1 ? [...wrong.toReversed(), hi] : wrong.toReversed();
    t.is(faulty(t, members.join(',')), order[first]?.[0] ?? '');
  }
});

test('the bytes of a prediction are counted', (t) => {
  const prediction = '{"type":"content","content":"é\\n"}';
  const bytes = Buffer.byteLength(prediction);
  t.is(read(t, `${hi},"prediction": ${prediction} `).predictionTokensMax, bytes);
  t.is(read(t, `${hi},"prediction":null`).predictionTokensMax, 0);
});

test('content that is not plain text is found at any place', (t) => {
  const media = [
    '"content":[{"type":"text","text":"x"},{"type":"image_url","image_url":{"url":"https://x"}}]',
    '"content":[{"type":"input_audio","input_audio":{}}]',
    '"content":[{"type":"file","file":{"file_id":"file-1"}}]',
    '"content":[{"type":"image\\u005furl"}]',
    '"content":[{"type":"something new"}]',
    '"content":[{"text":"no type"}]',
    '"content":[[]]',
    '"content":[7]',
    '"content":{"type":"image_url"}',
  ];
  for (const part of media) {
    t.true(read(t, `"messages":[{"role":"user","content":"a"},{"role":"user",${part}}]`).hasRemoteMedia, part);
  }
  const plain = [
    '"content":"image_url"',
    '"content":null',
    '"content":[]',
    '"content":["a","b"]',
    '"content":[{"type":"text","text":"image_url"},{"refusal":"no","type":"refusal"}]',
    '"tool_calls":[{"type":"function"}],"audio":null',
    '"name":"x"',
  ];
  for (const part of plain) t.false(read(t, `"messages":[{"role":"user",${part}}]`).hasRemoteMedia, part);
});

test('a prediction with more than text is bounded by its bytes neither as input nor as output', (t) => {
  const image = '{"type":"image_url","image_url":{"url":"data:,"}}';
  const media = [image, '{"type":"input_audio","input_audio":{}}', '{"type":"something new"}', '{"text":"no type"}'];
  for (const prediction of [
    ...media.map((part) => `{"type":"content","content":[{"type":"text","text":"x"},${part}]}`),
    `{"type":"content","content":${image}}`,
    `[${image}]`,
  ]) {
    t.like(
      read(t, `${hi},"prediction":${prediction}`),
      { hasRemoteMedia: true, predictionTokensMax: null },
      prediction,
    );
  }
  for (const content of ['[{"type":"text","text":"Hi"}]', '"Hi"']) {
    const prediction = `{"type":"content","content":${content}}`;
    const bytes = prediction.length;
    t.like(read(t, `${hi},"prediction":${prediction}`), { hasRemoteMedia: false, predictionTokensMax: bytes }, content);
  }
});

const audioTurn = '"messages":[{"role":"user","content":"a"},{"role":"assistant","audio":{"id":"audio_1"}}]';

for (const [what, members, reason, param] of [
  ['a search by other words', `${hi},"search_parameters":{"mode":"auto"}`, 'tool_not_priced', 'search_parameters'],
  ['plugins', `${hi},"plugins":[{"id":"web"}]`, 'tool_not_priced', 'plugins'],
  ['a hosted tool', `${hi},"tools":[{"type":"function"},{"type":"web\\u005fsearch"}]`, 'tool_not_priced', 'tools[1]'],
  ['a tool of an odd type', `${hi},"tools":[{"type":7}]`, 'tool_not_priced', 'tools[0]'],
  ['other models', `${hi},"models":["a"]`, 'unsupported_parameter', 'models'],
  ['models to fall back to', `${hi},"fallbacks":["a"]`, 'unsupported_parameter', 'fallbacks'],
  ['sound kept at the upstream', audioTurn, 'unsupported_parameter', 'messages[1].audio'],
] as const) {
  test(`${what} is refused because it has no counted price or no single owner: ${reason}`, (t) => {
    const refusal = readChatRequest(scanned(t, `{${members}}`));
    t.like(refusal, { kind: 'chat_refusal', reason, param });
  });
}

test('a search is found in every spelling, for the target to price', (t) => {
  for (const search of ['"web_search_options":{}', '"web\\u005fsearch_options":{"search_context_size":"low"}']) {
    const found = { hostedTools: [{ kind: 'web_search', param: 'web_search_options', usesMax: null }] };
    t.like(read(t, `${hi},${search}`), found);
  }
  t.like(read(t, `${hi},"web_search_options":null`), { hostedTools: { length: 0 } });
});

test('members without effect outside of the model and the caller are accepted', (t) => {
  for (const members of [
    '"web_search_options":null,"plugins":[],"models":[],"fallbacks":null,"search_parameters":null',
    '"tools":[{"type":"function"},{"type":"custom"},{"function":{}},{"type":null},"odd"]',
    '"tools":"odd","functions":[{"name":"f"}],"function_call":"auto"',
    '"modalities":["text","audio"],"audio":{"voice":"a","format":"mp3"}',
    '"prediction":{"type":"content","content":"x"},"metadata":{"models":"a","web_search_options":"b"}',
  ]) {
    t.is(read(t, `${hi},${members}`).kind, 'chat_request', members);
  }
});

test('the model is replaced in its place, added if missing, and left unchanged if already the same', (t) => {
  t.is(written(t, `{ "model" : "light", ${hi} }`), `{ "model" : "upstream-model", ${hi} }`);
  t.is(written(t, `{${hi}}`), `{${hi},"model":"upstream-model"}`);
  t.is(written(t, `{"model":null,${hi}}`), `{"model":"upstream-model",${hi}}`);
  t.is(written(t, `{"model":"upstream\\u002dmodel",${hi}}`), `{"model":"upstream\\u002dmodel",${hi}}`);
});

test('a stream is requested with its counters and without padding', (t) => {
  const forced = '{"include_usage":true,"include_obfuscation":false}';
  t.is(
    written(t, `{"model":"a","stream":true,${hi}}`),
    `{"model":"upstream-model","stream":true,${hi},"stream_options":${forced}}`,
  );
  t.is(
    written(t, `{"model":"a","stream_options":null,"stream":true,${hi}}`),
    `{"model":"upstream-model","stream_options":${forced},"stream":true,${hi}}`,
  );
  t.is(
    written(t, `{"model":"a","stream_options":{"include_usage":false , "x":1},"stream":true,${hi}}`),
    `{"model":"upstream-model","stream_options":{"include_usage":true , "x":1,"include_obfuscation":false},"stream":true,${hi}}`,
  );
  t.is(
    written(t, `{"model":"a","stream_options":{ },"stream":true,${hi}}`),
    `{"model":"upstream-model","stream_options":{"include_usage":true,"include_obfuscation":false },"stream":true,${hi}}`,
  );
});

test('a request without a stream, or with a stream that need not be counted, keeps its options', (t) => {
  const options = '"stream_options":{"include_obfuscation":true}';
  for (const stream of ['false', 'null']) {
    const text = `{"model":"upstream-model","stream":${stream},${options},${hi}}`;
    t.is(written(t, text), text);
  }
  const stream = `{"model":"upstream-model","stream":true,${options},${hi}}`;
  t.is(written(t, stream, { forceUsage: false }), stream);
});

test('a `store` member is set to false in its place', (t) => {
  for (const store of ['true', 'null', '"yes"', 'false']) {
    t.is(
      written(t, `{"model":"upstream-model","store":${store},${hi}}`),
      `{"model":"upstream-model","store":false,${hi}}`,
    );
  }
});

test('a limit above the clamp is lowered, and none is added', (t) => {
  const changes = { maxTokensClamp: 50 };
  const text = (limits: string): string => `{"model":"upstream-model",${limits}${hi}}`;
  t.is(written(t, text('"max_tokens":51,'), changes), text('"max_tokens":50,'));
  t.is(written(t, text('"max_completion_tokens":1e3,'), changes), text('"max_completion_tokens":50,'));
  t.is(
    written(t, text('"max_tokens":60,"max_completion_tokens":20,'), changes),
    text('"max_tokens":50,"max_completion_tokens":20,'),
  );
  t.is(
    written(t, text('"max_tokens":-1,"max_completion_tokens":20,'), changes),
    text('"max_tokens":50,"max_completion_tokens":20,'),
  );
  t.is(written(t, text('"max_completion_tokens":-1.0,'), changes), text('"max_completion_tokens":50,'));
  for (const same of ['', '"max_tokens":50,', '"max_tokens":5e1,', '"max_tokens":null,', '"max_tokens":1,']) {
    t.is(written(t, text(same), changes), text(same));
  }
  t.is(written(t, text('"max_tokens":51,')), text('"max_tokens":51,'));
});

test('the effort is set, or removed with its comma', (t) => {
  const text = (effort: string): string => `{"model":"upstream-model",${effort}${hi}}`;
  t.is(written(t, text('"reasoning_effort":"max",')), text(''));
  t.is(written(t, text('"reasoning_effort":null,')), text(''));
  t.is(written(t, text('"reasoning_effort":"default",')), text(''));
  t.is(written(t, text('"reasoning_effort":"max",'), { reasoningEffort: 'high' }), text('"reasoning_effort":"high",'));
  t.is(written(t, text(''), { reasoningEffort: 'high' }), `{"model":"upstream-model",${hi},"reasoning_effort":"high"}`);
});

test('every byte that the gateway does not change on purpose stays', (t) => {
  const before =
    '{ "seed":9007199254740993,\n"temperature":1.0 ,"x":1e400,"7":"\\u0041\\/\\ud800","__proto__":{"a":[ ]},';
  const after = `"metadata":{"b":1,"a":2},${hi}\t}\n`;
  t.is(
    written(t, `${before}"model":"light","reasoning_effort":"low",${after}`),
    `${before}"model":"upstream-model",${after}`,
  );
});

test('a request that needs no change is the same bytes', (t) => {
  const object = scanned(t, `{"model":"m",${hi}}`);
  const changes = { model: 'm', maxTokensClamp: 9, reasoningEffort: null, forceUsage: true };
  t.is(writeChatRequest(object, changes), object.bytes);
});

test('a search tool that says that it is off is refused: a server that does not know the word searches', (t) => {
  for (const search of ['{"enable":false}', '{}', '{"enable":true}']) {
    const given = `{${hi},"tools":[{"type":"web_search","web_search":${search}}]}`;
    t.like(readChatRequest(scanned(t, given)), { kind: 'chat_refusal', param: 'tools[0]' }, search);
  }
});

test('a tool without a type counts as hosted unless its members make it the caller’s', (t) => {
  const untyped =
    '"messages":[{"role":"user","content":"hi"}],"tools":[{"function":{"name":"f"}},{"google_search":{}}]';
  const request = readChatRequest(scanned(t, `{${untyped}}`));
  t.like(request, { kind: 'chat_refusal', reason: 'tool_not_priced', param: 'tools[1]' });
});
