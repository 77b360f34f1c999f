import test from 'ava';
import { readCounters, usageOf } from '../../../src/domain/counters/read-counters.ts';
import { isCounters, reportedCounters } from '../../../src/domain/counters/reported-counters.ts';
import { mergedCounters, messagesTier, nothingRead } from '../../../src/protocols/messages/merged-counters.ts';
import { usage } from '../../_support/usage.ts';

const readMessagesUsage = (counters: unknown) => {
  const reading = readCounters('messages', counters);
  return reading === null ? null : { usage: reading.usage, corrected: reading.corrected };
};

/** The counters of a stream whose records have reported these. */
const readStream = (...reported: readonly unknown[]) =>
  usageOf(
    'messages',
    reported
      .filter(isCounters)
      .map((counters) => reportedCounters('messages', counters))
      .reduce(mergedCounters, nothingRead),
  )?.usage;

test('the input is the sum of uncached, cached and written input', (t) => {
  const counters = {
    input_tokens: 7,
    cache_creation_input_tokens: 300,
    cache_read_input_tokens: 1_000,
    cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
    output_tokens: 50,
    output_tokens_details: { thinking_tokens: 20 },
    server_tool_use: null,
    service_tier: 'standard',
  };
  t.deepEqual(readMessagesUsage(counters), {
    usage: usage({
      input_tokens: 1_307,
      cached_input_tokens: 1_000,
      cache_write_tokens: 100,
      cache_write_1h_tokens: 200,
      output_tokens: 50,
      reasoning_tokens: 20,
    }),
    corrected: [],
  });
});

test('cache writes without a lifetime count as those of the shorter one', (t) => {
  const read = (more: object) => readMessagesUsage({ input_tokens: 1, output_tokens: 1, ...more })?.usage;
  t.like(read({ cache_creation_input_tokens: 30 }), { cache_write_tokens: 30, cache_write_1h_tokens: 0 });
  t.like(read({ cache_creation_input_tokens: 30, cache_creation: null }), { cache_write_tokens: 30 });
  t.like(read({ cache_creation_input_tokens: 30, cache_creation: { ephemeral_1h_input_tokens: 10 } }), {
    input_tokens: 31,
    cache_write_tokens: 20,
    cache_write_1h_tokens: 10,
  });
  t.like(read({ cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 5 } }), {
    input_tokens: 10,
    cache_write_tokens: 4,
    cache_write_1h_tokens: 5,
  });
});

test('counters that are null or absent are 0', (t) => {
  const absent = { input_tokens: 3, output_tokens: 2 };
  const nulls = {
    ...absent,
    cache_creation_input_tokens: null,
    cache_read_input_tokens: null,
    cache_creation: null,
    output_tokens_details: null,
    iterations: null,
  };
  for (const counters of [absent, nulls]) {
    t.deepEqual(readMessagesUsage(counters), { usage: usage({ input_tokens: 3, output_tokens: 2 }), corrected: [] });
  }
});

test('a usage without both totals or with an invalid count is null', (t) => {
  for (const value of [
    null,
    'text',
    [1],
    {},
    { input_tokens: 1 },
    { output_tokens: 1 },
    { input_tokens: null, output_tokens: 1 },
    { input_tokens: 1.5, output_tokens: 1 },
    { input_tokens: -1, output_tokens: 1 },
    { input_tokens: '1.5', output_tokens: 1 },
    { input_tokens: Number.MAX_SAFE_INTEGER, output_tokens: 1, cache_read_input_tokens: 1 },
  ]) {
    t.is(readMessagesUsage(value), null, JSON.stringify(value));
  }
});

test('counters that contradict each other are corrected, and reported', (t) => {
  const reading = readMessagesUsage({
    input_tokens: 1,
    output_tokens: 5,
    cache_read_input_tokens: 'many',
    cache_creation_input_tokens: 10,
    cache_creation: { ephemeral_1h_input_tokens: 11 },
  });
  t.like(reading?.usage, { input_tokens: 11, cache_write_tokens: 0, cache_write_1h_tokens: 10 });
  t.deepEqual(reading?.corrected, ['cached_input_tokens', 'cache_write_1h_tokens']);
});

const pass = { input_tokens: 100, output_tokens: 10, cache_read_input_tokens: 5, cache_creation_input_tokens: 0 };
const compaction = {
  type: 'compaction',
  input_tokens: 1_000,
  output_tokens: 200,
  cache_read_input_tokens: 30,
  cache_creation_input_tokens: 7,
  cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
};

