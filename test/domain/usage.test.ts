import test from 'ava';
import * as fc from 'fast-check';
import { noUsage, readChatUsage } from '../../src/domain/usage.ts';

const nothing = noUsage;

test('every counter is read under its name', (t) => {
  const reading = readChatUsage({
    prompt_tokens: 1_000,
    completion_tokens: 500,
    total_tokens: 1_500,
    prompt_tokens_details: {
      cached_tokens: 1,
      cache_write_tokens: 2,
      audio_tokens: 3,
      image_tokens: 4,
      text_tokens: 5,
    },
    completion_tokens_details: {
      reasoning_tokens: 6,
      audio_tokens: 7,
      text_tokens: 8,
      accepted_prediction_tokens: 9,
      rejected_prediction_tokens: 10,
    },
  });
  t.deepEqual(reading, {
    usage: {
      input_tokens: 1_000,
      cached_input_tokens: 1,
      cache_write_tokens: 2,
      cache_write_1h_tokens: 0,
      audio_input_tokens: 3,
      image_input_tokens: 4,
      output_tokens: 500,
      reasoning_tokens: 6,
      audio_output_tokens: 7,
      accepted_prediction_tokens: 9,
      rejected_prediction_tokens: 10,
      input_characters: 0,
      audio_milliseconds: 0,
      web_searches: 0,
      web_fetches: 0,
    },
    corrected: [],
  });
});

test('details that are missing or null count nothing', (t) => {
  const totals = { prompt_tokens: 3, completion_tokens: 4 };
  const expected = { usage: { ...nothing, input_tokens: 3, output_tokens: 4 }, corrected: [] };
  t.deepEqual(readChatUsage(totals), expected);
  t.deepEqual(readChatUsage({ ...totals, prompt_tokens_details: null, completion_tokens_details: null }), expected);
  t.deepEqual(readChatUsage({ ...totals, prompt_tokens_details: {}, completion_tokens_details: [] }), expected);
  t.deepEqual(readChatUsage({ ...totals, prompt_tokens_details: { cached_tokens: null } }), expected);
});

test('a detail cannot exceed the total it is part of, and the correction is named', (t) => {
  const reading = readChatUsage({
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
    prompt_tokens_details: { cached_tokens: 11, audio_tokens: 10 },
    completion_tokens_details: { reasoning_tokens: 6, audio_tokens: 5 },
  });
  t.like(reading?.usage, {
    cached_input_tokens: 10,
    audio_input_tokens: 10,
    reasoning_tokens: 5,
    audio_output_tokens: 5,
  });
  t.deepEqual(reading?.corrected, ['cached_input_tokens', 'reasoning_tokens']);
});

test('caches are read under the names of compatible servers, and the protocol’s own names come first', (t) => {
  const read = (details: object, more: object = {}) =>
    readChatUsage({ prompt_tokens: 100, completion_tokens: 1, prompt_tokens_details: details, ...more })?.usage;
  const lives = { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 };
  t.like(read({ cached_tokens: 40, cache_creation_tokens: 30, cache_creation_token_details: lives }), {
    cached_input_tokens: 40,
    cache_write_tokens: 10,
    cache_write_1h_tokens: 20,
  });
  t.like(read({ cached_tokens: 40 }, { cache_creation_input_tokens: 30 }), { cache_write_tokens: 30 });
  t.like(read({}, { prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }), { cached_input_tokens: 64 });
  const own = { cached_tokens: 1, cache_write_tokens: 2, cache_creation_tokens: 30 };
  t.like(read(own, { prompt_cache_hit_tokens: 64, cache_creation_input_tokens: 30 }), {
    cached_input_tokens: 1,
    cache_write_tokens: 2,
    cache_write_1h_tokens: 0,
  });
});

test('cache reads and cache writes share the input between them', (t) => {
  const reading = readChatUsage({
    prompt_tokens: 10,
    completion_tokens: 0,
    prompt_tokens_details: { cached_tokens: 7, cache_write_tokens: 4 },
  });
  t.like(reading?.usage, { cached_input_tokens: 7, cache_write_tokens: 3 });
  t.deepEqual(reading?.corrected, ['cache_write_tokens']);
});

