import type { NanoEur } from '../money.ts';
import type { DirectoryEntry } from '../scopes/directory-entry.ts';
import { amountInForce, type Budget } from './budget.ts';
import { holdBudgetsAt, type HoldBudget } from './hold-budget.ts';

type Caller = Pick<DirectoryEntry, 'key' | 'principal'>;

/**
 * The budgets of a caller that count a request for one of `profiles`, at `now`, milliseconds since 1970: those of the key and
 * of the keys that made it, and those that any level has set for the person. Without `profiles`: those that count all requests.
 */
export function callerBudgets(
  { key, principal }: Caller,
  profiles: readonly string[],
  now: number,
): readonly HoldBudget[] {
  const ofPerson = Object.values(principal.budgets_by ?? {}).flat();
  return [
    ...holdBudgetsAt({ subject: 'key', budgets: key.budgets ?? [] }, profiles, now),
    ...holdBudgetsAt({ subject: 'person', budgets: ofPerson }, profiles, now),
  ];
}

/** What a key with a budget over its whole life may ever spend, at `now`, milliseconds since 1970. */
export function keyBudgetAt(key: Caller['key'], amount_eur: string, now: number): NanoEur {
  const { budget_raised: raised } = key;
  return amountInForce({ amount_eur, ...(raised !== undefined && { raised }) }, now);
}

/** A budget of a caller, and whose it is. */
export interface WhoseBudget {
  readonly of: 'key' | 'parent_key' | 'person';
  readonly budget: Budget;
}

/** `null`: the caller has none by this id any more. */
export function budgetOfCaller({ key, parents = [], principal }: DirectoryEntry, budgetId: string): WhoseBudget | null {
  const isIt = ({ budget_id }: Budget): boolean => budget_id === budgetId;
  const ofParent = parents.flatMap(({ budgets = [] }) => budgets).find(isIt);
  if (ofParent !== undefined) return { of: 'parent_key', budget: ofParent };
  const ofKey = key.budgets?.find(isIt);
  if (ofKey !== undefined) return { of: 'key', budget: ofKey };
  const ofPerson = Object.values(principal.budgets_by ?? {})
    .flat()
    .find(isIt);
  return ofPerson === undefined ? null : { of: 'person', budget: ofPerson };
}
