import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import type { TestTenant } from '../../_support/gateway.ts';
import { httpCall, type HttpReply } from '../../_support/http-call.ts';
import { assertWalletIsSound, walletSight } from '../../_support/ledger-view.ts';
import { assertBillingRecordsAgree, audioPrices } from '../../_support/sandbox-bill.ts';
import { contentOf } from '../../_support/sandbox-post.ts';
import { sharedGateway } from '../../_support/served-gateway.ts';
import { until } from '../../_support/until.ts';

// What an idempotency key promises: the same answer again, and one charge, on every surface that spends.

const surfaces = [
  'chat_completions',
  'messages',
  'embeddings',
  'systemone',
  'responses',
  'audio_speech',
  'audio_transcriptions',
];
const gatewayThatWaits = (waitMs: number, server: object = {}) =>
  sharedGateway({
    config: {
      server: { ...server },
      target: { surfaces, prices: audioPrices, systemone: { prompt_per_question: false } },
      upstream: { circuit_failures: 1_000, retries_max: 0 },
      top: { idempotency: { answer_bytes_max: 20_000, wait_ms: waitMs } },
    },
  });
const patient = gatewayThatWaits(60_000);
const impatient = gatewayThatWaits(100);
/** Hardly reads on for callers who have left. */
const curt = gatewayThatWaits(60_000, { disconnect_drain_ms_max: 20 });
test.after.always(patient.end);
test.after.always(impatient.end);
test.after.always(curt.end);

