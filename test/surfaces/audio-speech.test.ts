import test, { type ExecutionContext } from 'ava';
import OpenAI, { BadRequestError } from 'openai';
import type { TenantOptions } from '../_support/gateway.ts';
import { httpCall, rawConnection } from '../_support/http-call.ts';
import { assertWalletIsSound } from '../_support/ledger-view.ts';
import { assertBillingRecordsAgree, audioPrices } from '../_support/sandbox-bill.ts';
import { surfaceScene } from '../_support/surface-scene.ts';

const scene = surfaceScene({
  surface: 'audio_speech',
  path: '/audio/speech',
  target: { prices: audioPrices },
  profiles: {
    // As some sell it: characters alone have a price, and one that does not come out even.
    lettered: {
      prices: {
        id: 'lettered',
        version: '1',
        eur_per_million_tokens: { input: '0', output: '0' },
        eur_per_million_characters: '13.123456789',
      },
    },
    trusted: { trusted: true },
    chatty: { surfaces: ['chat_completions'] },
  },
});
test.after.always(scene.end);

const voice = 'alloy';
const input = 'Guten Tag, Zoë 👋🏽!';
/** 👋🏽 is two code points. */
const characters = 18;

async function clientFor(options: TenantOptions = {}) {
  const { ledger, baseUrl } = await scene.start();
  const tenant = await ledger.tenant({ allowAllModels: true, ...options });
  const { audio } = new OpenAI({ apiKey: tenant.apiKey, baseURL: baseUrl, maxRetries: 0 });
  return { speech: audio.speech, tenant, wallet: () => ledger.settledWallet(tenant.walletId) };
}

const dataOf = (text: string): readonly Record<string, unknown>[] =>
  text
    .split('\n\n')
    .filter((record) => record !== '')
    .map((record) => JSON.parse(record.slice('data: '.length)) as Record<string, unknown>);

