import test, { type ExecutionContext } from 'ava';
import { GatewayError } from '../../../src/errors.ts';
import { ChatStream } from '../../../src/protocols/chat/stream.ts';
import { readStream } from '../../../src/protocols/streams/stream-reader.ts';
import { everyCut, rewriteChunks, rewriteRecords } from '../_stream-rewriting.ts';
import { chatStreams, type ChatStreamName } from './_chat-streams.ts';

const names: readonly ChatStreamName[] = [
  'plain',
  'toolCalls',
  'twoChoices',
  'vllm',
  'llamaCpp',
  'azure',
  'commented',
  'broken',
];

const chatStream = (rules: ConstructorParameters<typeof ChatStream>[0]) =>
  readStream(new ChatStream(rules), { recordBytesMax: 1_000, words: null });

/** The client's copy of a stream, by plain text replacement. */
function expectedText(stream: string, includeUsage: boolean): string {
  const out: string[] = [];
  for (const record of stream.split('\n\n').slice(0, -1)) {
    if (record === 'data: [DONE]' || /^data: ?$/.test(record)) continue;
    if (/"choices":\[\]/.test(record) && /"usage":\{/.test(record) && !includeUsage) continue;
    // Agents repeat a `server_error`, and each repetition is charged.
    const renamed = record
      .replace(/"model":( ?)"(upstream-1)?"/, '"model":$1"light"')
      .replace('"server_error"', '"invalid_request_error"');
    // Within an object of the fixtures a brace never stands in a string.
    const usage = /, ?"usage": ?(null|\{[^{}]*(\{[^{}]*\}[^{}]*)*\})/;
    out.push(includeUsage ? renamed : renamed.replace(usage, ''));
    if (record.startsWith('data: {"error"')) break;
  }
  // Data lines of a rewritten record follow each other, with other lines behind.
  return out
    .map((record) => `${record}\n\n`)
    .join('')
    .replace(/(data: \{"model":"light",\n)(:within\n)((?:data: .*\n)+)/, '$1$3$2');
}

for (const name of names) {
  for (const includeUsage of [false, true]) {
    const asked = includeUsage ? 'asked for counters' : 'did not ask for counters';
    const stream = chatStreams[name];

    test(`${name}: a client who ${asked} gets the stream under its model name`, (t) => {
      t.is(rewriteChunks([Buffer.from(stream)], { includeUsage }).text, expectedText(stream, includeUsage));
    });

    test(`${name}: a client who ${asked} gets the same stream in any chunks`, (t) => {
      const whole = rewriteRecords(Buffer.from(stream), { includeUsage });
      for (const chunks of everyCut(Buffer.from(stream))) t.deepEqual(rewriteChunks(chunks, { includeUsage }), whole);
    });

    test(`${name}: a client who ${asked} gets the same stream for other line ends, cut anywhere`, (t) => {
      const whole = rewriteRecords(Buffer.from(stream), { includeUsage });
      for (const lineEnd of ['\r\n', '\r']) {
        const other = Buffer.from(stream.replaceAll('\n', lineEnd));
        for (const chunks of everyCut(other)) t.deepEqual(rewriteChunks(chunks, { includeUsage }), whole);
      }
    });
  }

  test(`${name}: a missing blank line at the end and a doubled [DONE] change nothing`, (t) => {
    const stream = chatStreams[name];
    const whole = rewriteRecords(Buffer.from(stream));
    for (const ending of ['', '\n', '\r\n', '\r', '\n\ndata: [DONE]\n\n', '\n\n\n\ndata: [DONE]']) {
      const other = Buffer.from(`${stream.slice(0, -2)}${ending}`);
      for (const chunks of everyCut(other).slice(-40)) t.deepEqual(rewriteChunks(chunks), whole);
      t.deepEqual(rewriteChunks([other]), whole);
    }
  });

  test(`${name}: comments and a byte order mark between the records leave the rest as it is`, (t) => {
    const stream = chatStreams[name];
    const whole = rewriteRecords(Buffer.from(stream));
    const interleaved = Buffer.from(`\ufeff${stream.replaceAll('\n\n', '\n\n: beat\n\n')}`);
    for (const chunks of everyCut(interleaved)) {
      const rewritten = rewriteChunks(chunks);
      t.deepEqual({ ...rewritten, text: rewritten.text.replaceAll(': beat\n\n', '') }, whole);
    }
  });
}

test('a last record without its blank line is passed on at the end', (t) => {
  const stream = chatStream({ clientModel: 'light', includeUsage: false });
  t.is(stream.push(Buffer.from('data: {"model":"m","choices":[{"finish_reason":"stop"}]}')), null);
  t.false(stream.isWhole);
  t.is(stream.finish()?.toString(), 'data: {"model":"light","choices":[{"finish_reason":"stop"}]}\n\n');
  t.true(stream.isWhole);
  t.is(stream.state, 'open');
  t.is(stream.finish(), null);
});

test('counters, tier, end and length of text are read from every stream', (t) => {
  const learnt = Object.fromEntries(
    names.map((name) => {
      const { text: _, last: __, toolUses: ___, usage, ...rest } = rewriteChunks([Buffer.from(chatStreams[name])]);
      return [name, { ...rest, usage: usage === null ? null : [usage.input_tokens, usage.output_tokens] }];
    }),
  );
  const well = { isFinished: true, isDone: true, hasError: false, isBroken: false };
  const words = ['Hel', 'lo', ' "wor', 'ld"\n', '', 'é😀', 'usage', '\\', '{"error":1}', '😀é'].join('');
  t.deepEqual(learnt, {
    plain: { ...well, usage: [19, 10], serviceTier: 'default', contentBytes: Buffer.byteLength(words) },
    toolCalls: {
      ...well,
      usage: [19, 10],
      serviceTier: 'default',
      contentBytes: 'weather{"city":"Bern"}runls'.length,
    },
    twoChoices: { ...well, usage: [19, 10], serviceTier: 'default', contentBytes: 'abcaabbcclate'.length },
    vllm: { ...well, usage: [7, 5], serviceTier: null, contentBytes: 'hmm56'.length },
    llamaCpp: { ...well, usage: [10, 3], serviceTier: null, contentBytes: 'One two three'.length },
    azure: { ...well, usage: [3, 2], serviceTier: null, contentBytes: 'Hi there'.length },
    commented: { ...well, usage: null, serviceTier: null, contentBytes: 2 },
    broken: {
      ...well,
      isFinished: false,
      isDone: false,
      hasError: true,
      usage: null,
      serviceTier: 'default',
      contentBytes: 'so far'.length,
    },
  });
});

function frame(members: string): string {
  return `data: {"model":"m",${members}}\n\n`;
}

function finished(...records: readonly string[]): boolean {
  return rewriteChunks(records.map((record) => Buffer.from(record))).isFinished;
}

test('a stream is finished once every choice it began has ended, or its counters came', (t) => {
  const choice = (index: number, finish: string): string =>
    frame(`"choices":[{"index":${index},"finish_reason":${finish}}]`);
  t.false(finished());
  t.false(finished(choice(0, 'null')));
  t.true(finished(choice(0, 'null'), choice(0, '"stop"')));
  t.false(finished(choice(0, 'null'), choice(1, 'null'), choice(0, '"stop"')));
  t.true(finished(choice(0, 'null'), choice(1, 'null'), choice(0, '"stop"'), choice(1, '"length"')));
  t.true(finished(choice(0, '"stop"'), choice(0, 'null')));
  t.false(finished(choice(0, '""')));
  t.true(finished(choice(0, 'null'), frame('"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1}')));
  t.false(finished(frame('"choices":[{"index":0}],"usage":{"prompt_tokens":1,"completion_tokens":1}')));
});

test('the last readable counters count, and are never added up', (t) => {
  const usage = (json: string): Buffer => Buffer.from(frame(`"choices":[{"index":0}],"usage":${json}`));
  const counters = (prompt: number, completion: number): string =>
    `{"prompt_tokens":${prompt},"completion_tokens":${completion}}`;
  const chunks = [
    usage(counters(9, 1)),
    usage(counters(9, 4)),
    usage('null'),
    usage('{}'),
    usage('{"prompt_tokens":-1}'),
  ];
  t.like(rewriteChunks(chunks).usage, { input_tokens: 9, output_tokens: 4 });
});

test('counters repeated by a record that repeats another still count once', (t) => {
  const record = frame(
    '"choices":[{"index":0,"delta":{"content":"x"}}],"usage":{"prompt_tokens":9,"completion_tokens":4}',
  );
  const repeated = rewriteChunks([Buffer.from(record.repeat(5))], { includeUsage: true });
  t.like(repeated.usage, { input_tokens: 9, output_tokens: 4 });
  t.is(repeated.text, record.repeat(5).replaceAll('"m"', '"light"'));
});

test('an error of the upstream is passed on, and nothing after it', (t) => {
  const after = frame('"choices":[]');
  for (const error of ['{"message":"x"}', '"text"', 'true', '["x"]', '1']) {
    const record = `data: {"error":${error}}\n\n`;
    const rewritten = rewriteChunks([Buffer.from(`${record}${after}: comment\n\ndata: [DONE]\n\n`)]);
    t.like(rewritten, { text: record, hasError: true, isDone: false, isFinished: false });
  }
  for (const error of ['null', 'false', '0', '""', '[]', '{}', '{"message":"","details":[{}]}']) {
    const record = `data: {"error":${error}}\n\n`;
    t.like(rewriteChunks([Buffer.from(record)]), { text: record, hasError: false });
  }
  const named = 'event: error\ndata: not even JSON\n\n';
  t.like(rewriteChunks([Buffer.from(`${named}${after}`)]), { text: named, hasError: true, isBroken: false });
});

test('a record without data is passed on only if it is a comment', (t) => {
  const good = frame('"choices":[{"index":0,"delta":{"content":"x"}}]');
  for (const idle of ['event: message\n\n', 'event: error\n\n', 'id: 7\n\n', 'retry: 3\n\n', 'dat\n\n']) {
    const rewritten = rewriteChunks([Buffer.from(`${good}${idle}: note\n\n${good}${idle.trimEnd()}`)]);
    t.is(rewritten.text, `${good}: note\n\n${good}`.replaceAll('"m"', '"light"'), idle);
    t.false(rewritten.hasError);
  }
});

test('a record that is not one JSON object passes as it came, and the stream is read on', (t) => {
  const good = frame('"choices":[{"index":0,"delta":{"content":"x"}}]');
  for (const data of ['{"a":1', 'nonsense', '[]', '{"a":1,"a":2}', '{}{}', '"\u0001"', '<html>', 'null', '1']) {
    const odd = `data: ${data}\n\n`;
    const rewritten = rewriteChunks([Buffer.from(`${odd}${good}${odd}${good}data: [DONE]\n\n`)]);
    t.is(rewritten.text, `${odd}${good}${odd}${good}`.replaceAll('"m"', '"light"'), data);
    t.like(rewritten, { isBroken: false, isDone: true, hasError: false });
  }
});

test('at the end the beginning of a record is not passed on, and other data is', (t) => {
  const good = frame('"choices":[{"index":0,"delta":{"content":"x"}}]');
  const whole = rewriteChunks([Buffer.from(good)]).text;
  for (const torn of ['{"a":1', '{', '[DON', '[']) {
    t.like(rewriteChunks([Buffer.from(`${good}data: ${torn}`)]), { text: whole, isBroken: true, isDone: false });
  }
  for (const odd of ['null', '[1]', 'ping']) {
    t.like(rewriteChunks([Buffer.from(`${good}data: ${odd}`)]), { text: `${whole}data: ${odd}\n\n`, isBroken: false });
  }
});

test('malformed text in a record like earlier ones passes as it came', (t) => {
  const record = (text: string | Buffer): Buffer => {
    const [head, tail] = frame('"choices":[{"index":0,"delta":{"content":"\t"}}]').split('\t');
    return Buffer.concat([Buffer.from(head ?? ''), Buffer.from(text), Buffer.from(tail ?? '')]);
  };
  const good = [record('a'), record('b'), record('c')];
  for (const text of ['\\x', 'a"b', '\\', '\u0000', Buffer.from([0xc3]), Buffer.from([0xed, 0xa0, 0x80]), '\\u12']) {
    const chunks = [...good, record(text), record('d')];
    const renamed = Buffer.concat(chunks).toString().replaceAll('"m"', '"light"').split('\n\n');
    renamed[3] = record(text).toString().trimEnd();
    const rewritten = rewriteChunks(chunks);
    t.like(rewritten, { isBroken: false, contentBytes: 4 });
    t.is(rewritten.text, renamed.join('\n\n'));
  }
});

test('a known record is not mistaken for a new one while another is incomplete', (t) => {
  const good = frame('"choices":[{"index":0,"delta":{"content":"x"}}]');
  const chunks = [good, good, ': note\n', good, good].map((text) => Buffer.from(text));
  const expected = `${good}${good}: note\n${good}${good}`.replaceAll('"m"', '"light"');
  t.is(rewriteChunks(chunks).text, expected);
});

test('a record above the limit breaks the stream, and earlier records of the same chunk are passed on', (t) => {
  const good = frame('"choices":[{"index":0,"delta":{"content":"x"}}]');
  const large = frame(`"choices":[{"index":0,"delta":{"content":"${'x'.repeat(500)}"}}]`);
  const whole = Buffer.from(`${good}${good}${large}${good}data: [DONE]\n\n`);
  for (const chunks of everyCut(whole)) {
    const rewritten = rewriteChunks(chunks, { recordBytesMax: 400 });
    t.is(rewritten.text, good.repeat(2).replaceAll('"m"', '"light"'));
    t.like(rewritten, { isBroken: true, isDone: false });
  }
});

test('a stream that needs no change is passed on as the chunk that arrived', (t) => {
  const stream = chatStream({ clientModel: 'm', includeUsage: true });
  const good = frame('"choices":[{"index":0,"delta":{"content":"x"}}]');
  for (let i = 0; i < 5; i++) {
    const chunk = Buffer.from(good.repeat(3));
    t.is(stream.push(chunk), chunk);
  }
  const withDone = Buffer.from(`${good}${good}data: [DONE]\n\n`);
  const out = stream.push(withDone);
  t.is(out?.buffer, withDone.buffer);
  t.is(out?.toString(), good.repeat(2));
});

test('records that only the gateway needs are not passed on', (t) => {
  const stream = chatStream({ clientModel: 'm', includeUsage: false });
  const usage = frame('"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}');
  t.is(stream.push(Buffer.from(usage)), null);
  t.is(stream.push(Buffer.from('data: [DONE]\n\n')), null);
  t.is(stream.push(Buffer.from(': late\n\n')), null);
  t.is(stream.push(Buffer.alloc(0)), null);
  t.is(stream.state, 'done');
});

test('usage is removed with its comma wherever it stands', (t) => {
  const rewritten = (members: string): string => {
    const { text } = rewriteChunks([Buffer.from(`data: {${members}}\n\n`)], { clientModel: 'm' });
    return text.slice('data: {'.length, -'}\n\n'.length);
  };
  t.is(rewritten('"usage":null,"model":"m","choices":[{}]'), '"model":"m","choices":[{}]');
  t.is(rewritten('"model":"m","usage":{"x":[{}]} ,"choices":[{}]'), '"model":"m" ,"choices":[{}]');
  t.is(rewritten('"\\u0075sage":null'), '');
  t.is(rewritten('"choices":[{"usage":1}],"inner":{"usage":null}'), '"choices":[{"usage":1}],"inner":{"usage":null}');
});

test('a record like an earlier one in all but its text repeats the counters of that one', (t) => {
  const running = (content: string): string =>
    frame(`"choices":[{"delta":{"content":"${content}"}}],"usage":{"prompt_tokens":3,"completion_tokens":4}`);
  const other = frame('"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":6}');
  const { usage } = rewriteChunks([Buffer.from(running('a') + other + running('b'))]);
  t.like(usage, { input_tokens: 3, output_tokens: 4 });
});

test('a usage-only record before later choices does not make a stream whole', (t) => {
  const counters = frame('"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":0}');
  const text = (content: string): string => frame(`"choices":[{"index":0,"delta":{"content":"${content}"}}]`);
  for (const [records, isWhole] of [
    [[counters], true],
    [[counters, text('a')], false],
    [[text('a'), text('b'), counters, text('c')], false],
    [[text('a'), text('b'), counters, text('c'), counters], true],
  ] as const) {
    const stream = chatStream({ clientModel: 'light', includeUsage: true });
    stream.push(Buffer.from(records.join('')));
    t.is(stream.isWhole, isWhole, records.join(''));
  }
});

test('counters of zero do not replace counters that counted something', (t) => {
  const counters = (input: number, output: number): string =>
    frame(`"choices":[],"usage":{"prompt_tokens":${input},"completion_tokens":${output}}`);
  const usageOf = (...records: readonly string[]) => rewriteChunks([Buffer.from(records.join(''))]).usage;
  t.like(usageOf(counters(0, 0)), { input_tokens: 0, output_tokens: 0 });
  t.like(usageOf(counters(0, 0), counters(5, 6)), { input_tokens: 5, output_tokens: 6 });
  t.like(usageOf(counters(5, 6), counters(0, 0)), { input_tokens: 5, output_tokens: 6 });
  t.like(usageOf(counters(5, 6), counters(5, 2)), { input_tokens: 5, output_tokens: 2 });
});

test('a stream with named events is rewritten alike with any line ends', (t) => {
  const stream = ['a', 'b', 'c', 'd'].map(
    (text) => `event: message\n${frame(`"choices":[{"delta":{"content":"${text}"}}]`)}`,
  );
  const expected = stream.join('').replaceAll('"m"', '"light"');
  for (const end of ['\n', '\r\n', '\r']) {
    for (const chunks of everyCut(Buffer.from(stream.join('').replaceAll('\n', end)))) {
      t.is(rewriteChunks(chunks).text, expected);
    }
  }
});

test('the records the gateway writes itself are those of the protocol', (t: ExecutionContext) => {
  const stream = chatStream({ clientModel: 'm', includeUsage: false });
  t.is(stream.lastRecord({ isStored: false })?.toString(), 'data: [DONE]\n\n');
  const { message } = new GatewayError('upstream_cut');
  t.is(
    stream.errorRecord(new GatewayError('upstream_cut')).toString(),
    `data: {"error":{"message":${JSON.stringify(message)},"type":"invalid_request_error","param":null,"code":"upstream_cut"}}\n\n`,
  );
});

test('counters in a choice, or in a vendor’s own member, are read from every record, also from repeated ones', (t) => {
  const counted = (output: number) => `{"prompt_tokens":3,"completion_tokens":${output},"total_tokens":${3 + output}}`;
  const inChoice = (output: number) =>
    Buffer.from(frame(`"choices":[{"index":0,"delta":{"content":"x"},"usage":${counted(output)}}]`));
  t.like(rewriteChunks([inChoice(4), inChoice(5), inChoice(6)]).usage, { input_tokens: 3, output_tokens: 6 });
  const groq = (output: number) =>
    Buffer.from(frame(`"choices":[{"index":0,"delta":{"content":"x"}}],"x_groq":{"usage":${counted(output)}}`));
  t.like(rewriteChunks([groq(4), groq(7)]).usage, { input_tokens: 3, output_tokens: 7 });
});