test('compactions alone are added to the totals, which do not contain them', (t) => {
  t.like(readMessagesUsage({ ...pass, iterations: [compaction, 'stray', compaction] })?.usage, {
    input_tokens: 105 + 2 * 1_037,
    cached_input_tokens: 65,
    cache_write_tokens: 6,
    cache_write_1h_tokens: 8,
    output_tokens: 410,
  });
});

test('passes of a message are the whole: compactions, advisors and fallbacks are in no total', (t) => {
  const iterations = [
    compaction,
    { type: 'message', ...pass },
    'stray',
    { type: 'advisor_message', model: 'other', input_tokens: 700, output_tokens: 60 },
  ];
  t.like(readMessagesUsage({ ...pass, iterations })?.usage, {
    input_tokens: 1_037 + 105 + 700,
    cached_input_tokens: 35,
    output_tokens: 270,
  });
  const refused = { type: 'message', input_tokens: 90, output_tokens: 0 };
  const fallback = { type: 'fallback_message', input_tokens: 95, output_tokens: 8 };
  t.like(readMessagesUsage({ input_tokens: 95, output_tokens: 8, iterations: [refused, fallback] })?.usage, {
    input_tokens: 185,
    output_tokens: 8,
  });
});

test('each pass is a model call of its own, with its caches; compactions beside the totals are', (t) => {
  const listed = readMessagesUsage({ ...pass, iterations: [compaction, { type: 'message', ...pass }] })?.usage;
  t.like(listed?.calls?.[0], { input_tokens: 1_037, cached_input_tokens: 30, cache_write_1h_tokens: 4 });
  t.like(listed?.calls?.[1], { input_tokens: 105, output_tokens: 10 });
  t.deepEqual(
    readMessagesUsage({ ...pass, iterations: [compaction, compaction] })?.usage.calls?.map(
      ({ input_tokens }) => input_tokens,
    ),
    [1_037, 1_037, 105],
  );
  const zero = { type: 'message', input_tokens: 0, output_tokens: 0 };
  for (const iterations of [[{ type: 'message', ...pass }], [zero, zero], [], 'x', undefined]) {
    t.is(readMessagesUsage({ ...pass, iterations })?.usage.calls, undefined);
  }
});

test('passes that count nothing, or less than the totals, leave the totals as they are', (t) => {
  const zero = { type: 'message', input_tokens: 0, output_tokens: 0 };
  for (const iterations of [[zero], [{ type: 'message' }], [{ type: 'message', input_tokens: 'x' }], [], {}]) {
    t.like(readMessagesUsage({ ...pass, iterations })?.usage, { input_tokens: 105, output_tokens: 10 });
  }
});

test('a streamed compaction is charged once: passes beside the last counters replace those before', (t) => {
  const start = { input_tokens: 40_000, output_tokens: 3 };
  const summary = { type: 'compaction', input_tokens: 40_000, output_tokens: 300 };
  const written = { type: 'message', input_tokens: 400, output_tokens: 30 };
  const last = { input_tokens: 400, output_tokens: 30, iterations: [summary, written] };
  t.like(readStream(start, last), { input_tokens: 40_400, output_tokens: 330 });
  t.like(readStream(start, { ...last, iterations: [written] }), { input_tokens: 400, output_tokens: 30 });
  t.like(readStream(start, { output_tokens: 30, iterations: [summary, written] }), { input_tokens: 40_400 });
});

test('passes that a later record does not repeat are outdated, except for compactions', (t) => {
  const first = { type: 'message', input_tokens: 100, output_tokens: 1 };
  const begun = { input_tokens: 100, output_tokens: 1, iterations: [first] };
  t.like(readStream(begun, { output_tokens: 70 }), { input_tokens: 100, output_tokens: 70 });
  const compacted = { ...begun, iterations: [{ ...first, type: 'compaction' }] };
  t.like(readStream(compacted, { output_tokens: 70 }), { input_tokens: 200, output_tokens: 71 });
});

