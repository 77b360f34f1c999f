import test from 'ava';
import { AnswerCounters, readAnswerCounters } from '../../../src/protocols/answers/answer-counters.ts';
import { scanJsonObject } from '../../../src/wire/json-text.ts';
import type { JsonObjectText } from '../../../src/wire/json-object-text.ts';

function scanned(json: object): JsonObjectText {
  const object = scanJsonObject(Buffer.from(JSON.stringify(json)));
  if (object.kind === 'json_fault') throw new Error('no object');
  return object;
}

const read = (json: object, surface = 'chat_completions') => readAnswerCounters(scanned(json), surface);

const counters = { prompt_tokens: 21, completion_tokens: 6, total_tokens: 27 };
const counted = { input_tokens: 21, output_tokens: 6 };

for (const [place, json] of [
  ['usage', { usage: counters }],
  ['x_*.usage', { x_groq: { id: 'r', usage: counters } }],
  ['x_*.usage', { x_elsewhere: { usage: counters } }],
  ['response.usage', { response: { usage: counters } }],
  ['message.usage', { message: { usage: counters } }],
  ['data.usage', { data: { usage: counters } }],
  ['result.usage', { result: { usage: counters } }],
  ['output.usage', { output: { usage: counters } }],
  ['usage.usage', { usage: { usage: counters, id: 'u' } }],
  ['choices[].usage', { choices: [{ index: 0, usage: counters }] }],
  ['choices[].delta.usage', { choices: [{ delta: { usage: counters } }] }],
  ['choices[].message.usage', { choices: [{ message: { usage: counters } }] }],
] as const) {
  test(`counters are read at ${place}, alone and beside a usage that counts nothing: ${JSON.stringify(json).slice(2, 10)}`, (t) => {
    const reading = read(json);
    t.like(reading?.usage, counted);
    t.is(reading?.place, place);
    t.like(read({ usage: null, ...json })?.usage, counted);
    const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    if (!place.startsWith('usage')) t.like(read({ usage: zeros, ...json })?.usage, counted);
  });
}

test('speeds of llama.cpp charge nothing: they leave out what its cache had', (t) => {
  t.is(read({ timings: { prompt_n: 1, predicted_n: 1 } })?.usage ?? null, null);
  t.like(read({ usage: counters, timings: { prompt_n: 1, predicted_n: 6, cache_n: 20 } })?.usage, counted);
  t.like(read({ usage: { prompt_eval_count: 21, eval_count: 6 } })?.usage, counted);
});

test('what only looks like a place is none', (t) => {
  for (const json of [
    { usage: [] },
    { usage: [counters, counters] },
    { usage: [[counters]] },
    { usage: { 'gpt-5.1': counters, 'gpt-5-mini': counters } },
    { usage: { 'gpt-5.1': counters, requests: 1 } },
    { usage: { context_details: { input_tokens: 21, output_tokens: 6 } } },
    { usage: JSON.stringify(counters) },
    { choices: { usage: counters } },
    { choices: [[counters], null, 'usage'] },
    { metadata: { usage: counters } },
    { choices: [{ message: { tool_calls: [{ usage: counters }] } }] },
    { x_groq: [{ usage: counters }] },
    { model: 'usage' },
  ]) {
    t.is(read(json), null, JSON.stringify(json));
  }
});

test('counters in a list of one, or alone under the name of a model, are those of the answer', (t) => {
  for (const usage of [[counters], { 'gpt-5.1': counters }, { 'gpt-5.1': counters, note: null }, [{ m: counters }]]) {
    t.like(read({ usage })?.usage, counted, JSON.stringify(usage));
    t.like(read({ x_groq: { usage } })?.usage, counted, JSON.stringify(usage));
  }
  const message = { 'claude-5': { input_tokens: 21, output_tokens: 6, cache_read_input_tokens: 4 } };
  t.like(read({ usage: message }, 'messages')?.usage, { input_tokens: 25, output_tokens: 6 });
});

