import test from 'ava';
import { wallet } from '../../../src/domain/wallet.ts';
import type { HoldBudget } from '../../../src/domain/budgets/hold-budget.ts';
import type { ReserveCredit } from '../../../src/domain/wallet-commands.ts';
import type { WalletEvent } from '../../../src/domain/wallet-events.ts';
import * as attempting from '../../_support/attempt-vocabulary.ts';
import { budget, counting, reached } from '../../_support/budget-vocabulary.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import * as choosing from '../../_support/selection-vocabulary.ts';
import * as the from '../../_support/wallet-vocabulary.ts';
import { move } from '../../_support/wallet-vocabulary.ts';

/** Budgets by calendar period are decided on the wallet's stream, beside the balance. */

const { given } = specificationOf(wallet);

const funded = [the.opened, the.credited('100')];
const today = budget('day', '5');
const tomorrow = budget('day', '5', '2026-11-29T12:00:00Z');
const month = budget('month', '8');
const reserve = (amount: string, ...budgets: readonly HoldBudget[]): ReserveCredit =>
  the.reserve(amount, { reservationId: the.otherReservation, budgets });
const held = (amount: string, ...budgets: readonly HoldBudget[]): WalletEvent =>
  counting(the.reserved(amount), ...budgets);
const heldToo = (amount: string, ...budgets: readonly HoldBudget[]): WalletEvent =>
  counting(the.reserved(amount, { reservationId: the.otherReservation }), ...budgets);
const settledAt3 = the.settled({
  cost: '3',
  released: '1',
  postings: [move('reserved', 'revenue', '3'), move('reserved', 'available', '1')],
});

test('a budget is used to the last nano-euro, and counts holds and charges of its period', (t) => {
  given(funded)
    .when(reserve('5', today))
    .thenExpect(t, [heldToo('5', today)]);
  given(funded).when(reserve('5.000000001', today)).thenExpect(t, 'amount_exceeds_budget');
  const held4 = given([...funded, held('4', today)]);
  held4.when(reserve('1', today)).thenExpect(t, [heldToo('1', today)]);
  held4.when(reserve('1.000000001', today)).thenExpect(t, 'amount_exceeds_budget');
  const settled = given([...funded, held('4', today), settledAt3, reached(50, today, '3')]);
  settled.when(reserve('2', today)).thenExpect(t, [heldToo('2', today)]);
  settled.when(reserve('2.000000001', today)).thenExpect(t, 'amount_exceeds_budget');
  given([...funded, held('4', today), the.released('4')])
    .when(reserve('5', today))
    .thenExpect(t, [heldToo('5', today)]);
});

test('a hold without budgets records none', (t) => {
  given(funded)
    .when(reserve('5'))
    .thenExpect(t, [the.reserved('5', { reservationId: the.otherReservation })]);
});

test('each of several budgets has to bear a hold', (t) => {
  const spent = given([...funded, held('4', today, month)]);
  spent.when(reserve('4', tomorrow, month)).thenExpect(t, [heldToo('4', tomorrow, month)]);
  spent.when(reserve('4.5', tomorrow, month)).thenExpect(t, 'amount_exceeds_budget');
  spent.when(reserve('1.5', today, month)).thenExpect(t, 'amount_exceeds_budget');
});

test('a budget over all time never renews', (t) => {
  const total = budget('total', '5');
  given([...funded, held('4', total)])
    .when(reserve('1.000000001', total))
    .thenExpect(t, 'amount_exceeds_budget');
});

test('a budget renews with its period, and what is open or comes late counts in the period of its hold', (t) => {
  const before = [...funded, held('4', today)];
  given(before)
    .when(reserve('5', tomorrow))
    .thenExpect(t, [heldToo('5', tomorrow)]);
  // The charge of yesterday's hold takes nothing from today.
  const renewed = [...before, heldToo('1', tomorrow), settledAt3];
  const third = the.reserve('4', { reservationId: the.id('e', 5), budgets: [tomorrow] });
  given(renewed)
    .when(third)
    .thenExpect(t, [counting(the.reserved('4', { reservationId: the.id('e', 5) }), tomorrow)]);
  given(renewed)
    .when({ ...third, amount: the.eur('4.000000001') })
    .thenExpect(t, 'amount_exceeds_budget');
});

test('the late charge of what was given up counts in the period of its hold', (t) => {
  const late = [...funded, held('4', today), ...the.givenUp('4'), the.chargedLate('3'), reached(50, today, '3')];
  given(late).when(reserve('2.000000001', today)).thenExpect(t, 'amount_exceeds_budget');
  given(late)
    .when(reserve('2', today))
    .thenExpect(t, [heldToo('2', today)]);
});

