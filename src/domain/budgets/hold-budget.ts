import { z } from 'zod';
import { amountSchema, eurFromNano, sumSchema } from '../money.ts';
import { amountInForce, budgetsMax, perSchema, zoneSchema, type Budget } from './budget.ts';
import { periodAt } from './budget-period.ts';
import { closedWatchMembers } from './watched-budget.ts';

/** Those of a key and of up to 8 keys above it, and those that 3 levels have set for the person. */
const holdBudgetsMax = budgetsMax * (1 + 8 + 3);

const period = {
  budget_id: z.uuid().describe('Generated when the budget was set.'),
  starts_at: z.iso.datetime().optional().describe('Begin of the period, which it contains; absent with `total`.'),
  ends_at: z.iso.datetime().optional().describe('End of the period, the begin of the next; absent with `total`.'),
};

const holdBudget = {
  ...period,
  subject: z
    .enum(['key', 'person'])
    .describe('`key`: a budget of the key, or of one that made it. `person`: of the person behind it.'),
  per: perSchema,
  zone: zoneSchema.optional(),
  amount_eur: amountSchema.describe('What may be spent in the period, as it was in force.'),
};

const holdBudgetSchema = z
  .strictObject(holdBudget)
  .meta({ title: 'budget of a hold', description: 'A budget and its period in which a hold counts, and its charge.' });

export const holdBudgetsSchema = z.array(holdBudgetSchema).min(1).max(holdBudgetsMax);

export const closedBudgetSchema = z
  .strictObject({
    ...period,
    settled_eur: sumSchema.describe('Sum of the charges that count in the period.'),
    ...closedWatchMembers,
  })
  .meta({ title: 'budget in a closing', description: 'The newest period of a budget.' });

export const closedHoldSchema = z
  .strictObject({ reservation_id: z.uuid().describe('An open or awaited reservation.'), ...holdBudget })
  .meta({ title: 'hold in a budget', description: 'A budget and its period in which a reservation counts.' });

/** A budget of a request, with the period in which its hold counts. */
export type HoldBudget = Readonly<z.infer<typeof holdBudgetSchema>>;

/** The budgets of a key or a person that count a request for one of `profiles`, at `now`, milliseconds since 1970. */
export function holdBudgetsAt(
  { subject, budgets }: { readonly subject: HoldBudget['subject']; readonly budgets: readonly Budget[] },
  profiles: readonly string[],
  now: number,
): readonly HoldBudget[] {
  const counts = (budget: Budget): boolean =>
    budget.profiles === undefined || budget.profiles.some((profile) => profiles.includes(profile));
  return budgets.filter(counts).map(({ budget_id, per, zone, ...budget }) => ({
    budget_id,
    subject,
    per,
    ...(per !== 'total' && zone !== undefined && { zone, ...periodAt(now, per, zone) }),
    amount_eur: eurFromNano(amountInForce(budget, now)),
  }));
}
