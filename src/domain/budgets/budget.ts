import { z } from 'zod';
import { amountSchema, nanoFromEur, type NanoEur } from '../money.ts';
import { profileNameSchema } from '../profile-name.ts';
import { budgetPers, type BudgetPer } from './budget-period.ts';

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

/** As events carry it. */
export interface RecordedBudget {
  readonly budget_id: string;
  readonly amount_eur: string;
  readonly per: BudgetPer;
  readonly zone?: string | undefined;
  readonly profiles?: readonly string[] | undefined;
}

const budgetSchema: z.ZodType<RecordedBudget> = z
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

/** The profiles that any of the budgets names. */
export function profilesNamedIn(budgets: readonly Pick<RecordedBudget, 'profiles'>[]): readonly string[] {
  return budgets.flatMap(({ profiles = [] }) => profiles);
}

export const budgetsSchema: z.ZodType<readonly RecordedBudget[]> = z.array(budgetSchema).max(budgetsMax);

/** A higher amount for a while. */
export interface BudgetRaise {
  readonly amount_eur: string;
  /** ISO 8601: from then on the budget's own amount applies again. */
  readonly until: string;
  readonly reason: string;
  /** The actor, if known: see `actor.ts`. */
  readonly by?: string;
}

/** A budget of a key or a person. Plain JSON. */
export interface Budget extends RecordedBudget {
  /** Absent: it was not raised. */
  readonly raised?: BudgetRaise;
}

/** What tells two budgets of one key or person apart. */
export type BudgetName = Pick<Budget, 'per' | 'zone' | 'profiles'>;

export function isSameBudget(one: BudgetName, other: BudgetName): boolean {
  return one.per === other.per && one.zone === other.zone && one.profiles?.join() === other.profiles?.join();
}

/** The asked budgets. One that was known keeps its id, and so what was counted, and its raise. */
export function budgetsAfter(known: readonly Budget[] = [], asked: readonly Budget[] = []): readonly Budget[] {
  return asked.map((budget) => {
    const before = known.find((each) => isSameBudget(each, budget));
    return before === undefined ? budget : { ...before, amount_eur: budget.amount_eur };
  });
}

/** The known budgets with the asked ones: a known one has the amount asked for, and the others are added. */
export function budgetsWith(known: readonly Budget[] = [], asked: readonly Budget[] = []): readonly Budget[] {
  const isAsked = (budget: Budget): boolean => asked.some((each) => isSameBudget(each, budget));
  return [...known.filter((budget) => !isAsked(budget)), ...budgetsAfter(known, asked)];
}

/** A raise as its event carries it, without the actor. */
export type NewRaise = Omit<BudgetRaise, 'by'>;

/** The rules that a raise can break. */
export type RaiseFault = 'budget_not_set' | 'budget_not_raised';

/** Why a budget cannot be raised so; `null`: it can. `undefined`: there is no such budget. */
export function refusalToRaise(
  budget: Pick<Budget, 'amount_eur'> | undefined,
  { amount_eur }: NewRaise,
): RaiseFault | null {
  if (budget === undefined) return 'budget_not_set';
  return nanoFromEur(amount_eur) > nanoFromEur(budget.amount_eur) ? null : 'budget_not_raised';
}

/** Whether the same raise is known. */
export function isRaisedSo(raised: BudgetRaise | undefined, { amount_eur, until }: NewRaise): boolean {
  return raised?.amount_eur === amount_eur && raised.until === until;
}

/** The budgets after one of them was raised. */
export function withRaise(
  budgets: readonly Budget[],
  budgetId: string,
  { raise, actor }: { readonly raise: NewRaise; readonly actor: string | undefined },
): readonly Budget[] {
  return budgets.map((budget) =>
    budget.budget_id === budgetId ? { ...budget, raised: raisedBy(raise, actor) } : budget,
  );
}

export function raisedBy({ amount_eur, until, reason }: NewRaise, by: string | undefined): BudgetRaise {
  return { amount_eur, until, reason, ...(by !== undefined && { by }) };
}

/** As an event carries them. */
export function recordedBudgets(budgets: readonly Budget[]): readonly RecordedBudget[] {
  return budgets.map((budget) => {
    const { raised: _, ...recorded } = budget;
    return recorded;
  });
}

/** Whether each known budget is among the asked ones, with no larger amount. */
export function areNarrowerBudgets(asked: readonly Budget[] = [], known: readonly Budget[] = []): boolean {
  return known.every((budget) =>
    asked.some((each) => isSameBudget(each, budget) && nanoFromEur(each.amount_eur) <= nanoFromEur(budget.amount_eur)),
  );
}

/** What may be spent in a period at `now`, milliseconds since 1970. A raise that is not above the amount counts for nothing. */
export function amountInForce(
  { amount_eur, raised }: { readonly amount_eur: string; readonly raised?: BudgetRaise | undefined },
  now: number,
): NanoEur {
  const amount = nanoFromEur(amount_eur);
  if (raised === undefined || now >= Date.parse(raised.until)) return amount;
  const higher = nanoFromEur(raised.amount_eur);
  return higher > amount ? higher : amount;
}
