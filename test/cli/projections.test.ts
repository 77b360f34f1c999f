import test from 'ava';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { recordedCounts } from '../_support/recorded-ledger.ts';
import { seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';

const [recordedEvents, lastWalletEvent] = await recordedCounts();

test('the lag of every read model is printed, and printing changes nothing', async (t) => {
  const environment = await seededDirectory(t);
  for (const round of [1, 2]) {
    const { projections } = await waybillJson(t, environment, 'projections', 'list');
    t.like(
      projections,
      [{ name: 'wallet-balances@4', checkpoint: null, lag_events: lastWalletEvent }],
      `round ${round}`,
    );
  }
  await waybillJson(t, environment, 'projections', 'rebuild', 'wallet-balances');
  t.like(await waybillJson(t, environment, 'projections', 'list'), {
    projections: [{ checkpoint: String(recordedEvents), lag_events: 0 }],
  });
  t.regex(
    (await waybill(t, environment, 'projections', 'list')).stdout,
    new RegExp(`^wallet-balances@4 +${recordedEvents} +0$`, 'm'),
  );
});

test('a damaged read model is folded again, alone or with all others', async (t) => {
  const environment = await seededDirectory(t);
  const spoil = (): void => {
    const database = new DatabaseSync(join(environment.WAYBILL_DATA_DIR, 'read-models.db'));
    database.exec(`UPDATE documents SET document = '{}' WHERE projection = 'wallet-balances@4'`);
    database.close();
  };
  await waybillJson(t, environment, 'wallets', 'list');
  spoil();
  t.is((await waybill(t, environment, 'ledger', 'verify')).exitCode, 1);
  t.deepEqual(await waybillJson(t, environment, 'projections', 'rebuild', 'wallet-balances'), {
    rebuilt: [{ name: 'wallet-balances@4', events: lastWalletEvent, documents: 2 }],
  });
  t.is((await waybill(t, environment, 'ledger', 'verify')).exitCode, 0);
  spoil();
  const { rebuilt } = await waybillJson(t, environment, 'projections', 'rebuild');
  t.is((rebuilt as readonly object[]).length, projectionCatalogue.length);
  t.is((await waybill(t, environment, 'ledger', 'verify')).exitCode, 0);
});

test('an unknown projection is wrong usage, and the known ones are named', async (t) => {
  const failure = await waybillFailure(t, await seededDirectory(t), 'projections', 'rebuild', 'balances');
  t.is(failure.exitCode, 2);
  t.regex(String(failure.message), /wallet-balances, wallet-sums, open-reservations/);
});
