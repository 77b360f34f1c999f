import test from 'ava';
import { eurFromNano } from '../../../src/domain/money.ts';
import { wallet } from '../../../src/domain/wallet.ts';
import { closingOf, stateOfClosing } from '../../../src/domain/wallet-closing.ts';
import type { WalletEvent } from '../../../src/domain/wallet-events.ts';
import { availableNano, spendOf } from '../../../src/domain/wallet-state.ts';
import * as attempting from '../../_support/attempt-vocabulary.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { plainState } from '../../_support/wallet-history.ts';
import * as the from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(wallet);

/** Six euro are left. */
const reserved = [the.opened, the.credited('10'), the.reserved('4')];
const inDoubt = [
  ...reserved,
  attempting.failedInDoubt({ released: '1', hold: '3' }),
  attempting.heldApart('4'),
  attempting.flaggedApart(),
];
const folded = (events: readonly WalletEvent[]) => events.reduce(wallet.evolve, wallet.initialState);

test('an attempt that was not run costs nothing, and its hold passes to the next target', (t) => {
  given(reserved)
    .when(attempting.fail('4'))
    .thenExpect(t, [attempting.failed({ hold: '4' })]);
  const state = folded([...reserved, attempting.failed({ hold: '4' })]);
  t.is(eurFromNano(state.reserved), '4.000000000');
  t.is(state.reservations.get(the.reservation)?.attempt, 2);
});

test('the part of a hold that the dearest remaining target does not need is released', (t) => {
  given(reserved)
    .when(attempting.fail('2.5'))
    .thenExpect(t, [attempting.failed({ released: '1.5', hold: '2.5' })]);
  const state = folded([...reserved, attempting.failed({ released: '1.5', hold: '2.5' })]);
  t.is(eurFromNano(availableNano(state)), '7.500000000');
  t.deepEqual(spendOf(state, the.keyA), { settled: 0n, reserved: the.eur('2.5') });
});

test('an attempt with an unknown outcome stays held, flagged, beside the hold of the next attempt', (t) => {
  given(reserved)
    .when(attempting.fail('3', { leftOpen: attempting.leftOpen('4') }))
    .thenExpect(t, inDoubt.slice(reserved.length));
  const state = folded(inDoubt);
  t.is(eurFromNano(state.reserved), '7.000000000');
  t.is(state.reservations.get(attempting.leftOpenId)?.flag, 'attempt_timed_out');
  t.is(state.reservations.get(the.reservation)?.flag, null);
  t.is(state.reservations.get(the.reservation)?.apart, the.eur('4'));
});

test('the next attempt is refused when the credit does not cover its hold beside one in doubt', (t) => {
  const poor = [the.opened, the.credited('7.5'), the.reserved('4')];
  const both = { leftOpen: attempting.leftOpen('4') };
  given(poor).when(attempting.fail('3.500000001', both)).thenExpect(t, 'attempts_exceed_credit');
  given(poor)
    .when(attempting.fail('3.5', both))
    .thenExpect(t, [
      attempting.failedInDoubt({ released: '0.5', hold: '3.5' }),
      attempting.heldApart('4'),
      attempting.flaggedApart(),
    ]);
});

test('the holds of all attempts of a request are within its cap and the budget of its key', (t) => {
  const both = { leftOpen: attempting.leftOpen('4') };
  given(reserved)
    .when(attempting.fail('3', { ...both, requestCap: the.eur('6.999999999') }))
    .thenExpect(t, 'attempts_exceed_credit');
  given(reserved)
    .when(attempting.fail('3', { ...both, keyBudget: the.eur('6.999999999') }))
    .thenExpect(t, 'attempts_exceed_credit');
  // What earlier attempts may have cost counts too.
  const third = { attempt: 2, failed: attempting.second, requestCap: the.eur('9.999999999') };
  const again = attempting.fail('3', { ...third, leftOpen: attempting.leftOpen('3', the.id('7', 2)) });
  given(inDoubt).when(again).thenExpect(t, 'attempts_exceed_credit');
});

test('an attempt fails once, and in turn', (t) => {
  given(inDoubt).when(attempting.fail('3')).thenExpect(t, 'attempt_not_current');
  given(reserved)
    .when(attempting.fail('3', { attempt: 2 }))
    .thenExpect(t, 'attempt_not_current');
});

test('neither the next attempt nor the failed one is held for with more than the reservation had', (t) => {
  given(reserved).when(attempting.fail('4.000000001')).thenExpect(t, 'attempt_exceeds_hold');
  given(reserved)
    .when(attempting.fail('1', { leftOpen: attempting.leftOpen('4.000000001') }))
    .thenExpect(t, 'attempt_exceeds_hold');
});

test('a flagged reservation takes no further attempt', (t) => {
  given([...reserved, the.flaggedUnseen()])
    .when(attempting.fail('3'))
    .thenExpect(t, 'reservation_already_flagged');
});

test('the outcome of an earlier attempt does not end the reservation of a later one', (t) => {
  given(inDoubt)
    .when(the.settle('1', { attempt: 1, resolvedBy: 'rule' }))
    .thenExpect(t, 'attempt_not_current');
  given(inDoubt)
    .when({ ...the.release(), attempt: 1, resolvedBy: 'rule' })
    .thenExpect(t, 'attempt_not_current');
  given(inDoubt)
    .when({ ...the.release(), attempt: 2 })
    .thenExpect(t, [the.released('3')]);
});

test('a request whose last attempt was never sent is released, and not flagged', (t) => {
  const flag = { ...the.flag(), lastSent: 1 };
  given(reserved).when(flag).thenExpect(t, [the.flagged]);
  given(inDoubt)
    .when(flag)
    .thenExpect(t, [the.released('3', { reason: 'not_forwarded' })]);
  given([...inDoubt, the.flagged])
    .when(flag)
    .thenExpect(t, [the.released('3', { reason: 'not_forwarded' })]);
});

test('each attempt of a request is charged by itself, and their sum is spent', (t) => {
  const decide = (command: Parameters<typeof wallet.decide>[0], events: readonly WalletEvent[]) => {
    const decision = wallet.decide(command, folded(events));
    t.true(decision.accepted);
    return [...events, ...(decision.accepted ? decision.events : [])];
  };
  const served = decide(the.settle('2'), inDoubt);
  const settled = decide(
    { ...the.settle('0.5'), reservationId: attempting.leftOpenId, usageSource: 'billing_records' },
    served,
  );
  const state = folded(settled);
  t.is(eurFromNano(state.settled), '2.500000000');
  t.is(state.reserved, 0n);
  t.is(eurFromNano(availableNano(state)), '7.500000000');
});

test('a closing carries the attempt of a reservation, and the holds beside it', (t) => {
  for (const state of [inDoubt, [...reserved, attempting.failed({ hold: '4' })]].map(folded)) {
    const parts = closingOf(state, 3, { credits: new Set(), debits: new Set() });
    const last = parts.at(-1);
    t.truthy(last);
    if (last !== undefined) t.deepEqual(plainState(stateOfClosing(parts, last)), plainState(state));
  }
});
