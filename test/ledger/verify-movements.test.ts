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
const named = { topup_id: topupId, tenant_id: tenantId };
const bank = { bank_reference: 'BANK-0001', bank_date: '2026-11-20' };
const identity = { servicer: 'a'.repeat(64), days: ['2026-11-20'] };
const confirmed = {
  type: 'TopupConfirmed',
  data: {
    ...named,
    ...bank,
    wallet_id: source,
    payment_id: transferId,
    received_eur: amount_eur,
    identity,
    by_hand: false,
  },
} as const;
const returned = {
  type: 'TopupReturned',
  data: {
    ...named,
    ...bank,
    wallet_id: source,
    payment_id: id('6', 3),
    return_id: transferId,
    returned_eur: amount_eur,
    identity,
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

test('a payment of a top-up is credited with its amount, in its wallet, once', (t) => {
  const paid = (): MovementsCheck => {
    const check = new MovementsCheck();
    check.check(confirmed, '');
    return check;
  };
  t.is(paid().check(credit(topup), source), null);
  t.is(new MovementsCheck().check(credit(topup), source)?.kind, 'topup');
  t.is(paid().check(credit(topup), destination)?.kind, 'topup');
  t.is(paid().check(credit(topup, '6.000000000'), source)?.kind, 'topup');
  t.is(paid().check(debit(topup), source)?.kind, 'topup');
  for (const cause of [{ ...topup, id: transferId }, transfer(source)]) {
    t.is(paid().check(credit(cause), source)?.kind, 'topup', 'the payment names another cause');
  }
  const twice = paid();
  t.is(twice.check(credit(topup), source), null);
  t.is(twice.check(credit(topup), source)?.kind, 'topup');
});

test('a payment is not told as credited before it is, and one taken out again may not be', (t) => {
  const credited = {
    type: 'TopupCredited',
    data: { ...named, payment_id: transferId, received_eur: amount_eur },
  } as const;
  const check = new MovementsCheck();
  check.check(confirmed, '');
  t.is(check.check(credited, '')?.kind, 'topup');
  t.is(check.check(credit(topup), source), null);
  t.is(check.check(credited, ''), null);
  const reopened = new MovementsCheck();
  reopened.check(confirmed, '');
  reopened.check({ type: 'TopupReopened', data: { ...named, payment_id: transferId } }, '');
  t.is(reopened.check(credit(topup), source)?.kind, 'topup');
});

test('a return is debited with its amount, from its wallet, before it is told as reversed', (t) => {
  const correction: MovementCause = { kind: 'correction', id: transferId, corrects: id('6', 3) };
  const reversed = {
    type: 'TopupReversed',
    data: { ...named, return_id: transferId, returned_eur: amount_eur },
  } as const;
  const paidBack = (): MovementsCheck => {
    const check = new MovementsCheck();
    check.check({ ...confirmed, data: { ...confirmed.data, payment_id: id('6', 3) } }, '');
    t.is(check.check(returned, ''), null);
    return check;
  };
  t.is(paidBack().check(debit(correction), destination)?.kind, 'topup');
  t.is(paidBack().check(credit(correction), source)?.kind, 'topup');
  t.is(paidBack().check(debit({ ...correction, corrects: transferId }), source)?.kind, 'topup');
  const check = paidBack();
  t.is(check.check(reversed, '')?.kind, 'topup');
  t.is(check.check(debit(correction), source), null);
  t.is(check.check(reversed, ''), null);
});

test('events that tell a payment or its return differently are named', (t) => {
  const received = {
    type: 'PaymentReceived',
    data: { ...named, ...bank, wallet_id: source, payment_id: transferId, received_eur: amount_eur, by_hand: false },
  } as const;
  const credited = {
    type: 'TopupCredited',
    data: { ...named, payment_id: transferId, received_eur: amount_eur },
  } as const;
  const back = { ...returned, data: { ...returned.data, payment_id: transferId, return_id: id('6', 4) } };
  const reversed = {
    type: 'TopupReversed',
    data: { ...named, return_id: id('6', 4), returned_eur: amount_eur },
  } as const;
  const booked = (): MovementsCheck => {
    const check = new MovementsCheck();
    for (const event of [confirmed, received]) t.is(check.check(event, ''), null);
    t.is(check.check(credit(topup), source), null);
    t.is(check.check(credited, ''), null);
    t.is(check.check(back, ''), null);
    return check;
  };
  booked();
  t.is(new MovementsCheck().check(received, '')?.kind, 'topup', 'nobody was told of it');
  for (const other of [{ received_eur: '6.000000000' }, { wallet_id: destination }, { topup_id: id('6', 9) }]) {
    t.is(booked().check({ ...received, data: { ...received.data, ...other } }, '')?.kind, 'topup');
  }
  const raised = { received_eur: '6.000000000' };
  t.is(booked().check({ ...credited, data: { ...credited.data, ...raised } }, '')?.kind, 'topup');
  for (const other of [{ returned_eur: '6.000000000' }, { wallet_id: destination }, { payment_id: id('6', 8) }]) {
    t.is(booked().check({ ...back, data: { ...back.data, ...other } }, '')?.kind, 'topup');
  }
  const debited = booked();
  t.is(
    debited.check(
      {
        type: 'WalletDebited',
        data: {
          debit_id: id('6', 4),
          amount_eur,
          reason: 'x',
          cause: { kind: 'correction', id: id('6', 4), corrects: transferId },
          postings: [],
        },
      },
      source,
    ),
    null,
  );
  t.is(debited.check({ ...reversed, data: { ...reversed.data, returned_eur: '4.000000000' } }, '')?.kind, 'topup');
  t.is(debited.check(reversed, ''), null);
});
