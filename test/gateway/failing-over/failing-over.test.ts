import test from 'ava';
import { eurFromNano } from '../../../src/domain/money.ts';
import { assertBothBillingRecordsAgree, failedAttempts, setPoolScene } from '../../_support/failing-over-scene.ts';
import { audioPrices } from '../../_support/sandbox-bill.ts';
import { readText } from '../../_support/read-text.ts';

/** How the first target fails, what the ledger says of it, and whether its attempt is in doubt. */
const failures = {
  '503': ['overloaded', false],
  '529': ['overloaded', false],
  '429': ['rate_limited', false],
  '500': ['server_error', true],
  reset_before_first_byte: ['cut', true],
  reset_before_first_byte_uncharged: ['cut', true],
} as const;

for (const [behaviour, [failure, isInDoubt]] of Object.entries(failures)) {
  test(`the second target answers after "${behaviour}" of the first, and each attempt is in the billing records`, async (t) => {
    const scene = await setPoolScene(t);
    await scene.first.misbehave(behaviour);
    const answer = await scene.ask('who is there?');
    t.is(answer.status, 200);
    t.is(answer.headers.get('x-waybill-attempts'), '2');
    t.regex(await answer.text(), /You said: who is there\?/);
    const wallet = await scene.ledger.settledWallet(scene.tenant.walletId, isInDoubt ? 2 : 1);
    const [failed, ...others] = failedAttempts(wallet);
    t.like(failed, {
      reservation_id: answer.headers.get('x-waybill-reservation'),
      attempt: 1,
      target: 'small',
      failure,
      outcome: isInDoubt ? 'unknown' : 'not_run',
    });
    t.deepEqual(others, []);
    t.is(wallet.reservations[0]?.settled?.price_list_id, 'second');
    t.is(answer.headers.get('x-waybill-cost-eur'), wallet.reservations[0]?.settled?.cost_eur ?? null);
    t.is(wallet.reservations.length, isInDoubt ? 2 : 1);
    await assertBothBillingRecordsAgree(t, wallet, scene);
  });
}

test('the next target answers if one does not answer in time', async (t) => {
  const scene = await setPoolScene(t, { firstUpstream: { first_byte_timeout_ms: 300 } });
  await scene.first.misbehave('hang');
  t.is((await scene.ask('slow?')).status, 200);
  const [failed] = failedAttempts(await scene.ledger.wallet(scene.tenant.walletId));
  t.like(failed, { failure: 'timed_out', outcome: 'unknown' });
  await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId, 2), scene);
});

test('the next target answers if one cannot be reached, which costs nothing', async (t) => {
  const scene = await setPoolScene(t, { first: { upstream: 'nowhere' } });
  t.is((await scene.ask('hello')).status, 200);
  const wallet = await scene.ledger.settledWallet(scene.tenant.walletId);
  t.like(failedAttempts(wallet)[0], { failure: 'refused', outcome: 'not_run', upstream: 'nowhere' });
  await assertBothBillingRecordsAgree(t, wallet, scene);
});

test('no other target is tried after an answer that exceeds the gateway’s limit', async (t) => {
  const scene = await setPoolScene(t, { server: { answer_bytes_max: 100 } });
  const answer = await scene.ask('hello');
  t.regex(await answer.text(), /upstream_outcome_unknown/);
  t.is(answer.headers.get('x-waybill-attempts'), '1');
  t.is((await scene.second.requests()).length, 0);
  await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId), scene);
});

