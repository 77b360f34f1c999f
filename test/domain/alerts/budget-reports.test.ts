import { strict as assert } from 'node:assert';
import test from 'ava';
import * as fc from 'fast-check';
import type { HoldBudget } from '../../../src/domain/budgets/hold-budget.ts';
import { nanoFromEur } from '../../../src/domain/money.ts';
import type { WalletCommand } from '../../../src/domain/wallet-commands.ts';
import { closingOf, stateOfClosing } from '../../../src/domain/wallet-closing.ts';
import { wallet } from '../../../src/domain/wallet.ts';
import type { WalletEvent } from '../../../src/domain/wallet-events.ts';
import * as attempting from '../../_support/attempt-vocabulary.ts';
import { budget, keyReached, reached } from '../../_support/budget-vocabulary.ts';
import { propertyRuns } from '../../_support/property-runs.ts';
import { anyHistory, historyOf } from '../../_support/wallet-history.ts';
import * as the from '../../_support/wallet-vocabulary.ts';

/** Shares of budgets are reported once in a period, in the append of the event that reaches them. */

const today = budget('day', '10');
const tomorrow = budget('day', '10', '2026-11-29T12:00:00Z');
const raised = budget('day', '20');
const lowered = budget('day', '4');
const held = (n: number): string => the.id('e', n);

const hold = (n: number, amount: string, ...budgets: readonly HoldBudget[]): WalletCommand =>
  the.reserve(amount, { reservationId: held(n), budgets });
const charge = (n: number, cost: string): WalletCommand => the.settle(cost, { reservationId: held(n) });
/** A hold and its charge. */
const spend = (n: number, cost: string, ...budgets: readonly HoldBudget[]): readonly WalletCommand[] => [
  hold(n, cost, ...budgets),
  charge(n, cost),
];

/** What is recorded by the last of these commands, in a funded wallet. */
function last(...commands: readonly WalletCommand[]): readonly WalletEvent[] {
  return historyOf([the.open, the.credit('100'), ...commands]).at(-1)?.events ?? [];
}
const reports = (events: readonly WalletEvent[] | undefined): readonly WalletEvent[] =>
  (events ?? []).filter(({ type }) => type === 'BudgetReached');
/** What the last of these commands reports. */
const reportsOf = (...commands: readonly WalletCommand[]): readonly WalletEvent[] => reports(last(...commands));

test('a charge that reaches a share of a budget reports it, to the nano-euro, and a hold does not', (t) => {
  t.deepEqual(reportsOf(hold(1, '10', today)), []);
  t.deepEqual(reportsOf(...spend(1, '4.999999999', today)), []);
  const events = last(...spend(1, '5', today));
  t.is(events[0]?.type, 'ReservationSettled');
  t.deepEqual(events.slice(1), [reached(50, today, '5')]);
  t.deepEqual(reportsOf(...spend(1, '5', today), ...spend(2, '2.999999999', today)), []);
  t.deepEqual(reportsOf(...spend(1, '5', today), ...spend(2, '3', today)), [reached(80, today, '8')]);
});

test('a charge that reaches several shares at once reports each', (t) => {
  t.deepEqual(reportsOf(...spend(1, '9', today)), [reached(50, today, '9'), reached(80, today, '9')]);
  const all = [reached(50, today, '12'), reached(80, today, '12'), reached(100, today, '12')];
  t.deepEqual(reportsOf(hold(1, '10', today), charge(1, '12')), all, 'beyond its hold too');
});

test('each budget in which a charge counts is reported by itself', (t) => {
  const month = budget('month', '20');
  t.deepEqual(reportsOf(...spend(1, '10', today, month)), [
    reached(50, today, '10'),
    reached(80, today, '10'),
    reached(100, today, '10'),
    reached(50, month, '10'),
  ]);
});

test('a new period begins anew', (t) => {
  const yesterday = spend(1, '9', today);
  t.deepEqual(reportsOf(...yesterday, ...spend(2, '4', tomorrow)), []);
  t.deepEqual(reportsOf(...yesterday, ...spend(2, '5', tomorrow)), [reached(50, tomorrow, '5')]);
});

test('a late charge is reported for the period of its hold, until a later one has begun', (t) => {
  t.deepEqual(reportsOf(hold(1, '6', today), charge(1, '6')), [reached(50, today, '6')]);
  t.deepEqual(reportsOf(hold(1, '6', today), hold(2, '1', tomorrow), charge(1, '6')), []);
  const givenUp = [the.flag(held(1), 'process_unknown'), { ...the.release(held(1)), resolvedBy: 'rule' as const }];
  t.deepEqual(reportsOf(hold(1, '6', today), ...givenUp, charge(1, '6')), [reached(50, today, '6')]);
});

test('a raised budget reports the shares that are left, by its new amount', (t) => {
  const before = spend(1, '6', today);
  t.deepEqual(reportsOf(...before, ...spend(2, '5', raised)), [], 'half of it was reported');
  t.deepEqual(reportsOf(...before, ...spend(2, '10', raised)), [reached(80, raised, '16')]);
  // The charge of a hold that was made before counts by the amount that a newer hold has named.
  t.deepEqual(reportsOf(hold(1, '9', today), hold(2, '1', raised), charge(1, '9')), []);
});

test('what is held for a failed attempt names no amount: that was in force when its request was held', (t) => {
  const apart = the.id('7', 1);
  const failed = attempting.fail('2', { reservationId: held(1), leftOpen: attempting.leftOpen('5', apart) });
  const commands = [hold(1, '9', today), hold(2, '1', raised), failed];
  t.deepEqual(reportsOf(...commands, the.settle('5', { reservationId: apart })), [], 'a quarter of the raised amount');
});

