import { budgetOfCaller, keyBudgetAt } from '../../domain/budgets/caller-budgets.ts';
import { budgetRest, type BudgetRest } from '../../domain/budgets/budget-rest.ts';
import { exceededBudget, spendInPeriod, type BudgetSpend } from '../../domain/budgets/budget-spends.ts';
import type { HoldBudget } from '../../domain/budgets/hold-budget.ts';
import { displayEur, eurFromNano, larger, nanoFromEur, type NanoEur } from '../../domain/money.ts';
import type { DirectoryEntry } from '../../domain/scopes/directory-entry.ts';
import { spendOf, type WalletState } from '../../domain/wallet-state.ts';

/** A budget that a request would exceed, in the words of its refusal. */
export interface BudgetTerms {
  /** The budget with its amount, e.g. `budget of the key, € 5.00 per day`. */
  readonly name: string;
  /** What is left of it: a clause. */
  readonly limit: string;
  /** What the caller can do besides asking for less: a list that goes on one before it. */
  readonly next: string;
  readonly budget: BudgetRest;
}

/** Of a budget that renews, or is raised. */
interface RenewedTerms extends BudgetTerms {
  /** As {@link next}, as a sentence. */
  readonly advice: string;
}

type Spend = Pick<BudgetSpend, 'settled' | 'reserved'>;

/** The budget of the key over its whole life. */
export function exceededKeyBudget({ key }: DirectoryEntry, state: WalletState, now: number): BudgetTerms {
  const amount = keyBudgetAt(key, key.budget_eur ?? '0', now);
  const spend = spendOf(state, key.key_id);
  return {
    name: `budget of the key, ${displayEur(amount)}`,
    limit: leftOf(amount, spend, `the key's budget of ${displayEur(amount)}`),
    next: ', wait for running requests to end, or use a key with a larger budget',
    budget: { of: 'key', per: 'total', amount_eur: eurFromNano(amount), left_eur: eurFromNano(left(amount, spend)) },
  };
}

interface Asked {
  readonly budgets: readonly HoldBudget[];
  readonly more: NanoEur;
  readonly state: WalletState;
}

/** The first budget that `more` would exceed. If none would any more, since its period has just ended, the first of all. */
export function exceededBudgetOf(caller: DirectoryEntry, { budgets, more, state }: Asked): RenewedTerms {
  const asked = exceededBudget(state.budgetSpends, budgets, more) ?? budgets[0];
  if (asked === undefined) throw new RangeError('a request without budgets exceeds none');
  const { of, budget = null } = budgetOfCaller(caller, asked.budget_id) ?? { of: asked.subject };
  const rest = budgetRest({ of, profiles: budget?.profiles }, asked, state);
  const { per, zone, profiles, renews_at: renewsAt } = rest;
  const amount = nanoFromEur(asked.amount_eur);
  const which = `${displayEur(amount)} ${per === 'total' ? 'in total' : `per ${per}`}${ofProfiles(profiles)}`;
  const renewal = `until it renews at ${renewsAt} (${zone}), or ask an administrator to raise it`;
  return {
    name: `budget of ${owners[of]}, ${which}`,
    limit: leftOf(amount, spendInPeriod(state.budgetSpends, asked), `the budget of ${which} of ${owners[of]}`),
    next: renewsAt === undefined ? ', or ask an administrator to raise it' : `, wait ${renewal}`,
    advice: renewsAt === undefined ? 'Ask an administrator to raise it.' : `Wait ${renewal}.`,
    budget: rest,
  };
}

const owners = {
  key: 'the key',
  parent_key: 'the key that made it',
  person: 'the person behind the key',
} as const;

function ofProfiles(profiles: readonly string[] | undefined): string {
  return profiles === undefined ? '' : ` for ${profiles.join(', ')}`;
}

function left(amount: NanoEur, { settled, reserved }: Spend): NanoEur {
  return larger(amount - settled - reserved, 0n);
}

function leftOf(amount: NanoEur, spend: Spend, whole: string): string {
  const held = displayEur(spend.reserved);
  return `${displayEur(left(amount, spend))} are left of ${whole}, with ${held} held by running requests`;
}
