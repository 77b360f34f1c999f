import test from 'ava';
import { remainingHeaders } from '../../../src/protocols/answers/remaining-headers.ts';

const counts = {
  requests: { limit: 60, remaining: 59, resetMs: 1_000 },
  tokens: { limit: 1_000, remaining: 0, resetMs: 361_400 },
};
const now = Date.parse('2026-11-27T10:00:00.200Z');

test('what is left is told in the headers that clients of OpenAI show', (t) => {
  t.deepEqual(remainingHeaders(false, counts, now), {
    'x-ratelimit-limit-requests': '60',
    'x-ratelimit-remaining-requests': '59',
    'x-ratelimit-reset-requests': '1s',
    'x-ratelimit-limit-tokens': '1000',
    'x-ratelimit-remaining-tokens': '0',
    'x-ratelimit-reset-tokens': '6m2s',
  });
});

test('what is left is told in the headers that clients of Anthropic show, on its surface', (t) => {
  t.deepEqual(remainingHeaders(true, counts, now), {
    'anthropic-ratelimit-requests-limit': '60',
    'anthropic-ratelimit-requests-remaining': '59',
    'anthropic-ratelimit-requests-reset': '2026-11-27T10:00:02Z',
    'anthropic-ratelimit-tokens-limit': '1000',
    'anthropic-ratelimit-tokens-remaining': '0',
    'anthropic-ratelimit-tokens-reset': '2026-11-27T10:06:02Z',
  });
});

test('nothing is told of what nothing limits', (t) => {
  t.deepEqual(remainingHeaders(true, { requests: null, tokens: null }, now), {});
});

for (const [ms, text] of [
  [0, '0ms'],
  [119.2, '120ms'],
  [1_000, '1s'],
  [1_549, '1.6s'],
  [59_899, '59.9s'],
  [59_901, '1m0s'],
  [119_950, '2m0s'],
  [360_000, '6m0s'],
] as const) {
  test(`a time of ${ms} ms is written as ${text}`, (t) => {
    const headers = remainingHeaders(false, { requests: { limit: 1, remaining: 0, resetMs: ms }, tokens: null }, now);
    t.is(headers['x-ratelimit-reset-requests'], text);
  });
}
