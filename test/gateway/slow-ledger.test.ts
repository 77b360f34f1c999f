import test from 'ava';
import { callChat } from '../_support/chat-call.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { logWith } from '../_support/recorded-log.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';

test('a request whose reservation takes too long gets 503, is not forwarded, and its hold is released', async (t) => {
  const sandbox = await startSandbox(t);
  const config = testConfig(sandbox, { ledger: { reserve_wait_ms: 50 } });
  const environment = environmentFor(dataDirectory(t), config);
  const ledger = await viewLedger(t, environment);
  const tenant = await ledger.tenant();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { baseUrl } = await startTestGateway(t, environment, {
    wrapLog: (log) =>
      logWith(log, {
        append: async (stream, expected, events) => {
          const appended = await log.append(stream, expected, events);
          if (events.some(({ type }) => type === 'CreditReserved')) await released;
          return appended;
        },
      }),
  });

  const seen = await callChat({ baseUrl }, tenant.apiKey, chat(HELLO, { model: 'light' })).seen;
  t.is(seen.status, 503);
  t.like(JSON.parse(seen.text), { error: { code: 'ledger_unavailable' } });
  t.truthy(seen.headers['retry-after']);

  release();
  const sight = await ledger.settledWallet(tenant.walletId);
  t.deepEqual(
    sight.reservations.map(({ story }) => story),
    [['ReservationReleased not_forwarded']],
  );
  t.deepEqual(await sandbox.requests(), []);
});
