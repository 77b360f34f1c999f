import test from 'ava';
import { GatewayError } from '../../../src/errors.ts';
import { MessagesStream } from '../../../src/protocols/messages/stream.ts';
import { readStream } from '../../../src/protocols/streams/stream-reader.ts';
import { usage } from '../../_support/usage.ts';
import { everyCut } from '../_stream-rewriting.ts';
import { messagesStreams, rewriteMessages, type MessagesStreamName } from './_messages-streams.ts';

// The keys of an object literal.
const names = Object.keys(messagesStreams) as MessagesStreamName[];
const whole = (name: MessagesStreamName) => rewriteMessages([Buffer.from(messagesStreams[name])]);
const messageStop = 'event: message_stop\ndata: {"type":"message_stop"}\n\n';

const messagesStream = (clientModel: string) =>
  readStream(new MessagesStream({ clientModel, askedSpeed: null, maxTokens: 1 }), {
    recordBytesMax: 10_000,
    words: null,
  });

/** The client's copy of a stream that ends well, by plain text replacement. */
const renamed = (stream: string): string =>
  stream
    .slice(0, -messageStop.length)
    .replace('"assistant","model":"upstream-1"', '"assistant","model":"light"')
    .replace('"message","model":"upstream-1","input', '"message","model":"light","input');

for (const name of names) {
  test(`the output is the same in any chunks and with any line ends: ${name}`, (t) => {
    const expected = whole(name);
    for (const end of ['\n', '\r\n', '\r']) {
      const stream = Buffer.from(messagesStreams[name].replaceAll('\n', end));
      for (const chunks of everyCut(stream)) t.deepEqual(rewriteMessages(chunks), expected);
    }
  });
}

for (const name of ['plain', 'thinking', 'tools', 'unknown', 'iterated', 'searching'] as const) {
  test(`every byte but the name of the model stays, and the last record is held back: ${name}`, (t) => {
    const { text, last } = whole(name);
    t.is(text, renamed(messagesStreams[name]));
    t.is(last, messageStop);
  });
}

test('unnamed records are named, empty ones and a foreign end are dropped, comments stay', (t) => {
  const { text, last } = whole('loose');
  t.is(
    text,
    [
      ': PROCESSING\n\n',
      'event: message_start\ndata:{"type":"message_start","message":{"type":"message","model":"light","content":[],"usage":{"input_tokens":9,"output_tokens":1}}}\n\n',
      'event: content_block_delta\ndata:{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n\n',
      'event: content_block_delta\ndata:{"type":"content_block_delta","index":0,"delta":{"text":"b","type":"text_delta"}}\n\n',
      'id: 7\nevent: content_block_delta\ndata: {"type":"content_block_delta",\ndata: "index":0,"delta":{"type":"text_delta","text":"c"}}\n\n',
      'event: message_delta\ndata:{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}\n\n',
    ].join(''),
  );
  t.is(
    last,
    'event: message_stop\ndata:{"type":"message_stop","amazon-bedrock-invocationMetrics":{"inputTokenCount":9}}\n\n',
  );
});

test('usage, tier, end and length are read from every stream', (t) => {
  const well = { isFinished: true, isDone: true, hasError: false, isBroken: false };
  const caches = { cached_input_tokens: 7, cache_write_tokens: 10, cache_write_1h_tokens: 20 };
  const words = ['Hel', 'lo', ' "wor', 'ld"\n', '', 'é😀', 'usage', '\\', '{"type":"message_stop"}'].join('');
  t.like(whole('plain'), {
    ...well,
    usage: usage({ input_tokens: 62, ...caches, output_tokens: 40 }),
    serviceTier: 'standard',
    contentBytes: Buffer.byteLength(words),
  });
  t.like(whole('thinking'), {
    ...well,
    usage: usage({ input_tokens: 63, ...caches, output_tokens: 90, reasoning_tokens: 60 }),
    contentBytes: Buffer.byteLength('Let me think café / é😀 😀') + 2 + 2,
  });
  t.like(whole('tools'), { ...well, usage: usage({ input_tokens: 9, output_tokens: 12 }), contentBytes: 17 });
  t.like(whole('unknown'), { ...well, usage: usage({ input_tokens: 9, output_tokens: 4 }), serviceTier: 'fast' });
  t.like(whole('iterated'), { ...well, usage: usage({ input_tokens: 1_000, output_tokens: 55 }) });
  t.like(whole('searching').usage, { input_tokens: 400, web_searches: 2, web_fetches: 1 });
  t.like(whole('loose'), { ...well, usage: usage({ input_tokens: 9, output_tokens: 3 }), contentBytes: 3 });
});

