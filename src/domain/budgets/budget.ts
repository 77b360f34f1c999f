import { z } from 'zod';
import { amountSchema, nanoFromEur, type NanoEur } from '../money.ts';
import { profileNameSchema } from '../profile-name.ts';
import { budgetPers } from './budget-period.ts';

/** Most budgets of a key, and of a person at each level. */
export const budgetsMax = 8;

/** Most profiles that a budget names. */
const budgetProfilesMax = 20;

export const perSchema = z.enum(budgetPers).describe('`total`: over all time since it was set.');
export const zoneSchema = z
  .string()
  .min(1)
  .max(64)
  .describe('IANA time zone by whose calendar the periods begin. Absent with `total`.');
/** The requests that a budget counts: those that ask for one of these profiles. */
export const budgetProfilesSchema = z.array(profileNameSchema).min(1).max(budgetProfilesMax);

export const budgetSchema = z
  .strictObject({
    budget_id: z.uuid().describe('Generated when it was set. The holds that count in it name it.'),
    amount_eur: amountSchema.describe('Most that may be spent in one period, open holds included.'),
    per: perSchema,
    zone: zoneSchema.optional(),
    profiles: budgetProfilesSchema
      .optional()
      .describe('Only requests for these profiles count, in the order of their names; absent: all requests.'),
  })
  .meta({ title: 'budget', description: 'What may be spent in a day, a week, a month or in total.' });

export const budgetsSchema = z.array(budgetSchema).max(budgetsMax);

/** A higher amount for a while. */
export interface BudgetRaise {
  readonly amount_eur: string;
  /** ISO 8601: from then on the budget's own amount applies again. */
  readonly until: string;
  readonly reason: string;
  /** The actor, if known: see `actor.ts`. */
  readonly by?: string | undefined;
}

/** A budget of a key or a person. Plain JSON. */
export interface Budget extends Readonly<Omit<z.infer<typeof budgetSchema>, 'profiles'>> {
  readonly profiles?: readonly string[] | undefined;
  /** Absent: it was not raised. */
  readonly raised?: BudgetRaise;
}

/** What tells two budgets of one key or person apart. */
export type BudgetName = Pick<Budget, 'per' | 'zone' | 'profiles'>;

export function isSameBudget(one: BudgetName, other: BudgetName): boolean {
  return one.per === other.per && one.zone === other.zone && one.profiles?.join() === other.profiles?.join();
}

/** The budgets as they are recorded: one that was known keeps its id, and so what was counted, and its raise. */
export function budgetsAfter(known: readonly Budget[], asked: readonly Budget[]): readonly Budget[] {
  return asked.map((budget) => {
    const before = known.find((each) => isSameBudget(each, budget));
    if (before === undefined) return budget;
    return { ...before, amount_eur: budget.amount_eur };
  });
}

/** As an event carries them. */
export function recordedBudgets(budgets: readonly Budget[]): z.infer<typeof budgetsSchema> {
  return budgets.map(({ budget_id, amount_eur, per, zone, profiles }) => ({
    budget_id,
    amount_eur,
    per,
    ...(zone !== undefined && { zone }),
    ...(profiles !== undefined && { profiles: [...profiles] }),
  }));
}

/** Whether each known budget is among the asked ones, with no larger amount. */
export function areNarrowerBudgets(asked: readonly Budget[] = [], known: readonly Budget[] = []): boolean {
  return known.every((budget) =>
    asked.some((each) => isSameBudget(each, budget) && nanoFromEur(each.amount_eur) <= nanoFromEur(budget.amount_eur)),
  );
}

/** What may be spent in a period at `now`, milliseconds since 1970. A raise that is not above the amount counts for nothing. */
export function amountInForce({ amount_eur, raised }: Pick<Budget, 'amount_eur' | 'raised'>, now: number): NanoEur {
  const amount = nanoFromEur(amount_eur);
  if (raised === undefined || now >= Date.parse(raised.until)) return amount;
  const higher = nanoFromEur(raised.amount_eur);
  return higher > amount ? higher : amount;
}
