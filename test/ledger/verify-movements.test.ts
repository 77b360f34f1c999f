import test from 'ava';
import type { MovementCause } from '../../src/domain/payments/movement-cause.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { MovementsCheck } from '../../src/ledger/verify/verify-movements.ts';
import { id, tenantId } from '../_support/wallet-vocabulary.ts';

const [source, destination, stranger, transferId, topupId] = [
  id('a', 1),
  id('a', 2),
  id('a', 3),
  id('6', 1),
  id('6', 2),
];
const amount_eur = '5.000000000';
const transfer = (wallet_id: string): MovementCause => ({ kind: 'transfer', id: transferId, wallet_id });
const topup: MovementCause = { kind: 'topup', id: topupId };

const debit = (cause: MovementCause): WalletEvent => ({
  type: 'WalletDebited',
  data: { debit_id: transferId, amount_eur, reason: 'x', cause, postings: [] },
});
const credit = (cause: MovementCause, amount = amount_eur): WalletEvent => ({
  type: 'WalletCredited',
  data: { credit_id: transferId, amount_eur: amount, reason: 'x', cause, postings: [] },
});
const received = {
  type: 'PaymentReceived',
  data: {
    topup_id: topupId,
    tenant_id: tenantId,
    wallet_id: source,
    bank_reference: 'BANK-0001',
    bank_date: '2026-11-20',
    received_eur: amount_eur,
  },
} as const;

test('a transfer that arrives, or is undone, verifies, and nothing is on its way afterwards', (t) => {
  for (const end of [destination, source]) {
    const check = new MovementsCheck();
    t.is(check.check(debit(transfer(destination)), source), null);
    t.is(check.open, 1);
    t.is(check.check(credit(transfer(source)), end), null);
    t.is(check.open, 0);
  }
});

test('a credit without a debit, a second one, another amount and another wallet are named', (t) => {
  const sent = (): MovementsCheck => {
    const check = new MovementsCheck();
    check.check(debit(transfer(destination)), source);
    return check;
  };
  t.is(new MovementsCheck().check(credit(transfer(source)), destination)?.kind, 'transfer');
  t.is(sent().check(debit(transfer(destination)), source)?.kind, 'transfer');
  t.is(sent().check(credit(transfer(source), '4.999999999'), destination)?.kind, 'transfer');
  t.is(sent().check(credit(transfer(source)), stranger)?.kind, 'transfer');
  const twice = sent();
  t.is(twice.check(credit(transfer(source)), destination), null);
  t.is(twice.check(credit(transfer(source)), source)?.kind, 'transfer');
});

test('the share of an allocation is followed as a transfer is', (t) => {
  const share = (wallet_id: string): MovementCause => ({ ...transfer(wallet_id), kind: 'allocation' });
  const check = new MovementsCheck();
  t.is(check.check(credit(share(source)), destination)?.kind, 'transfer');
  t.is(check.check(debit(share(destination)), source), null);
  t.is(check.open, 1);
  t.is(check.check(credit(share(source)), destination), null);
  t.is(check.open, 0);
});

test('a top-up is credited by a payment of its amount, in its wallet, once', (t) => {
  const paid = (): MovementsCheck => {
    const check = new MovementsCheck();
    check.check(received, '');
    return check;
  };
  t.is(paid().check(credit(topup), source), null);
  t.is(new MovementsCheck().check(credit(topup), source)?.kind, 'topup');
  t.is(paid().check(credit(topup), destination)?.kind, 'topup');
  t.is(paid().check(credit(topup, '6.000000000'), source)?.kind, 'topup');
  t.is(paid().check(debit(topup), source)?.kind, 'topup');
  const twice = paid();
  t.is(twice.check(credit(topup), source), null);
  t.is(twice.check(credit(topup), source)?.kind, 'topup');
});
