import { strict as assert } from 'node:assert';
import test from 'ava';
import * as fc from 'fast-check';
import { wallet } from '../../../src/domain/wallet.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import { spendOf } from '../../../src/domain/wallet-state.ts';
import * as alerting from '../../_support/alert-vocabulary.ts';
import { specificationOf } from '../../_support/given-when-then.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { anyHistory } from '../../_support/wallet-history.ts';
import { outcomesOf } from '../../_support/wallet-outcomes.ts';
import * as the from '../../_support/wallet-vocabulary.ts';

const { given } = specificationOf(wallet);

/** Told below three euro; four of the ten are held. */
const watched = [the.opened, the.credited('10'), alerting.walletAlert('3'), the.reserved('4')];
const low = [...watched, the.debited('6'), the.settled({ cost: '2', released: '2', postings: [] })];

test('a hold takes no wallet below its threshold, a charge does, in the same append', (t) => {
  t.deepEqual(outcomesOf(watched, the.reserve('6', { reservationId: the.otherReservation })), ['CreditReserved']);
  t.deepEqual(outcomesOf([...watched, the.debited('6')], the.settle('1')), ['ReservationSettled']);
  t.deepEqual(outcomesOf([...watched, the.debited('6')], the.settle('2')), ['ReservationSettled', 'WalletRanLow']);
  t.deepEqual(outcomesOf([the.opened, the.credited('10'), alerting.walletAlert('3')], the.debit('8')), [
    'WalletDebited',
    'WalletRanLow',
  ]);
});

test('a low wallet raises no second alert until a credit has raised its balance above the threshold', (t) => {
  const told = [...low, alerting.walletLow('3', '2.000000000')];
  t.deepEqual(outcomesOf(told, the.debit('1', the.id('f', 7))), ['WalletDebited']);
  const little = [...told, the.credited('0.5', the.id('f', 8))];
  t.deepEqual(outcomesOf(little, the.debit('1', the.id('f', 7))), ['WalletDebited']);
  const enough = [...told, the.credited('1', the.id('f', 8))];
  t.deepEqual(outcomesOf(enough, the.debit('1', the.id('f', 7))), ['WalletDebited', 'WalletRanLow']);
});

test('a threshold above the balance raises an alert at once, and the same threshold again does not', (t) => {
  given([the.opened, the.credited('10')])
    .when(alerting.tellBelow('11'))
    .thenExpect(t, [alerting.walletAlert('11'), alerting.walletLow('11', '10.000000000')]);
  const told = [the.opened, the.credited('10'), alerting.walletAlert('11'), alerting.walletLow('11', '10.000000000')];
  given(told).when(alerting.tellBelow('11')).thenExpect(t, []);
  t.deepEqual(outcomesOf(told, alerting.tellBelow('12')), ['WalletAlertSet', 'WalletRanLow']);
  t.deepEqual(outcomesOf([...told, alerting.walletAlert(null)], the.debit('1')), ['WalletDebited']);
});

test('a budget raises one alert when no more than its threshold is left to spend', (t) => {
  const budgeted = [the.opened, the.credited('10'), alerting.budgetAlert('5', '2'), the.reserved('4')];
  t.deepEqual(outcomesOf(budgeted, the.settle('2.999999999')), ['ReservationSettled']);
  t.deepEqual(outcomesOf(budgeted, the.settle('3')), ['ReservationSettled', 'BudgetRanLow']);
  const settled = the.settled({ cost: '3', released: '1', postings: [] });
  const told = [...budgeted, settled, alerting.budgetLow('5', '2', '3.000000000'), the.reserved('1')];
  t.deepEqual(outcomesOf(told, the.settle('1')), ['ReservationSettled']);
  t.deepEqual(outcomesOf(told, alerting.tellBudget('4', '2')), ['BudgetAlertSet', 'BudgetRanLow']);
  t.deepEqual(outcomesOf(told, alerting.tellBudget('5', '1')), ['BudgetAlertSet']);
  t.deepEqual(outcomesOf([...told, alerting.budgetAlert('5', null)], the.settle('1')), ['ReservationSettled']);
});

test('the narrower of two budgets is watched, in either order of the commands', (t) => {
  const narrowed = [the.opened, the.credited('10'), alerting.budgetAlert('4', '2')];
  given(narrowed).when(alerting.tellBudget('5', '2')).thenExpect(t, []);
  given(narrowed)
    .when(alerting.tellBudget('5', '1'))
    .thenExpect(t, [alerting.budgetAlert('4', '1')]);
  given(narrowed)
    .when(alerting.tellBudget('3', '2'))
    .thenExpect(t, [alerting.budgetAlert('3', '2')]);
});

test('each crossing of a threshold raises one alert, in the append of the event that crosses it, in any history', (t) => {
  t.notThrows(() => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        let isBelow = false;
        for (const { command, before, after, events } of history) {
          if (command.type === 'set_wallet_alert' && events.length > 0) isBelow = false;
          const told = events.filter(({ type }) => type === 'WalletRanLow').length;
          const isNow = after.lowBelow !== null && after.posted < after.lowBelow;
          assert.equal(told, isNow && !isBelow ? 1 : 0);
          isBelow = isNow;
          for (const event of events) {
            if (event.type !== 'BudgetRanLow') continue;
            const { key_id, budget_eur, left_eur } = event.data;
            assert.ok(nanoFromEur(budget_eur) - spendOf(after, key_id).settled <= nanoFromEur(left_eur));
            const wasSet = command.type === 'set_budget_alert';
            assert.ok(wasSet || spendOf(before, key_id).alert?.isReported === false);
          }
          for (const [, { alert, settled }] of after.spendByKey.entries()) {
            if (alert !== undefined) assert.equal(alert.isReported, alert.budget - settled <= alert.left);
          }
        }
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});
