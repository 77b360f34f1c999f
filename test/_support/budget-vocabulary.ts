import * as fc from 'fast-check';
import { periodAt } from '../../src/domain/budgets/budget-period.ts';
import type { HoldBudget } from '../../src/domain/budgets/hold-budget.ts';
import { eurFromNano } from '../../src/domain/money.ts';
import type { WalletEvent, WalletEventOf } from '../../src/domain/wallet-events.ts';
import * as the from './wallet-vocabulary.ts';

/** The words in which the specification of budgets is written, beside those of the wallet. */

const nameOf = {
  day: { budget_id: the.id('6', 1), subject: 'key', per: 'day', zone: 'Europe/Rome' },
  month: { budget_id: the.id('6', 2), subject: 'person', per: 'month', zone: 'UTC' },
  total: { budget_id: the.id('6', 3), subject: 'person', per: 'total' },
} as const;

type Name = keyof typeof nameOf;

/** A budget of a hold at a time, ISO 8601. */
export function budget(of: Name, amount: string, at = '2026-11-28T12:00:00Z'): HoldBudget {
  const name = nameOf[of];
  const period = name.per === 'total' ? {} : periodAt(Date.parse(at), name.per, name.zone);
  return { ...name, ...period, amount_eur: eurFromNano(the.eur(amount)) };
}

/** What counts in budgets. */
export function counting(event: WalletEvent, ...budgets: readonly HoldBudget[]): WalletEvent {
  const { postings, ...data } = (event as WalletEventOf<'CreditReserved'>).data;
  return { type: 'CreditReserved', data: { ...data, budgets: [...budgets], postings } };
}

/** A hold of a key with a budget over its whole life. */
export function ofBudgetedKey(event: WalletEvent, budget: string): WalletEvent {
  const { postings, ...data } = (event as WalletEventOf<'CreditReserved'>).data;
  return { type: 'CreditReserved', data: { ...data, key_budget_eur: eurFromNano(the.eur(budget)), postings } };
}

/** Charges have reached a share of a budget of key A. */
export function reached(
  percent: 50 | 80 | 100,
  { amount_eur: budget_eur, ...held }: HoldBudget,
  spent: string,
): WalletEvent {
  const data = { key_id: the.keyA, ...held, percent, budget_eur, spent_eur: eurFromNano(the.eur(spent)) };
  return { type: 'BudgetReached', data };
}

/** The same, of the key's `budget_eur`. */
export function keyReached(percent: 50 | 80 | 100, budget: string, spent: string): WalletEvent {
  const sums = { budget_eur: eurFromNano(the.eur(budget)), spent_eur: eurFromNano(the.eur(spent)) };
  return { type: 'BudgetReached', data: { key_id: the.keyA, subject: 'key', per: 'total', percent, ...sums } };
}

/** None, or some of three, in periods that clocks tell differently. */
export const anyBudgets: fc.Arbitrary<readonly HoldBudget[]> = fc
  .record({
    names: fc.oneof(fc.constant<Name[]>([]), fc.subarray<Name>(['day', 'month', 'total'])),
    amount: fc.integer({ min: 0, max: 30 }),
    day: fc.integer({ min: 24, max: 30 }),
  })
  .map(({ names, amount, day }) => names.map((name) => budget(name, String(amount), `2026-11-${day}T23:30:00Z`)));
