import test, { type ExecutionContext } from 'ava';
import OpenAI, { BadRequestError } from 'openai';
import type { TenantOptions } from '../_support/gateway.ts';
import { surfaceScene } from '../_support/surface-scene.ts';

const scene = surfaceScene({
  surface: 'embeddings',
  path: '/embeddings',
  profiles: {
    // As embeddings are sold: the output is free.
    vectors: { prices: { id: 'vectors', version: '1', eur_per_million_tokens: { input: '0.123', output: '0' } } },
    narrow: { context_tokens_max: 10 },
    chatty: { surfaces: ['chat_completions'] },
    trusted: { trusted: true },
    silent: { upstream: 'no-billing-records', model: 'sandbox-small:missing_usage' },
  },
});
test.after.always(scene.end);

async function clientFor(options: TenantOptions = {}) {
  const { ledger, baseUrl } = await scene.start();
  const tenant = await ledger.tenant({ allowAllModels: true, ...options });
  const { embeddings } = new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 });
  return { embeddings, tenant, wallet: () => ledger.settledWallet(tenant.walletId) };
}

/** The client asks for base64 by itself and decodes it. */
test('the official client gets the same vectors in base64, its own choice, and as floats', async (t) => {
  const { embeddings } = await clientFor();
  const input = ['Hello', 'Zoë 👋🏽'];
  const packed = await embeddings.create({ model: 'light', input });
  const floats = await embeddings.create({ model: 'light', input, encoding_format: 'float' });
  t.is(packed.model, 'light');
  t.is(packed.object, 'list');
  t.deepEqual(
    packed.data.map(({ index, embedding }) => [index, embedding.length]),
    [
      [0, 8],
      [1, 8],
    ],
  );
  t.deepEqual(
    packed.data.map(({ embedding }) => embedding),
    floats.data.map(({ embedding }) => embedding.map((value) => Math.fround(value))),
  );
  t.notDeepEqual(packed.data[0]?.embedding, packed.data[1]?.embedding);
  t.deepEqual(packed.usage, { prompt_tokens: 2 + 4, total_tokens: 2 + 4 });
});

test('texts and tokens are charged by their counted input, exactly, and by nothing else', async (t) => {
  const { embeddings, wallet } = await clientFor();
  const inputs = ['Hello', ['Hello', 'you'], [15339, 1917, 0], [[1, 2], [3]]];
  for (const input of inputs) await embeddings.create({ model: 'vectors', input, dimensions: 3 });
  const { reservations } = await wallet();
  // 0.123 euro a million: 123 nano-euro a token.
  t.deepEqual(
    reservations.map(({ charged }) => charged),
    [2n, 3n, 3n, 3n].map((tokens) => tokens * 123n),
  );
  t.deepEqual(
    reservations.map(({ reserved }) => reserved.output_tokens_max),
    [0, 0, 0, 0],
  );
  t.deepEqual(
    reservations.map(({ settled }) => settled?.lines.map(({ counter, quantity }) => `${counter} ${quantity}`)),
    [['input 2'], ['input 3'], ['input 3'], ['input 3']],
  );
  t.deepEqual(
    reservations.map(({ settled }) => settled?.usage_source),
    ['upstream', 'upstream', 'upstream', 'upstream'],
  );
});

test('the hold covers the bytes and marks of texts, up to one window for each text, and counted tokens', async (t) => {
  const { play } = await scene.start();
  const boundOf = async (model: string, input: unknown) => {
    const body = { model, input };
    const { reservation } = await play(t, body);
    return { bound: reservation.reserved.input_tokens_max, bytes: JSON.stringify(body).length };
  };
  const whole = await boundOf('light', 'Hello');
  t.is(whole.bound, whole.bytes + 2);
  const several = await boundOf('light', ['Hello', 'you', 'there']);
  t.is(several.bound, several.bytes + 3 * 2);
  t.is((await boundOf('narrow', 'a text that is longer than the window')).bound, 10);
  t.is((await boundOf('narrow', ['a text that is longer', 'than', 'the window'])).bound, 30);
  t.is((await boundOf('light', [1, 22, 333])).bound, 3);
  t.is((await boundOf('light', [[1, 22], [333]])).bound, 3);
});

test('every byte but the model name passes as it was written, both ways', async (t) => {
  const { ledger, post, received, sandbox } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true, creditEur: '100' });
  const kept = ',"input" : ["caf\\u00e9 \\/", "é"],"dimensions":3,"user":null,"x":[1.0,9007199254740993,1E-400] }\n';
  const reply = await post(caller, `{ "stream":false,"model":"light"${kept}`);
  t.is((await received(reply))?.body_text, `{ "model":"sandbox-small"${kept}`);
  const [entry] = (await sandbox.billingRecords()).entries.slice(-1);
  t.is(entry?.surface, 'embeddings');
  // Zeros at the end, which no serialiser writes.
  t.regex(
    reply.text,
    /^\{"object":"list","data":\[\{"object":"embedding","index":0,"embedding":\[-?\d\.\d{3}000,.*"model":"light","usage":\{"prompt_tokens":3,"total_tokens":3\}\}$/,
  );
});

test('a request without a model gets the default profile, and a profile of another surface is refused with its path', async (t) => {
  const { post, ledger } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  t.is((await post(caller, { input: 'Hello' })).status, 200);
  const { status, text } = await post(caller, { model: 'chatty', input: 'Hello' });
  t.is(status, 400);
  t.regex(text, /"code":"surface_not_mapped"/);
  t.regex(text, /is not mapped to embeddings; it answers at \/v1\/chat\/completions\./);
});

// --- refusals: nothing is held, nothing forwarded ---------------------------------------------------------------

interface Refusal {
  readonly body: object | string;
  readonly status: number;
  readonly code: string;
  readonly param?: string;
  readonly tenant?: TenantOptions;
}

async function assertRefused(t: ExecutionContext, { body, status, code, param, tenant }: Refusal): Promise<void> {
  const { ledger, post, received } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true, ...tenant });
  const reply = await post(caller, body);
  t.is(reply.status, status, reply.text);
  const { error } = JSON.parse(reply.text) as {
    readonly error: { readonly code: string; readonly param: string | null };
  };
  t.is(error.code, code);
  t.is(error.param, param ?? null);
  t.is(await received(reply), null);
  t.deepEqual((await ledger.wallet(caller.walletId)).reservations, []);
}

