import test from 'ava';
import * as fc from 'fast-check';
import { readCounters, type CounterOptions, type UsageReading } from '../../../src/domain/counters/read-counters.ts';
import { noUsage } from '../../../src/domain/usage.ts';

const nothing = noUsage;
const readChatUsage = (counters: unknown, options?: CounterOptions): UsageReading | null =>
  readCounters('chat_completions', counters, options);
const billable = (reading: UsageReading | null) =>
  reading === null ? null : { usage: reading.usage, corrected: reading.corrected };

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
  t.deepEqual(billable(reading), {
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
  t.deepEqual(billable(readChatUsage(totals)), expected);
  for (const more of [
    { prompt_tokens_details: null, completion_tokens_details: null },
    { prompt_tokens_details: {}, completion_tokens_details: [] },
    { prompt_tokens_details: { cached_tokens: null } },
  ]) {
    t.deepEqual(billable(readChatUsage({ ...totals, ...more })), expected);
  }
});

test('a detail cannot exceed the total it is part of, and the correction is named', (t) => {
  const reading = readChatUsage({
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
    prompt_tokens_details: { image_tokens: 11, audio_tokens: 10 },
    completion_tokens_details: { reasoning_tokens: 6, audio_tokens: 5 },
  });
  t.like(reading?.usage, {
    image_input_tokens: 10,
    audio_input_tokens: 10,
    reasoning_tokens: 5,
    audio_output_tokens: 5,
  });
  t.deepEqual(reading?.corrected, ['image_input_tokens', 'reasoning_tokens']);
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
  for (const odd of [-1, 1.5, '3.5', '-3', '', true, Number.NaN, 2 ** 53]) {
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
  for (const odd of [undefined, null, -1, 1.5, '3x', 2 ** 53, [], {}]) {
    t.is(readChatUsage({ prompt_tokens: odd, completion_tokens: 1 }), null);
  }
  for (const odd of [-1, 1.5, '1e3', 2 ** 53, [], {}])
    t.is(readChatUsage({ prompt_tokens: 1, completion_tokens: odd }), null);
  for (const odd of [undefined, null, 7, 'usage', [], {}]) t.is(readChatUsage(odd), null);
  t.is(readChatUsage({ prompt_tokens: 1 }), null);
});

test('a total that is no token count is what the sum leaves, if that leaves anything', (t) => {
  for (const odd of [-1, 1.5, '3x']) {
    const read = (total_tokens: number) => readChatUsage({ prompt_tokens: 9, completion_tokens: odd, total_tokens });
    t.is(read(12)?.usage.output_tokens, 3);
    t.is(read(9), null);
    t.is(read(8), null);
  }
});

test('tokens written to a cache count under any lifetime, and under short names in details', (t) => {
  const written = (time: string) =>
    readCounters('messages', {
      input_tokens: 1,
      output_tokens: 1,
      cache_creation: { [`ephemeral_${time}_input_tokens`]: 8 },
    })?.usage;
  for (const time of ['5m', '30m', '10m']) t.is(written(time)?.cache_write_tokens, 8, time);
  for (const time of ['1h', '2h', '12h', '24h', '7d', '48h']) t.is(written(time)?.cache_write_1h_tokens, 8, time);
  const details = { cache_read: 6, cache_creation: 2 };
  t.like(readChatUsage({ input_tokens: 9, output_tokens: 1, input_token_details: details })?.usage, {
    cached_input_tokens: 6,
    cache_write_tokens: 2,
  });
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

test('the tokens are at least what any of the counters implies', (t) => {
  fc.assert(
    fc.property(count, count, count, fc.option(count, { nil: undefined }), (prompt, completion, reasoning, total) => {
      const reading = readChatUsage({
        prompt_tokens: prompt,
        completion_tokens: completion,
        completion_tokens_details: { reasoning_tokens: reasoning },
        ...(total !== undefined && { total_tokens: total }),
      });
      if (reading === null) return prompt + completion === 0 && (total ?? 0) > 0;
      const { input_tokens, output_tokens } = reading.usage;
      return output_tokens >= completion && input_tokens + output_tokens >= (total ?? 0);
    }),
  );
  t.pass();
});

const answer = (counters: object, surface = 'chat_completions', options?: CounterOptions) =>
  readCounters(surface, counters, options)?.usage;

test('cached tokens are read under every name of compatible servers', (t) => {
  for (const name of ['num_cached_tokens', 'cached_tokens', 'cache_read_input_tokens', 'prompt_cache_hit_tokens']) {
    const counters = { prompt_tokens: 50, completion_tokens: 2, total_tokens: 52, [name]: 40 };
    t.like(answer(counters), { input_tokens: 50, cached_input_tokens: 40, output_tokens: 2 }, name);
    t.like(answer({ ...counters, prompt_tokens_details: { cached_tokens: 0 } }), { cached_input_tokens: 40 }, name);
  }
});

test('names in camel case and numbers in strings are read as well', (t) => {
  t.like(answer({ promptTokens: '30', completionTokens: '004', promptTokensDetails: { cachedTokens: '8' } }), {
    input_tokens: 30,
    cached_input_tokens: 8,
    output_tokens: 4,
  });
});

test('the names of another protocol are read where the own ones are missing or zero', (t) => {
  t.like(answer({ input_tokens: 6, output_tokens: 7 }), { input_tokens: 6, output_tokens: 7 });
  t.like(answer({ prompt_tokens: 6, completion_tokens: 7 }, 'responses'), { input_tokens: 6, output_tokens: 7 });
  t.like(answer({ prompt_tokens: 0, input_tokens: 6, completion_tokens: 7 }), { input_tokens: 6 });
  t.like(answer({ prompt_tokens: 5, input_tokens: 6, completion_tokens: 7 }), { input_tokens: 5 });
  t.like(answer({ prompt_tokens: 5, input_tokens: 6, output_tokens: 7 }, 'responses'), { input_tokens: 6 });
});

test('a message whose input has the name of chat includes its caches', (t) => {
  const caches = { cache_read_input_tokens: 40, cache_creation_input_tokens: 5 };
  t.like(answer({ prompt_tokens: 50, completion_tokens: 1, ...caches }, 'messages'), { input_tokens: 50 });
  t.like(answer({ input_tokens: 50, output_tokens: 1, ...caches }, 'messages'), { input_tokens: 95 });
  const within = { input_tokens: 50, output_tokens: 1, total_tokens: 51, ...caches };
  t.like(answer(within, 'messages'), { input_tokens: 50, cached_input_tokens: 40, cache_write_tokens: 5 });
});

test('audio that the total counts beside the input is input', (t) => {
  const sound = { prompt_tokens_details: { audio_tokens: 120 } };
  t.like(answer({ prompt_tokens: 7, completion_tokens: 3, total_tokens: 130, ...sound }), {
    input_tokens: 127,
    audio_input_tokens: 120,
    output_tokens: 3,
  });
  t.like(answer({ prompt_tokens: 127, completion_tokens: 3, total_tokens: 130, ...sound }), { input_tokens: 127 });
  t.like(answer({ prompt_tokens: 7, completion_tokens: 3, ...sound }), { input_tokens: 127, output_tokens: 3 });
});

test('what a total leaves of a recording is audio of the input', (t) => {
  const told = { prompt_audio_seconds: 203, prompt_tokens: 4, completion_tokens: 635, total_tokens: 3_264 };
  for (const surface of ['audio_transcriptions', 'chat_completions']) {
    const reading = readCounters(surface, told);
    t.like(reading?.usage, { input_tokens: 2_629, audio_input_tokens: 2_625, output_tokens: 635 }, surface);
    t.deepEqual(reading?.corrected, []);
  }
  t.like(answer({ ...told, prompt_audio_seconds: 0 }), { input_tokens: 4, output_tokens: 3_260 });
});

test('citations are input beside what the total counts, and reasoning above the output is output with them', (t) => {
  const sonar = { prompt_tokens: 33, completion_tokens: 63, citation_tokens: 2_001, num_search_queries: 4 };
  const expected = { input_tokens: 2_034, web_searches: 4 };
  for (const total of [{ total_tokens: 96 }, { total_tokens: 2_836 }, { total_tokens: 7 }, {}]) {
    const reading = readChatUsage({ ...sonar, ...total, reasoning_tokens: 739 });
    t.like(reading?.usage, { ...expected, output_tokens: 802, reasoning_tokens: 739 });
    t.deepEqual([reading?.corrected, reading?.unknown], [[], []]);
  }
  t.like(answer({ ...sonar, total_tokens: 3_000, reasoning_tokens: 739 }), { ...expected, output_tokens: 966 });
  t.like(answer({ ...sonar, total_tokens: 96, reasoning_tokens: 20 }), { ...expected, output_tokens: 63 });
  t.like(answer({ prompt_tokens: 33, completion_tokens: 63, total_tokens: 96, reasoning_tokens: 739 }), {
    output_tokens: 63,
  });
});

test('cached tokens above the input are beside it, and others where the total or the target says so', (t) => {
  const grok = (prompt: number, total: number, cached = 90, more = {}) => ({
    prompt_tokens: prompt,
    completion_tokens: 2,
    total_tokens: total,
    prompt_tokens_details: { cached_tokens: cached, text_tokens: prompt },
    ...more,
  });
  t.like(answer(grok(20, 22)), { input_tokens: 110, cached_input_tokens: 90, output_tokens: 2 });
  t.like(answer(grok(20, 112)), { input_tokens: 110, cached_input_tokens: 90, output_tokens: 2 });
  t.like(answer(grok(20, 22 + 9, 90, { completion_tokens_details: { reasoning_tokens: 9 } })), {
    input_tokens: 110,
    output_tokens: 11,
  });
  t.like(answer(grok(100, 102)), { input_tokens: 100, cached_input_tokens: 90 });
  t.like(answer(grok(100, 192)), { input_tokens: 190, cached_input_tokens: 90 });
  const beside = { areCachesBeside: true };
  t.like(answer(grok(100, 102), 'chat_completions', beside), { input_tokens: 190, cached_input_tokens: 90 });
  t.like(answer(grok(100, 102, 0), 'chat_completions', beside), { input_tokens: 100, cached_input_tokens: 0 });
});

test('an input of zero beside a total is what the total leaves', (t) => {
  t.like(answer({ prompt_tokens: 0, completion_tokens: 5, total_tokens: 9 }), { input_tokens: 4, output_tokens: 5 });
  t.like(answer({ prompt_tokens: 0, total_tokens: 8 }, 'embeddings'), { input_tokens: 8, output_tokens: 0 });
  t.like(answer({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 8 }, 'embeddings'), { input_tokens: 8 });
  t.like(answer({ prompt_tokens: 3, total_tokens: 8 }, 'embeddings'), { input_tokens: 3, output_tokens: 0 });
  const divided = { prompt_tokens: 0, completion_tokens: 3, total_tokens: 8 };
  t.like(answer(divided, 'embeddings'), { input_tokens: 5, output_tokens: 3 });
  t.like(answer({ completion_tokens: 5, total_tokens: 9 }), { input_tokens: 4, output_tokens: 5 });
});

test('speech is sound, unless its counters say how much of it is', (t) => {
  const counters = { input_tokens: 4, output_tokens: 90 };
  t.like(answer(counters, 'audio_speech'), { output_tokens: 90, audio_output_tokens: 90 });
  const details = { output_tokens_details: { audio_tokens: 80, text_tokens: 10 } };
  t.like(answer({ ...counters, ...details }, 'audio_speech'), { output_tokens: 90, audio_output_tokens: 80 });
  t.like(answer({ ...counters, output_token_details: { audio_tokens: 80 } }, 'audio_speech'), {
    audio_output_tokens: 80,
  });
});

test('a reading says which member each counter came from, and which numbers nobody reads', (t) => {
  const reading = readChatUsage({
    prompt_tokens: 9,
    completion_tokens: 1,
    num_cached_tokens: 3,
    total_cost: 0.5,
    novel_units: 12,
    nested: { more_units: 3, none: 0 },
  });
  t.deepEqual(Object.fromEntries(Object.entries(reading?.reported ?? {}).map(([name, { at }]) => [name, at])), {
    input_tokens: 'prompt_tokens',
    output_tokens: 'completion_tokens',
    cached_input_tokens: 'num_cached_tokens',
  });
  t.deepEqual(reading?.unknown, ['novel_units', 'nested.more_units']);
});

test('counters of any size and depth are read in bounded time', (t) => {
  const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as object;
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`x${'y'.repeat(200)}${at}`, at]));
  const reading = readChatUsage({ prompt_tokens: 3, completion_tokens: 4, ...deep, ...wide });
  t.like(reading?.usage, { input_tokens: 3, output_tokens: 4 });
  t.true((reading?.unknown.length ?? 0) < 1_000);
});

