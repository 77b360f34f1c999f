import type { Budget } from '../../domain/budgets/budget.ts';
import { timeIn } from '../../domain/budgets/budget-period.ts';
import { spendInPeriod } from '../../domain/budgets/budget-spends.ts';
import { holdBudgetsAt } from '../../domain/budgets/hold-budget.ts';
import { eurFromNano, larger, nanoFromEur } from '../../domain/money.ts';
import { initialWallet, type WalletState } from '../../domain/wallet-state.ts';

/** Budgets with what counts in their current periods in a wallet; `null`: it was never opened. */
export function shownBudgets(budgets: readonly Budget[], wallet: WalletState | null, now: number): readonly object[] {
  const { budgetSpends } = wallet ?? initialWallet;
  return budgets.map((budget) => {
    // Whatever profiles it counts.
    const [asked] = holdBudgetsAt({ subject: 'key', budgets: [budget] }, budget.profiles ?? [], now);
    if (asked === undefined) return budget;
    const { settled, reserved, ends_at } = spendInPeriod(budgetSpends, asked);
    const left = larger(nanoFromEur(asked.amount_eur) - settled - reserved, 0n);
    return {
      ...budget,
      spent_eur: eurFromNano(settled),
      held_eur: eurFromNano(reserved),
      left_eur: eurFromNano(left),
      ...(budget.zone !== undefined && ends_at !== undefined && { renews_at: timeIn(budget.zone, ends_at) }),
    };
  });
}
