import { budgetsHeld, exceededBudget } from '../../domain/budgets/budget-spends.ts';
import { eurFromNano, nanoFromEur } from '../../domain/money.ts';
import type { WalletEventOf } from '../../domain/wallet-events.ts';
import type { WalletState } from '../../domain/wallet-state.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

/**
 * What is wrong with the budgets of a hold; `null`: each counts in the newest period of its budget or in a later one, and
 * none is exceeded. `state`: before the event. What is held apart for a call that a hold already counted is not new.
 */
export function budgetMismatch(
  { amount_eur, budgets, attempt_of, is_selection }: WalletEventOf<'CreditReserved'>['data'],
  { budgetSpends }: WalletState,
): Mismatch | null {
  if (budgets === undefined || attempt_of !== undefined || is_selection === true) return null;
  const expected = budgetsHeld(budgetSpends, budgets).find((held, nth) => held.starts_at !== budgets[nth]?.starts_at);
  if (expected !== undefined) {
    const found = budgets.find(({ budget_id }) => budget_id === expected.budget_id)?.starts_at;
    return mismatch('budget', `a period from ${expected.starts_at}`, `one from ${found}`);
  }
  const exceeded = exceededBudget(budgetSpends, budgets, nanoFromEur(amount_eur));
  if (exceeded === null) return null;
  const { settled = 0n, reserved = 0n } = budgetSpends.get(exceeded.budget_id) ?? {};
  const before = eurFromNano(settled + reserved);
  return mismatch('budget', `at most ${exceeded.amount_eur} in a period`, `${before} and then ${amount_eur}`);
}
