import {
  BadRequestError,
  InternalServerError,
  PermissionDeniedError,
  RateLimitError,
  TypeSafeClient,
  UnprocessableEntityError,
} from '@typesafe-ai/sdk';
import test, { type ExecutionContext } from 'ava';
import type { TenantOptions } from '../_support/gateway.ts';
import { rewrittenBytes } from '../_support/held-tokens.ts';
import { surfaceScene } from '../_support/surface-scene.ts';

const scene = surfaceScene({
  surface: 'systemone',
  path: '/systemone',
  target: { output_tokens_max: 2_000, systemone: { prompt_per_question: false, questions_max: 3 } },
  profiles: {
    // As TypeSafe sells it: the output is free.
    jev: { prices: { id: 'jev', version: '1', eur_per_million_tokens: { input: '0.042', output: '0' } } },
    anew: { systemone: { prompt_per_question: true } },
    narrow: { context_tokens_max: 100, output_tokens_max: 50, systemone: { prompt_per_question: true } },
    seeing: { systemone: { prompt_per_question: false } },
    priced: { prices_cover_providers: true },
    strict: { unknown_members: 'refuse' },
    chatty: { surfaces: ['chat_completions'] },
  },
});
test.after.always(scene.end);

async function clientFor(options: TenantOptions = {}) {
  const { ledger, baseUrl } = await scene.start();
  const tenant = await ledger.tenant({ allowAllModels: true, ...options });
  const client = new TypeSafeClient({
    apiKey: tenant.apiKey,
    baseURL: new URL(baseUrl).origin,
    logLevel: 'off',
    retry: { maxRetries: 0 },
  });
  return { client, tenant, wallet: () => ledger.settledWallet(tenant.walletId) };
}

const questions = {
  cancel: { type: 'noul', instructions: 'Is a cancellation requested?' },
  queue: { type: 'choice', criteria: { orders: null, billing: 'money matters', '7': 'an old one' } },
  anger: { type: 'score', criteria: ['calm', 'annoyed', 'furious'] },
} as const;
const ask = { model: 'light', state: { note: 'Please cancel order 88' }, questions };

test('the official client gets every answer under its id, with its labels, levels and counters', async (t) => {
  const { client, wallet } = await clientFor();
  const { data, requestId, response } = await client.systemOne(ask).withResponse();
  const { answers, model, usage } = data;
  t.is(answers.cancel.noul, 0.75);
  // An object has its integer-like keys first: so it was sent.
  t.is(answers.queue.choice, '7');
  t.deepEqual(answers.queue.probabilities, { '7': 0.5, orders: 0.25, billing: 0.25 });
  t.deepEqual(answers.anger.legend, { 0: 'calm', 1: 'annoyed', 2: 'furious' });
  t.is(answers.anger.score, 0.75);
  // The version that answered, as this protocol tells it.
  t.is(model, 'sandbox-small-2026-01');
  t.is(usage.output_tokens, 3);
  t.regex(requestId ?? '', /^req_[0-9a-f]{32}$/);
  t.is(response.headers.get('x-request-id') ?? undefined, requestId);
  t.is(response.headers.get('request-id') ?? undefined, requestId);
  const [reservation] = (await wallet()).reservations;
  t.is(reservation?.charged, BigInt(usage.input_tokens) * 1_000n + 3n * 2_000n);
  t.like(reservation?.reserved.inference, { surface: 'systemone', profile: 'light', target: 'light' });
});

test('input alone is charged where the output is free, to the nano-euro', async (t) => {
  const { client, wallet } = await clientFor();
  const { usage } = await client.systemOne({ ...ask, model: 'jev' });
  const [reservation] = (await wallet()).reservations;
  t.is(reservation?.charged, BigInt(usage.input_tokens) * 42n);
  t.deepEqual(
    reservation?.settled?.lines.map(({ counter, quantity, amount_eur }) => [counter, quantity, amount_eur]),
    [
      ['input', usage.input_tokens, `0.${String(usage.input_tokens * 42).padStart(9, '0')}`],
      ['output', 3, '0.000000000'],
    ],
  );
});

test('the official client lists the models', async (t) => {
  const { client } = await clientFor({ allowAllModels: false, profiles: ['jev'] });
  t.deepEqual(await client.models.list(), [{ name: 'jev', description: '', release_date: '2026-01-01' }]);
});

