import test from 'ava';
import * as fc from 'fast-check';
import { GatewayError } from '../../../src/errors.ts';
import { ResponsesStream } from '../../../src/protocols/responses/stream.ts';
import { readStream } from '../../../src/protocols/streams/stream-reader.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const responseId = `resp_${'b'.repeat(44)}`;
const echo = {
  responseId,
  model: 'light',
  previousResponseId: null,
  isStored: true,
  itemsBytesMax: 100_000,
  mayKeep: () => true,
};
const responsesStream = (recordBytesMax = 100_000) =>
  readStream(new ResponsesStream(echo), { recordBytesMax, words: null });
const stored = { isStored: true } as const;
const cut = new GatewayError('upstream_cut');
const sealed = 'gAAAA+/=="\\u0041 bytes as they are';

const response = (status: string, output: readonly object[]) => ({
  id: 'resp_upstream',
  object: 'response',
  model: 'upstream-model',
  status,
  previous_response_id: null,
  store: false,
  output,
  usage: status === 'completed' ? { input_tokens: 7, output_tokens: 9, total_tokens: 16 } : null,
});
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: sealed };
const message = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Grüße 👋🏽', annotations: [] }],
};

const events: readonly (readonly [string, object])[] = [
  ['response.created', { response: response('in_progress', []) }],
  ['response.output_item.added', { output_index: 0, item: { ...reasoning, encrypted_content: 'half' } }],
  ['response.reasoning_part.added', { output_index: 0, item_id: 'rs_1' }],
  ['response.output_item.done', { output_index: 0, item: reasoning }],
  ['response.output_item.added', { output_index: 1, item: { ...message, content: [] } }],
  ['response.output_text.delta', { output_index: 1, item_id: 'msg_1', content_index: 0, delta: 'Grüße ' }],
  ['response.output_text.delta', { output_index: 1, item_id: 'msg_1', content_index: 0, delta: '👋🏽' }],
  ['response.output_text.done', { output_index: 1, item_id: 'msg_1', content_index: 0, text: 'Grüße 👋🏽' }],
  ['response.output_item.done', { output_index: 1, item: message }],
  ['response.completed', { response: response('completed', [reasoning, message]) }],
];

const streamOf = (lineEnd: string): Buffer =>
  Buffer.from(
    events
      .map(([type, data], index) =>
        [`event: ${type}`, `data: ${JSON.stringify({ type, sequence_number: index, ...data })}`, '', ''].join(lineEnd),
      )
      .join(''),
  );

/** What a client gets of a stream in these pieces. */
function rewritten(pieces: readonly Buffer[]) {
  const stream = responsesStream();
  const out = pieces.flatMap((piece) => stream.push(piece) ?? []);
  const rest = stream.finish();
  return { stream, bytes: Buffer.concat(rest === null ? out : [...out, rest]) };
}

const recordsOf = (bytes: Buffer): Record<string, unknown>[] =>
  bytes
    .toString()
    .split('\n\n')
    .filter((record) => record !== '')
    .map((record) => [...record.matchAll(/^data: (.*)$/gm)].map(([, line]) => line).join('\n'))
    .map((data) => JSON.parse(data) as Record<string, unknown>);

const whole = rewritten([streamOf('\n')]);

test('the client gets its own names, unique ids and gapless numbers, and the last record is held back', (t) => {
  const records = recordsOf(whole.bytes);
  t.deepEqual(
    records.map(({ sequence_number }) => sequence_number),
    [0, 1, 2, 3, 4, 5, 6, 7],
  );
  t.like(records[0], { response: { id: responseId, model: 'light', store: true } });
  t.is(whole.stream.state, 'done');
  const last = recordsOf(whole.stream.lastRecord(stored) ?? Buffer.alloc(0))[0];
  t.like(last, { type: 'response.completed', sequence_number: 8, response: { id: responseId, model: 'light' } });
  t.like(whole.stream.counts.usage, { input_tokens: 7, output_tokens: 9 });
  const items = JSON.parse(whole.stream.storable?.response.toString() ?? '{}') as { output: { id: string }[] };
  t.is(items.output[0]?.id, 'rs_1', 'what belongs to an opaque block keeps its name');
  t.regex(items.output[1]?.id ?? '', /^msg_b{44}01$/);
  const named = new Set(records.flatMap((record) => (record['output_index'] === 1 ? idOf(record) : [])));
  t.deepEqual([...named], [items.output[1]?.id]);
});