test('later counters of a stream replace earlier ones, and null replaces nothing', (t) => {
  const reported: readonly unknown[] = [
    {
      input_tokens: 10,
      output_tokens: 1,
      cache_read_input_tokens: 4,
      cache_creation: { ephemeral_1h_input_tokens: 2 },
    },
    { output_tokens: 20, input_tokens: null, cache_read_input_tokens: null },
    'not an object',
    { output_tokens: 30, input_tokens: 12, cache_creation: null },
  ];
  t.like(readStream(...reported), {
    input_tokens: 18,
    cached_input_tokens: 4,
    cache_write_1h_tokens: 2,
    output_tokens: 30,
  });
});

test('counters of a stream do not fall: zeros in its last record erase nothing', (t) => {
  const last = { input_tokens: 0, output_tokens: 12 };
  t.like(readStream({ input_tokens: 90_000, output_tokens: 1 }, last), { input_tokens: 90_000, output_tokens: 12 });
  const cached = { input_tokens: 10, cache_read_input_tokens: 90_000, output_tokens: 1 };
  const zeros = { ...last, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  t.like(readStream(cached, zeros), { input_tokens: 90_010, cached_input_tokens: 90_000, output_tokens: 12 });
  const thinking = { input_tokens: 5, output_tokens: 40, output_tokens_details: { thinking_tokens: 30 } };
  t.like(readStream(thinking, { output_tokens: 0 }), { output_tokens: 40, reasoning_tokens: 30 });
});

test('a later record may divide the same input differently, and may count more of it', (t) => {
  const first = { input_tokens: 100, output_tokens: 1 };
  const divided = { input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 9 };
  t.like(readStream(first, divided), { input_tokens: 100, cached_input_tokens: 60 });
  t.like(readStream(first, { input_tokens: 300, output_tokens: 9 }), { input_tokens: 300 });
  const fewer = { input_tokens: 0, cache_read_input_tokens: 50, output_tokens: 9 };
  t.like(
    readStream(first, fewer),
    { input_tokens: 100, cached_input_tokens: 0 },
    'all of one record, not parts of two',
  );
});

test('the tier is the speed unless that is the standard one', (t) => {
  t.is(messagesTier({ service_tier: 'standard' }, null), 'standard');
  t.is(messagesTier({ service_tier: 'priority', speed: 'standard' }, null), 'priority');
  t.is(messagesTier({ service_tier: 'priority', speed: 'fast' }, null), 'fast');
  t.is(messagesTier({ service_tier: 'standard' }, 'fast'), 'fast', 'the answer says nothing of speed');
  t.is(messagesTier({ service_tier: 'standard', speed: 'standard' }, 'fast'), 'standard', 'it was not given');
  t.is(messagesTier({ service_tier: null, speed: null }, 'standard'), null);
});

test('a stream whose last record counts all says the same as a whole message', (t) => {
  const start = { input_tokens: 0, output_tokens: 0 };
  for (const counters of [
    { input_tokens: 50, output_tokens: 2, total_tokens: 52, cache_read_input_tokens: 40 },
    { input_tokens: 50, output_tokens: 2, total_tokens: 92, cache_read_input_tokens: 40 },
    { prompt_tokens: 50, completion_tokens: 2, total_tokens: 52, prompt_tokens_details: { cached_tokens: 40 } },
    { input_tokens: 50, output_tokens: 2, input_tokens_details: { image_tokens: 30, audio_tokens: 5 } },
    { input_tokens: 5, output_tokens: 9, total_tokens: 20, output_tokens_details: { thinking_tokens: 6 } },
  ]) {
    t.deepEqual(readStream(start, counters), readMessagesUsage(counters)?.usage, JSON.stringify(counters));
    t.deepEqual(readStream(counters, { output_tokens: counters.output_tokens }), readMessagesUsage(counters)?.usage);
  }
});

test('of names that no row knows, a stream keeps no more than one object of counters may have', (t) => {
  const records = Array.from({ length: 20 }, (_, record) => ({
    output_tokens: record,
    ...Object.fromEntries(Array.from({ length: 100 }, (_each, nth) => [`new_${record}_${nth}`, 1])),
  }));
  const read = records.map((each) => reportedCounters('messages', each)).reduce(mergedCounters, nothingRead);
  t.is(read.unknown.length, 512);
  t.is(read.reported.output_tokens?.count, 19);
  const again = mergedCounters(mergedCounters(nothingRead, reportedCounters('messages', { new_1: 1 })), {
    ...nothingRead,
    unknown: ['new_1', 'new_2'],
  });
  t.deepEqual(again.unknown, ['new_1', 'new_2']);
});
