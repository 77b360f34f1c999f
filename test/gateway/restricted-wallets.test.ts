import test from 'ava';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';
import { waybillJson } from '../_support/waybill-command.ts';

const call = { model: 'light', max_tokens: 20, messages: [{ role: 'user', content: 'Hello there, friend' }] };

test('a wallet restricted by an overrun runs one request at a time, until an operator lifts the restriction', async (t) => {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox));
  const ledger = await viewLedger(t, environment);
  const { baseUrl } = await startTestGateway(t, environment);
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '10' });
  const ask = () =>
    httpCall(`${baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(call),
    });
  await sandbox.misbehave('overrun');
  t.is((await ask()).status, 200);
  t.like(await waybillJson(t, environment, 'wallets', 'show', walletId), { restricted: true });
  const { data } = await waybillJson(t, environment, 'wallets', 'list', '--restricted');
  t.like(data, { length: 1, 0: { id: walletId } });

  await sandbox.misbehave('delay_ms=300', 20);
  const replies = await Promise.all(Array.from({ length: 20 }, ask));
  const turnedAway = replies.filter(({ status }) => status === 429);
  t.is(replies.filter(({ status }) => status === 200).length + turnedAway.length, 20);
  t.true(turnedAway.length > 0);
  for (const { text, headers } of turnedAway) {
    t.regex(text, /"code":"wallet_restricted"/);
    t.is(headers['retry-after'], '2');
  }
  // Never two at once: each hold stands behind the end of the one before it.
  const { events } = await ledger.wallet(walletId);
  const order = events
    .map(({ type }) => type)
    .filter((type) => type === 'CreditReserved' || type === 'ReservationSettled');
  t.true(order.every((type, index) => type === (index % 2 === 0 ? 'CreditReserved' : 'ReservationSettled')));

  await sandbox.behave();
  t.like(await waybillJson(t, environment, 'wallets', 'unrestrict', walletId, '--reason', 'looked at'), {
    restricted: false,
    reason: 'looked at',
  });
  const lifted = (await ledger.wallet(walletId)).events.at(-1);
  t.like(lifted, { type: 'WalletRestrictionLifted', data: { cause: 'operator', reason: 'looked at' } });
  t.deepEqual([...new Set((await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status))], [200]);
  assertWalletIsSound(t, await ledger.wallet(walletId));
});

test('a free request does not wait for the one request of a restricted wallet', async (t) => {
  const sandbox = await startSandbox(t);
  const config = testConfig(sandbox, {
    server: { drain_timeout_ms: 2_000 },
    target: { surfaces: ['chat_completions', 'messages', 'responses'] },
    top: { files: { openai: { upstream: 'sandbox' } } },
  });
  const environment = environmentFor(dataDirectory(t), config);
  const ledger = await viewLedger(t, environment);
  const { baseUrl } = await startTestGateway(t, environment);
  const { apiKey, walletId } = await ledger.tenant({ creditEur: '10', allowAllModels: true });
  const ask = (method: string, path: string, body?: object | FormData) =>
    fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  const stored = (await (await ask('POST', '/responses', { model: 'light', input: 'hi' })).json()) as { id: string };
  await sandbox.misbehave('overrun');
  t.is((await ask('POST', '/chat/completions', call)).status, 200);
  await sandbox.misbehave('delay_ms=600000');
  const running = new AbortController();
  const endless = fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(call),
    signal: running.signal,
  }).catch(() => null);
  await until('it is running', async () => (await ledger.wallet(walletId)).events.at(-1)?.type === 'CreditReserved');
  t.is((await ask('POST', '/chat/completions', call)).status, 429);

  const form = new FormData();
  form.set('purpose', 'user_data');
  form.set('file', new Blob(['Hello']), 'a.txt');
  const uploaded = await ask('POST', '/files', form);
  const { id } = (await uploaded.json()) as { id: string };
  const told = [
    uploaded.status,
    ...(await Promise.all(
      (
        [
          ['GET', '/files'],
          ['GET', `/files/${id}`],
          ['GET', `/files/${id}/content`],
          ['GET', '/models'],
          ['GET', '/models/light'],
          ['GET', `/responses/${stored.id}`],
          ['GET', `/responses/${stored.id}/input_items`],
          ['POST', '/messages/count_tokens', { model: 'light', messages: call.messages }],
        ] as const
      ).map(async ([method, path, body]) => (await ask(method, path, body)).status),
    )),
    (await ask('DELETE', `/files/${id}`)).status,
    (await ask('DELETE', `/responses/${stored.id}`)).status,
  ];
  t.deepEqual([...new Set(told)], [200], told.join(' '));
  running.abort();
  await endless;
});