const refuses = (title: string, refusal: Refusal): void => {
  test(title, (t) => assertRefused(t, refusal));
};

const faulty = { status: 400, code: 'invalid_value' } as const;
refuses('a stream is refused', { ...faulty, body: { input: 'a', stream: true }, param: 'stream' });
refuses('no input is refused', { ...faulty, body: { model: 'light' }, param: 'input' });
refuses('more entries than the protocol allows are refused', {
  ...faulty,
  body: { input: Array.from({ length: 2049 }, () => 'a') },
  param: 'input',
});
refuses('entries of two kinds are refused', { ...faulty, body: { input: ['a', [1]] }, param: 'input[1]' });
refuses('a repeated key is refused', {
  body: '{"input":"a","input":"b"}',
  status: 400,
  code: 'duplicate_key',
  param: 'input',
});
refuses('a poor wallet is refused', {
  body: { input: 'Hello' },
  status: 402,
  code: 'insufficient_credit',
  tenant: { creditEur: '0.000000999' },
});
refuses('a person who needs protection is refused if there is no engine', {
  body: { input: 'Hello' },
  status: 503,
  code: 'pii_engine_unavailable',
  tenant: { piiEnabled: true },
});
for (const input of [
  [1, 2, 3],
  [[1], [2]],
]) {
  refuses(`${JSON.stringify(input)} cannot be inspected for a person who needs protection`, {
    body: { input },
    status: 400,
    code: 'input_not_inspectable',
    tenant: { piiEnabled: true },
  });
}
refuses('input that cannot be inspected needs an engine even at a trusted target', {
  body: { model: 'trusted', input: [1, 2, 3] },
  status: 503,
  code: 'pii_engine_unavailable',
  tenant: { piiEnabled: true },
});

// --- an upstream that misbehaves --------------------------------------------------------------------------------

const hello = (directive: string, model = 'light') => ({ model, input: `Hello [[sandbox: ${directive}]]` });

for (const { directive, model, status, story } of [
  { directive: 'one_byte_chunks', status: 200, story: ['ReservationSettled'] },
  { directive: 'odd_chunks; prompt_tokens=7', status: 200, story: ['ReservationSettled'] },
  { directive: 'huge_usage', status: 200, story: ['ReservationFlagged impossible_counters', 'ReservationSettled'] },
  { directive: 'missing_usage', status: 200, story: ['ReservationFlagged usage_missing', 'ReservationSettled'] },
  { directive: 'missing_usage', model: 'no-billing-records', status: 200, story: ['ReservationSettled'] },
  { directive: '400', status: 400, story: ['ReservationReleased upstream_status_400'] },
  { directive: '429', status: 429, story: ['ReservationReleased upstream_status_429'] },
  { directive: '503', status: 503, story: ['ReservationReleased upstream_status_503'] },
  {
    directive: '500',
    status: 503,
    story: ['ReservationFlagged upstream_status_500', 'ReservationReleased billing_records_not_charged'],
  },
  {
    directive: 'html',
    status: 503,
    story: ['ReservationFlagged answer_not_understood', 'ReservationReleased billing_records_not_charged'],
  },
  { directive: 'cut_mid_stream', status: 503, story: ['ReservationFlagged upstream_reset', 'ReservationSettled'] },
  {
    directive: 'reset_before_first_byte',
    status: 503,
    story: ['ReservationFlagged upstream_reset', 'ReservationSettled'],
  },
  {
    directive: 'end_mid_stream',
    status: 503,
    story: ['ReservationFlagged answer_not_understood', 'ReservationSettled'],
  },
]) {
  test(`${directive}${model === undefined ? '' : ' without billing records'}: ${status}, ${story.join(', ')}`, async (t) => {
    const { play } = await scene.start();
    const { reply, reservation } = await play(t, hello(directive, model), { creditEur: '10000' });
    t.is(reply.status, status, reply.text);
    t.deepEqual(reservation.story, story);
  });
}

test('without counters and billing records the charge is estimated: a quarter of the bytes, or the counted tokens', async (t) => {
  const { play } = await scene.start();
  const body = hello('missing_usage', 'no-billing-records');
  const text = await play(t, body);
  t.is(text.reservation.settled?.usage_source, 'estimate');
  t.is(text.reservation.charged, BigInt(Math.ceil(JSON.stringify(body).length / 4)) * 1_000n);
  t.deepEqual(
    text.reservation.settled?.lines.map(({ counter }) => counter),
    ['input'],
  );
  const tokens = await play(t, { model: 'silent', input: [[1, 2], [3]] });
  t.is(tokens.reservation.settled?.usage_source, 'estimate');
  t.is(tokens.reservation.charged, 3_000n);
});

test('a refusal of the upstream is passed on in its own words', async (t) => {
  const { embeddings } = await clientFor();
  const error = await t.throwsAsync(embeddings.create({ model: 'light', input: '' }), { instanceOf: BadRequestError });
  t.is(error.code, 'invalid_value');
  t.is(error.param, 'input');
  t.regex(error.message, /none empty/);
});
