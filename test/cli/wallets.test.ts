import test from 'ava';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { otherWalletId } from '../_support/recorded-ledger.ts';
import { recordInto, seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';
import { id, keyA, tenantId, walletId } from '../_support/wallet-vocabulary.ts';

test('a wallet is shown with its figures and the spending of its keys', async (t) => {
  const environment = await seededDirectory(t);
  t.deepEqual(await waybillJson(t, environment, 'wallets', 'show', walletId), {
    wallet_id: walletId,
    tenant_id: tenantId,
    posted_eur: '8.873725000',
    granted_eur: '0.000000000',
    lots: [],
    reserved_eur: '5.000000000',
    available_eur: '3.873725000',
    restricted: false,
    open_reservations: 2,
    flagged_reservations: 1,
    credited_eur: '10.000000000',
    debited_eur: '1.000000000',
    settled_eur: '0.126275000',
    selection_eur: '0.000000000',
    overrun_eur: '0.000750000',
    keys: [{ key_id: keyA, settled_eur: '0.126275000', reserved_eur: '5.000000000' }],
    alert: null,
  });
  const { exitCode, stdout } = await waybill(t, environment, 'wallets', 'show', walletId);
  t.is(exitCode, 0);
  t.regex(stdout, /^available_eur +3\.873725000$/m);
});

test('credit is granted, or expires, as the command says, and the wallet shows its lots', async (t) => {
  const environment = await seededDirectory(t);
  const credit = (...args: readonly string[]) =>
    waybillJson(t, environment, 'wallets', 'credit', otherWalletId, ...args);
  await credit('5', '--expires-at', '2099-12-31T23:00:00+01:00');
  await credit('2', '--granted');
  t.like(await waybillJson(t, environment, 'wallets', 'show', otherWalletId), {
    posted_eur: '14.000000000',
    granted_eur: '2.000000000',
    lots: [
      { kind: 'granted', expires_at: null, available_eur: '2.000000000', reserved_eur: '0.000000000' },
      { kind: 'paid', expires_at: '2099-12-31T22:00:00.000Z', available_eur: '5.000000000' },
    ],
  });
  t.regex((await waybill(t, environment, 'wallets', 'show', otherWalletId)).stdout, /granted +never +2\.000000000/);
  for (const time of [
    '2020-01-01T00:00:00Z',
    '2099-02-30T00:00:00Z',
    '2099-12-31',
    '9999-12-31T23:59:59-12:00',
    'soon',
  ]) {
    const { exitCode, stderr } = await waybill(
      t,
      environment,
      ...(['wallets', 'credit', otherWalletId, '1', '--expires-at', time] as const),
    );
    t.is(exitCode, 2, time);
    t.regex(stderr, /time to come, with its zone/);
  }
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, totals: { granted_eur: '-2.000000000' } });
});

test('the commands that write a wallet close its period when the settings say so', async (t) => {
  const environment = await seededDirectory(t);
  const closings = async (closing_events: number): Promise<number> => {
    const file = join(environment.WAYBILL_DATA_DIR, `${closing_events}.json`);
    writeFileSync(file, JSON.stringify({ ledger: { closing_events } }));
    await waybillJson(t, { ...environment, WAYBILL_CONFIG: file }, 'wallets', 'credit', otherWalletId, '1');
    let types: readonly string[] = [];
    await recordInto(environment, async (log) => {
      types = (await log.readStream(walletStream(otherWalletId), { limit: 100 })).map(({ type }) => type);
    });
    return types.filter((type) => type === 'WalletPeriodClosed').length;
  };
  t.is(await closings(5_000), 0);
  t.is(await closings(1), 1);
});

test('an unknown wallet is refused, with any form of id', async (t) => {
  const environment = await seededDirectory(t);
  for (const unknown of [randomUUID(), 'mine']) {
    t.like(await waybillFailure(t, environment, 'wallets', 'show', unknown), { exitCode: 1, code: 'wallet_not_found' });
    t.like(await waybillFailure(t, environment, 'wallets', 'credit', unknown, '5'), {
      exitCode: 1,
      code: 'wallet_not_found',
    });
  }
});

test('all wallets are listed from read models that the command itself brings level', async (t) => {
  const environment = await seededDirectory(t);
  const { data } = await waybillJson(t, environment, 'wallets', 'list');
  t.like(data, [
    { id: walletId, available_eur: '3.873725000', open_reservations: 2 },
    { id: otherWalletId, available_eur: '7.000000000', open_reservations: 0 },
  ]);
  await waybillJson(t, environment, 'wallets', 'credit', otherWalletId, '1');
  t.like(await waybillJson(t, environment, 'wallets', 'list'), {
    data: { 1: { available_eur: '8.000000000' } },
  });
  t.regex((await waybill(t, environment, 'wallets', 'list')).stdout, /^id +tenant_id +available_eur/);
});

test('a credit is posted once for any number of repetitions of its id', async (t) => {
  const environment = await seededDirectory(t);
  const creditId = randomUUID();
  const credit = (amount: string) =>
    waybillJson(t, environment, 'wallets', 'credit', otherWalletId, amount, '--credit-id', creditId);
  const expected = {
    wallet_id: otherWalletId,
    credit_id: creditId,
    amount_eur: '0.500000000',
    available_eur: '7.500000000',
  };
  t.deepEqual(await credit('0.5'), { ...expected, posted: true });
  t.deepEqual(await credit('0.50'), { ...expected, posted: false });
  const other = await waybillFailure(
    t,
    environment,
    'wallets',
    'credit',
    otherWalletId,
    '0.6',
    '--credit-id',
    creditId,
  );
  t.like(other, { exitCode: 1, code: 'credit_id_taken' });
});

test('a credit beyond what a wallet can hold is refused by name', async (t) => {
  const environment = await seededDirectory(t);
  const failure = await waybillFailure(t, environment, 'wallets', 'credit', walletId, '999999999');
  t.like(failure, { exitCode: 1, code: 'amount_exceeds_maximum' });
});

test('processes that credit one wallet at once lose nothing', async (t) => {
  const environment = await seededDirectory(t);
  const credits = Array.from({ length: 4 }, () => waybillJson(t, environment, 'wallets', 'credit', otherWalletId, '1'));
  await Promise.all(credits);
  t.like(await waybillJson(t, environment, 'wallets', 'show', otherWalletId), { available_eur: '11.000000000' });
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, events: 32 });
});

test('a credit prints its amount and the new balance, and keeps its reason', async (t) => {
  const environment = await seededDirectory(t);
  const { stdout } = await waybill(t, environment, 'wallets', 'credit', id('a', 2), '2', '--reason', 'invoice 7');
  t.is(stdout, 'credited: € 2.00, now available: € 9.00\n');
  const tail = await waybill(t, environment, 'ledger', 'tail', '--stream', `wallet-${otherWalletId}`);
  t.regex(tail.stdout, /invoice 7/);
});