test('choices that are counted one by one have one input, and each its output; equal counters are those of the whole', (t) => {
  const choice = (index: number, output: number) => ({
    index,
    usage: { prompt_tokens: 21, completion_tokens: output, total_tokens: 21 + output },
  });
  t.like(read({ choices: [choice(0, 4), choice(1, 9)] })?.usage, { input_tokens: 21, output_tokens: 13 });
  t.like(read({ choices: [choice(0, 9), choice(1, 9)] })?.usage, { input_tokens: 21, output_tokens: 9 });
  const [{ usage: first }, { usage: second }] = [choice(0, 4), choice(1, 9)];
  const unnumbered = [{ usage: first }, { usage: second }];
  t.like(read({ choices: unnumbered })?.usage, { output_tokens: 13 }, 'choices without an index');
  t.like(read({ usage: counters, choices: [choice(0, 4), choice(1, 9)] })?.usage, counted);
  const ofTotal = (total_tokens: number, ...outputs: readonly number[]) =>
    read({ usage: { total_tokens }, choices: outputs.map((output, index) => choice(index, output)) });
  t.like(ofTotal(34, 4, 9), { usage: { input_tokens: 21, output_tokens: 13 }, untold: null });
  t.like(ofTotal(39, 9, 9), { usage: { input_tokens: 21, output_tokens: 18 }, untold: null });
  t.like(ofTotal(30, 9, 9), { usage: { input_tokens: 21, output_tokens: 9 }, untold: null });
  const stream = new AnswerCounters('chat_completions');
  for (const each of [choice(0, 2), choice(1, 3), choice(0, 4), choice(1, 9)])
    stream.note(scanned({ choices: [each] }));
  t.like(stream.reading?.usage, { input_tokens: 21, output_tokens: 13 });
  stream.note(scanned({ usage: counters }));
  t.like(stream.reading?.usage, counted);
});

test('input and output may be in different records of a stream, each with its parts', (t) => {
  const stream = (...records: readonly object[]) => {
    const counting = new AnswerCounters('chat_completions');
    for (const usage of records) counting.note(scanned({ usage }));
    return counting.reading?.usage;
  };
  const asked = { prompt_tokens: 21, prompt_tokens_details: { cached_tokens: 9 } };
  const written = { completion_tokens: 6, completion_tokens_details: { reasoning_tokens: 2 } };
  const both = { ...counted, cached_input_tokens: 9, reasoning_tokens: 2 };
  const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  for (const [name, records] of [
    ['the other is not named', [asked, written]],
    ['the output comes first', [written, asked]],
    [
      'the other is zero',
      [
        { ...zeros, ...asked, total_tokens: 21 },
        { ...zeros, ...written, total_tokens: 6 },
      ],
    ],
    ['zeros behind', [asked, written, zeros]],
    ['the other is null', [asked, { prompt_tokens: null, prompt_tokens_details: null, ...written }]],
  ] as const) {
    t.like(stream(...records), both, name);
  }
  t.like(stream({ ...counters, completion_tokens: 1, total_tokens: 22 }, counters), counted, 'growing');
  t.like(stream({ ...counters, ...asked }, { ...counters, prompt_tokens: 20 }), {
    input_tokens: 20,
    cached_input_tokens: 0,
  });
});

const named = (prompt_tokens: number, completion_tokens: number) => ({ prompt_tokens, completion_tokens });

