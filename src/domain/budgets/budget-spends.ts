import type { KeyedValues } from '../keyed-values/keyed-values.ts';
import { nanoFromEur, type NanoEur } from '../money.ts';
import { withAmount, type WatchedBudget } from './watched-budget.ts';
import type { HoldBudget } from './hold-budget.ts';

/** What counts in the newest period of a budget, nano-euro. The times are absent for a budget over all time. */
export interface BudgetSpend extends Pick<HoldBudget, 'starts_at' | 'ends_at'> {
  readonly settled: NanoEur;
  readonly reserved: NanoEur;
  /** Absent: no hold has named its amount. */
  readonly watched?: WatchedBudget;
}

/** By budget id. Only the newest period of each is kept: nothing is decided by an earlier one. */
export type BudgetSpends = KeyedValues<BudgetSpend>;

/**
 * What counts in the period in which a hold would count. That is the period asked for, or the newest known one, unless
 * the asked one begins nearer to its end than to its begin: a period never goes back, whatever a clock says. They
 * overlap only where the data of a zone have changed.
 */
export function spendInPeriod(spends: BudgetSpends, { budget_id, starts_at, ends_at }: HoldBudget): BudgetSpend {
  const known = spends.get(budget_id);
  if (known !== undefined && (starts_at === undefined || !isNext(known, starts_at))) return known;
  return { ...(starts_at !== undefined && { starts_at, ends_at }), settled: 0n, reserved: 0n };
}

function isNext({ starts_at: begin, ends_at: end }: BudgetSpend, startsAt: string): boolean {
  if (begin === undefined || end === undefined) return false;
  return startsAt >= end || (startsAt > begin && 2 * Date.parse(startsAt) > Date.parse(begin) + Date.parse(end));
}

/** The budgets with the periods in which a hold that asks for them counts. */
export function budgetsHeld(spends: BudgetSpends, budgets: readonly HoldBudget[]): HoldBudget[] {
  return budgets.map((budget) => {
    const { starts_at, ends_at } = spendInPeriod(spends, budget);
    return { ...budget, ...(starts_at !== undefined && { starts_at, ends_at }) };
  });
}

/** The first budget that `more` would exceed; `null`: none. */
export function exceededBudget(spends: BudgetSpends, budgets: readonly HoldBudget[], more: NanoEur): HoldBudget | null {
  const isExceeded = (budget: HoldBudget): boolean => {
    const { settled, reserved } = spendInPeriod(spends, budget);
    return settled + reserved + more > nanoFromEur(budget.amount_eur);
  };
  return budgets.find(isExceeded) ?? null;
}

/** Those of a hold's budgets whose period has not made way to a later one: in the others nothing is decided any more. */
export function stillCounted(spends: BudgetSpends, budgets: readonly HoldBudget[]): readonly HoldBudget[] {
  return budgets.filter((budget) => spendInPeriod(spends, budget).starts_at === budget.starts_at);
}

/** The spends after a change of what a hold with these budgets counts. */
export function withCounted(
  spends: BudgetSpends,
  budgets: readonly HoldBudget[],
  change: Pick<BudgetSpend, 'settled' | 'reserved'>,
): BudgetSpends {
  return stillCounted(spends, budgets).reduce((after, budget) => {
    const spend = spendInPeriod(after, budget);
    const sums = { settled: spend.settled + change.settled, reserved: spend.reserved + change.reserved };
    return after.with(budget.budget_id, { ...spend, ...sums });
  }, spends);
}

/** The spends after a request with these budgets was held. */
export function withAmounts(spends: BudgetSpends, budgets: readonly HoldBudget[]): BudgetSpends {
  return budgets.reduce(
    (after, budget) => after.with(budget.budget_id, withAmount(spendInPeriod(after, budget), budget.amount_eur)),
    spends,
  );
}
