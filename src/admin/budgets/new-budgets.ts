import { z } from 'zod';
import {
  budgetProfilesSchema,
  budgetsMax,
  isSameBudget,
  type Budget,
  type BudgetName,
} from '../../domain/budgets/budget.ts';
import { budgetPers, zoneNamed, zoneNamePattern } from '../../domain/budgets/budget-period.ts';
import { GatewayError } from '../../errors.ts';
import { levelInput } from '../calling/own-level.ts';
import { eventAmount, moneyInput, uuidInput } from '../inputs.ts';
import { timeOutput } from '../outputs.ts';
import { canonicalText } from '../run-operation.ts';

/** What names one of several budgets. */
export const budgetNameInput = {
  per: z.enum(budgetPers).describe('A day, a week from Monday or a month of the zone; `total`: all time.'),
  zone: z
    .string()
    .regex(zoneNamePattern, 'the name of a time zone, e.g. Europe/Rome')
    .max(64)
    .optional()
    .describe('IANA time zone by whose calendar periods begin. Absent: UTC. Not with `total`.'),
  profiles: budgetProfilesSchema.optional().describe('Only requests for these profiles count. Absent: all requests.'),
};

const told = <Schema extends z.ZodType>(schema: Schema) => schema.optional().meta({ readOnly: true });

/** What a budget that was read tells. It may be sent back as it is, and changes nothing. */
const toldInput = {
  budget_id: told(uuidInput),
  raised: told(z.looseObject({})),
  set_by: levelInput,
  spent_eur: told(moneyInput),
  held_eur: told(moneyInput),
  left_eur: told(moneyInput),
  renews_at: told(timeOutput),
};

const budgetInput = z.strictObject({
  amount_eur: moneyInput.describe('Maximum cost of all requests of one period.'),
  ...budgetNameInput,
});
const changedBudgetInput = budgetInput.extend(toldInput);

/** Budgets of something new. */
export const budgetsInput = z.array(budgetInput).max(budgetsMax);
/** Budgets of something that has some already: they may be sent as they were read. */
export const changedBudgetsInput = z.array(changedBudgetInput).max(budgetsMax);

type AskedBudget = z.infer<typeof budgetInput>;

/**
 * Budgets to be changed, without what they only tell. Raises `invalid_value` for an id or a raise that differs from the known
 * budget of the same name: it would be thought to be changed.
 */
export function budgetsAsRead(
  asked: readonly z.infer<typeof changedBudgetInput>[],
  known: readonly Budget[] = [],
): readonly AskedBudget[] {
  return asked.map(({ amount_eur, per, zone, profiles, budget_id, raised }, nth) => {
    const budget = { amount_eur, per, zone, profiles };
    const before = known.find((each) => isSameBudget(each, budgetName(budget, `budgets.${nth}.zone`)));
    const isItsOwn = budget_id === undefined || budget_id === before?.budget_id;
    const isRaisedSo = raised === undefined || canonicalText(raised) === canonicalText(before?.raised);
    if (isItsOwn && isRaisedSo) return budget;
    const name = isItsOwn ? 'raised' : 'budget_id';
    throw invalid(`\`${name}\` of a budget differs from the record, and is not set here. Leave it out.`, 'budgets');
  });
}

/** Raises `invalid_value` for an unknown zone, and for one of a budget over all time. `param`: the member that the zone is. */
export function budgetName({ per, zone, profiles }: Pick<AskedBudget, keyof BudgetName>, param = 'zone'): BudgetName {
  if (per === 'total' && zone !== undefined) throw invalid('A budget over all time has no `zone`.', param);
  const named = per === 'total' ? undefined : zoneNamed(zone ?? 'UTC');
  if (named === null) throw invalid('`zone` must be an IANA time zone, such as `Europe/Rome`.', param);
  return {
    per,
    ...(named !== undefined && { zone: named }),
    ...(profiles !== undefined && { profiles: [...new Set(profiles)].toSorted() }),
  };
}

/** Budgets to be set, each with a new id. Raises `invalid_value`, also for two that differ by their amount alone. */
export function newBudgets(asked: readonly AskedBudget[], createId: () => string): readonly Budget[] {
  const budgets = asked.map(({ amount_eur, ...name }, nth) => ({
    budget_id: createId(),
    amount_eur: eventAmount(amount_eur),
    ...budgetName(name, `budgets.${nth}.zone`),
  }));
  const isTwice = (budget: Budget, nth: number): boolean =>
    budgets.slice(0, nth).some((before) => isSameBudget(before, budget));
  if (budgets.some(isTwice)) throw invalid('Two budgets have the same `per`, `zone` and `profiles`.', 'budgets');
  return budgets;
}

/** Budgets of a key: one over all time for all requests is its `budget_eur`. Raises `invalid_value`. */
export function keyBudgets(
  asked: { readonly budgets?: readonly AskedBudget[] | undefined; readonly budget_eur?: string | null | undefined },
  createId: () => string,
): { readonly budgets: readonly Budget[]; readonly budget_eur: string | null | undefined } {
  const all = newBudgets(asked.budgets ?? [], createId);
  const budget_eur =
    asked.budget_eur === undefined || asked.budget_eur === null ? asked.budget_eur : eventAmount(asked.budget_eur);
  const ofLife = all.find((budget) => isSameBudget(budget, { per: 'total' }));
  if (ofLife !== undefined && budget_eur !== undefined) {
    throw invalid('`budget_eur` is the budget with `per` total: give one of them.', 'budgets');
  }
  return { budgets: all.filter((budget) => budget !== ofLife), budget_eur: ofLife?.amount_eur ?? budget_eur };
}

function invalid(detail: string, param: string): GatewayError {
  return new GatewayError('invalid_value', { detail, param });
}
