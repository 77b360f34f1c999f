import test from 'ava';
import { eurFromNano } from '../../../src/domain/money.ts';
import { wallet } from '../../../src/domain/wallet.ts';
import { closingOf, stateOfClosing } from '../../../src/domain/wallet-closing.ts';
import type { WalletEvent } from '../../../src/domain/wallet-events.ts';
import { availableNano, spendOf } from '../../../src/domain/wallet-state.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import * as choosing from '../../_support/selection-vocabulary.ts';
import { plainState } from '../../_support/wallet-history.ts';
import * as the from '../../_support/wallet-vocabulary.ts';
import { move } from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(wallet);

const funded = [the.opened, the.credited('10')];
/** Four euro for the dearest answer, and one for choosing. */
const selecting = [...funded, choosing.reserved('5', '1')];
const folded = (events: readonly WalletEvent[]) => events.reduce(wallet.evolve, wallet.initialState);

test('the cap of choosing and the dearest answer are one hold', (t) => {
  given(funded)
    .when(choosing.reserve('5', '1'))
    .thenExpect(t, [choosing.reserved('5', '1')]);
  given(funded).when(choosing.reserve('10.000000001', '1')).thenExpect(t, 'amount_exceeds_available');
  given(funded)
    .when(choosing.reserve('5', '1', { requestCap: the.eur('4.9') }))
    .thenExpect(t, 'amount_exceeds_request_cap');
  given(funded)
    .when(choosing.reserve('5', '1', { keyBudget: the.eur('4.9') }))
    .thenExpect(t, 'amount_exceeds_key_budget');
});

test('a cap larger than its hold is refused', (t) => {
  given(funded).when(choosing.reserve('1', '1.000000001')).thenExpect(t, 'selection_exceeds_hold');
});

test('choosing is charged, and the hold shrinks to that of the chosen target', (t) => {
  const charged = choosing.charged({ cost: '0.3', released: '2.7', hold: '2' });
  given(selecting)
    .when(choosing.choose('2', choosing.counted('0.3')))
    .thenExpect(t, [charged]);
  const state = folded([...selecting, charged]);
  t.is(eurFromNano(state.reserved), '2.000000000');
  t.is(eurFromNano(availableNano(state)), '7.700000000');
  t.is(eurFromNano(state.selectionSettled), '0.300000000');
  t.deepEqual(spendOf(state, the.keyA), { settled: the.eur('0.3'), reserved: the.eur('2') });
});

test('choosing that made no call is recorded with an explicit zero', (t) => {
  given(selecting)
    .when(choosing.choose('4'))
    .thenExpect(t, [choosing.charged({ released: '1', hold: '4' })]);
});

test('the answer is charged after choosing, by its own prices, and both count as spent', (t) => {
  const chosen = [...selecting, choosing.charged({ cost: '0.3', released: '2.7', hold: '2' })];
  const settled = the.settled({
    cost: '1.5',
    released: '0.5',
    postings: [move('reserved', 'revenue', '1.5'), move('reserved', 'available', '0.5')],
  });
  given(chosen).when(the.settle('1.5')).thenExpect(t, [settled]);
  const state = folded([...chosen, settled]);
  t.is(eurFromNano(state.settled), '1.800000000');
  t.is(eurFromNano(state.selectionSettled), '0.300000000');
  t.is(state.reserved, 0n);
});

test('an answer is not charged before its target is chosen', (t) => {
  given(selecting).when(the.settle('1')).thenExpect(t, 'selection_open');
});

test('a target is chosen once, and only in an open selection', (t) => {
  given([...selecting, choosing.charged({ released: '1', hold: '4' })])
    .when(choosing.choose('4'))
    .thenExpect(t, 'selection_not_open');
  given([...funded, the.reserved('4')])
    .when(choosing.choose('4'))
    .thenExpect(t, 'selection_not_open');
  given(funded).when(choosing.choose('4')).thenExpect(t, 'reservation_not_open');
});

test('an answer whose worst case exceeds the hold is refused', (t) => {
  given(selecting).when(choosing.choose('4.000000001')).thenExpect(t, 'selection_exceeds_hold');
});