test('an error record is passed on, and nothing after it', (t) => {
  const { text, hasError, isDone, isFinished } = whole('broken');
  t.true(text.endsWith('"Overloaded"}}\n\n'));
  t.false(text.includes('never'));
  t.deepEqual({ hasError, isDone, isFinished }, { hasError: true, isDone: false, isFinished: false });
  const unnamed = rewriteMessages([Buffer.from('data: {"type":"error","error":{"type":"api_error"}}\n\n')]);
  t.true(unnamed.hasError);
  t.is(unnamed.text, 'event: error\ndata: {"type":"error","error":{"type":"stream_error"}}\n\n');
});

test('the output is estimated by the text seen, within the limit, until it is counted', (t) => {
  const begun = messagesStreams.broken;
  t.like(whole('broken').usage, { input_tokens: 9, output_tokens: 4 });
  t.like(rewriteMessages([Buffer.from(begun)], { maxTokens: 3 }).usage, { output_tokens: 3 });
  const [start = ''] = begun.split('\n\n');
  t.like(rewriteMessages([Buffer.from(`${start}\n\n`)]).usage, { input_tokens: 9, output_tokens: 1 });
  t.is(rewriteMessages([]).usage, null);
});

test('uses of hosted tools are those shown, until a record after the first counts them', (t) => {
  const records = messagesStreams.searching.split(/(?<=\n\n)/);
  const after = (count: number) => rewriteMessages([Buffer.from(records.slice(0, count).join(''))]).usage;
  t.like(after(1), { web_searches: 0, web_fetches: 0 });
  t.like(after(4), { web_searches: 1, web_fetches: 0 });
  t.like(after(6), { web_searches: 1 });
  t.like(after(9), { web_searches: 1, web_fetches: 1 });
  t.like(after(10), { input_tokens: 400, web_searches: 2, web_fetches: 1 });
  const silent = messagesStreams.searching.replace(/,"server_tool_use":\{[^}]*_fetch[^}]*\}/, '');
  t.like(rewriteMessages([Buffer.from(silent)]).usage, { output_tokens: 9, web_searches: 1, web_fetches: 1 });
});

test('before counters arrive the input counts once more after each tool use, cached input as cached', (t) => {
  // A search and a page, and no counters but those of the first record.
  const shown = messagesStreams.searching
    .split(/(?<=\n\n)/)
    .slice(0, 9)
    .join('');
  const usageOf = (stream: string, maxTokens = 1_000) => rewriteMessages([Buffer.from(stream)], { maxTokens }).usage;
  const begun = (usage: string) => usageOf(shown.replace(/(?<="usage":)\{.*\}(?=\}\})/, usage));
  t.like(usageOf(shown), { input_tokens: 300, cached_input_tokens: 0 });
  t.like(begun('{"input_tokens":10,"cache_read_input_tokens":50,"cache_creation_input_tokens":40,"output_tokens":1}'), {
    input_tokens: 300,
    cached_input_tokens: 50 + 2 * 90,
    cache_write_tokens: 40,
  });
  t.like(begun('{"input_tokens":9007199254740991,"output_tokens":1}'), { input_tokens: Number.MAX_SAFE_INTEGER });
  // The limit is that of each reading.
  const text = `{"type":"content_block_delta","delta":{"type":"text_delta","text":"${'x'.repeat(98)}"}}`;
  const written = `${shown}event: content_block_delta\ndata: ${text}\n\n`;
  t.is(usageOf(written)?.output_tokens, 25);
  t.is(usageOf(written, 8)?.output_tokens, 24);
});

test('the output of the first record is replaced by the first later count, and by zero if nothing was generated', (t) => {
  const start =
    'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":7,"output_tokens":5}}}\n\n';
  const delta = (output: number) =>
    `event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"refusal"},"usage":{"output_tokens":${output}}}\n\n`;
  const text =
    'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"type":"text_delta","text":"hello"}}\n\n';
  const usageOf = (...records: readonly string[]) => rewriteMessages([Buffer.from(records.join(''))]).usage;
  t.like(usageOf(start, delta(0)), { input_tokens: 7, output_tokens: 0 });
  t.like(usageOf(start, text, delta(3)), { input_tokens: 7, output_tokens: 3 });
  t.like(usageOf(start, text, delta(0)), { input_tokens: 7, output_tokens: 5 });
  t.like(usageOf(start, text, delta(9), delta(0)), { input_tokens: 7, output_tokens: 9 });
});