test('what a later record of a stream leaves out holds on, unless it names a smaller total', (t) => {
  const stream = (surface: string, ...records: readonly object[]) => {
    const counting = new AnswerCounters(surface);
    for (const record of records) counting.note(scanned(record));
    return counting.reading?.usage;
  };
  const details = {
    prompt_tokens_details: { cached_tokens: 9, audio_tokens: 3 },
    completion_tokens_details: { reasoning_tokens: 2 },
  };
  const parts = { cached_input_tokens: 9, audio_input_tokens: 3, reasoning_tokens: 2 };
  const early = { ...counters, ...details, num_search_queries: 3 };
  const places: readonly ((usage: object) => object)[] = [
    (usage) => ({ usage }),
    (usage) => ({ x_groq: { usage } }),
    (usage) => ({ choices: [{ index: 0, usage }] }),
    (usage) => ({ choices: [{ index: 0, delta: { usage } }] }),
  ];
  for (const place of places) {
    const read = (...records: readonly object[]) => stream('chat_completions', ...records.map((usage) => place(usage)));
    t.like(read(early, counters), { ...counted, ...parts, web_searches: 3 });
    t.like(read(early, { ...counters, completion_tokens: 8 }), { output_tokens: 8, ...parts }, 'the output grows');
    const named = { ...counters, prompt_tokens_details: { cached_tokens: 4 } };
    t.like(read(early, named), { ...parts, cached_input_tokens: 4 }, 'what it names holds');
    const smaller = { ...counters, prompt_tokens: 20, total_tokens: 26 };
    t.like(read(early, smaller), { input_tokens: 20, cached_input_tokens: 0, reasoning_tokens: 2, web_searches: 3 });
  }
  const beside = {
    prompt_tokens: 21,
    completion_tokens: 6,
    total_tokens: 40,
    completion_tokens_details: { reasoning_tokens: 13 },
  };
  t.like(stream('chat_completions', { usage: beside }, { usage: { prompt_tokens: 21, completion_tokens: 6 } }), {
    output_tokens: 19,
    reasoning_tokens: 13,
  });
  t.like(
    stream(
      'audio_transcriptions',
      { usage: { seconds: 7, input_tokens: 5, output_tokens: 1 } },
      { usage: { input_tokens: 5, output_tokens: 2 } },
    ),
    { audio_milliseconds: 7_000, output_tokens: 2 },
  );
});