test('a lowered budget reports what is reached by it with the first hold that names it', (t) => {
  const before = spend(1, '3', today);
  t.deepEqual(reportsOf(...before, hold(2, '1', lowered)), [reached(50, lowered, '3')]);
  t.deepEqual(reportsOf(...before, ...spend(2, '1', lowered)), [reached(80, lowered, '4'), reached(100, lowered, '4')]);
});

test('the budget over the whole life of a key is reported once for each share', (t) => {
  const of = (n: number, cost: string, keyBudget = '10'): readonly WalletCommand[] => [
    the.reserve(cost, { reservationId: held(n), keyBudget: the.eur(keyBudget) }),
    charge(n, cost),
  ];
  t.deepEqual(reportsOf(...of(1, '6')), [keyReached(50, '10', '6')]);
  t.deepEqual(reportsOf(...of(1, '6'), ...of(2, '2')), [keyReached(80, '10', '8')]);
  t.deepEqual(reportsOf(...of(1, '6'), ...of(2, '2', '20')), []);
  t.deepEqual(reportsOf(...of(1, '6'), ...of(2, '10', '20')), [keyReached(80, '20', '16')]);
  t.deepEqual(reportsOf(...spend(1, '6')), [], 'without a budget');
});

test('a budget of nothing is not reported before something is charged', (t) => {
  const nothing = budget('day', '0');
  t.deepEqual(reportsOf(...spend(1, '0', nothing)), []);
});

test('a wallet that begins from its closing reports nothing again', (t) => {
  const steps = historyOf([the.open, the.credit('100'), ...spend(1, '6', today), hold(2, '4', today)]);
  const [closing] = closingOf(steps.at(-1)?.after ?? wallet.initialState, 9, { credits: new Set(), debits: new Set() });
  if (closing === undefined) throw new Error('one part');
  const decision = wallet.decide(charge(2, '3'), stateOfClosing([closing], closing));
  t.deepEqual(reports(decision.accepted ? decision.events : []), [reached(80, today, '9')]);
});

/** What a budget has come to in a period, told again from the events. */
interface Told {
  amount: bigint;
  spent: bigint;
  readonly shares: number[];
}

/** Sums and shares of periods, by an own reading of the events. A period counts until a later one of its budget is there. */
class Reader {
  readonly periods = new Map<string, Told>();
  readonly #newest = new Map<string, string>();
  readonly #held = new Map<string, readonly string[]>();

  /** The shares that are reached and were not before. */
  read(events: readonly WalletEvent[]): readonly string[] {
    for (const { type, data } of events) {
      if (type === 'CreditReserved') this.#hold(data);
      else if ('cost_eur' in data) this.#charge(data.reservation_id, data.key_id, nanoFromEur(data.cost_eur));
    }
    return [...this.periods].flatMap(([name, told]) => {
      const isNew = (share: number): boolean =>
        !told.shares.some((other) => other >= share) &&
        told.spent > 0n &&
        told.amount >= 0n &&
        told.spent * 100n >= told.amount * BigInt(share);
      const shares = [50, 80, 100].filter(isNew);
      told.shares.push(...shares);
      return shares.map((share) => `${name} ${share}`);
    });
  }

  #hold(data: Extract<WalletEvent, { type: 'CreditReserved' }>['data']): void {
    const names = (data.budgets ?? []).map(({ budget_id, starts_at = '' }) => `${budget_id} ${starts_at}`);
    this.#held.set(data.reservation_id, names);
    if (data.attempt_of !== undefined || data.is_selection !== undefined) return;
    if (data.key_budget_eur !== undefined) this.#period(data.key_id).amount = nanoFromEur(data.key_budget_eur);
    for (const [index, { budget_id, amount_eur }] of (data.budgets ?? []).entries()) {
      const name = names[index] ?? '';
      this.#newest.set(budget_id, name);
      this.#period(name).amount = nanoFromEur(amount_eur);
    }
  }

  #charge(reservationId: string, keyId: string, cost: bigint): void {
    this.#period(keyId).spent += cost;
    for (const name of this.#held.get(reservationId) ?? []) {
      const [budgetId = ''] = name.split(' ');
      if (this.#newest.get(budgetId) === name) this.#period(name).spent += cost;
    }
  }

  #period(name: string): Told {
    const told = this.periods.get(name) ?? { amount: -1n, spent: 0n, shares: [] };
    this.periods.set(name, told);
    return told;
  }
}

test('in any history, each share of a period is reported once, with the event at which the sum reaches it', (t) => {
  let found = 0;
  fc.assert(
    fc.property(anyHistory, (history) => {
      const reader = new Reader();
      const once = new Set<string>();
      for (const { events } of history) {
        const told = events.flatMap(({ type, data }) => {
          if (type !== 'BudgetReached') return [];
          const { key_id, budget_id, starts_at = '', percent } = data;
          return [`${budget_id === undefined ? key_id : `${budget_id} ${starts_at}`} ${percent}`];
        });
        assert.deepEqual(told.toSorted(), reader.read(events).toSorted());
        for (const each of told) assert.ok(!once.has(each), each);
        for (const each of told) once.add(each);
      }
      found += once.size;
    }),
    { numRuns: propertyRuns(500) },
  );
  t.true(found > 0);
});