for (const stream of [false, true]) {
  test(`a target whose answers to requests with stream: ${stream} are not in the protocol is taken out`, async (t) => {
    // No trial comes before the third request, however slow the machine is.
    const scene = await setPoolScene(t, {
      upstream: { circuit_open_ms: 600_000 },
      firstUpstream: { circuit_failures: 2 },
      top: { pools: { trial_pause_ms: 600_000 } },
    });
    // Another text each time: a repeat of what is in doubt is not forwarded.
    const ask = async (text: string) => {
      await scene.first.misbehave('html');
      const answer = await scene.ask(text, { stream });
      return [answer.status, answer.headers.get('x-waybill-attempts'), /"code":"(\w+)"/.exec(await answer.text())?.[1]];
    };

    const answers = [await ask('hello'), await ask('good morning'), await ask('good evening')];

    const unknown = [503, '1', 'upstream_outcome_unknown'];
    t.deepEqual(answers, [unknown, unknown, [200, '1', undefined]]);
    t.is((await scene.second.requests()).length, 1);
  });
}

test('the hold covers the dearest target that may be tried, and names the one that is tried', async (t) => {
  const scene = await setPoolScene(t);
  await scene.ask('hello');
  const [reservation] = (await scene.ledger.settledWallet(scene.tenant.walletId)).reservations;
  t.like(reservation?.reserved, { inference: { target: 'small', upstream: 'sandbox' }, price_list: { id: 'first' } });
  const { input_tokens_max: input = 0, output_tokens_max: output = 0 } = reservation?.reserved ?? {};
  t.is(reservation?.reserved.amount_eur, eurFromNano(BigInt(input) * 3_000n + BigInt(output) * 8_000n));
});

test('a later attempt is sent with its own model and its own billing reference', async (t) => {
  const scene = await setPoolScene(t);
  await scene.first.misbehave('503');
  const answer = await scene.ask('hello');
  const sent = async (sandbox: typeof scene.first) =>
    (await sandbox.requests()).map(({ headers, body_text }) => ({
      reference: headers['x-waybill-reservation'],
      model: (JSON.parse(body_text) as { readonly model: string }).model,
    }));
  const reservation = answer.headers.get('x-waybill-reservation') ?? '';
  const [failed] = failedAttempts(await scene.ledger.settledWallet(scene.tenant.walletId));
  t.deepEqual(await sent(scene.first), [{ reference: reservation, model: 'sandbox-first' }]);
  t.deepEqual(await sent(scene.second), [{ reference: failed?.next.billing_reference, model: 'sandbox-second' }]);
});

test('an answer that breaks off before any of it is passed on is requested from the next target', async (t) => {
  const scene = await setPoolScene(t);
  await scene.first.misbehave('cut_mid_stream');
  const answer = await scene.ask('whole or not at all');
  t.is(answer.status, 200);
  t.regex(await answer.text(), /You said: whole or not at all/);
  const wallet = await scene.ledger.settledWallet(scene.tenant.walletId, 2);
  t.true(
    wallet.reservations.every(({ charged }) => charged > 0n),
    'both are charged',
  );
  await assertBothBillingRecordsAgree(t, wallet, scene);
});

test('a stream that has begun is never spliced: it ends with the error of its dialect, and with its charge', async (t) => {
  const scene = await setPoolScene(t);
  await scene.first.misbehave('cut_mid_stream; frames=20');
  const answer = await scene.ask('tell me', { stream: true });
  t.is(answer.headers.get('x-waybill-attempts'), '1');
  const text = await readText(answer);
  t.regex(text, /"code":"upstream_cut"/);
  t.is((await scene.second.requests()).length, 0);
  const wallet = await scene.ledger.settledWallet(scene.tenant.walletId);
  t.deepEqual(failedAttempts(wallet), []);
  await assertBothBillingRecordsAgree(t, wallet, scene);
});

test('a stream whose head has not arrived is requested from the next target', async (t) => {
  const scene = await setPoolScene(t);
  await scene.first.misbehave('reset_before_first_byte');
  const answer = await scene.ask('tell me', { stream: true });
  t.regex(await answer.text(), /\[DONE\]/);
  await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId, 2), scene);
});

