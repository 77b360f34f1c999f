import test from 'ava';
import * as fc from 'fast-check';
import type { FailureClass } from '../../../src/catalogue/failure-class.ts';
import { exchangeFailure, refusalFailure } from '../../../src/protocols/answers/refusal-failure.ts';

const classOf = (status: number, body: unknown, headers: Record<string, string> = {}): FailureClass | null =>
  refusalFailure({ status, headers, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) })
    ?.class ?? null;

const openai = (message: string, code: string | null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
});
const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message }, request_id: 'req_1' });
const openrouter = (code: number, message: string, metadata: object = {}) => ({ error: { code, message, metadata } });

const cases: readonly (readonly [string, FailureClass | null, number, unknown])[] = [
  ['OpenAI: quota used up', 'account_exhausted', 429, openai('You exceeded your current quota', 'insufficient_quota')],
  ['OpenAI: kind alone', 'account_exhausted', 429, openai('No more.', null, 'insufficient_quota')],
  ['OpenAI: no credit', 'account_exhausted', 429, openai('No more.', 'credit_balance_exhausted')],
  ['OpenAI: hard limit', 'account_exhausted', 400, openai('Billing limit', 'billing_hard_limit_reached')],
  ['OpenAI: too fast', 'rate_limited', 429, openai('Rate limit reached', 'rate_limit_exceeded')],
  ['OpenAI: key', 'credential_rejected', 401, openai('Incorrect API key provided', 'invalid_api_key')],
  ['OpenAI: country', 'credential_rejected', 403, openai('Not there', 'unsupported_country_region_territory')],
  ['OpenAI: no such model', 'model_gone', 404, openai('The model `x` does not exist', 'model_not_found')],
  ['OpenAI: no such response', null, 404, openai('Previous response not found', 'previous_response_not_found')],
  ['OpenAI: window', 'context_too_long', 400, openai('Too many tokens.', 'context_length_exceeded')],
  ['OpenAI: content', null, 400, openai('Unknown parameter', 'unknown_parameter')],
  ['OpenAI: its own fault', 'server_error', 500, openai('The server had an error', null, 'server_error')],
  [
    'Anthropic: no credit',
    'account_exhausted',
    400,
    anthropic('invalid_request_error', 'Your credit balance is too low to access the API.'),
  ],
  ['Anthropic: billing', 'account_exhausted', 402, anthropic('billing_error', 'Pay.')],
  ['Anthropic: too fast', 'rate_limited', 429, anthropic('rate_limit_error', 'Number of tokens exceeded')],
  ['Anthropic: key', 'credential_rejected', 401, anthropic('authentication_error', 'invalid x-api-key')],
  [
    'Anthropic: permission',
    'credential_rejected',
    403,
    anthropic('permission_error', 'Your API key does not have permission to use the resource'),
  ],
  ['Anthropic: no such model', 'model_gone', 404, anthropic('not_found_error', 'model: claude-0')],
  ['Anthropic: no such file', null, 404, anthropic('not_found_error', 'File not found: file_1')],
  ['Anthropic: overloaded', 'overloaded', 529, anthropic('overloaded_error', 'Overloaded')],
  [
    'Anthropic: window',
    'context_too_long',
    400,
    anthropic('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
  ],
  ['Anthropic: content', null, 400, anthropic('invalid_request_error', 'messages.0.role: Input should be')],
  ['Anthropic: too large', null, 413, anthropic('request_too_large', 'Request exceeds the maximum size')],
  ['OpenRouter: no credit', 'account_exhausted', 402, openrouter(402, 'Insufficient credits')],
  ['OpenRouter: no provider', 'overloaded', 503, openrouter(503, 'No instances available')],
  ['OpenRouter: no endpoint', 'model_gone', 404, openrouter(404, 'No endpoints found for x/y.')],
  ['OpenRouter: flagged', null, 403, openrouter(403, 'Your input was flagged', { reasons: ['violence'] })],
  [
    'OpenRouter: window',
    'context_too_long',
    400,
    openrouter(400, "This endpoint's maximum context length is 8192 tokens"),
  ],
  ['Ollama: no such model', 'model_gone', 404, { error: 'model "x" not found, try pulling it first' }],
  ['a proxy that knows no such server', 'model_gone', 404, 'default backend - 404'],
  ['a gateway without its server', 'server_error', 502, '<html>Bad Gateway</html>'],
  ['a path that is not served', null, 501, ''],
  ['a form that is not taken', null, 415, ''],
  ['an unexpected status', null, 302, ''],
];

for (const [title, expected, status, body] of cases) {
  test(`${title}: ${status} is ${expected ?? 'the own fault of the request'}`, (t) => {
    t.is(classOf(status, body), expected);
  });
}

/** What a caller can bring about on purpose: another target may answer it, but nothing is held against this one. */
const ofRequests: readonly (readonly [string, FailureClass, number, unknown])[] = [
  [
    'OpenRouter: more than is left, by what is asked for',
    'account_exhausted',
    402,
    openrouter(402, 'This request requires more credits, or fewer max_tokens.'),
  ],
  ['OpenRouter: the same in other words', 'account_exhausted', 402, openrouter(402, 'You can only afford 12.')],
  ['OpenRouter: a prompt for more', 'account_exhausted', 402, openrouter(402, 'Prompt tokens limit exceeded: 9 > 3')],
  ['a member that costs more', 'account_exhausted', 402, { error: { message: 'Pay.', param: 'tools[0]' } }],
  [
    'a tool whose name is a sentence',
    'account_exhausted',
    400,
    openai('your credit balance is too low: no tool', null),
  ],
  ['OpenAI: a key for some endpoints', 'credential_rejected', 401, openai('You have insufficient permissions', null)],
  ['OpenAI: a missing scope', 'credential_rejected', 401, openai('No.', 'missing_scope')],
  [
    'OpenAI: the credential of a tool',
    'credential_rejected',
    401,
    { error: { message: 'Error retrieving tool list: 401', param: 'tools', code: 'http_error' } },
  ],
  [
    'Anthropic: a resource that is not there for the key',
    'credential_rejected',
    403,
    anthropic('permission_error', 'Your API key does not have permission to use the specified resource'),
  ],
  ['OpenAI: a feature', 'credential_rejected', 403, openai('Your organization must be verified', null)],
  [
    'OpenAI: one request above all limits',
    'rate_limited',
    429,
    openai('Request too large for x', 'rate_limit_exceeded'),
  ],
  [
    'Anthropic: a long context',
    'rate_limited',
    429,
    anthropic('rate_limit_error', 'Extra usage is required for long context requests.'),
  ],
];

for (const [title, expected, status, body] of ofRequests) {
  test(`${title}: ${status} is ${expected}, caused by this request alone`, (t) => {
    const failure = refusalFailure({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) });
    t.like(failure, { class: expected, isOfRequest: true, ran: 'no' });
  });
}

