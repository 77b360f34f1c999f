import test from 'ava';
import { readCounters } from '../../../src/domain/counters/read-counters.ts';

const readChatUsage = (usage: object) => readCounters('chat_completions', usage);

test('images and speech are beside a total that is less, unless that of all tokens says where they are', (t) => {
  const read = (prompt_tokens: number, completion_tokens: number, total_tokens?: number) =>
    readChatUsage({
      prompt_tokens,
      completion_tokens,
      ...(total_tokens !== undefined && { total_tokens }),
      prompt_tokens_details: { image_tokens: 900 },
      completion_tokens_details: { audio_tokens: 300 },
    })?.usage;
  const parts = { image_input_tokens: 900, audio_output_tokens: 300 };
  t.like(read(1_000, 350), { ...parts, input_tokens: 1_000, output_tokens: 350 });
  t.like(read(1_000, 350, 1_350), { ...parts, input_tokens: 1_000, output_tokens: 350 });
  t.like(read(100, 50), { ...parts, input_tokens: 1_000, output_tokens: 350 });
  t.like(read(1_000, 50, 1_950 + 300), { ...parts, input_tokens: 1_900, output_tokens: 350 });
  t.like(read(100, 50, 150), {
    input_tokens: 100,
    image_input_tokens: 100,
    output_tokens: 50,
    audio_output_tokens: 50,
  });
});

test('speech and reasoning that are both above the output are both beside it', (t) => {
  const read = (reasoning_tokens: number) =>
    readChatUsage({
      prompt_tokens: 10,
      completion_tokens: 10,
      completion_tokens_details: { audio_tokens: 20, reasoning_tokens },
    })?.usage;
  t.like(read(40), { output_tokens: 70, audio_output_tokens: 20 });
  t.like(read(5), { output_tokens: 30, audio_output_tokens: 20 });
});

test('images of embeddings are within their input', (t) => {
  const usage = { prompt_tokens: 5, total_tokens: 5, prompt_tokens_details: { image_tokens: 50 } };
  t.like(readCounters('embeddings', usage)?.usage, { input_tokens: 5, image_input_tokens: 5 });
});

test('one of cached and written tokens is beside the input where the total says so', (t) => {
  for (const [input_tokens, total_tokens] of [
    [1_000, 1_050],
    [1_100, 1_150],
    [1_300, 1_350],
    [1_400, 1_450],
  ] as const) {
    const caches = { cache_read_input_tokens: 100, cache_creation_input_tokens: 300 };
    const reading = readChatUsage({ prompt_tokens: 1_000, completion_tokens: 50, total_tokens, ...caches });
    t.like(reading?.usage, { input_tokens, output_tokens: 50, cached_input_tokens: 100, cache_write_tokens: 300 });
  }
});
