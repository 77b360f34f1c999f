import { z } from 'zod';
import { budgetProfilesSchema, perSchema, zoneSchema, type Budget } from '../../domain/budgets/budget.ts';
import { timeIn } from '../../domain/budgets/budget-period.ts';
import { spendInPeriod } from '../../domain/budgets/budget-spends.ts';
import { holdBudgetsAt } from '../../domain/budgets/hold-budget.ts';
import { eurFromNano, larger, nanoFromEur } from '../../domain/money.ts';
import { initialWallet, type WalletState } from '../../domain/wallet-state.ts';
import { actorOutput, amountOutput, idOutput, levelOutput, timeOutput, type Shown } from '../outputs.ts';

/** A higher amount for a while. */
export const raiseOutput = z
  .strictObject({
    amount_eur: amountOutput,
    until: timeOutput.describe('From then on the amount of the budget applies again.'),
    reason: z.string(),
    by: actorOutput.optional(),
  })
  .meta({ id: 'BudgetRaise' });

/** A budget of a key or a user. */
export const budgetOutput = z
  .strictObject({
    budget_id: idOutput,
    amount_eur: amountOutput.describe('Most that may be spent in one period, open holds included.'),
    per: perSchema,
    zone: zoneSchema.optional(),
    profiles: budgetProfilesSchema.optional().describe('Only requests for these count; absent: all.'),
    raised: raiseOutput.optional(),
    set_by: levelOutput.optional().describe('The level that set it; only of a user.'),
    spent_eur: amountOutput.optional().describe('Charged in this period; absent where it was not looked up.'),
    held_eur: amountOutput.optional().describe('Held by running requests.'),
    left_eur: amountOutput.optional(),
    renews_at: timeOutput.optional().describe('When the next period begins; absent with `per` total.'),
  })
  .meta({ id: 'Budget', description: 'What may be spent in a day, a week, a month or in total.' });

/** Budgets with what counts in their current periods in a wallet; `null`: it was never opened. */
export function shownBudgets(
  budgets: readonly Budget[],
  wallet: WalletState | null,
  now: number,
): readonly Shown<typeof budgetOutput>[] {
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