test('ids, labels, key order and digits pass as they were written, both ways', async (t) => {
  const { ledger, post, received } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const kept =
    ',"state" : {"10":1.0,"2":[9007199254740993,1e-400],"__proto__":null},"questions":{"9":{"type":"noul"},' +
    '"1":{"type":"choice","criteria":{"b":"\\u00e9","10":null,"2":"\\/"}},"é":{"type":"score","criteria":["low",{"2":0,"1":1}]}} }\n';
  const reply = await post(caller, `{ "stream":false,"model":"light"${kept}`);
  t.is(reply.status, 200, reply.text);
  t.is((await received(reply))?.body_text, `{ "model":"sandbox-small"${kept}`);
  t.true(reply.text.startsWith('{"model":"sandbox-small-2026-01","answers":{"9":{"type":"noul","noul":0.750000},"1":'));
  t.true(reply.text.includes('"probabilities":{"b":0.500000,"10":0.250000,"2":0.250000}'));
  t.true(reply.text.includes('"é":{"type":"score"'));
});

test('opt-ins of the protocol go upstream, and no header that identifies the caller does', async (t) => {
  const { ledger, post, received } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const reply = await post(caller, ask, {
    'TypeSafe-Danger-Zone-Images': 'true',
    'TypeSafe-Danger-Zone-Long-Context': 'true',
    'X-TypeSafe-SDK': 'canary',
    'X-TypeSafe-Runtime': 'canary',
    'X-TypeSafe-Retry-Count': '1',
    'typesafe-danger-zone': 'canary',
    cookie: 'canary',
    'openai-beta': 'canary',
  });
  const seen = await received(reply);
  t.like(seen?.headers, { 'typesafe-danger-zone-images': 'true', 'typesafe-danger-zone-long-context': 'true' });
  t.false(JSON.stringify(seen?.raw_headers).includes('canary'));
  t.is(seen?.headers['x-typesafe-retry-count'], undefined);
});

test('the hold covers what the upstream reads, once or once for each question, and the answers written out', async (t) => {
  const { play } = await scene.start();
  const boundsOf = async (model: string, more: object = {}) => {
    const body = { ...ask, model, ...more };
    const { reservation } = await play(t, body);
    const { input_tokens_max, output_tokens_max } = reservation.reserved;
    return { input: input_tokens_max, output: output_tokens_max, tokens: rewrittenBytes(body) + 512 };
  };
  const once = await boundsOf('light');
  t.is(once.input, once.tokens);
  t.is(once.output, 3 * 128 + 6 * 32 + 2 * JSON.stringify(questions).length);
  const anew = await boundsOf('anew');
  t.is(anew.input, 3 * anew.tokens);
  const narrow = await boundsOf('narrow');
  t.deepEqual([narrow.input, narrow.output], [3 * 100, 50]);
  t.is((await boundsOf('seeing', { assets: { a: { type: 'image' } } })).input, 10_000);
});

test('a member of no protocol goes upstream as it is written, and holds the whole context; one that is known does not', async (t) => {
  const { play, received } = await scene.start();
  const heldFor = async (more: object) => {
    const body = { ...ask, ...more };
    const { reservation, reply } = await play(t, body);
    t.like(JSON.parse((await received(reply))?.body_text ?? '{}'), { ...more, state: ask.state });
    const { input_tokens_max: input, output_tokens_max: output } = reservation.reserved;
    return { input, output };
  };
  const usual = await heldFor({});
  for (const more of [{ keep_alive: '5m' }, { cache_salt: 'x' }, { session_id: 'y' }]) {
    const held = await heldFor(more);
    t.true(held.input < 10_000 && held.output === usual.output, JSON.stringify(more));
  }
  for (const more of [{ temperament: 'mild' }, { n_predict: 1_000_000 }, { options: { think: true } }]) {
    t.deepEqual(await heldFor(more), { input: 10_000, output: 10_000 }, JSON.stringify(more));
  }
});

test('a choice of providers goes upstream where the prices cover them, and this upstream knows none', async (t) => {
  const { ledger, post } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const reply = await post(caller, { ...ask, model: 'priced', provider: { order: ['x'] } });
  t.like(JSON.parse(reply.text), { error: { code: 'upstream_refused', param: 'provider' } });
});

test('a repeated request is charged again', async (t) => {
  const { client, wallet } = await clientFor();
  await client.systemOne(ask);
  await client.systemOne(ask);
  const { reservations } = await wallet();
  t.is(reservations.length, 2);
  t.true(reservations.every(({ charged }) => charged > 0n));
});

