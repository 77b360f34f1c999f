import { sharesReached, withAmount, type WatchedSpend } from '../budgets/watched-budget.ts';
import { spendInPeriod, type BudgetSpend } from '../budgets/budget-spends.ts';
import type { HoldBudget } from '../budgets/hold-budget.ts';
import { eurFromNano, nanoFromEur } from '../money.ts';
import type { WalletEvent, WalletEventOf } from '../wallet-events.ts';
import { spendOf, type KeySpend, type WalletState } from '../wallet-state.ts';

/**
 * Shares of budgets that charges have reached, recorded with the event that reaches them: a charge, or the first hold that
 * names a lowered amount. Holds themselves are not counted, because most of them are released.
 */

type Report = WalletEventOf<'BudgetReached'>;
type Budget = Pick<Report['data'], 'key_id' | 'budget_id' | 'subject' | 'per' | 'zone'>;

/** The budgets in which a hold or a charge counts, besides the key's `budget_eur`. */
function budgetsOf({ data }: WalletEvent, { reservations, awaited }: WalletState): readonly HoldBudget[] {
  if (!('reservation_id' in data)) return [];
  if ('budgets' in data && data.budgets !== undefined) return data.budgets;
  return (reservations.get(data.reservation_id) ?? awaited.get(data.reservation_id))?.budgets ?? [];
}

/** Whether a hold or a charge reaches a share that was not reported. Spares nearly all of them a second fold. */
export function reachesShare(event: WalletEvent, state: WalletState): boolean {
  const { data } = event;
  if (!('key_id' in data)) return false;
  const budgets = budgetsOf(event, state);
  const spend = spendOf(state, data.key_id);
  if (budgets.length === 0 && spend.watched === undefined && !('key_budget_eur' in data)) return false;
  const cost = 'cost_eur' in data ? nanoFromEur(data.cost_eur) : 0n;
  const reaches = ({ settled, watched }: WatchedSpend, named: string | undefined): boolean => {
    const next = { settled: settled + cost, ...(watched !== undefined && { watched }) };
    return sharesReached(named === undefined ? next : withAmount(next, named)).length > 0;
  };
  const isHold = event.type === 'CreditReserved';
  if (reaches(spend, isHold ? event.data.key_budget_eur : undefined)) return true;
  return budgets.some((budget) =>
    reaches(spendInPeriod(state.budgetSpends, budget), isHold ? budget.amount_eur : undefined),
  );
}

/** What is to be reported of the budgets in which events count; `before`, `after`: them. */
export function budgetReports(
  events: readonly WalletEvent[],
  before: WalletState,
  after: WalletState,
): readonly Report[] {
  const budgets = new Map<string, () => readonly Report[]>();
  for (const event of events) {
    if (!('key_id' in event.data)) continue;
    const { key_id } = event.data;
    budgets.set(key_id, () => reportsOf({ key_id, subject: 'key', per: 'total' }, spendOf(after, key_id)));
    for (const { budget_id, subject, per, zone } of budgetsOf(event, before)) {
      const budget = { key_id, budget_id, subject, per, ...(zone !== undefined && { zone }) };
      budgets.set(budget_id, () => reportsOf(budget, after.budgetSpends.get(budget_id)));
    }
  }
  return [...budgets.values()].flatMap((reports) => reports());
}

/** The report that is due for the budget of a recorded one; `undefined`: none. */
export function dueReport({ data }: Report, state: WalletState): Report | undefined {
  const { key_id, budget_id, subject, per, zone } = data;
  const spend = budget_id === undefined ? spendOf(state, key_id) : state.budgetSpends.get(budget_id);
  const which = budget_id === undefined ? {} : { budget_id };
  return reportsOf({ key_id, ...which, subject, per, ...(zone !== undefined && { zone }) }, spend)[0];
}

function reportsOf(budget: Budget, spend: BudgetSpend | KeySpend | undefined): readonly Report[] {
  const watched = spend?.watched;
  if (spend === undefined || watched === undefined) return [];
  const period = 'ends_at' in spend ? { starts_at: spend.starts_at, ends_at: spend.ends_at } : {};
  const sums = { budget_eur: eurFromNano(watched.amount), spent_eur: eurFromNano(spend.settled) };
  return sharesReached(spend).map((percent) => ({
    type: 'BudgetReached',
    data: { ...budget, ...period, percent, ...sums },
  }));
}