interface Call {
  readonly path?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function scene(tenant = {}, shared = patient) {
  const gateway = await shared.start();
  const caller = await gateway.tenant(tenant);
  const post = (
    body: object,
    { path = '/chat/completions', key, headers = {} }: Call = {},
    { apiKey }: Pick<TestTenant, 'apiKey'> = caller,
  ): Promise<HttpReply> =>
    httpCall(`${gateway.baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const wallet = () => walletSight(gateway.log, caller.walletId);
  return { gateway, caller, post, wallet, key: randomUUID() };
}

const chat = (content: string, more: object = {}) => ({
  model: 'light',
  max_tokens: 200,
  messages: [{ role: 'user', content }],
  ...more,
});

const code = ({ text }: HttpReply): unknown =>
  (JSON.parse(text) as { readonly error?: { readonly code?: string } }).error?.code;

/** The wallet after the last ending: sound, equal to the billing records, with so many reservations. */
async function assertReservations(
  t: ExecutionContext,
  { gateway, wallet }: Awaited<ReturnType<typeof scene>>,
  n: number,
) {
  const sight = await until('the reservations have ended', async () => {
    const seen = await wallet();
    return seen.reservations.every(({ endings }) => endings > 0) && seen;
  });
  t.is(sight.reservations.length, n);
  assertWalletIsSound(t, sight);
  await assertBillingRecordsAgree(t, { wallet: sight, sandbox: gateway.sandbox });
  return sight;
}

function assertReplay(t: ExecutionContext, replay: HttpReply, first: HttpReply): void {
  t.is(replay.headers['idempotent-replayed'], 'true');
  t.is(first.headers['idempotent-replayed'], undefined);
  t.is(replay.status, first.status);
  t.deepEqual(replay.bytes, first.bytes);
  t.is(replay.headers['content-type'], first.headers['content-type']);
  t.is(replay.headers['x-waybill-reservation'], first.headers['x-waybill-reservation']);
  t.is(replay.headers['content-length'], first.headers['content-length']);
  t.not(replay.headers['x-request-id'], first.headers['x-request-id']);
}

const asked: Readonly<Record<string, object>> = {
  '/chat/completions': chat('Hello there'),
  '/messages': chat('Hello there'),
  '/responses': { model: 'light', max_output_tokens: 200, input: 'Hello there' },
  '/audio/speech': { model: 'light', input: 'Hello there', voice: 'alloy' },
  '/embeddings': { model: 'light', input: 'Hello there' },
  '/systemone': { model: 'light', state: { a: 1 }, questions: { q: { type: 'noul', instructions: 'Is it so?' } } },
};

const unstreamed = new Set(['/audio/speech', '/embeddings', '/systemone']);

for (const [path, body] of Object.entries(asked)) {
  for (const stream of unstreamed.has(path) ? [false] : [false, true]) {
    test(`${path} ${stream ? 'as a stream' : 'whole'}: the same key gets the same bytes, charged once`, async (t) => {
      const at = await scene();
      const request = stream ? { ...body, stream } : body;
      const first = await at.post(request, { path, key: at.key });
      t.is(first.status, 200, first.text);
      t.is(first.headers['content-type']?.startsWith('text/event-stream'), stream);
      assertReplay(t, await at.post(request, { path, key: at.key }), first);
      assertReplay(t, await at.post(request, { path, key: at.key }), first);
      await assertReservations(t, at, 1);
    });
  }
}

test('a repeated form is recognised by its content, whatever its boundary; a form with another file is a conflict', async (t) => {
  const at = await scene();
  const send = (sound: string) => {
    const form = new FormData();
    form.set('model', 'light');
    form.set('file', new File([sound], 'a.wav', { type: 'audio/wav' }));
    return fetch(`${at.gateway.baseUrl}/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${at.caller.apiKey}`, 'idempotency-key': at.key },
      body: form,
    });
  };
  const first = await send('first sound');
  t.is(first.status, 200);
  const again = await send('first sound');
  t.is(again.headers.get('idempotent-replayed'), 'true');
  t.is(await again.text(), await first.text());
  t.is((await send('other sound')).status, 409);
  t.is((await at.wallet()).reservations.length, 1);
});

test('another body or another path under a used key is a conflict', async (t) => {
  const at = await scene();
  t.is((await at.post(chat('one'), { key: at.key })).status, 200);
  for (const [body, path] of [
    [chat('two'), '/chat/completions'],
    [chat('one'), '/messages'],
  ] as const) {
    const reply = await at.post(body, { key: at.key, path });
    t.is(reply.status, 409);
    t.is(code(reply), 'idempotency_key_reused');
    t.is(reply.headers['x-should-retry'], 'false');
  }
  await assertReservations(t, at, 1);
});

test('an idempotency key is valid for its user: other users do not share it, and other keys of the user do', async (t) => {
  const at = await scene();
  const first = await at.post(chat('mine'), { key: at.key });
  const stranger = await at.gateway.tenant();
  const colleague = await at.gateway.tenant({ tenantId: at.caller.tenantId, walletId: at.caller.walletId });
  for (const other of [stranger, colleague]) {
    const reply = await at.post(chat('theirs'), { key: at.key }, other);
    t.is(reply.status, 200);
    t.is(reply.headers['idempotent-replayed'], undefined);
  }
  const { tenantId, userId, walletId } = at.caller;
  const secondKey = await at.gateway.tenant({ tenantId, userId, walletId });
  assertReplay(t, await at.post(chat('mine'), { key: at.key }, secondKey), first);
});

test('nothing is recorded without an idempotency key or for a free request', async (t) => {
  const at = await scene();
  await at.post(chat('a'));
  await at.post(chat('a'));
  const count = await at.post(chat('a', { max_tokens: undefined }), { path: '/messages/count_tokens', key: at.key });
  t.is(count.status, 200);
  const again = await at.post(chat('a', { max_tokens: undefined }), { path: '/messages/count_tokens', key: at.key });
  t.is(again.headers['idempotent-replayed'], undefined);
  await assertReservations(t, at, 2);
  const own = await at.gateway.log.readAll({ streamPrefixes: ['idempotency-'], limit: 10_000 });
  t.false(own.some(({ data }) => data.includes(at.caller.walletId)));
});

for (const [what, key] of [
  ['empty', ''],
  ['of 256 characters', 'k'.repeat(256)],
  ['not ASCII', 'schl\u00fcssel'],
] as const) {
  test(`a key that is ${what} is refused, and nothing is forwarded`, async (t) => {
    const at = await scene();
    const reply = await at.post(chat('x'), { headers: { 'idempotency-key': key } });
    t.is(reply.status, 400);
    t.is(code(reply), 'invalid_value');
    t.regex(reply.text, /Idempotency-Key/);
    t.is((await at.wallet()).reservations.length, 0);
  });
}

test('an idempotency key of 255 printable characters is valid', async (t) => {
  const at = await scene();
  const key = `${randomUUID()} ~!"$%&/()=?`.padEnd(255, 'k');
  const first = await at.post(chat('x'), { key });
  assertReplay(t, await at.post(chat('x'), { key }), first);
});

test('a request that was refused before it cost anything runs again', async (t) => {
  const at = await scene({ maxRequestEur: '0.0003' });
  const dear = await at.post(chat('Hello', { max_tokens: 900 }), { key: at.key });
  t.is(dear.status, 402);
  const again = await at.post(chat('Hello', { max_tokens: 900 }), { key: at.key });
  t.is(again.status, 402);
  t.is(again.headers['idempotent-replayed'], undefined);
  const cheap = await at.post(chat('Hello', { max_tokens: 20 }), { key: at.key });
  t.is(cheap.status, 200, 'what cost nothing leaves the key free, for another body too');
  assertReplay(t, await at.post(chat('Hello', { max_tokens: 20 }), { key: at.key }), cheap);
  await assertReservations(t, at, 1);
});

test('a request whose hold was released runs again', async (t) => {
  const at = await scene();
  for (const [directive, status] of [
    ['400', 400],
    ['429', 429],
  ] as const) {
    const refused = await at.post(chat(`no [[sandbox: ${directive}]]`), { key: at.key });
    t.is(refused.status, status, refused.text);
    t.is(refused.headers['x-should-retry'], status === 400 ? 'false' : undefined);
  }
  const answered = await at.post(chat('yes'), { key: at.key });
  t.is(answered.status, 200);
  assertReplay(t, await at.post(chat('yes'), { key: at.key }), answered);
  await assertReservations(t, at, 3);
});

test('a request of unknown cost is not run again under its key', async (t) => {
  const at = await scene();
  const body = chat('gone [[sandbox: reset_before_first_byte]]');
  const first = await at.post(body, { key: at.key });
  t.is(first.status, 503);
  t.is(first.headers['x-should-retry'], 'false');
  t.is(first.headers['retry-after'], '1');
  const again = await at.post(body, { key: at.key });
  t.is(again.status, 409);
  t.is(code(again), 'idempotency_request_failed');
  t.regex(again.text, /upstream_outcome_unknown/);
  t.is(again.headers['x-should-retry'], 'false');
  t.is(again.headers['x-waybill-reservation'], first.headers['x-waybill-reservation']);
  await assertReservations(t, at, 1);
});

test('a failure of the upstream that may have been charged asks clients not to retry', async (t) => {
  const at = await scene();
  const reply = await at.post(chat('proxy [[sandbox: html_502]]'));
  t.is(reply.status, 503);
  t.is(code(reply), 'upstream_unavailable');
  t.is(reply.headers['x-should-retry'], 'false');
  t.is(reply.headers['retry-after'], '1');
});

test('a stream that broke off is charged once, and not run again under its key', async (t) => {
  const at = await scene();
  const body = chat('cut [[sandbox: cut_mid_stream; frames=30]]', { stream: true });
  const first = await at.post(body, { key: at.key });
  t.regex(first.text, /upstream_cut/);
  const again = await at.post(body, { key: at.key });
  t.is(again.status, 409);
  t.is(code(again), 'idempotency_request_failed');
  await assertReservations(t, at, 1);
});

for (const stream of [false, true]) {
  test(`an answer that is too large to record is returned once, ${stream ? 'as a stream' : 'whole'}`, async (t) => {
    const at = await scene();
    const body = chat('much [[sandbox: frames=900]]', { max_tokens: 1_000, stream, n: 6 });
    const first = await at.post(body, { key: at.key });
    t.is(first.status, 200, first.text);
    t.true(first.bytes.length > 20_000, `${first.bytes.length}`);
    const again = await at.post(body, { key: at.key });
    t.is(again.status, 409);
    t.is(code(again), 'idempotency_answer_too_large');
    t.is(again.headers['x-should-retry'], 'false');
    await assertReservations(t, at, 1);
  });
}

test('a second request waits for the first one under its key, and gets its answer', async (t) => {
  const at = await scene();
  const body = chat('slow [[sandbox: delay_ms=100]]');
  const [first, second] = await Promise.all([at.post(body, { key: at.key }), at.post(body, { key: at.key })]);
  const [original, replay] = first.headers['idempotent-replayed'] === undefined ? [first, second] : [second, first];
  assertReplay(t, replay, original);
  await assertReservations(t, at, 1);
});

test('a second request waits a limited time for the first, then gets 409', async (t) => {
  const at = await scene({}, impatient);
  const body = chat('slower [[sandbox: delay_ms=1500]]');
  const first = at.post(body, { key: at.key });
  await until('the first one is under way', async () => (await at.wallet()).reservations.length === 1);
  const second = await at.post(body, { key: at.key });
  t.is(second.status, 409);
  t.is(code(second), 'idempotency_key_in_use');
  t.is(second.headers['x-should-retry'], 'true');
  t.is(second.headers['retry-after'], '5');
  t.is(second.headers['x-waybill-reservation'], (await first).headers['x-waybill-reservation']);
  assertReplay(t, await at.post(body, { key: at.key }), await first);
  await assertReservations(t, at, 1);
});

const hungUpAt = async (t: ExecutionContext, shared: typeof patient): Promise<void> => {
  const at = await scene({}, shared);
  const body = chat('on and on [[sandbox: frames=40; frame_delay_ms=5]]', { stream: true });
  const hungUp = new AbortController();
  const cut = await fetch(`${at.gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${at.caller.apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': at.key,
    },
    body: JSON.stringify(body),
    signal: hungUp.signal,
  });
  const begun = await cut.body?.getReader().read();
  hungUp.abort();
  await assertReservations(t, at, 1);
  const replay = await at.post(body, { key: at.key });
  t.is(replay.headers['idempotent-replayed'], 'true');
  t.true(replay.text.startsWith(Buffer.from(begun?.value ?? []).toString()));
  t.true(replay.text.endsWith('data: [DONE]\n\n'));
  t.is(contentOf(replay.text).trim().split(/\s+/).length, 40, 'nothing is missing in the middle');
  await assertReservations(t, at, 1);
};

test('a caller who hung up in the middle of a stream gets all of it with the same key', hungUpAt, patient);
test('a key outlasts the time that a stream without a reader is read on', hungUpAt, curt);

test('events of idempotency keys contain no request, answer, key or person', async (t) => {
  const at = await scene();
  const canary = 'the canary of 8841';
  const first = await at.post(chat(canary), { key: at.key });
  t.true(first.text.includes(canary));
  assertReplay(t, await at.post(chat(canary), { key: at.key }), first);
  const events = await at.gateway.log.readAll({ streamPrefixes: ['idempotency-', 'content-'], limit: 10_000 });
  const texts = events.map(({ stream, data, metadata }) => `${stream} ${data} ${metadata}`).join('\n');
  for (const secret of [canary, at.key, at.caller.userId, at.caller.keyId]) {
    t.false(texts.includes(secret), secret);
  }
});
