import { eurFromNano, larger, nanoFromEur, type NanoEur } from '../money.ts';
import type { DirectoryEntry } from '../scopes/directory-entry.ts';
import { spendOf, type WalletState } from '../wallet-state.ts';
import { timeIn, type BudgetPer } from './budget-period.ts';
import type { Budget } from './budget.ts';
import { spendInPeriod, type BudgetSpend } from './budget-spends.ts';
import { budgetOfCaller, keyBudgetAt, type WhoseBudget } from './caller-budgets.ts';
import { holdBudgetsAt, type HoldBudget } from './hold-budget.ts';

/** A budget as its callers see it: with what is left, and not with who has spent the rest. */
export interface BudgetRest {
  /** `key`: the key's own. `parent_key`: of a key that made it. `person`: of all keys of the person. */
  readonly of: WhoseBudget['of'];
  readonly per: BudgetPer;
  readonly zone?: string;
  /** Absent: it counts all requests. */
  readonly profiles?: readonly string[];
  readonly amount_eur: string;
  readonly left_eur: string;
  /** RFC 3339, with the offset of the zone. Absent with `total`. */
  readonly renews_at?: string;
}

/** The budgets that requests of a caller count in, by its wallet at `now`, milliseconds since 1970. */
export function budgetRests(caller: DirectoryEntry, state: WalletState, now: number): readonly BudgetRest[] {
  const { key, principal } = caller;
  const ofPerson = Object.values(principal.budgets_by ?? {}).flat();
  const ofLife = key.budget_eur === null ? [] : [restOfLife(caller, key.budget_eur, state, now)];
  return [...ofLife, ...[...(key.budgets ?? []), ...ofPerson].flatMap((budget) => restOf(caller, budget, state, now))];
}

function restOfLife({ key }: DirectoryEntry, budgetEur: string, state: WalletState, now: number): BudgetRest {
  const amount = keyBudgetAt(key, budgetEur, now);
  return { of: 'key', per: 'total', ...leftOf(amount, spendOf(state, key.key_id)) };
}

function restOf(caller: DirectoryEntry, budget: Budget, state: WalletState, now: number): readonly BudgetRest[] {
  const { budget_id, profiles } = budget;
  const { of } = budgetOfCaller(caller, budget_id) ?? { of: 'key' };
  // Whatever profiles it counts.
  const asked = holdBudgetsAt({ subject: 'key', budgets: [budget] }, profiles ?? [], now);
  return asked.map((each) => budgetRest({ of, profiles }, each, state));
}

/** What is left of a budget in the period in which a hold would count. */
export function budgetRest(
  { of, profiles }: { readonly of: BudgetRest['of']; readonly profiles: readonly string[] | undefined },
  asked: HoldBudget,
  state: Pick<WalletState, 'budgetSpends'>,
): BudgetRest {
  const { per, zone } = asked;
  const { ends_at, ...spend } = spendInPeriod(state.budgetSpends, asked);
  return {
    of,
    per,
    ...(zone !== undefined && { zone }),
    ...(profiles !== undefined && { profiles }),
    ...leftOf(nanoFromEur(asked.amount_eur), spend),
    ...(zone !== undefined && ends_at !== undefined && { renews_at: timeIn(zone, ends_at) }),
  };
}

function leftOf(amount: NanoEur, { settled, reserved }: Pick<BudgetSpend, 'settled' | 'reserved'>) {
  return { amount_eur: eurFromNano(amount), left_eur: eurFromNano(larger(amount - settled - reserved, 0n)) };
}