// --- errors, in the words that clients of this protocol read ----------------------------------------------------

test('the official client gets the faulty question, a refused model, and the right path of another surface', async (t) => {
  const { client } = await clientFor();
  const unknown = { ...ask, questions: { q: { type: 'box' } } } as unknown as typeof ask;
  const faulty = await t.throwsAsync(client.systemOne(unknown), { instanceOf: UnprocessableEntityError });
  t.regex(faulty.message, /^422 `questions\.q\.type` must be `noul`, `choice` or `score`\./);
  t.regex(faulty.requestId ?? '', /^req_/);
  t.like(faulty.body, { error: { code: 'invalid_value' }, detail: [{ loc: ['body', 'questions', 'q', 'type'] }] });
  await t.throwsAsync(client.systemOne({ ...ask, model: 'nowhere' }), { instanceOf: PermissionDeniedError });
  const elsewhere = await t.throwsAsync(client.systemOne({ ...ask, model: 'chatty' }), {
    instanceOf: BadRequestError,
  });
  t.regex(elsewhere.message, /is not mapped to systemone; it answers at \/v1\/chat\/completions\./);
  t.regex(String((elsewhere.body as { readonly detail: unknown }).detail), /is not mapped to systemone/);
});

test('a refusal of the upstream is passed on in its own words', async (t) => {
  const { client } = await clientFor();
  const state = { note: '[[sandbox: 400]]' };
  const refused = await t.throwsAsync(client.systemOne({ ...ask, state }), { instanceOf: BadRequestError });
  t.regex(refused.message, /Invalid value in the input/);
  const limited = await t.throwsAsync(client.systemOne({ ...ask, state: '[[sandbox: 429; retry_after_s=7]]' }), {
    instanceOf: RateLimitError,
  });
  t.is(limited.headers.get('retry-after'), '7');
  const wrong = await t.throwsAsync(client.systemOne({ ...ask, state: '[[sandbox: lost_answer]]' }), {
    instanceOf: InternalServerError,
  });
  t.regex(wrong.message, /^503 The upstream returned an answer that is not in its protocol/);
});

interface Refusal {
  readonly body: object | string;
  readonly status: number;
  readonly code: string;
  readonly loc?: string | readonly string[];
  readonly tenant?: TenantOptions;
}

/** Nothing is held, nothing forwarded, and the error is told twice: as the specification has it, and as the client. */
async function assertRefused(t: ExecutionContext, { body, status, code, loc, tenant }: Refusal): Promise<void> {
  const { ledger, post, received } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true, ...tenant });
  const reply = await post(caller, body);
  t.is(reply.status, status, reply.text);
  const told = JSON.parse(reply.text) as { readonly error: { readonly code: string; readonly message: string } };
  t.is(told.error.code, code);
  const detail =
    status === 422
      ? [{ loc: ['body', ...[loc ?? []].flat()], msg: told.error.message, type: code }]
      : told.error.message;
  t.deepEqual((told as { readonly detail?: unknown }).detail, detail);
  t.regex(String(reply.headers['x-typesafe-request-id']), /^req_/);
  t.is(await received(reply), null);
  t.deepEqual((await ledger.wallet(caller.walletId)).reservations, []);
}

const refuses = (title: string, refusal: Refusal): void => {
  test(title, (t) => assertRefused(t, refusal));
};