test('a failure that the request caused is returned to its caller by the first target', async (t) => {
  const scene = await setPoolScene(t);
  await scene.first.misbehave('400');
  const answer = await scene.ask('hello');
  t.is(answer.status, 400);
  t.is(answer.headers.get('x-waybill-attempts'), '1');
  t.is((await scene.second.requests()).length, 0);
  const wallet = await scene.ledger.settledWallet(scene.tenant.walletId);
  t.is(wallet.state.settled, 0n);
});

test('if all targets fail the last failure is returned, and nothing is charged', async (t) => {
  const scene = await setPoolScene(t);
  await scene.first.misbehave('503');
  await scene.second.misbehave('429');
  const answer = await scene.ask('hello');
  t.is(answer.status, 429);
  t.is(answer.headers.get('x-waybill-attempts'), '2');
  const wallet = await scene.ledger.settledWallet(scene.tenant.walletId);
  t.is(failedAttempts(wallet).length, 1, 'the last is the end of the reservation');
  await assertBothBillingRecordsAgree(t, wallet, scene);
});

test('no next attempt is made without credit for both, and the first is looked up in the billing records', async (t) => {
  // Enough for the dearest once, not for both.
  const scene = await setPoolScene(t, { tenant: { creditEur: '0.0012' } });
  await scene.first.misbehave('reset_before_first_byte');
  const answer = await scene.ask('hello', { max_tokens: 80 });
  t.is(answer.status, 503);
  t.is(answer.headers.get('x-waybill-attempts'), '1');
  t.is((await scene.second.requests()).length, 0);
  const wallet = await scene.ledger.settledWallet(scene.tenant.walletId);
  t.deepEqual(failedAttempts(wallet), []);
  t.true(wallet.state.settled > 0n);
  await assertBothBillingRecordsAgree(t, wallet, scene);
  // One that was not run costs nothing beside the next.
  const other = await setPoolScene(t, { tenant: { creditEur: '0.0012' } });
  await other.first.misbehave('503');
  t.is((await other.ask('hello', { max_tokens: 80 })).status, 200);
});

test('a target that is too dear for the wallet is left out, and a cheaper one answers', async (t) => {
  const scene = await setPoolScene(t, { tenant: { creditEur: '0.0003' } });
  t.is((await scene.ask('hello', { max_tokens: 50 })).status, 200);
  await scene.first.misbehave('503');
  t.is((await scene.ask('hello', { max_tokens: 50 })).status, 503);
  t.is((await scene.second.requests()).length, 0);
});

test('under an idempotency key the answer of the second attempt is replayed', async (t) => {
  const scene = await setPoolScene(t);
  await scene.first.misbehave('reset_before_first_byte');
  const key = { 'idempotency-key': 'once' };
  const answers = [await scene.ask('hello', {}, key), await scene.ask('hello', {}, key)];
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const [one, again] = await Promise.all(answers.map((answer) => answer.text()));
  t.is(again, one);
  t.is((await scene.second.requests()).length, 1);
  await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId, 2), scene);
});

test('a key whose attempts are in doubt cannot be used by another request, even if the last attempt was not run', async (t) => {
  const scene = await setPoolScene(t);
  await scene.first.misbehave('reset_before_first_byte');
  await scene.second.misbehave('503');
  const key = { 'idempotency-key': 'once' };
  const failed = await scene.ask('hello', {}, key);
  t.is(failed.status, 503);
  t.is(failed.headers.get('x-should-retry'), 'false');
  const again = await scene.ask('hello', {}, key);
  t.not(again.status, 200);
  const requests = [...(await scene.first.requests()), ...(await scene.second.requests())];
  t.is(requests.length, 2);
  await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId, 2), scene);
});

test('a continued response never moves to another account, and its caller gets advice if the account fails', async (t) => {
  const scene = await setPoolScene(t);
  const ask = (more: object) =>
    scene.post('/responses', { model: 'light', input: 'hello', max_output_tokens: 20, ...more });
  const stored = (await (await ask({})).json()) as { readonly id: string };
  await scene.first.misbehave('503', 3);
  const away = await ask({ previous_response_id: stored.id });
  t.is(away.status, 503);
  t.regex(await away.text(), /Only one upstream account can answer this request/);
  t.is((await scene.second.requests()).length, 0);
  await scene.first.behave();
  t.is((await ask({ previous_response_id: stored.id })).status, 200);
  await assertBothBillingRecordsAgree(t, await scene.ledger.settledWallet(scene.tenant.walletId, 3), scene);
});

