import test from 'ava';
import { readCounters } from '../../../src/domain/counters/read-counters.ts';

const answer = (counters: object, surface = 'chat_completions') => readCounters(surface, counters)?.usage;

test('a count in words of its own is read where it can mean nothing else', (t) => {
  for (const [written, count] of [
    ['1,234', 1_234],
    ['12,345,678', 12_345_678],
    ['1_234', 1_234],
    ["1'234", 1_234],
    ['1\u202f234', 1_234],
    ['12 tokens', 12],
    ['1,234 Tokens', 1_234],
    [' 7 ', 7],
    ['7.0', 7],
    ['7.0000', 7],
    ['1 token', 1],
  ] as const) {
    t.like(answer({ prompt_tokens: written, completion_tokens: 1 }), { input_tokens: count }, written);
  }
  for (const written of [
    '1.234',
    '12.000',
    '12.000 tokens',
    '12.000tokens',
    '1,23',
    '1,234_567',
    '12,34,567',
    '1.2k',
    '-1',
    '~12',
    '1e3',
    '12 words',
    '7.5',
    '',
  ]) {
    t.is(answer({ prompt_tokens: written, completion_tokens: 1 }), undefined, written);
  }
});

test('the length of a recording is read in seconds or minutes', (t) => {
  const heard = (counters: object) => answer(counters, 'audio_transcriptions')?.audio_milliseconds;
  t.is(heard({ seconds: '2.5s' }), 2_500);
  t.is(heard({ duration: '2.5 seconds' }), 2_500);
  t.is(heard({ minutes: 1.5 }), 90_000);
  t.is(heard({ audio_minutes: '2' }), 120_000);
  t.is(heard({ duration_minutes: '30 s' }), 30_000);
  t.is(heard({ seconds: 90, minutes: 2 }), 90_000);
  t.is(heard({ duration: '2 min' }), undefined);
  t.is(heard({ duration: '00:02' }), undefined);
  t.is(answer({ minutes: 3, prompt_tokens: 1, completion_tokens: 1 })?.audio_milliseconds, 0);
});

test('what Gemini lists by its kind is read, and results of tools are input beside the prompt', (t) => {
  const kinds = (text: number, audio: number) => [
    { modality: 'TEXT', tokenCount: text },
    { modality: 'AUDIO', tokenCount: audio },
    { modality: 'DOCUMENT', tokenCount: 1 },
    { modality: 7, tokenCount: 3 },
    null,
    [5],
  ];
  const heard = {
    promptTokenCount: 105,
    candidatesTokenCount: 20,
    totalTokenCount: 125,
    promptTokensDetails: kinds(5, 100),
    candidatesTokensDetails: kinds(0, 20),
    cacheTokensDetails: kinds(1, 2),
  };
  t.like(answer(heard), { input_tokens: 105, audio_input_tokens: 100, output_tokens: 20, audio_output_tokens: 20 });
  t.deepEqual(readCounters('chat_completions', heard)?.unknown, []);
  const searched = { promptTokenCount: 10, toolUsePromptTokenCount: 100, candidatesTokenCount: 5 };
  t.like(answer({ ...searched, totalTokenCount: 115 }), { input_tokens: 110, output_tokens: 5 });
  t.like(answer({ ...searched, thoughtsTokenCount: 20, totalTokenCount: 135 }), {
    input_tokens: 110,
    output_tokens: 25,
    reasoning_tokens: 20,
  });
  const parts = [...kinds(5, 60), { modality: 'audio', tokenCount: '30' }, { modality: 'AUDIO', tokenCount: 10 }];
  t.like(answer({ ...heard, promptTokensDetails: parts }), { audio_input_tokens: 100 });
  const odd = [...kinds(5, 60), { modality: 'AUDIO', tokenCount: -10 }];
  t.like(answer({ ...heard, promptTokensDetails: odd }), { audio_input_tokens: 60 });
  const many = Array.from({ length: 5_000 }, (_, nth) => ({ modality: `${nth}`, tokenCount: 1 }));
  t.like(answer({ ...heard, promptTokensDetails: many }), { input_tokens: 105 });
});

test('counters are read under further names that mean nothing else', (t) => {
  const told = { input_tokens: 10, output_tokens: 5 };
  t.like(answer({ num_prompt_tokens: 10, num_completion_tokens: 5 }), told);
  t.like(answer({ prompt_tokens: 10, generated_tokens: 5 }), told);
  t.like(answer({ token_count: 10 }, 'embeddings'), { input_tokens: 10, output_tokens: 0 });
  t.like(answer({ tokens: '10' }, 'embeddings'), { input_tokens: 10, output_tokens: 0 });
  t.is(answer({ audio_duration_secs: 2.5 }, 'audio_transcriptions')?.audio_milliseconds, 2_500);
  t.is(answer({ audio_duration_ms: 2_500 }, 'audio_transcriptions')?.audio_milliseconds, 2_500);
});