function idOf({ item_id: id, item }: Record<string, unknown>): unknown {
  return id ?? (item as { id: string }).id;
}

test('opaque blocks pass byte for byte', (t) => {
  t.true(whole.bytes.includes(JSON.stringify(sealed)));
  t.true(whole.stream.storable?.response.includes(JSON.stringify(sealed)));
});

test('a response that could not be stored differs only in `"store":false`', (t) => {
  const kept = whole.stream.lastRecord(stored)?.toString();
  t.is(whole.stream.lastRecord({ isStored: false })?.toString(), kept?.replace('"store":true', '"store":false'));
});

for (const lineEnd of ['\n', '\r\n', '\r']) {
  const bytes = streamOf(lineEnd);

  test(`byte by byte it is the same, with ${JSON.stringify(lineEnd)}`, (t) => {
    const { bytes: out, stream } = rewritten(Array.from(bytes, (byte) => Buffer.of(byte)));
    t.is(out.toString(), whole.bytes.toString());
    t.deepEqual(stream.lastRecord(stored), whole.stream.lastRecord(stored));
  });

  test(`in any pieces it is the same, with ${JSON.stringify(lineEnd)}`, (t) => {
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        t.is(rewritten(pieces).bytes.toString(), whole.bytes.toString());
      }),
      { numRuns: propertyRuns(200) },
    );
  });
}

test('the last record keeps its other members, and is one record even if it was written in several lines', (t) => {
  const [last] = events.slice(-1);
  if (last === undefined) return t.fail();
  const told = { type: last[0], ...last[1], vendor: { n: '9007199254740993' }, sequence_number: 41 };
  const lines = JSON.stringify(told, null, 1).replace('"9007199254740993"', '9007199254740993').split('\n');
  for (const lineEnd of ['\n', '\r\n', '\r']) {
    const record = [`event: ${last[0]}`, ...lines.map((line) => `data: ${line}`), '', ''].join(lineEnd);
    const { stream } = rewritten([Buffer.from(record)]);
    const bytes = stream.lastRecord(stored) ?? Buffer.alloc(0);
    t.is(bytes.toString().split('\n\n').length, 2, 'one record');
    t.true(bytes.includes('9007199254740993'));
    const [seen] = recordsOf(bytes);
    t.like(seen, { type: 'response.completed', sequence_number: 0, response: { id: responseId, store: true } });
    t.truthy(seen?.['vendor']);
  }
});

test('the final record of a broken stream is one record, even if the response began in several lines', (t) => {
  const begun = JSON.stringify({ type: 'response.created', response: response('in_progress', []) }, null, 1);
  const record = ['event: response.created', ...begun.split('\n').map((line) => `data: ${line}`), '', ''].join('\n');
  const { stream } = rewritten([Buffer.from(record)]);
  const bytes = stream.errorRecord(cut);
  t.like(recordsOf(bytes), [{ type: 'response.failed', sequence_number: 1, response: { status: 'failed' } }]);
});

test('a stream cut at any byte passes on its complete records, and is not done before its last record', (t) => {
  const bytes = streamOf('\n');
  const lastRecordStart = bytes.indexOf('event: response.completed');
  const lastRecordEnd = bytes.length - 2;
  for (let at = 0; at <= bytes.length; at++) {
    const { stream, bytes: out } = rewritten([bytes.subarray(0, at)]);
    t.true(whole.bytes.subarray(0, out.length).equals(out) || stream.state === 'broken', `${at}`);
    if (at < lastRecordStart) t.not(stream.state, 'done', `${at}`);
    if (at >= lastRecordEnd) t.is(stream.state, 'done', `${at}`);
    t.is(stream.counts.usage !== null, stream.state === 'done', `${at}`);
  }
});