for (const [format, type] of [
  ['mp3', 'audio/mpeg'],
  ['opus', 'audio/opus'],
  ['aac', 'audio/aac'],
  ['flac', 'audio/flac'],
  ['wav', 'audio/wav'],
  ['pcm', 'audio/pcm'],
] as const) {
  test(`the official client gets ${format} byte for byte, under its content type`, async (t) => {
    const { speech, tenant, wallet } = await clientFor();
    const { sandbox } = await scene.start();
    const response = await speech.create({ model: 'light', voice, input, response_format: format });
    t.is(response.headers.get('content-type'), type);
    const sound = Buffer.from(await response.arrayBuffer());
    const direct = await httpCall(`${sandbox.baseUrl}/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
      body: JSON.stringify({ model: 'sandbox-small', voice, input, response_format: format }),
    });
    t.true(sound.equals(direct.bytes));
    const sight = await wallet();
    assertWalletIsSound(t, sight);
    await assertBillingRecordsAgree(t, { wallet: sight, sandbox });
    t.is(sight.reservations[0]?.reserved.key_id, tenant.keyId);
  });
}

test('sound is charged by the code points of its text, to the nano-euro, and held for exactly that', async (t) => {
  const { speech, wallet } = await clientFor();
  await (await speech.create({ model: 'lettered', voice, input, instructions: 'slowly' })).arrayBuffer();
  const [reservation] = (await wallet()).reservations;
  // 18 × 13,123.456789 nano-euro = 236,222.222202
  t.is(reservation?.charged, 236_222n);
  t.deepEqual(reservation?.settled?.lines, [
    {
      counter: 'input_characters',
      quantity: characters,
      unit_price_eur: '13.123456789',
      amount_eur: '0.000236222',
    },
  ]);
  t.is(reservation?.settled?.usage_source, 'upstream');
  t.is(reservation?.reserved.input_characters_max, characters);
  t.is(reservation?.reserved.amount_eur, '0.000236223', 'a hold is rounded up');
});

test('speech events are passed on unchanged, and charged by their tokens if tokens have a price', async (t) => {
  const { play } = await scene.start();
  const { reply, reservation } = await play(t, { model: 'light', voice, input, stream_format: 'sse' });
  t.regex(String(reply.headers['content-type']), /^text\/event-stream/);
  const events = dataOf(reply.text);
  t.deepEqual(
    events.map(({ type }) => type),
    [...Array.from({ length: 4 }, () => 'speech.audio.delta'), 'speech.audio.done'],
  );
  t.deepEqual(events.at(-1)?.['usage'], { input_tokens: 5, output_tokens: 20, total_tokens: 25 });
  t.is(reservation.charged, 5n * 1_000n + 20n * 2_000n);
  t.deepEqual(
    reservation.settled?.lines.map(({ counter, quantity }) => `${counter} ${quantity}`),
    ['input 5', 'audio_output 20'],
  );
});

test('speech events are charged by characters if tokens have no price or are not reported', async (t) => {
  const { play } = await scene.start();
  const { speech, wallet } = await clientFor();
  await (await speech.create({ model: 'lettered', voice, input: 'Hello', stream_format: 'sse' })).text();
  t.is((await wallet()).reservations[0]?.charged, 65_617n);
  const silent = await play(t, {
    model: 'light',
    voice,
    input: 'Hello [[sandbox: missing_usage]]',
    stream_format: 'sse',
  });
  t.is(silent.reservation.charged, BigInt('Hello [[sandbox: missing_usage]]'.length) * 15_000n);
});

test('`stream: true` asks for events in the protocol’s own words; every other byte passes as it was written', async (t) => {
  const { ledger, post, received } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const kept = '"voice" : {"id":"voice_1"},"input":"caf\\u00e9 \\/","speed":1.0,"x":9007199254740993';
  const streamed = await post(caller, `{"model":"light","stream":true,${kept.replace('{"id":"voice_1"}', '"alloy"')}}`);
  t.regex(String(streamed.headers['content-type']), /^text\/event-stream/);
  t.is(
    (await received(streamed))?.body_text,
    `{"model":"sandbox-small",${kept.replace('{"id":"voice_1"}', '"alloy"')},"stream_format":"sse"}`,
  );
  const refused = await post(caller, `{"model":"light","stream":false,${kept}}`);
  t.is((await received(refused))?.body_text, `{"model":"sandbox-small",${kept}}`);
});

// --- refusals: nothing is held, nothing forwarded ---------------------------------------------------------------

async function assertRefused(
  t: ExecutionContext,
  body: object,
  expected: { readonly status: number; readonly code: string; readonly tenant?: TenantOptions },
): Promise<void> {
  const { ledger, post, received } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true, ...expected.tenant });
  const reply = await post(caller, body);
  t.is(reply.status, expected.status, reply.text);
  t.regex(reply.text, new RegExp(`"code":"${expected.code}"`));
  t.is(await received(reply), null);
  t.deepEqual((await ledger.wallet(caller.walletId)).reservations, []);
}

test('a request without text, with two contradicting formats or for another surface is refused', async (t) => {
  await assertRefused(t, { model: 'light', voice }, { status: 400, code: 'invalid_value' });
  await assertRefused(t, { model: 'light', voice, input: '' }, { status: 400, code: 'invalid_value' });
  await assertRefused(t, { model: 'light', voice, input: ['a'] }, { status: 400, code: 'invalid_value' });
  const both = { model: 'light', voice, input, stream: true, stream_format: 'audio' };
  await assertRefused(t, both, { status: 400, code: 'invalid_value' });
  await assertRefused(t, { model: 'chatty', voice, input }, { status: 400, code: 'surface_not_mapped' });
  const poor = { status: 402, code: 'insufficient_credit', tenant: { creditEur: '0.000001' } };
  await assertRefused(t, { model: 'light', voice, input }, poor);
});

test('a caller who needs protection gets no speech unless the target is trusted, because placeholders would be audible', async (t) => {
  const tenant = { piiEnabled: true };
  await assertRefused(t, { model: 'light', voice, input }, { status: 400, code: 'input_not_inspectable', tenant });
  const { play } = await scene.start();
  const { reply } = await play(t, { model: 'trusted', voice, input }, tenant);
  t.is(reply.status, 200);
});

test('a refusal of the upstream is passed on and costs nothing', async (t) => {
  const { speech, wallet } = await clientFor();
  const error = await t.throwsAsync<BadRequestError>(
    speech.create({ model: 'light', voice, input: 'x'.repeat(5_000) }),
  );
  t.true(error instanceof BadRequestError);
  t.regex(error?.message ?? '', /4096 characters/);
  t.is((await wallet()).reservations[0]?.charged, 0n);
});

// --- what goes wrong --------------------------------------------------------------------------------------------

for (const [directive, story] of [
  ['500', /^ReservationFlagged upstream_status_500,ReservationReleased/],
  ['503', /^ReservationReleased upstream_status_503/],
  ['reset_before_first_byte', /^ReservationFlagged upstream_reset,ReservationSettled/],
  ['html', /^ReservationFlagged answer_not_understood,ReservationReleased/],
] as const) {
  test(`${directive}: the cost is taken from the billing records`, async (t) => {
    const { play } = await scene.start();
    for (const stream of [false, true]) {
      const body = { model: 'light', voice, stream, input: `Hello [[sandbox: ${directive}]]` };
      const { reply, reservation } = await play(t, body);
      t.is(reply.status, 503);
      t.regex(reservation.story.join(), story);
    }
  });
}

test('sound that breaks off breaks the caller’s connection, and the charge equals the billing records', async (t) => {
  const { ledger, baseUrl, sandbox } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const body = JSON.stringify({ model: 'light', voice, input: 'Hello [[sandbox: cut_mid_stream]]' });
  const call = httpCall(`${baseUrl}/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${caller.apiKey}`, 'content-type': 'application/json' },
    body,
  });
  t.true((await call).isCut);
  const wallet = await ledger.settledWallet(caller.walletId);
  assertWalletIsSound(t, wallet);
  t.true((await assertBillingRecordsAgree(t, { wallet, sandbox })) > 0n);
  t.deepEqual(wallet.reservations[0]?.story, ['ReservationFlagged stream_cut', 'ReservationSettled']);
});

test('sound that breaks off is charged by an estimate from its characters if the upstream has no billing records', async (t) => {
  const { ledger, post } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const text = 'Hello [[sandbox: cut_mid_stream]]';
  await post(caller, { model: 'no-billing-records', voice, input: text }).catch(() => null);
  const [reservation] = (await ledger.settledWallet(caller.walletId)).reservations;
  t.is(reservation?.settled?.usage_source, 'estimate');
  t.is(reservation?.charged, BigInt(text.length) * 15_000n);
});

test('an event stream that the upstream breaks off ends with an error record', async (t) => {
  const { play } = await scene.start();
  const { reply } = await play(t, { model: 'light', voice, stream: true, input: 'Hello [[sandbox: cut_mid_stream]]' });
  t.regex(JSON.stringify(dataOf(reply.text).at(-1)), /"code":"upstream_cut"/);
});

test('a caller who hangs up in the middle of the sound is charged for all of it, once', async (t) => {
  const { ledger, baseUrl, sandbox } = await scene.start();
  const caller = await ledger.tenant({ allowAllModels: true });
  const body = JSON.stringify({ model: 'light', voice, input: 'Hello [[sandbox: frames=4000; slow]]' });
  const { socket, until } = await rawConnection(baseUrl);
  socket.write(
    `POST /v1/audio/speech HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${caller.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await until((received) => received.includes('\r\n\r\n'));
  socket.destroy();
  const wallet = await ledger.settledWallet(caller.walletId);
  assertWalletIsSound(t, wallet);
  t.true((await assertBillingRecordsAgree(t, { wallet, sandbox })) > 0n);
});

for (const model of ['light', 'no-billing-records']) {
  test(`a caller who hangs up during more sound than is read on is charged for all of its text: ${model}`, async (t) => {
    const { ledger, baseUrl, sandbox } = await scene.start();
    const caller = await ledger.tenant({ allowAllModels: true });
    // More than 16 MiB, which take no while.
    const text = 'Hello [[sandbox: frames=20000]]';
    const body = JSON.stringify({ model, voice, input: text });
    const { socket, until } = await rawConnection(baseUrl);
    socket.write(
      `POST /v1/audio/speech HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${caller.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await until((received) => received.includes('\r\n\r\n'));
    socket.destroy();
    const wallet = await ledger.settledWallet(caller.walletId);
    assertWalletIsSound(t, wallet);
    const [reservation] = wallet.reservations;
    if (model === 'light') {
      t.is(reservation?.story[0], 'ReservationFlagged stream_cut');
      t.true((await assertBillingRecordsAgree(t, { wallet, sandbox })) > 0n);
    } else {
      t.is(reservation?.settled?.usage_source, 'estimate');
      t.is(reservation?.charged, BigInt(text.length) * 15_000n);
    }
  });
}
