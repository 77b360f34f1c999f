import { randomUUID } from 'node:crypto';
import test from 'ava';
import { lotFigures } from '../../../src/domain/lots/lot-figures.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import { createTransfer } from '../../../src/ledger/administration/transfers.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import { WalletFold } from '../../../src/ledger/wallet-fold.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { Crash, endingLog } from '../../_support/ending-log.ts';
import { paymentsLedger, tenantId } from './_payments-ledger.ts';

/** Lots that move between wallets, and expire. */

const expiresAt = '2026-11-30T23:00:00.000Z';

async function lotsOf(log: EventLog, walletId: string): Promise<readonly string[]> {
  const fold = new WalletFold();
  await fold.readTail((page) => log.readStream(walletStream(walletId), page));
  return lotFigures(fold.state.lots).map(({ kind, expires_at, available_eur }) =>
    [available_eur, kind, expires_at ?? 'never'].join(' '),
  );
}

test('a transfer that comes back waits until its source has room for its lots, and that is told', async (t) => {
  const ledger = paymentsLedger();
  const [sourceId, destinationId] = [await ledger.openWallet('0'), await ledger.openWallet('0')];
  const { wallets } = ledger.depsOn(ledger.log);
  const credit = async (walletId: string, count: number, expiry: string): Promise<void> => {
    const lots = Array.from(
      { length: count },
      () => ({ kind: 'granted', expiresAt: expiry, amount: nanoFromEur('1') }) as const,
    );
    const all = { creditId: randomUUID(), amount: nanoFromEur(String(count)), lots, reason: 'test' };
    t.true((await wallets.execute(walletId, { type: 'credit_wallet', ...all })).accepted);
  };
  const late = '2027-11-23T00:00:00.000Z';
  for (const each of [sourceId, destinationId]) await credit(each, 100, late);
  const order = {
    transferId: randomUUID(),
    tenantId,
    sourceId,
    destinationId,
    amount: nanoFromEur('5'),
    reason: 'test',
  };
  await t.throwsAsync(createTransfer(ledger.depsOn(endingLog(ledger.log, 1, true)), order), { instanceOf: Crash });
  await credit(sourceId, 5, '2026-11-23T00:00:00.000Z');
  const told: unknown[] = [];
  const finish = (now: string) =>
    ledger.finish(Date.parse(now), ledger.log, (...[event, fields]) => told.push([event, fields]));
  await finish('2026-11-22T12:00:00Z');
  t.deepEqual(told, [['payment_not_finished', { payment: order.transferId }]]);
  t.is(await ledger.available(sourceId), nanoFromEur('100'));
  for (const now of ['2026-11-23T00:00:00Z', '2026-11-23T00:00:01Z']) await finish(now);
  t.is(await ledger.available(sourceId), nanoFromEur('100'), 'five have expired, and five are back');
  t.is(told.length, 2);
  t.is((await lotsOf(ledger.log, sourceId)).length, 100);
  t.true((await ledger.verdict()).ok);
});

test('a transfer and an allocation carry lots: what was granted stays granted and expires when it would have', async (t) => {
  const ledger = paymentsLedger();
  const [sourceId, destinationId] = [await ledger.openWallet('10'), await ledger.openWallet('0')];
  const deps = ledger.depsOn(ledger.log);
  const lots = [
    { kind: 'granted', expiresAt, amount: nanoFromEur('3') },
    { kind: 'paid', expiresAt, amount: nanoFromEur('2') },
  ] as const;
  const credit = {
    type: 'credit_wallet',
    creditId: randomUUID(),
    amount: nanoFromEur('5'),
    reason: 'test',
    lots,
  } as const;
  await deps.wallets.execute(sourceId, credit);
  const order = { transferId: randomUUID(), tenantId, sourceId, destinationId, reason: 'test' };
  const sent = { ...order, amount: nanoFromEur('4') };
  // The process ends after the debit: another one finds the lots in it.
  await t.throwsAsync(createTransfer(ledger.depsOn(endingLog(ledger.log, 1, true)), sent), { instanceOf: Crash });
  await ledger.finish();
  t.deepEqual(await createTransfer(ledger.depsOn(ledger.log), sent), { accepted: true, outcome: 'completed' });
  t.deepEqual(await lotsOf(ledger.log, sourceId), [`1.000000000 paid ${expiresAt}`]);
  t.deepEqual(await lotsOf(ledger.log, destinationId), [
    `3.000000000 granted ${expiresAt}`,
    `1.000000000 paid ${expiresAt}`,
  ]);
  t.true((await ledger.verdict()).ok);

  await ledger.finish(Date.parse(expiresAt) - 1);
  t.is(await ledger.available(destinationId), nanoFromEur('4'));
  for (let time = 0; time < 2; time += 1) await ledger.finish(Date.parse(expiresAt));
  t.deepEqual(await lotsOf(ledger.log, destinationId), []);
  t.is(await ledger.available(destinationId), 0n);
  t.is(await ledger.available(sourceId), nanoFromEur('10'));
  t.true((await ledger.verdict()).ok);
});

test('a payment that the bank takes back takes paid credit, not what was granted', async (t) => {
  const ledger = paymentsLedger();
  const walletId = await ledger.openWallet('10');
  const { wallets } = ledger.depsOn(ledger.log);
  const amount = nanoFromEur('3');
  const lots = [{ kind: 'granted', expiresAt: null, amount }] as const;
  await wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount, reason: 'test', lots });
  const debitId = randomUUID();
  await wallets.execute(walletId, {
    type: 'debit_wallet',
    debitId,
    amount: nanoFromEur('11'),
    reason: 'test',
    takes: 'paid_first',
  });
  t.deepEqual(await lotsOf(ledger.log, walletId), ['2.000000000 granted never']);
  t.true((await ledger.verdict()).ok);
});

test('a transfer that would bring a wallet more than a hundred lots is undone, and its lots are back', async (t) => {
  const ledger = paymentsLedger();
  const [sourceId, destinationId] = [await ledger.openWallet('10'), await ledger.openWallet('0')];
  const deps = ledger.depsOn(ledger.log);
  const grant = async (walletId: string, eur: string, count: number): Promise<void> => {
    const amount = nanoFromEur(eur);
    const lots = Array.from({ length: count }, () => ({ kind: 'granted', expiresAt, amount }) as const);
    const credit = {
      type: 'credit_wallet',
      creditId: randomUUID(),
      amount: amount * BigInt(count),
      reason: 'test',
      lots,
    };
    t.true((await deps.wallets.execute(walletId, { ...credit, type: 'credit_wallet' })).accepted);
  };
  await grant(sourceId, '3', 1);
  await grant(destinationId, '1', 100);
  const sent = {
    transferId: randomUUID(),
    tenantId,
    sourceId,
    destinationId,
    reason: 'test',
    amount: nanoFromEur('4'),
  };
  t.deepEqual(await createTransfer(deps, sent), { accepted: true, outcome: 'undone' });
  t.deepEqual(await lotsOf(ledger.log, sourceId), [`3.000000000 granted ${expiresAt}`]);
  t.is(await ledger.available(sourceId), nanoFromEur('13'));
  t.true((await ledger.verdict()).ok);
});
