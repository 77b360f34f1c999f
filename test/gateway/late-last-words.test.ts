import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { chatAnswer, errorOf } from '../_support/chat-call.ts';
import { dataDirectory, environmentFor, startTestGateway, testConfig } from '../_support/gateway.ts';
import { assertWalletIsSound, viewLedger } from '../_support/ledger-view.ts';
import { logWith } from '../_support/recorded-log.ts';
import { chat, streamed } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { until } from '../_support/until.ts';
import { startUpstreamGate } from '../_support/upstream-gate.ts';

// A gateway that ends has little time: a ledger that needs all of it must not cost its callers their answers.

for (const stuck of ['CreditReserved', 'ReservationFlagged']) {
  test(`a stop whose ledger does not finish (${stuck}) gives every caller 503 and no reset`, async (t) => {
    const sandbox = await startSandbox(t);
    const gate = await startUpstreamGate(t, sandbox);
    const config = testConfig(gate, { server: { drain_timeout_ms: 300 } });
    const environment = environmentFor(dataDirectory(t), config);
    const ledger = await viewLedger(t, environment);
    const { apiKey, walletId } = await ledger.tenant();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    t.teardown(release);
    let begun = 0;
    const gateway = await startTestGateway(t, environment, {
      wrapLog: (log) =>
        logWith(log, {
          append: async (stream, expected, events) => {
            if (events.some(({ type }) => type === stuck)) {
              begun += 1;
              await released;
            }
            return await log.append(stream, expected, events);
          },
        }),
    });
    gate.close();
    const answers = [chat, streamed].map((body) => chatAnswer(gateway, apiKey, body('hello', { model: 'light' })));
    const isReached = () => (stuck === 'CreditReserved' ? begun > 0 : gate.held === answers.length);
    await until('all are under way', isReached);
    const stopped = gateway.stop();
    for (const seen of await Promise.all(answers)) {
      t.is(seen.status, 503);
      t.is(errorOf(seen)?.code, 'shutdown_cut');
      // Of a hold that the ledger has not confirmed nothing was forwarded.
      t.is(typeof seen.headers['x-waybill-reservation'], stuck === 'CreditReserved' ? 'undefined' : 'string');
    }
    t.true(begun > 0, 'the ledger was asked');
    release();
    gate.open();
    await stopped;
    await startTestGateway(t, environment);
    const wallet = await ledger.settledWallet(walletId, stuck === 'CreditReserved' ? 0 : 2);
    assertWalletIsSound(t, wallet);
  });
}

test('a stop does not say that a change of money was not made while it may be', async (t) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  t.teardown(release);
  let begun = 0;
  const ending = new SharedTeardown();
  const scene = await adminScene(ending, {
    top: { server: { drain_timeout_ms: 300 } },
    wrappers: {
      wrapLog: (log) =>
        logWith(log, {
          append: async (stream, expected, events) => {
            if (events.some(({ data }) => data.includes('a gift'))) {
              begun += 1;
              await released;
            }
            return await log.append(stream, expected, events);
          },
        }),
    },
  });
  const body = { amount_eur: '5', reason: 'a gift' };
  const asked = scene.ask(scene.people.finance, `/wallets/${scene.tenant.walletId}/grants`, { method: 'POST', body });
  const unanswered = t.throwsAsync(asked);
  await until('the credit is being written', () => begun > 0);
  const stopped = ending.end();
  await unanswered;
  release();
  await stopped;
});
