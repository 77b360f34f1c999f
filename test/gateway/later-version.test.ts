import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { openReservations } from '../../projections/open-reservations.ts';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { openLedger } from '../../src/composition/opened-ledger.ts';
import { foldProjection } from '../../src/ledger/rebuild.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { callChat } from '../_support/chat-call.ts';
import { environmentFor, startTestGateway, testConfig, unauditedDirectory } from '../_support/gateway.ts';
import { assertProjectionsAreFolds, viewLedger } from '../_support/ledger-view.ts';
import { httpCall } from '../_support/http-call.ts';
import { lostInstance, plantReservation } from '../_support/planted-reservation.ts';
import { recordUnknown } from '../_support/recorded-log.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';

const hello = { model: 'light', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }] };

/** A ledger that no audit passes, as it holds what this version cannot read. */
async function setScene(t: ExecutionContext) {
  const sandbox = await startSandbox(t);
  const environment = environmentFor(unauditedDirectory(t), testConfig(sandbox));
  return { environment, ledger: await viewLedger(t, environment) };
}

async function notices(metricsUrl: string | null): Promise<readonly string[]> {
  const { status, text } = await httpCall(`${new URL(metricsUrl ?? '').origin}/readyz`);
  if (status !== 200) throw new Error(`not ready: ${text}`);
  return (JSON.parse(text) as { readonly notices: readonly string[] }).notices;
}

test('a wallet with an event of a later version is refused and named in readiness, and other wallets are served and reconciled', async (t) => {
  const { environment, ledger } = await setScene(t);
  const [stopped, served] = [await ledger.tenant(), await ledger.tenant()];
  const instanceId = await lostInstance(environment);
  await plantReservation(ledger.log, stopped, { instanceId });
  const gateway = await startTestGateway(t, environment);
  t.is((await callChat(gateway, stopped.apiKey, hello).seen).status, 200);
  await recordUnknown(ledger.log, walletStream(stopped.walletId));

  await plantReservation(ledger.log, served, { instanceId, reservationId: randomUUID() });
  const { reservations } = await ledger.settledWallet(served.walletId);
  t.deepEqual(reservations[0]?.story, [
    'ReservationFlagged process_lost',
    'ReservationReleased billing_records_never_seen',
  ]);
  t.is((await callChat(gateway, served.apiKey, hello).seen).status, 200);

  const refused = await callChat(gateway, stopped.apiKey, hello).seen;
  t.is(refused.status, 503);
  t.like(JSON.parse(refused.text), { error: { code: 'ledger_newer_than_gateway' } });
  t.regex(refused.text, /upgrade/);
  const [notice = '', ...more] = await until('a notice', async () => {
    const told = await notices(gateway.metricsUrl);
    return told.length > 0 && told;
  });
  t.deepEqual(more, []);
  t.true(notice.startsWith(`stream_waiting: wallet-${stopped.walletId} stands before event`), notice);
  t.regex(notice, /FromTheFuture.*upgrade/);

  // So does one that finds it at its start.
  await gateway.stop();
  const next = await startTestGateway(t, environment);
  t.deepEqual(await notices(next.metricsUrl), [notice]);
  t.is((await callChat(next, served.apiKey, hello).seen).status, 200);
});

test('a wallet that an earlier version could not read is reconciled by this one', async (t) => {
  const { environment, ledger } = await setScene(t);
  const tenant = await ledger.tenant();
  await plantReservation(ledger.log, tenant, { instanceId: await lostInstance(environment) });
  const [opening, credit] = await ledger.log.readStream(walletStream(tenant.walletId), { limit: 2 });
  if (opening === undefined || credit === undefined) return t.fail();
  {
    const dataDir = environment['WAYBILL_DATA_DIR'] ?? '';
    const { readModels, close } = await openLedger({ dataDir, engine: 'sqlite', projections: [] });
    for (const projection of projectionCatalogue) {
      const folded = await foldProjection(ledger.log, projection);
      const isOfWallets = projection === walletBalances || projection === openReservations;
      const wait = { stream: opening.stream, revision: 0, type: opening.type };
      readModels.replace(projection, isOfWallets ? { ...folded, documents: new Map(), waiting: [wait] } : folded);
    }
    await close();
  }
  const gateway = await startTestGateway(t, environment);
  await ledger.settledWallet(tenant.walletId);
  t.is((await callChat(gateway, tenant.apiKey, hello).seen).status, 200);
  t.deepEqual(await notices(gateway.metricsUrl), []);
  await gateway.stop();
  await assertProjectionsAreFolds(t, environment);
});
