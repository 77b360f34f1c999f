import test from 'ava';
import { availableNano, initialWallet, spendOf, type WalletState } from '../../src/domain/wallet-state.ts';
import { evolveWallet } from '../../src/domain/wallet-evolve.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import * as the from '../_support/wallet-vocabulary.ts';
import { eur, move } from '../_support/wallet-vocabulary.ts';
import { bookPostings } from '../_support/accounts.ts';

const fold = (events: readonly WalletEvent[]): WalletState => events.reduce(evolveWallet, initialWallet);

const funded = [the.opened, the.credited('10')];
const reserved = [...funded, the.reserved('4')];
const settledAt3 = the.settled({
  cost: '3',
  released: '1',
  postings: [move('reserved', 'revenue', '3'), move('reserved', 'available', '1')],
});
const settledAt12 = the.settled({
  cost: '12',
  overrun: '8',
  postings: [move('reserved', 'revenue', '4'), move('available', 'revenue', '8')],
});

const balances: readonly {
  readonly title: string;
  readonly events: readonly WalletEvent[];
  readonly available: bigint;
  readonly reserved: string;
  readonly settledByKey: string;
}[] = [
  { title: 'absent', events: [], available: 0n, reserved: '0', settledByKey: '0' },
  { title: 'opened', events: [the.opened], available: 0n, reserved: '0', settledByKey: '0' },
  { title: 'credited', events: funded, available: eur('10'), reserved: '0', settledByKey: '0' },
  { title: 'debited', events: [...funded, the.debited('4')], available: eur('6'), reserved: '0', settledByKey: '0' },
  { title: 'reserved', events: reserved, available: eur('6'), reserved: '4', settledByKey: '0' },
  { title: 'flagged', events: [...reserved, the.flagged], available: eur('6'), reserved: '4', settledByKey: '0' },
  { title: 'settled', events: [...reserved, settledAt3], available: eur('7'), reserved: '0', settledByKey: '3' },
  { title: 'overrun', events: [...reserved, settledAt12], available: -eur('2'), reserved: '0', settledByKey: '12' },
  {
    title: 'released',
    events: [...reserved, the.released('4')],
    available: eur('10'),
    reserved: '0',
    settledByKey: '0',
  },
  {
    title: 'given up',
    events: [...reserved, ...the.givenUp('4')],
    available: eur('10'),
    reserved: '0',
    settledByKey: '0',
  },
  {
    title: 'charged late',
    events: [...reserved, ...the.givenUp('4'), the.chargedLate('3')],
    available: eur('7'),
    reserved: '0',
    settledByKey: '3',
  },
];

for (const row of balances) {
  test(`a wallet that was ${row.title} folds to its balances, and its postings booked on accounts give the same`, (t) => {
    const state = fold(row.events);
    const booked = bookPostings(row.events);
    t.is(availableNano(state), row.available);
    t.is(state.reserved, eur(row.reserved));
    t.deepEqual(spendOf(state, the.keyA), { settled: eur(row.settledByKey), reserved: eur(row.reserved) });
    t.is(booked.get(the.accounts.available) ?? 0n, row.available);
    t.is(booked.get(the.accounts.reserved) ?? 0n, eur(row.reserved));
    t.is(booked.get(the.accounts.revenue) ?? 0n, eur(row.settledByKey));
    t.is(
      [...booked.values()].reduce((sum, balance) => sum + balance, 0n),
      0n,
    );
  });
}

test('a flag keeps the hold and carries its reason', (t) => {
  const state = fold([...reserved, the.flagged]);
  t.deepEqual(state.reservations.get(the.reservation), {
    amount: eur('4'),
    keyId: the.keyA,
    expiresAt: the.expiresAt,
    flag: 'connection_lost',
    selection: null,
    attempt: 1,
    apart: 0n,
    isSelection: false,
  });
});

test('a step of the fold does not change the state before it', (t) => {
  const before = fold(reserved);
  evolveWallet(before, settledAt3);
  evolveWallet(before, the.flagged);
  evolveWallet(before, the.released('4'));
  evolveWallet(before, the.credited('1', the.id('f', 9)));
  t.is(before.reservations.get(the.reservation)?.flag, null);
  t.is(before.reservations.size, 1);
  t.is(before.creditIds.size, 1);
  t.is(before.ended.size, 0);
  t.is(availableNano(before), eur('6'));
});

test('the empty wallet that every fold begins with is never written to', (t) => {
  fold(reserved);
  t.is(initialWallet.reservations.size, 0);
  t.is(initialWallet.creditIds.size, 0);
  t.deepEqual([...initialWallet.spendByKey.entries()], []);
});

test('the fold rejects no event, also when the reservation it speaks of is unknown', (t) => {
  const state = fold([...funded, the.flagged, the.released('4'), ...the.givenUp('4'), settledAt3]);
  t.is(state.reserved, 0n);
  t.is(availableNano(state), eur('7'));
});

test('the memory of ended reservations does not grow beyond the newest thousand', (t) => {
  const ids = Array.from({ length: 1_200 }, (_, index) => the.id('e', index));
  const released = ids.map((reservation_id) => the.released('0', { reservation_id, resolved_by: 'rule' }));
  t.deepEqual([...fold([...funded, ...released]).ended], ids.slice(200));
});