test('a cost above the cap is charged in full, marked, and restricts the wallet', (t) => {
  given(selecting)
    .when(choosing.choose('4', choosing.counted('1.25')))
    .thenExpect(t, [choosing.charged({ cost: '1.25', overrun: '0.25', hold: '4' }), the.restricted('0.25')]);
});

test('a choice with unknown counters keeps its cap held and flagged beside the hold of the answer', (t) => {
  const events = [
    choosing.charged({ released: '3', hold: '2', more: { usage_known: false } }),
    choosing.heldApart('1'),
    choosing.flaggedApart(),
  ];
  given(selecting).when(choosing.choose('2', choosing.unknown)).thenExpect(t, events);
  const state = folded([...selecting, ...events]);
  t.is(eurFromNano(state.reserved), '3.000000000');
  t.is(state.reservations.get(choosing.selectionId)?.flag, 'selection_unknown');
});

test('a later charge of such a choice by billing records counts as spent on choosing', (t) => {
  const apart = [...funded, choosing.heldApart('1'), choosing.flaggedApart()];
  const decision = wallet.decide(
    { ...the.settle('0.4'), reservationId: choosing.selectionId, usageSource: 'billing_records' },
    folded(apart),
  );
  t.true(decision.accepted);
  const state = folded([...apart, ...(decision.accepted ? decision.events : [])]);
  t.is(eurFromNano(state.selectionSettled), '0.400000000');
});

test('a choice is charged when nothing is forwarded, and the rest of the hold is released', (t) => {
  const { answer: _, ...data } = (
    choosing.charged({ cost: '0.3', released: '0.7', hold: '4' }) as Extract<WalletEvent, { type: 'SelectionCharged' }>
  ).data;
  given(selecting)
    .when(choosing.giveUp(choosing.counted('0.3')))
    .thenExpect(t, [{ type: 'SelectionCharged', data }, the.released('4', { reason: 'never_forwarded' })]);
});

test('giving up after a choice that was recorded ends the reservation and charges nothing again', (t) => {
  given([...selecting, choosing.charged({ cost: '0.3', released: '2.7', hold: '2' })])
    .when(choosing.giveUp(choosing.counted('0.3')))
    .thenExpect(t, [the.released('2', { reason: 'never_forwarded' })]);
});

test('a rule that read the wallet before the choice does not release a later hold', (t) => {
  const chosen = [...selecting, choosing.charged({ cost: '0.3', released: '2.7', hold: '2' })];
  given(chosen).when(choosing.giveUp(choosing.unknown, 'rule')).thenExpect(t, 'selection_not_open');
  given([...chosen, the.flagged])
    .when(choosing.giveUp({ kind: 'nothing' }, 'rule'))
    .thenExpect(t, 'selection_not_open');
});

test('a request that a rule ended during its choice can choose no target', (t) => {
  const decision = wallet.decide(choosing.giveUp(choosing.unknown, 'rule'), folded(selecting));
  t.true(decision.accepted);
  const ended = [...selecting, ...(decision.accepted ? decision.events : [])];
  t.deepEqual(
    ended.slice(-4).map(({ type }) => type),
    ['SelectionCharged', 'CreditReserved', 'ReservationFlagged', 'ReservationReleased'],
  );
  given(ended).when(choosing.choose('4')).thenExpect(t, 'reservation_not_open');
  // What its call has cost can still be charged, once, under the id of the choice.
  t.is(folded(ended).awaited.size, 0);
  t.is(folded(ended).reservations.get(choosing.selectionId)?.isSelection, true);
});

test('a closing carries an open choice, and the amount spent on choosing', (t) => {
  const states = [
    selecting,
    [...selecting, choosing.charged({ cost: '0.3', released: '2.7', hold: '2' })],
    [...selecting, choosing.charged({ released: '3', hold: '2' }), choosing.heldApart('1'), choosing.flaggedApart()],
  ].map(folded);
  for (const state of states) {
    const parts = closingOf(state, 3, { credits: new Set(), debits: new Set() });
    const last = parts.at(-1);
    t.truthy(last);
    if (last !== undefined) t.deepEqual(plainState(stateOfClosing(parts, last)), plainState(state));
  }
});