test('a detail that is no token count is taken as 0 and named', (t) => {
  for (const odd of [-1, 1.5, '3', true, {}, Number.NaN, 2 ** 53]) {
    const reading = readChatUsage({
      prompt_tokens: 9,
      completion_tokens: 9,
      prompt_tokens_details: { cached_tokens: odd },
    });
    t.is(reading?.usage.cached_input_tokens, 0);
    t.deepEqual(reading?.corrected, ['cached_input_tokens']);
  }
});

test('a total that is missing or no token count leaves nothing to read', (t) => {
  for (const odd of [undefined, null, -1, 1.5, '3', 2 ** 53, [], {}]) {
    t.is(readChatUsage({ prompt_tokens: odd, completion_tokens: 1 }), null);
  }
  for (const odd of [-1, 1.5, '3', 2 ** 53, [], {}])
    t.is(readChatUsage({ prompt_tokens: 1, completion_tokens: odd }), null);
  for (const odd of [undefined, null, 7, 'usage', [], {}]) t.is(readChatUsage(odd), null);
  t.is(readChatUsage({ prompt_tokens: 1 }), null);
});

test('a missing output is the total less the input', (t) => {
  t.is(readChatUsage({ prompt_tokens: 5, total_tokens: 12 })?.usage.output_tokens, 7);
  t.is(readChatUsage({ prompt_tokens: 5, completion_tokens: null, total_tokens: 5 })?.usage.output_tokens, 0);
  t.is(readChatUsage({ prompt_tokens: 5, total_tokens: 4 })?.usage.output_tokens, 0);
});

test('counters beyond 32 bits are read exactly', (t) => {
  const reading = readChatUsage({ prompt_tokens: Number.MAX_SAFE_INTEGER, completion_tokens: 2 ** 40 });
  t.like(reading?.usage, { input_tokens: Number.MAX_SAFE_INTEGER, output_tokens: 2 ** 40 });
});

test('reasoning that the total counts beside the output is output', (t) => {
  // As xAI tells it, and servers that translate Gemini's thoughts.
  const cases: readonly (readonly [number, number, number, number | undefined, number])[] = [
    [10_120, 1_499, 2_809, 14_428, 4_308],
    [12, 1, 386, 399, 387],
    [12, 1, 386, undefined, 387],
    [12, 1, 386, 0, 387],
  ];
  for (const [prompt_tokens, completion_tokens, reasoning_tokens, total_tokens, output_tokens] of cases) {
    const reading = readChatUsage({
      prompt_tokens,
      completion_tokens,
      ...(total_tokens !== undefined && { total_tokens }),
      completion_tokens_details: { reasoning_tokens },
    });
    t.like(reading?.usage, { input_tokens: prompt_tokens, output_tokens, reasoning_tokens });
    t.deepEqual(reading?.corrected, []);
  }
});

test('a total above the sum of its parts is used, and the correction is named', (t) => {
  const reading = readChatUsage({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 100 });
  t.like(reading?.usage, { input_tokens: 10, output_tokens: 90 });
  t.deepEqual(reading?.corrected, ['output_tokens']);
});

test('a total without its parts is not used', (t) => {
  t.is(readChatUsage({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 900 }), null);
  t.like(readChatUsage({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })?.usage, { output_tokens: 0 });
});

const count = fc.nat({ max: 1_000_000 });

test('the output is at least what any of the counters implies', (t) => {
  fc.assert(
    fc.property(count, count, count, fc.option(count, { nil: undefined }), (prompt, completion, reasoning, total) => {
      const reading = readChatUsage({
        prompt_tokens: prompt,
        completion_tokens: completion,
        completion_tokens_details: { reasoning_tokens: reasoning },
        ...(total !== undefined && { total_tokens: total }),
      });
      if (reading === null) return prompt + completion === 0 && (total ?? 0) > 0;
      const { output_tokens } = reading.usage;
      return output_tokens >= completion && output_tokens >= (total ?? 0) - prompt;
    }),
  );
  t.pass();
});