test('web searches are those counted, or those shown if none are counted, without pages and failures', (t) => {
  const search = (id: number, more: object) => ({
    type: 'web_search_call',
    id: `ws_${id}`,
    status: 'completed',
    ...more,
  });
  const items = [
    search(1, { action: { type: 'search', query: 'x' } }),
    search(2, { action: { type: 'open_page', url: 'https://x.test' } }),
    search(3, { action: { type: 'search', query: 'y' }, status: 'failed' }),
    search(4, {}),
  ];
  const done = items.map((item, index) => ['response.output_item.done', { output_index: index, item }] as const);
  const read = (output: readonly object[], more: object) => {
    const last = ['response.completed', { response: { ...response('completed', output), ...more } }] as const;
    const text = [...done, last].map(
      ([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`,
    );
    const { stream } = rewritten([Buffer.from(text.join(''))]);
    t.is(stream.counts.toolUses.web_searches, 2);
    return stream.counts.usage?.web_searches;
  };
  t.is(read(items, {}), 2);
  t.is(read([], {}), 2, 'what the last record leaves out was seen');
  t.is(read(items, { tool_usage: { web_search: { num_requests: 5 } } }), 5);
  t.is(read(items, { tool_usage: { web_search: { num_requests: 0 } } }), 0);
  t.is(read(items, { tool_usage: { web_search: { num_requests: 'many' } } }), 2);
  t.is(read(items, { tool_usage: { web_search: null } }), 2);
});

test('a record that is too large ends the stream, and nothing after it is read', (t) => {
  const stream = responsesStream(400);
  stream.push(streamOf('\n'));
  t.is(stream.state, 'broken');
  t.is(stream.push(streamOf('\n')), null);
});

test('an error of the upstream is passed on under the next number', (t) => {
  const stream = responsesStream();
  const [first] = events;
  stream.push(Buffer.from(`data: ${JSON.stringify({ type: first?.[0], sequence_number: 4, ...first?.[1] })}\n\n`));
  t.is(stream.push(Buffer.from('data: {"type":"error","message":"down","sequence_number":9}\n\n')), null);
  t.is(stream.toldError?.toString(), 'event: error\ndata: {"type":"error","message":"down","sequence_number":1}\n\n');
  t.is(stream.state, 'failing');
  const error = stream.errorRecord(cut).toString();
  t.true(error.includes('"sequence_number":2'));
});

test('behind an error the failed response is the end, with the counters of both', (t) => {
  const stream = responsesStream();
  const [first] = events;
  stream.push(Buffer.from(`data: ${JSON.stringify({ type: first?.[0], ...first?.[1] })}\n\n`));
  t.is(stream.push(Buffer.from('event: error\ndata: {"message":"down"}\n\n')), null);
  t.is(stream.toldError?.toString(), 'event: error\ndata: {"message":"down","type":"error"}\n\n');
  const usage = { input_tokens: 7, output_tokens: 3 };
  const failed = { type: 'response.failed', response: { id: 'r', output: [], error: { message: 'down' }, usage } };
  t.is(stream.push(Buffer.from(`data: ${JSON.stringify(failed)}\n\ndata: {"type":"late"}\n\n`)), null);
  t.is(stream.state, 'done');
  t.like(stream.counts.usage, usage);
  t.regex(stream.lastRecord({ isStored: false })?.toString() ?? '', /^event: response.failed\n.*"message":"down"/);
});

test('a broken stream ends in a failed response with its output so far, or in an error before it began', (t) => {
  const bytes = streamOf('\n');
  const { stream } = rewritten([bytes.subarray(0, bytes.indexOf('event: response.completed'))]);
  const [failed] = recordsOf(stream.errorRecord(cut));
  t.like(failed, { type: 'response.failed', sequence_number: 8 });
  const response = failed?.['response'] as { output: { id: string }[] };
  t.like(response, {
    id: responseId,
    status: 'failed',
    store: false,
    error: { code: 'invalid_prompt', message: cut.message, waybill_code: 'upstream_cut' },
  });
  t.deepEqual(
    response.output.map(({ id }) => id),
    ['rs_1', `msg_${'b'.repeat(44)}01`],
  );
  const [error] = recordsOf(responsesStream().errorRecord(cut));
  t.deepEqual(error, { type: 'error', code: 'upstream_cut', message: cut.message, param: null, sequence_number: 0 });
});

test('a terminal `response.done` ends a stream, and its counters are read wherever they are', (t) => {
  const counters = { input_tokens: 30, output_tokens: 4, total_tokens: 34 };
  const ended = (type: string, data: object, before: object = {}) => {
    const begun = { type: 'response.in_progress', response: { ...response('in_progress', []), ...before } };
    const text = [begun, { type, ...data }].map((each) => `data: ${JSON.stringify(each)}\n\n`).join('');
    return rewritten([Buffer.from(text)]).stream;
  };
  const bare = { ...response('completed', [message]), usage: null };
  const done = ended('response.done', { response: { ...bare, usage: counters } });
  t.is(done.state, 'done');
  t.like(done.counts.usage, { input_tokens: 30, output_tokens: 4 });
  t.is(recordsOf(done.lastRecord(stored) ?? Buffer.alloc(0))[0]?.['type'], 'response.done');
  t.like(ended('response.completed', { response: bare, usage: counters }).counts.usage, { output_tokens: 4 });
  const early = ended('response.completed', { response: bare }, { usage: { ...counters, output_tokens: 1 } });
  t.like(early.counts.usage, { input_tokens: 30 });
  t.true(early.counts.isEstimated, 'counters of a beginning say nothing of the end');
});

test('items without an id in the terminal record, and records that name none, have the id that was shown', (t) => {
  const stream = responsesStream();
  const item = { type: 'message', role: 'assistant', content: [] };
  const named = (type: string, more: object) => `data: ${JSON.stringify({ type, ...more })}\n\n`;
  const response = { id: 'r', output: [{ ...item, id: null }, { ...item }, { ...item, id: 'msg_aaaabbbbccccdddd' }] };
  const out = [
    named('response.created', { response: { id: 'r', output: [] } }),
    named('response.output_item.added', { output_index: 0, item: { ...item, id: 'msg_0123456789abcdef' } }),
    named('response.output_item.added', { output_index: 1, item: { ...item, id: 'msg_fedcba9876543210' } }),
    named('response.output_text.delta', { output_index: 0, item_id: null, delta: 'a' }),
    named('response.output_item.done', { output_index: 0, item: { ...item, id: null } }),
    named('response.completed', { response }),
  ].map((record) => stream.push(Buffer.from(record))?.toString() ?? '');
  t.regex(out[3] ?? '', /"item_id":"msg_0123456789abcdef"/);
  t.regex(out[4] ?? '', /"id":"msg_0123456789abcdef"/);
  const [last] = recordsOf(stream.lastRecord({ isStored: true }) ?? Buffer.alloc(0));
  const told = last?.['response'] as { output: { id: string }[] };
  const ids = told.output.map(({ id }) => id);
  t.deepEqual(ids, ['msg_0123456789abcdef', 'msg_fedcba9876543210', 'msg_aaaabbbbccccdddd']);
  const stored = JSON.parse(stream.storable?.response.toString() ?? '{}') as { output: { id: string }[] };
  t.deepEqual(
    stored.output.map(({ id }) => id),
    ids,
  );
});

test('items of the terminal record have the ids that the stream has shown, whatever it calls them and where it lists them', (t) => {
  const named = (type: string, more: object) => `data: ${JSON.stringify({ type, ...more })}\n\n`;
  const id = (prefix: string, at: number) => `${prefix}_${String(at).padStart(16, '0')}`;
  const kinds = [
    'message',
    'reasoning',
    'function_call',
    'custom_tool_call',
    'web_search_call',
    'image_generation_call',
  ];
  const shown = kinds.map((type, at) => ({ type, id: id('shown', at) }));
  const ended = (terminal: string, output: readonly object[], added: readonly object[] = shown, done = added) => {
    const stream = responsesStream();
    const records = added.flatMap((item, output_index) => [
      named('response.output_item.added', { output_index, item }),
      named('response.output_item.done', { output_index, item: done[output_index] }),
    ]);
    for (const record of [...records, named(terminal, { response: { id: 'r', output } })])
      stream.push(Buffer.from(record));
    const [last] = recordsOf(stream.lastRecord({ isStored: true }) ?? Buffer.alloc(0));
    const told = last?.['response'] as { output: { id?: string | null }[] };
    const stored = JSON.parse(stream.storable?.response.toString() ?? '{}') as typeof told;
    t.deepEqual(stored.output, told.output);
    return told.output.map((item) => item.id);
  };
  const ids = shown.map((item) => item.id);
  for (const terminal of ['response.completed', 'response.incomplete', 'response.failed', 'response.done']) {
    t.deepEqual(
      ended(
        terminal,
        kinds.map((type) => ({ type })),
      ),
      ids,
    );
    t.deepEqual(
      ended(
        terminal,
        kinds.map((type) => ({ type, id: null })),
      ),
      ids,
    );
    t.deepEqual(
      ended(
        terminal,
        kinds.map((type, at) => ({ type, id: id('other', at) })),
      ),
      ids,
    );
    t.deepEqual(ended(terminal, shown), ids);
  }
  const others = kinds.map((type, at) => ({ type, id: id('other', at) }));
  t.deepEqual(ended('response.completed', others, shown, others), ids, 'the first one that was shown');
  t.deepEqual(ended('response.completed', shown.slice(1)), ids.slice(1), 'one is left out');
  t.deepEqual(ended('response.completed', [shown[1] ?? {}, shown[0] ?? {}]), [ids[1], ids[0]], 'in another order');
  const numbered = kinds.map((type, at) => ({ type, id: `x_${at}` }));
  const made = ended('response.completed', numbered, numbered);
  t.deepEqual(ended('response.completed', numbered.slice(2), numbered), made.slice(2), 'ids that are numbers');
  const two = [
    { type: 'message', id: id('shown', 0) },
    { type: 'message', id: id('shown', 1) },
  ];
  const another = [{ type: 'message', id: id('new', 0) }, two[0] ?? {}];
  t.deepEqual(ended('response.completed', another, two.slice(0, 1)), [id('new', 0), id('shown', 0)], 'no id twice');
  const block = { type: 'reasoning', id: id('other', 0), encrypted_content: sealed };
  t.deepEqual(ended('response.completed', [block], [{ type: 'reasoning', id: id('shown', 0) }]), [id('other', 0)]);
});

test('a place in the output that a server uses again has another item', (t) => {
  const named = (type: string, item: object) => `data: ${JSON.stringify({ type, output_index: 0, item })}\n\n`;
  const stream = responsesStream();
  const items = ['shown_0000000000000000', 'shown_0000000000000001'].map((id) => ({ type: 'message', id }));
  const out = items.flatMap((item) => [
    named('response.output_item.added', item),
    named('response.output_item.done', item),
    named('response.output_item.done', { ...item, type: 'function_call' }),
  ]);
  for (const record of out) t.is(stream.push(Buffer.from(record))?.toString().split('\n').slice(1).join('\n'), record);
});
