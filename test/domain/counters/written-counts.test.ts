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
    ['1 token', 1],
  ] as const) {
    t.like(answer({ prompt_tokens: written, completion_tokens: 1 }), { input_tokens: count }, written);
  }
  for (const written of [
    '1.234',
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
