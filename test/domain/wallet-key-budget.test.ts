import test from 'ava';
import { wallet } from '../../src/domain/wallet.ts';
import type { ReserveCredit } from '../../src/domain/wallet-commands.ts';
import type { WalletEvent } from '../../src/domain/wallet-events.ts';
import { keyReached, ofBudgetedKey } from '../_support/budget-vocabulary.ts';
import { specificationOf } from '../_support/given-when-then.ts';
import * as the from '../_support/wallet-vocabulary.ts';
import { move } from '../_support/wallet-vocabulary.ts';

/** The budget of a key is decided on the wallet's stream, beside the balance. */

const { given } = specificationOf(wallet);

const funded = [the.opened, the.credited('100')];
const keyBudget = the.eur('5');
const reserveWith = (keyId: string, amount: string): ReserveCredit =>
  the.reserve(amount, { keyId, keyBudget, reservationId: the.otherReservation });
const held = (amount: string, keyId = the.keyA): WalletEvent =>
  ofBudgetedKey(the.reserved(amount, { reservationId: the.otherReservation, keyId }), '5');
const reached50 = keyReached(50, '5', '3');

const settledAt3 = the.settled({
  cost: '3',
  released: '1',
  postings: [move('reserved', 'revenue', '3'), move('reserved', 'available', '1')],
});

test('a budget is used to the last nano-euro', (t) => {
  given(funded)
    .when(reserveWith(the.keyA, '5'))
    .thenExpect(t, [held('5')]);
  given(funded).when(reserveWith(the.keyA, '5.000000001')).thenExpect(t, 'amount_exceeds_key_budget');
});

test('a hold of a key counts against its budget', (t) => {
  const given4 = given([...funded, the.reserved('4')]);
  given4.when(reserveWith(the.keyA, '1')).thenExpect(t, [held('1')]);
  given4.when(reserveWith(the.keyA, '1.000000001')).thenExpect(t, 'amount_exceeds_key_budget');
});

test('a settled cost of a key counts against its budget, and a released hold does not', (t) => {
  const after = given([...funded, the.reserved('4'), settledAt3]);
  after.when(reserveWith(the.keyA, '2')).thenExpect(t, [held('2'), reached50]);
  after.when(reserveWith(the.keyA, '2.000000001')).thenExpect(t, 'amount_exceeds_key_budget');
});

test('an overrun counts against the budget, and may lawfully pass it', (t) => {
  const overrun = the.settled({
    cost: '6',
    overrun: '2',
    postings: [move('reserved', 'revenue', '4'), move('available', 'revenue', '2')],
  });
  given([...funded, the.reserved('4'), overrun])
    .when(reserveWith(the.keyA, '0'))
    .thenExpect(t, 'amount_exceeds_key_budget');
});

test('a release gives the budget back', (t) => {
  given([...funded, the.reserved('4'), the.released('4')])
    .when(reserveWith(the.keyA, '5'))
    .thenExpect(t, [held('5')]);
});

test('a hold that is given up gives the budget back, a late charge takes it again', (t) => {
  given([...funded, the.reserved('4'), ...the.givenUp('4')])
    .when(reserveWith(the.keyA, '5'))
    .thenExpect(t, [held('5')]);
  const charged = given([...funded, the.reserved('4'), ...the.givenUp('4'), the.chargedLate('3')]);
  charged.when(reserveWith(the.keyA, '2')).thenExpect(t, [held('2'), reached50]);
  charged.when(reserveWith(the.keyA, '2.000000001')).thenExpect(t, 'amount_exceeds_key_budget');
});

test('a flagged reservation keeps its part of the budget', (t) => {
  given([...funded, the.reserved('4'), the.flagged])
    .when(reserveWith(the.keyA, '1.000000001'))
    .thenExpect(t, 'amount_exceeds_key_budget');
});

test('each key of a wallet has a budget of its own', (t) => {
  const both = given([...funded, the.reserved('4'), settledAt3, the.reserved('1', { keyId: the.keyA })]);
  both.when(reserveWith(the.keyB, '5')).thenExpect(t, [held('5', the.keyB)]);
  both.when(reserveWith(the.keyA, '1.000000001')).thenExpect(t, 'amount_exceeds_key_budget');
});

test('a key without a budget is bound by the wallet alone', (t) => {
  given([...funded, the.reserved('4')])
    .when(the.reserve('96', { reservationId: the.otherReservation }))
    .thenExpect(t, [the.reserved('96', { reservationId: the.otherReservation })]);
});

test('a budget below the spent amount refuses every further reservation', (t) => {
  given([...funded, the.reserved('4'), settledAt3])
    .when(the.reserve('0.000000001', { reservationId: the.otherReservation, keyBudget: the.eur('3') }))
    .thenExpect(t, 'amount_exceeds_key_budget');
});