test('a finished stream without counted output keeps what its start has counted, and is an estimate', (t) => {
  const silent = messagesStreams.tools.replace(',"usage":{"output_tokens":12}', '');
  t.like(rewriteMessages([Buffer.from(silent)]), { usage: usage({ input_tokens: 9, output_tokens: 5 }), isDone: true });
  const isEstimated = (text: string): boolean => {
    const stream = new MessagesStream({ clientModel: 'light', askedSpeed: null, maxTokens: 100 });
    readStream(stream, { recordBytesMax: 100_000, words: null }).push(Buffer.from(text));
    return stream.isEstimated;
  };
  t.true(isEstimated(silent));
  t.false(isEstimated(messagesStreams.tools));
});

test('counters beside the end are read, also those of Bedrock, and zeros before them replace nothing', (t) => {
  const ended = (end: string, delta = '{"output_tokens":0}') =>
    rewriteMessages([
      Buffer.from(
        messagesStreams.tools
          .replace('{"output_tokens":12}', delta)
          .replace('{"type":"message_stop"', `{"type":"message_stop",${end}`),
      ),
    ]).usage;
  t.like(ended('"usage":{"input_tokens":44,"output_tokens":21}'), { input_tokens: 44, output_tokens: 21 });
  const metrics = '{"inputTokenCount":30,"outputTokenCount":21,"cacheReadInputTokenCount":8,"invocationLatency":900}';
  t.like(ended(`"amazon-bedrock-invocationMetrics":${metrics}`), {
    input_tokens: 38,
    cached_input_tokens: 8,
    output_tokens: 21,
  });
  t.like(ended('"usage":{"output_tokens":0}', '{"output_tokens":17}'), { input_tokens: 9, output_tokens: 17 });
});

test('a stream without its last record is finished, and that record can still be written', (t) => {
  const cut = messagesStreams.plain.slice(0, -messageStop.length);
  const rewriting = rewriteMessages([Buffer.from(cut)]);
  t.like(rewriting, { isFinished: true, isDone: false, last: messageStop });
  const unclosed = rewriteMessages([Buffer.from(messagesStreams.plain.slice(0, -2))]);
  t.like(unclosed, { isDone: true, last: messageStop });
  t.is(unclosed.text, whole('plain').text);
});

test('a record that is too large breaks the stream, and earlier records are passed on', (t) => {
  const begun = messagesStreams.plain.slice(0, 500);
  const before = begun.slice(0, begun.lastIndexOf('\n\n') + 2);
  const record = `data: {"x":"${'x'.repeat(10_000)}"}\n\n`;
  const { text, isBroken, isDone } = rewriteMessages([Buffer.from(before + record + messagesStreams.plain)]);
  t.is(text, renamed(before + messageStop));
  t.deepEqual({ isBroken, isDone }, { isBroken: true, isDone: false });
});

test('a stream that needs no change is passed on as the chunk that arrived', (t) => {
  const stream = messagesStream('upstream-1');
  const [, , ...deltas] = messagesStreams.plain.split(/(?<=\n\n)/);
  stream.push(Buffer.from(deltas.slice(0, 3).join('')));
  const chunk = Buffer.from(deltas.slice(3, 6).join(''));
  t.is(stream.push(chunk)?.buffer, chunk.buffer);
});

test('the error record raises an error in official clients', (t) => {
  const record = messagesStream('light').errorRecord(new GatewayError('upstream_cut')).toString();
  const [, data = ''] = /^event: error\ndata: (.*)\n\n$/.exec(record) ?? [];
  t.like(JSON.parse(data), { type: 'error', error: { type: 'stream_error', code: 'upstream_cut' } });
});

test('no error in a stream has a type that an agent repeats', (t) => {
  for (const code of ['upstream_cut', 'shutdown_cut', 'upstream_outcome_unknown'] as const) {
    const record = messagesStream('light').errorRecord(new GatewayError(code)).toString();
    t.regex(record, /"error":\{"type":"stream_error","message":"The /, code);
  }
  const ofUpstream = (type: string) =>
    rewriteMessages([
      Buffer.from(`event: error\ndata: {"type":"error","error":{"message":"It broke","type":"${type}"}}\n\n`),
    ]).text;
  for (const type of ['api_error', 'overloaded_error', 'timeout_error', 'server_error', 'internal_error']) {
    t.true(ofUpstream(type).endsWith('"error":{"message":"It broke","type":"stream_error"}}\n\n'), ofUpstream(type));
  }
  for (const type of ['invalid_request_error', 'billing_error', 'own_error']) {
    t.true(ofUpstream(type).includes(`"type":"${type}"`), type);
  }
});