test('a refusal with a code of its account or credential counts against the credential at once', (t) => {
  const all: readonly (readonly [number, unknown])[] = [
    [400, openai('Billing limit', 'billing_hard_limit_reached')],
    [401, openai('Incorrect API key provided', 'invalid_api_key')],
    [402, anthropic('billing_error', 'Pay.')],
    [403, openai('Not there', 'unsupported_country_region_territory')],
    [429, openai('You exceeded your current quota', 'insufficient_quota')],
  ];
  for (const [status, body] of all) {
    const failure = refusalFailure({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) });
    t.not(failure, null);
    t.is(failure?.isOfRequest, undefined, `${status} ${JSON.stringify(body)}`);
    t.is(failure?.isInWordsOnly, undefined, `${status} ${JSON.stringify(body)}`);
  }
});

test('a refusal that only words tell to be of the account or credential is the evidence of one caller', (t) => {
  const all: readonly (readonly [number, unknown])[] = [
    [400, anthropic('invalid_request_error', 'Your credit balance is too low to access the API.')],
    [401, anthropic('authentication_error', 'OAuth authentication is currently not supported.')],
    [401, ''],
    [402, openrouter(402, 'Insufficient credits')],
    [402, { error: { message: 'Web search requires a paid plan.' } }],
    [402, { error: { message: 'Insufficient balance. Estimated cost: $0.64 for 64000 output' } }],
    [402, ''],
    [403, anthropic('permission_error', 'This organization has been disabled.')],
    [429, { error: { code: 429, message: 'You exceeded your current quota: input_token_count, limit: 250000' } }],
  ];
  for (const [status, body] of all) {
    const failure = refusalFailure({ status, headers: {}, body: Buffer.from(JSON.stringify(body)) });
    t.like(failure, { isInWordsOnly: true }, `${status} ${JSON.stringify(body)}`);
    t.is(failure?.isOfRequest, undefined);
  }
});

