import test from 'ava';
import * as fc from 'fast-check';
import type { FailureClass } from '../../../src/catalogue/failure-class.ts';
import { recordFailure } from '../../../src/protocols/answers/record-failure.ts';

const cases: readonly (readonly [string, FailureClass | null, unknown])[] = [
  ['OpenAI: its own fault', 'server_error', { error: { message: 'Oops', type: 'server_error', code: null } }],
  [
    'OpenAI: too fast',
    'rate_limited',
    { error: { message: 'Slow down', type: 'tokens', code: 'rate_limit_exceeded' } },
  ],
  ['OpenAI: no credit', 'account_exhausted', { error: { message: 'Pay', code: 'insufficient_quota' } }],
  ['OpenAI: a content', null, { error: { message: 'No', type: 'invalid_request_error', code: null } }],
  ['OpenAI responses: its own fault', 'server_error', { type: 'error', code: 'server_error', message: 'Oops' }],
  ['OpenAI responses: a prompt', null, { type: 'error', code: 'invalid_prompt', message: 'No' }],
  [
    'Anthropic: overloaded',
    'overloaded',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  ],
  ['Anthropic: its own fault', 'server_error', { type: 'error', error: { type: 'api_error', message: 'Oops' } }],
  ['Anthropic: a content', null, { type: 'error', error: { type: 'invalid_request_error', message: 'No' } }],
  ['Anthropic: a key', 'credential_rejected', { type: 'error', error: { type: 'authentication_error', message: '' } }],
  ['OpenRouter: a provider that is away', 'server_error', { error: { code: 502, message: 'Provider error' } }],
  ['OpenRouter: too fast', 'rate_limited', { error: { code: 429, message: 'Rate limited' } }],
  ['OpenRouter: flagged', null, { error: { code: 403, message: 'Your input was flagged' } }],
  ['vLLM: a number for a code', null, { error: { code: 400, message: 'too many', type: 'BadRequestError' } }],
  ['an error without a code', 'server_error', { error: 'it broke' }],
  ['a number that is no status', 'server_error', { error: { code: 7, message: 'it broke' } }],
  ['a name that every object has', 'server_error', { error: { code: 'constructor', type: 'toString' } }],
];

for (const [title, expected, record] of cases) {
  test(`${title}: a stream that begins with it is ${expected ?? 'refused for what was asked'}`, (t) => {
    const failure = recordFailure(Buffer.from(JSON.stringify(record)));
    t.is(failure?.class ?? null, expected);
    t.is(failure?.ran ?? 'unknown', 'unknown', 'the upstream had taken the request');
  });
}

test('any bytes at the beginning of a stream are classified without an error', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => recordFailure(Buffer.from(bytes))?.ran !== 'no'),
    { numRuns: 500 },
  );
  t.pass();
});
