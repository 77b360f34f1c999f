import { randomUUID } from 'node:crypto';
import test from 'ava';
import { allocations } from '../../../projections/allocations.ts';
import { expiringLots } from '../../../projections/expiring-lots.ts';
import { openPayouts } from '../../../projections/open-payouts.ts';
import { openTopups } from '../../../projections/open-topups.ts';
import { openTransfers } from '../../../projections/open-transfers.ts';
import { walletBalances } from '../../../projections/wallet-balances.ts';
import { createHmacKeyHasher } from '../../../src/adapters/hmac-key-hasher.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { amountNanoMax } from '../../../src/domain/money.ts';
import { changeTopup, confirmTopup, recordedTopup } from '../../../src/ledger/administration/topups.ts';
import { walletFigures } from '../../../src/domain/wallet-entries/wallet-figures.ts';
import { walletStream } from '../../../src/ledger/stream-names.ts';
import { WalletFold } from '../../../src/ledger/wallet-fold.ts';
import { BankEntries } from '../../../src/ledger/administration/bank-entries.ts';
import { Wallets } from '../../../src/ledger/wallets.ts';
import { finishPayments } from '../../../src/reactors/finish-payments.ts';
import { feedAll } from '../../_support/feed-all.ts';

/** Payments into a wallet that holds nearly all that a wallet may. */

const projections = { openTransfers, openTopups, openPayouts, allocations, expiringLots, walletBalances };
const tenant_id = randomUUID();
const actor = 'operator';

async function fullWallet() {
  const log = createMemoryEventLog();
  const readModels = createMemoryReadModels(log);
  const wallets = new Wallets({ log, createId: randomUUID });
  const bankEntries = new BankEntries({ log, createId: randomUUID });
  const deps = { log, wallets, bankEntries, createId: randomUUID, keyHasher: createHmacKeyHasher(Buffer.alloc(32, 7)) };
  const walletId = randomUUID();
  const creditAll = (amount: bigint) =>
    wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount, reason: 'test' });
  await wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId: tenant_id });
  const asked = async (amount_eur: string): Promise<string> => {
    const topup_id = randomUUID();
    const named = { topup_id, tenant_id, wallet_id: walletId, amount_eur, reference: 'WB-1' };
    await changeTopup(deps, topup_id, {
      type: 'request_topup',
      topup: { ...named, expires_at: '2027-01-01T00:00:00.000Z' },
    });
    return topup_id;
  };
  const told: unknown[] = [];
  const finish = () =>
    finishPayments({
      ...deps,
      readModels,
      projections,
      catchUp: () => feedAll(log, readModels, Object.values(projections)),
      clock: { now: () => Date.parse('2026-11-22T12:00:00Z'), isSettled: true },
      telemetry: { warn: (event, fields) => void told.push([event, fields]) },
    });
  return { log, deps, walletId, creditAll, asked, finish, told };
}

const identity = { stated: 'a'.repeat(64), days: ['2026-11-20'] };
const payment = { bank_reference: 'E2E-0042', bank_date: '2026-11-20', received_eur: '2.000000000' };

test('a payment that exceeds the room of its wallet is refused before it is written, and can be confirmed later', async (t) => {
  const { log, deps, walletId, creditAll, asked } = await fullWallet();
  await creditAll(amountNanoMax - 1_000_000_000n);
  const topupId = await asked('2.000000000');
  const refused = await confirmTopup(deps, topupId, { received: payment, actor });
  t.deepEqual(refused, { accepted: false, refusal: 'amount_exceeds_maximum' });
  t.like(await recordedTopup(log, topupId), { status: 'pending', payments: [] });
  const smaller = { ...payment, received_eur: '1.000000000' };
  t.like(await confirmTopup(deps, topupId, { received: smaller, actor }), { topup: { status: 'credited' } });
  const debit = { type: 'debit_wallet', debitId: randomUUID(), amount: 5_000_000_000n, reason: 'test' } as const;
  await deps.wallets.execute(walletId, debit);
  const other = { ...payment, bank_reference: 'E2E-0043' };
  const answer = await confirmTopup(deps, await asked('2.000000000'), { received: other, actor });
  t.like(answer, { topup: { status: 'credited' } });
});

test('a confirmed payment that its wallet cannot hold is reported at each sweep until it is credited', async (t) => {
  const { log, deps, walletId, creditAll, asked, finish, told } = await fullWallet();
  const topupId = await asked('2.000000000');
  // Confirmed by a process that ended before it credited.
  await changeTopup(deps, topupId, {
    type: 'confirm_topup',
    payment: { ...payment, payment_id: randomUUID(), identity },
    actor,
  });
  await creditAll(amountNanoMax);
  await finish();
  t.deepEqual(told, [['payment_not_finished', { payment: topupId }]]);
  t.like(await recordedTopup(log, topupId), { status: 'confirmed' });
  const debit = { type: 'debit_wallet', debitId: randomUUID(), amount: 5_000_000_000n, reason: 'test' } as const;
  await deps.wallets.execute(walletId, debit);
  await finish();
  t.is(told.length, 1);
  t.like(await recordedTopup(log, topupId), { status: 'credited' });
});

test('a payment that the bank takes back takes paid credit, not what was granted', async (t) => {
  const { log, deps, walletId, asked, finish } = await fullWallet();
  const topupId = await asked('2.000000000');
  t.like(await confirmTopup(deps, topupId, { received: payment, actor }), { topup: { status: 'credited' } });
  const amount = 3_000_000_000n;
  const lots = [{ kind: 'granted', expiresAt: null, amount }] as const;
  await deps.wallets.execute(walletId, {
    type: 'credit_wallet',
    creditId: randomUUID(),
    amount,
    reason: 'test',
    lots,
  });
  const { received_eur: returned_eur, ...back } = payment;
  await changeTopup(deps, topupId, {
    type: 'return_payments',
    returns: [{ ...back, returned_eur, return_id: randomUUID(), identity }],
    actor,
  });
  await finish();
  t.like(await recordedTopup(log, topupId), { returns: [{ status: 'reversed' }] });
  const fold = new WalletFold();
  await fold.readTail((page) => log.readStream(walletStream(walletId), page));
  t.like(walletFigures(walletId, fold.state), { posted_eur: '3.000000000', granted_eur: '3.000000000' });
});