const faulty = { status: 422, code: 'invalid_value' } as const;
refuses('a stream is refused', { ...faulty, body: { ...ask, stream: true }, loc: 'stream' });
refuses('a request without a state is refused', { ...faulty, body: { questions }, loc: 'state' });
refuses('a request without questions is refused', { ...faulty, body: { ...ask, questions: {} }, loc: 'questions' });
refuses('a faulty question is refused at its place, name by name, also if its id has dots', {
  ...faulty,
  body: { ...ask, questions: { 'is.it.1': { type: 'choice', criteria: {} } } },
  loc: ['questions', 'is.it.1', 'criteria'],
});
refuses('a member of no protocol is refused where the target takes only known ones', {
  body: { ...ask, model: 'strict', temperament: 'mild' },
  status: 400,
  code: 'unsupported_parameter',
  loc: 'temperament',
});
for (const [name, value] of Object.entries({ models: ['dear'], api_base: 'https://elsewhere.example', provider: {} })) {
  refuses(`${name}, by which a caller would choose what the operator chooses, is refused`, {
    body: { ...ask, [name]: value },
    status: 400,
    code: 'unsupported_parameter',
    loc: name,
  });
}
refuses('several answers are refused', {
  body: { ...ask, n: 2 },
  status: 400,
  code: 'unsupported_parameter',
  loc: 'n',
});
refuses('more questions than the model takes are refused', {
  ...faulty,
  body: { ...ask, questions: { ...questions, more: { type: 'noul' } } },
  loc: 'questions',
});
refuses('a repeated key is refused', {
  body: '{"state":"a","questions":{"q":{"type":"noul"},"\\u0071":{"type":"noul"}}}',
  status: 422,
  code: 'duplicate_key',
  loc: 'q',
});
refuses('a body that is no JSON is refused', { body: '{"state":}', status: 422, code: 'malformed_json' });
refuses('a poor wallet is refused', {
  body: ask,
  status: 402,
  code: 'insufficient_credit',
  tenant: { creditEur: '0.000000999' },
});
refuses('a person who needs protection is refused if there is no engine', {
  body: ask,
  status: 503,
  code: 'pii_engine_unavailable',
  tenant: { piiEnabled: true },
});
refuses('images cannot be inspected for a person who needs protection', {
  body: { ...ask, model: 'seeing', assets: {} },
  status: 400,
  code: 'input_not_inspectable',
  tenant: { piiEnabled: true },
});

test('a caller without a key gets 401 in the words of this protocol', async (t) => {
  const { baseUrl } = await scene.start();
  const response = await fetch(`${baseUrl}/systemone`, { method: 'POST', body: '{}' });
  t.is(response.status, 401);
  t.like(await response.json(), { error: { code: 'invalid_api_key' } });
});

// --- an upstream that misbehaves --------------------------------------------------------------------------------

const notUnderstood = ['ReservationFlagged answer_not_understood', 'ReservationSettled'];
const wrongAnswer = { status: 503, story: notUnderstood };
for (const { directive, model, status, story } of [
  { directive: 'one_byte_chunks', status: 200, story: ['ReservationSettled'] },
  { directive: 'odd_chunks; prompt_tokens=7; completion_tokens=0', status: 200, story: ['ReservationSettled'] },
  { directive: 'huge_usage', status: 200, story: ['ReservationFlagged impossible_counters', 'ReservationSettled'] },
  { directive: 'overrun', status: 200, story: ['ReservationFlagged impossible_counters', 'ReservationSettled'] },
  { directive: 'missing_usage', status: 200, story: ['ReservationFlagged usage_missing', 'ReservationSettled'] },
  { directive: 'missing_usage', model: 'no-billing-records', status: 200, story: ['ReservationSettled'] },
  { directive: 'lost_answer', ...wrongAnswer },
  { directive: 'strange_label', ...wrongAnswer },
  { directive: 'probability_above_one', ...wrongAnswer },
  { directive: 'end_mid_stream', ...wrongAnswer },
  { directive: '503', status: 503, story: ['ReservationReleased upstream_status_503'] },
  {
    directive: 'html',
    status: 503,
    story: ['ReservationFlagged answer_not_understood', 'ReservationReleased billing_records_not_charged'],
  },
  { directive: 'cut_mid_stream', status: 503, story: ['ReservationFlagged upstream_reset', 'ReservationSettled'] },
  {
    directive: 'reset_before_first_byte_uncharged',
    status: 503,
    story: ['ReservationFlagged upstream_reset', 'ReservationReleased billing_records_not_charged'],
  },
] as readonly { directive: string; model?: string; status: number; story: readonly string[] }[]) {
  test(`${directive}${model === undefined ? '' : ' without billing records'}: ${status}, ${story.join(', ')}`, async (t) => {
    const { play } = await scene.start();
    const body = { ...ask, state: `[[sandbox: ${directive}]]`, ...(model === undefined ? {} : { model }) };
    const { reply, reservation } = await play(t, body, { creditEur: '100000' });
    t.is(reply.status, status, reply.text);
    t.deepEqual(reservation.story, story);
    if (status !== 200) t.regex(reply.text, /"detail":"/);
    if (model === 'no-billing-records') {
      const lines = reservation.settled?.lines.map(({ counter, quantity }) => [counter, quantity > 0]);
      t.is(reservation.settled?.usage_source, 'estimate');
      t.deepEqual(lines, [
        ['input', true],
        ['output', true],
      ]);
    }
  });
}