test('words of the caller that an upstream quotes do not classify a refusal', (t) => {
  t.is(classOf(400, openai('Invalid value: "Your credit balance is too low". Supported: x', 'invalid_value')), null);
  t.is(classOf(400, openai('Unknown: prompt is too long', 'unknown_parameter')), null);
  t.is(classOf(403, openai('Flagged: "this API key"', null)), null);
  t.is(classOf(404, openai('File "model_not_found" is not there', null)), null);
});

test('only statuses that certainly ran no work count as not run', (t) => {
  const ran = (status: number): string | undefined =>
    refusalFailure({ status, headers: {}, body: Buffer.alloc(0) })?.ran;
  t.deepEqual([401, 402, 404, 429, 503, 529].map(ran), Array(6).fill('no'));
  t.deepEqual([408, 500, 502, 504, 524].map(ran), Array(5).fill('unknown'));
});

test('the wait that an upstream asks for is read from its refusal', (t) => {
  const wait = (headers: Record<string, string>): number | null | undefined =>
    refusalFailure({ status: 429, headers, body: Buffer.alloc(0) })?.retryAfterMs;
  t.is(wait({}), null);
  t.is(wait({ 'retry-after': '2' }), 2_000);
  t.is(wait({ 'retry-after': '2', 'retry-after-ms': '1500.5' }), 1_500.5);
  const date = 'Sun, 22 Nov 2026 10:00:00 GMT';
  t.is(wait({ 'retry-after': 'Sun, 22 Nov 2026 10:00:09 GMT', date }), 9_000);
  t.is(wait({ 'retry-after': date, date: 'Sun, 22 Nov 2026 10:00:09 GMT' }), 0);
  t.is(wait({ 'retry-after': 'soon' }), null);
  t.is(wait({ 'retry-after': '-1' }), null);
  t.is(wait({ 'retry-after': '999999999999' }), 86_400_000);
});

test('an exchange without an answer is classified by how it ended', (t) => {
  t.deepEqual(exchangeFailure({ reason: 'connect', outcome: 'not_sent' }), {
    class: 'refused',
    retryAfterMs: null,
    ran: 'no',
  });
  t.is(exchangeFailure({ reason: 'crowded', outcome: 'not_sent' })?.class, 'rate_limited');
  t.is(exchangeFailure({ reason: 'first_byte_timeout', outcome: 'unknown' })?.class, 'timed_out');
  t.is(exchangeFailure({ reason: 'reset', outcome: 'unknown' })?.ran, 'unknown');
  t.is(exchangeFailure({ reason: 'aborted', outcome: 'unknown' }), null);
});

test('any bytes that an upstream answers are classified without an error', (t) => {
  const word = fc.constantFrom('error', 'message', 'code', 'type', 'detail', 'details', 'error_code');
  const nested = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 5 }, fc.string(), fc.integer(), fc.constant(null), tie('object'), tie('list')),
    object: fc.dictionary(word, tie('value'), { maxKeys: 5 }),
    list: fc.array(tie('value'), { maxLength: 3 }),
  })).value;
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
    nested.map((value) => Buffer.from(JSON.stringify(value))),
  );
  const header = fc.oneof(fc.string(), fc.constantFrom('1', '1e9', ' 3 ', '0.5', 'NaN', '\u0000'));
  const headers = fc.dictionary(fc.constantFrom('retry-after', 'retry-after-ms', 'date', '__proto__'), header);
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 599 }), headers, body, (status, found, bytes) => {
      const failure = refusalFailure({ status, headers: found, body: bytes });
      const wait = failure?.retryAfterMs ?? null;
      return wait === null || (wait >= 0 && Number.isFinite(wait));
    }),
    { numRuns: 2_000 },
  );
  t.pass();
});

test('only the beginning of a long error body is read', (t) => {
  const words = openai('You exceeded your current quota', 'insufficient_quota');
  const long = (bytes: number): object => ({ ...words, more: 'x'.repeat(bytes) });
  t.is(classOf(429, long(60_000)), 'account_exhausted');
  t.is(classOf(429, long(70_000)), 'rate_limited');
});