test('places in different records of a stream are compared as those of one object', (t) => {
  const usage = { prompt_tokens: 1_000, completion_tokens: 50, total_tokens: 1_050 };
  const cached = { prompt_tokens_details: { cached_tokens: 1_000 } };
  const billed = { input_tokens: 1_000, output_tokens: 50, cached_input_tokens: 0 };
  const { total_tokens: _, ...withoutTotal } = usage;
  for (const own of [usage, withoutTotal])
    for (const echo of [
      { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      { prompt_tokens: 9_000, completion_tokens: 1, total_tokens: 9_001 },
      { ...usage, ...cached },
      { ...withoutTotal, ...cached },
    ]) {
      const records = [{ usage: own }, { x_echo: { usage: echo } }];
      // An earlier record that tells the same totals is believed: Groq leaves kinds out in its last one.
      for (const each of 'prompt_tokens_details' in echo ? [records] : [records, records.toReversed()]) {
        const counting = new AnswerCounters('chat_completions');
        for (const record of each) counting.note(scanned(record));
        t.like(counting.reading?.usage, billed, JSON.stringify(each));
      }
    }
  const growing = new AnswerCounters('chat_completions');
  growing.note(scanned({ usage: { prompt_tokens: 1_000, completion_tokens: 1, total_tokens: 1_001 } }));
  growing.note(scanned({ x_groq: { usage } }));
  t.like(growing.reading?.usage, billed, 'what tells more, and is confirmed, holds');
});

test('kinds that an earlier record told of the same totals hold on, whatever its place; those of a later one do not', (t) => {
  const groq = { x_groq: { usage: { ...named(100, 3), prompt_tokens_details: { cached_tokens: 90 } } } };
  for (const [records, cached_input_tokens] of [
    [[groq, { usage: named(100, 3) }], 90],
    [[groq, { usage: named(101, 3) }], 0],
    [[{ usage: named(100, 3) }, groq], 0],
  ] as const) {
    const counting = new AnswerCounters('chat_completions');
    for (const record of records) counting.note(scanned(record));
    t.like(counting.reading?.usage, { output_tokens: 3, cached_input_tokens }, JSON.stringify(records));
  }
});

test('of places in different records none that tells more is lost, and what one lacks another tells', (t) => {
  const bedrock = (inputTokenCount: number, outputTokenCount: number) => ({
    'amazon-bedrock-invocationMetrics': { inputTokenCount, outputTokenCount },
  });
  const thinking = { promptTokenCount: 10, candidatesTokenCount: 50, thoughtsTokenCount: 400, totalTokenCount: 460 };
  for (const [records, input_tokens, output_tokens] of [
    [[{ usage: named(10, 0) }, { x_groq: { usage: named(10, 500) } }], 10, 500],
    [[{ usage: named(900, 0) }, bedrock(900, 400)], 900, 400],
    [[{ usage: { prompt_tokens: 10 } }, { data: { usage: named(10, 500) } }], 10, 500],
    [[{ message: { usage: named(1_000, 1) } }, { usage: { completion_tokens: 200 } }], 1_000, 200],
    [[{ usageMetadata: { promptTokenCount: 10 } }, { usage: { completion_tokens: 50 } }], 10, 50],
    [[{ usage: named(10, 50) }, { usageMetadata: thinking }], 10, 450],
    [[{ usage: { ...named(1, 1), total_tokens: 2 } }, { data: { usage: named(900, 400) } }], 900, 400],
    [[{ usage: { completion_tokens: 50, total_tokens: 60 } }, { x_echo: { usage: named(1, 1) } }], 10, 50],
  ] as const)
    for (const each of [records, records.toReversed()]) {
      const counting = new AnswerCounters('chat_completions');
      for (const record of each) counting.note(scanned(record));
      t.like(counting.reading?.usage, { input_tokens, output_tokens }, JSON.stringify(each));
    }
});

test('counters that tell a part say which is missing; sound is charged by its length then', (t) => {
  for (const [usage, read_, untold] of [
    [{ completion_tokens: 6 }, { input_tokens: 0, output_tokens: 6 }, 'input_tokens'],
    [{ completion_tokens: 6, prompt_tokens: null }, { input_tokens: 0, output_tokens: 6 }, 'input_tokens'],
    [{ completion_tokens: 6, prompt_tokens: 'many' }, { input_tokens: 0, output_tokens: 6 }, 'input_tokens'],
    [{ completion_tokens: 6, prompt_cache_hit_tokens: 4 }, { input_tokens: 4, output_tokens: 6 }, 'input_tokens'],
    [{ prompt_tokens: 21 }, { input_tokens: 21, output_tokens: 0 }, 'output_tokens'],
    [{ total_tokens: 27 }, { input_tokens: 27, output_tokens: 0 }, 'division'],
    [{ total_tokens: 27, prompt_tokens: 0, completion_tokens: 0 }, { input_tokens: 27, output_tokens: 0 }, 'division'],
    [counters, counted, null],
  ] as const) {
    const reading = read({ usage });
    t.like(reading?.usage, read_, JSON.stringify(usage));
    t.is(reading?.untold, untold, JSON.stringify(usage));
  }
  for (const usage of [{ completion_tokens: 0 }, { total_tokens: 0 }, { novel: 3 }]) t.is(read({ usage }), null);
  t.is(read({ usage: { output_tokens: 7 } }, 'audio_transcriptions'), null);
});

test('a transcript is read with its counters, or with its length alone, also as a string', (t) => {
  const transcript = (json: object) => read({ text: 'x', ...json }, 'audio_transcriptions')?.usage;
  const mistral = {
    prompt_audio_seconds: 4,
    prompt_tokens: 2,
    completion_tokens: 7,
    total_tokens: 209,
    prompt_tokens_details: { audio_tokens: 200 },
  };
  t.like(transcript({ usage: mistral }), {
    audio_milliseconds: 4_000,
    input_tokens: 202,
    audio_input_tokens: 200,
    output_tokens: 7,
  });
  t.like(transcript({ usage: { prompt_audio_seconds: '61' } }), { audio_milliseconds: 61_000, input_tokens: 0 });
  t.like(transcript({ duration: '7.25' }), { audio_milliseconds: 7_250 });
  t.like(transcript({ duration: 7.25, usage: { seconds: 8 } }), { audio_milliseconds: 8_000 });
  t.like(transcript({ duration: 7.25, usage: { input_tokens: 5, output_tokens: 1 } }), {
    audio_milliseconds: 7_250,
    input_tokens: 5,
  });
  t.is(read({ duration: 7.25, choices: [] }), null, 'elsewhere a duration is no sound');
});

test('uses of tools are read beside the counters of a response, wherever those are', (t) => {
  const response = { usage: { input_tokens: 5, output_tokens: 6 }, tool_usage: { web_search: { num_requests: 3 } } };
  t.is(read(response, 'responses')?.usage.web_searches, 3);
  t.is(read({ type: 'response.completed', response }, 'responses')?.usage.web_searches, 3);
});

test('of two places that contradict each other the one holds that a total confirms, if it counts no less', (t) => {
  const [less, more] = [
    { prompt_tokens: 12, completion_tokens: 6 },
    { prompt_tokens: 40, completion_tokens: 9 },
  ];
  const total = (total_tokens: number) => ({ total_tokens });
  const asMore = { input_tokens: 40, output_tokens: 9 };
  for (const [place, usage, elsewhere, expected] of [
    ['x_*.usage', less, counters, counted],
    ['x_*.usage', { ...less, ...total(17) }, counters, counted],
    ['usage', { ...less, ...total(30) }, counters, { input_tokens: 12, output_tokens: 18 }],
    ['usage', { ...more, ...total(49) }, counters, asMore],
    ['usage', less, { ...counters, ...total(18) }, { input_tokens: 12, output_tokens: 6 }],
    ['usage', less, { ...counters, ...total(30) }, { input_tokens: 12, output_tokens: 6 }],
    // What an upstream repeats of a request, or counts of a call of its own, is no bill.
    ['usage', more, counters, asMore],
    ['usage', { ...more, ...total(60) }, counters, { input_tokens: 40 }],
    ['usage', more, { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }, asMore],
    // The other total confirms the first place, which tells more.
    [
      'usage',
      { prompt_tokens: 21, completion_tokens: 6, prompt_tokens_details: { cached_tokens: 20 } },
      counters,
      { ...counted, cached_input_tokens: 20 },
    ],
    ['x_*.usage', { ...less, num_search_queries: 2 }, counters, { ...counted, web_searches: 2 }],
  ] as const) {
    const reading = read({ usage, x_elsewhere: { usage: elsewhere } });
    t.like(reading?.usage, expected, JSON.stringify(usage));
    t.is(reading?.place, place);
  }
});

test('a place without a total, as messages write it, holds against one that counts less, or in cheaper kinds', (t) => {
  for (const surface of ['messages', 'responses']) {
    const usage = { input_tokens: 1_000, output_tokens: 500 };
    const cached = { input_tokens_details: { cached_tokens: 1_500 }, cache_read_input_tokens: 1_500 };
    for (const echo of [
      { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      { input_tokens: 1_500, output_tokens: 1, total_tokens: 1_501, ...cached },
      { input_tokens: 1, output_tokens: 1_500, total_tokens: 1_501 },
    ])
      for (const name of ['x_echo', 'meta', 'data', 'response'])
        t.like(read({ usage, [name]: { usage: echo } }, surface)?.usage, { input_tokens: 1_000, output_tokens: 500 });
    const more = { input_tokens: 1_500, output_tokens: 500, total_tokens: 2_000, ...cached };
    const reading = read({ usage, x_echo: { usage: more } }, surface)?.usage;
    t.like(reading, { input_tokens: 1_500, output_tokens: 500, cached_input_tokens: 0 });
  }
});

test('of two names that contradict each other those hold that the total confirms', (t) => {
  const names = { prompt_tokens: 10, input_tokens: 21, completion_tokens: 6 };
  t.like(read({ usage: { ...names, total_tokens: 27 } })?.usage, counted);
  t.is(read({ usage: { ...names, total_tokens: 27 } })?.meaning, 'another name of the counter');
  t.like(read({ usage: { ...names, total_tokens: 16 } })?.usage, { input_tokens: 10, output_tokens: 6 });
  t.like(read({ usage: names })?.usage, { input_tokens: 10, output_tokens: 6 });
  const outputs = { prompt_tokens: 21, completion_tokens: 5, output_tokens: 6, eval_count: 7 };
  t.like(read({ usage: { ...outputs, total_tokens: 27 } })?.usage, counted);
  t.like(read({ usage: { ...outputs, total_tokens: 28 } })?.usage, { input_tokens: 21, output_tokens: 7 });
});