test('a clock that is behind counts in the newest period: a budget is never spent twice', (t) => {
  const ahead = [...funded, held('4', tomorrow)];
  given(ahead).when(reserve('1.000000001', today)).thenExpect(t, 'amount_exceeds_budget');
  given(ahead)
    .when(reserve('1', today))
    .thenExpect(t, [heldToo('1', tomorrow)]);
});

test('a zone that changes its clocks by a new law neither renews a period nor keeps one that has ended', (t) => {
  // Begins in Rome at 23:00 UTC.
  const sameDay = { ...today, starts_at: '2026-11-28T00:00:00.000Z', ends_at: '2026-11-29T00:00:00.000Z' };
  const nextDay = { ...tomorrow, starts_at: '2026-11-28T22:00:00.000Z', ends_at: '2026-11-29T22:00:00.000Z' };
  const spent = [...funded, held('4', today)];
  given(spent).when(reserve('1.000000001', sameDay)).thenExpect(t, 'amount_exceeds_budget');
  given(spent)
    .when(reserve('1', sameDay))
    .thenExpect(t, [heldToo('1', today)]);
  given(spent)
    .when(reserve('5', nextDay))
    .thenExpect(t, [heldToo('5', nextDay)]);
  // A gateway that does not know of the law yet.
  const renewed = [...spent, heldToo('1', nextDay)];
  const third = the.reserve('4.000000001', { reservationId: the.id('e', 5), budgets: [tomorrow] });
  given(renewed).when(third).thenExpect(t, 'amount_exceeds_budget');
});

test('an amount that changed counts what was spent before', (t) => {
  const spent = given([...funded, held('4', today)]);
  spent.when(reserve('0', budget('day', '3'))).thenExpect(t, 'amount_exceeds_budget');
  spent.when(reserve('5', budget('day', '9'))).thenExpect(t, [heldToo('5', budget('day', '9'))]);
});

test('an overrun counts in full', (t) => {
  const overrun = the.settled({
    cost: '6',
    overrun: '2',
    postings: [move('reserved', 'revenue', '4'), move('available', 'revenue', '2')],
  });
  given([...funded, held('4', today), overrun])
    .when(reserve('0', today))
    .thenExpect(t, 'amount_exceeds_budget');
});

test('what is held apart for a failed attempt counts in the budgets of its request', (t) => {
  const before = [...funded, held('4', today)];
  const beside = attempting.fail('1', { leftOpen: attempting.leftOpen('4') });
  const decision = wallet.decide(beside, fold(before));
  t.true(decision.accepted);
  const events = decision.accepted ? decision.events : [];
  t.deepEqual(
    events.flatMap(({ data }) => ('budgets' in data ? [data.budgets] : [])),
    [[today]],
  );
  given([...before, ...events])
    .when(reserve('0.000000001', today))
    .thenExpect(t, 'amount_exceeds_budget');
  given(before)
    .when({ ...beside, hold: the.eur('1.000000001') })
    .thenExpect(t, 'attempts_exceed_credit');
  // In the next period, nothing more is decided by the one of the request.
  const renewed = [...before, heldToo('5', tomorrow)];
  t.true(wallet.decide({ ...beside, hold: the.eur('4') }, fold(renewed)).accepted);
  given([...renewed, ...events])
    .when(the.reserve('1', { reservationId: the.id('e', 5), budgets: [tomorrow] }))
    .thenExpect(t, 'amount_exceeds_budget');
});

test('what choosing costs counts, also while nobody knows it', (t) => {
  const before = [...funded, counting(choosing.reserved('4', '1'), today)];
  const decision = wallet.decide(choosing.choose('3', choosing.unknown), fold(before));
  t.true(decision.accepted);
  const chosen = [...before, ...(decision.accepted ? decision.events : [])];
  given(chosen).when(reserve('1.000000001', today)).thenExpect(t, 'amount_exceeds_budget');
  given(chosen)
    .when(reserve('1', today))
    .thenExpect(t, [heldToo('1', today)]);
  const counted = [...before, choosing.charged({ cost: '1', hold: '2', released: '1' })];
  given(counted).when(reserve('2.000000001', today)).thenExpect(t, 'amount_exceeds_budget');
});

function fold(events: readonly WalletEvent[]): typeof wallet.initialState {
  return events.reduce<typeof wallet.initialState>(wallet.evolve, wallet.initialState);
}