test('text that was cast for the first target is cast for the next, and restored in its answer', async (t) => {
  const scene = await setPoolScene(t, {
    tenant: { piiEnabled: true },
    top: { personal_data: { languages: ['en', 'it'] } },
  });
  await scene.first.misbehave('503');
  const answer = await scene.ask('I am Mario Rossi, IBAN IT60X0542811101000000123456');
  t.is(answer.status, 200);
  t.regex(await answer.text(), /You said: I am Mario Rossi, IBAN IT60X0542811101000000123456/);
  const [sent] = await scene.second.requests();
  t.regex(sent?.body_text ?? '', /IBAN-/);
  t.false(sent?.body_text.includes('IT60X0542811101000000123456'));
});

const bodies = {
  '/chat/completions': { messages: [{ role: 'user', content: 'hello' }], max_tokens: 20 },
  '/responses': { input: 'hello', max_output_tokens: 20, store: false },
  '/messages': { messages: [{ role: 'user', content: 'hello' }], max_tokens: 20 },
  '/messages/count_tokens': { messages: [{ role: 'user', content: 'hello' }] },
  '/embeddings': { input: 'hello' },
  '/systemone': { state: { note: 'a day' }, questions: { sunny: { type: 'noul', instructions: 'Is it sunny?' } } },
} as const;

for (const [path, body] of Object.entries(bodies)) {
  test(`${path} is answered by the second target if the first fails`, async (t) => {
    const scene = await setPoolScene(t);
    await scene.first.misbehave('503');
    const answer = await scene.post(path, { model: 'light', ...body });
    t.is(answer.status, 200, await answer.text());
    t.is(answer.headers.get('x-waybill-attempts'), '2');
    t.is((await scene.second.requests()).length, 1);
  });
}

const sound = { surfaces: ['audio_speech', 'audio_transcriptions'], prices: audioPrices };

test('speech is returned by the second target if the first fails', async (t) => {
  const scene = await setPoolScene(t, { first: sound, second: sound });
  await scene.first.misbehave('503');
  const answer = await scene.post('/audio/speech', { model: 'light', input: 'say it', voice: 'alloy' });
  t.is(answer.status, 200);
  t.is(answer.headers.get('x-waybill-attempts'), '2');
  t.true((await answer.arrayBuffer()).byteLength > 0);
  const wallet = await scene.ledger.settledWallet(scene.tenant.walletId);
  t.is(wallet.reservations[0]?.charged, 6n * 15_000n);
});

test('a form is sent whole to the second target if the first fails', async (t) => {
  const scene = await setPoolScene(t, { first: sound, second: sound });
  await scene.first.misbehave('503');
  const form = new FormData();
  form.set('model', 'light');
  form.set('file', new Blob([Buffer.alloc(40_000, 7)]), 'said.mp3');
  const answer = await fetch(`${scene.baseUrl}/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.tenant.apiKey}` },
    body: form,
  });
  t.is(answer.status, 200);
  t.is(answer.headers.get('x-waybill-attempts'), '2');
  const [[first], [second]] = [await scene.first.requests(), await scene.second.requests()];
  const bytesOf = (sent: typeof first): number => Number(sent?.headers['content-length']);
  t.is(
    bytesOf(second) - bytesOf(first),
    'sandbox-second'.length - 'sandbox-first'.length,
    'all but the model is the same',
  );
  const wallet = await scene.ledger.settledWallet(scene.tenant.walletId);
  t.true((wallet.reservations[0]?.charged ?? 0n) > 0n);
});
