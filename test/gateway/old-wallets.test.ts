import { join } from 'node:path';
import test from 'ava';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { callChat } from '../_support/chat-call.ts';
import { dataDirectory, environmentFor, seedTenant, startTestGateway, testConfig } from '../_support/gateway.ts';
import { writeLedgerHistory } from '../_support/ledger-history.ts';
import { viewLedger } from '../_support/ledger-view.ts';
import { logWith } from '../_support/recorded-log.ts';
import { chat, HELLO } from '../_support/sandbox-post.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';

/** More than is read backwards in search of a closing. */
const oldEvents = 12_000;

test('a wallet whose long history was never closed is refused until it has been read, and does not delay other wallets', async (t) => {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(dataDirectory(t), testConfig(sandbox, { ledger: { reserve_wait_ms: 2_000 } }));
  const path = join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db');
  await writeLedgerHistory({ path, events: oldEvents, wallets: 1 });
  const walletId = await onlyWallet(path);
  const old = await seedTenant(environment, { walletId });
  const other = await seedTenant(environment);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { baseUrl } = await startTestGateway(t, environment, {
    wrapLog: (log) =>
      logWith(log, {
        // The whole history is read forwards; how old it is, backwards.
        readStream: async (stream, options) => {
          if (stream === `wallet-${walletId}` && options?.direction !== 'backwards') await released;
          return await log.readStream(stream, options);
        },
      }),
  });
  const call = (apiKey: string) => callChat({ baseUrl }, apiKey, chat(HELLO, { model: 'light' })).seen;

  const refused = await call(old.apiKey);
  t.is(refused.status, 503);
  t.like(JSON.parse(refused.text), { error: { code: 'ledger_unavailable' } });
  t.truthy(refused.headers['retry-after']);
  await until('another wallet is served meanwhile', async () => (await call(other.apiKey)).status === 200);

  release();
  await until('the old wallet is read', async () => (await call(old.apiKey)).status === 200);
  const ledger = await viewLedger(t, environment);
  await until('its use has closed it', async () => {
    const stream = await ledger.log.readStream(`wallet-${walletId}`, { direction: 'backwards', limit: 10 });
    return stream.some(({ type }) => type === 'WalletPeriodClosed');
  });
});

async function onlyWallet(path: string): Promise<string> {
  await using log = await openSqliteEventLog({ path });
  const [first] = await log.readAll({ limit: 1 });
  return first?.stream.replace('wallet-', '') ?? '';
}
