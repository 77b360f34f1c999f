import type { ApiKeyChangeEvent } from '../scopes/api-key-change-events.ts';
import { accept, refuse, type Decision } from '../decider.ts';
import {
  isRaisedSo,
  raisedBy,
  refusalToRaise,
  withRaise,
  type Budget,
  type BudgetRaise,
  type RaiseFault,
  type NewRaise,
} from './budget.ts';

/** The budgets of a key. */
export interface BudgetedKey {
  readonly budget_eur: string | null;
  /** A raise of `budget_eur`; absent: there was none. */
  readonly budget_raised?: BudgetRaise;
  /** Further budgets; absent: none. */
  readonly budgets?: readonly Budget[] | undefined;
}

/** Raises a budget for a while. `budgetId`: absent for `budget_eur`. */
export interface RaiseKeyBudget {
  readonly type: 'raise_key_budget';
  readonly budgetId?: string;
  readonly raise: NewRaise;
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

type Raised = Extract<ApiKeyChangeEvent, { readonly type: 'ApiKeyBudgetRaised' }>;

export function raiseKeyBudget(
  { budgetId, raise }: RaiseKeyBudget,
  key: BudgetedKey,
  data: { readonly key_id: string; readonly actor?: string },
): Decision<Raised, RaiseFault> {
  const { budget_eur: amount_eur, budget_raised: raised } = key;
  const ofLife = amount_eur === null ? undefined : { amount_eur, raised };
  const found = budgetId === undefined ? ofLife : key.budgets?.find(({ budget_id }) => budget_id === budgetId);
  const refusal = refusalToRaise(found, raise);
  if (refusal !== null) return refuse(refusal);
  if (isRaisedSo(found?.raised, raise)) return accept();
  const which = budgetId === undefined ? {} : { budget_id: budgetId };
  return accept({ type: 'ApiKeyBudgetRaised', data: { ...data, ...which, ...raise } });
}

export function evolveKeyBudgetRaised<Key extends BudgetedKey>(
  key: Key,
  { budget_id, actor, ...raise }: Raised['data'],
): Key {
  if (budget_id === undefined) return { ...key, budget_raised: raisedBy(raise, actor) };
  return { ...key, budgets: withRaise(key.budgets ?? [], budget_id, { raise, actor }) };
}