test('the subsets of what is read never exceed their totals, whatever the counters say', (t) => {
  const own = 'prompt_tokens completion_tokens input_tokens output_tokens total_tokens cached_tokens';
  const others = 'num_cached_tokens cache_read_input_tokens cache_creation_input_tokens reasoning_tokens';
  const name = fc.constantFrom(...own.split(' '), ...others.split(' '));
  const value = fc.oneof(count, count.map(String), fc.constantFrom(null, -1, 1.5, 'x', 2 ** 53 - 1));
  const members = fc.dictionary(name, value);
  const details = fc.record({ prompt_tokens_details: members, completion_tokens_details: members });
  const surfaces = fc.constantFrom('chat_completions', 'responses', 'messages', 'embeddings', 'audio_speech');
  fc.assert(
    fc.property(
      surfaces,
      members,
      details,
      fc.array(members, { maxLength: 3 }),
      (surface, told, within, iterations) => {
        const usage = readCounters(surface, { ...told, ...within, iterations })?.usage;
        if (usage === undefined) return true;
        const { calls = [], ...whole } = usage;
        return [whole, ...calls].every((each) => {
          const { input_tokens, output_tokens } = each;
          const caches = each.cached_input_tokens + each.cache_write_tokens + each.cache_write_1h_tokens;
          return (
            Object.values(each).every((counter) => Number.isSafeInteger(counter) && counter >= 0) &&
            caches <= input_tokens &&
            Math.max(each.audio_input_tokens, each.image_input_tokens) <= input_tokens &&
            Math.max(each.reasoning_tokens, each.audio_output_tokens) <= output_tokens
          );
        });
      },
    ),
  );
  t.pass();
});

test('thoughts of Gemini are beside its output, unless the total says that they are within', (t) => {
  const thought = { promptTokenCount: 100, candidatesTokenCount: 50, thoughtsTokenCount: 30 };
  const beside = { output_tokens: 80, reasoning_tokens: 30 };
  t.like(readChatUsage(thought)?.usage, beside);
  t.like(readChatUsage({ ...thought, totalTokenCount: 180 })?.usage, beside);
  t.like(readChatUsage({ ...thought, totalTokenCount: 150 })?.usage, { output_tokens: 50, reasoning_tokens: 30 });
  const named = { prompt_tokens: 100, completion_tokens: 50, reasoning_tokens: 30 };
  t.like(readChatUsage(named)?.usage, { output_tokens: 50, reasoning_tokens: 30 });
});
