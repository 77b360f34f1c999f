import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { perSchema, zoneSchema } from '../budgets/budget.ts';
import { shareSchema } from '../budgets/watched-budget.ts';
import { amountSchema, sumSchema } from '../money.ts';
import { keyId } from '../wallet-entries/inference-record.ts';

const actor = actorSchema.optional();

/** May be negative: charges beyond any hold can take the balance below zero. */
const balanceSchema = z
  .string()
  .regex(/^-?\d{1,30}\.\d{9}$/)
  .meta({ title: 'balance in euro, 9 decimals' });

const walletAlertSet = z
  .strictObject({
    below_eur: amountSchema
      .nullable()
      .describe('The posted amount is low when it is below this; `null`: never reported.'),
    actor,
  })
  .describe('The alert threshold of the wallet was set. Moves no money.');

const budgetAlertSet = z
  .strictObject({
    key_id: keyId,
    budget_eur: amountSchema.describe('The budget of the key when the threshold was set.'),
    left_eur: amountSchema
      .nullable()
      .describe('The budget is low when no more than this is left; `null`: never reported.'),
    actor,
  })
  .describe('The alert threshold for the budget of a key was set. Moves no money.');

const walletRanLow = z
  .strictObject({
    below_eur: amountSchema.describe('The alert threshold.'),
    posted_eur: balanceSchema.describe('The balance: credits minus debits minus costs. Holds are not counted.'),
  })
  .describe(
    'The posted amount of the wallet fell below its alert threshold. Recorded with the event that crossed it, once until a credit lifts it again. Moves no money.',
  );

const budgetRanLow = z
  .strictObject({
    key_id: keyId,
    budget_eur: amountSchema.describe('The budget of the key when the threshold was set.'),
    left_eur: amountSchema.describe('The alert threshold: the budget is low when no more than this is left.'),
    spent_eur: balanceSchema.describe('The total charged to the key. Holds are not counted.'),
  })
  .describe(
    'The budget of a key fell to its alert threshold. Recorded with the event that crossed it, once for each setting. Moves no money.',
  );

const budgetReached = z
  .strictObject({
    key_id: z.uuid().describe('The key whose hold or charge it was recorded with.'),
    budget_id: z
      .uuid()
      .optional()
      .describe('The budget; absent: the one over the whole life of the key, `budget_eur`.'),
    subject: z
      .enum(['key', 'person'])
      .describe('`key`: a budget of the key, or of one that made it. `person`: of the person behind it.'),
    per: perSchema,
    zone: zoneSchema.optional(),
    starts_at: z.iso.datetime().optional().describe('Begin of the period; absent with `total`.'),
    ends_at: z.iso.datetime().optional().describe('End of the period; absent with `total`.'),
    percent: shareSchema.describe('The share that was reached, percent.'),
    budget_eur: amountSchema.describe('What may be spent in the period, as the newest hold named it.'),
    spent_eur: sumSchema.describe('What was charged in the period. Holds are not counted.'),
  })
  .describe(
    'The charges of a period have reached a share of a budget. Recorded with the event that reached it, once for each period and share. Moves no money.',
  );

/** The events of a wallet's stream that report a low balance or budget, by type. */
export const walletAlertEventSchemas = {
  WalletAlertSet: walletAlertSet,
  BudgetAlertSet: budgetAlertSet,
  WalletRanLow: walletRanLow,
  BudgetRanLow: budgetRanLow,
  BudgetReached: budgetReached,
} as const;

/** The threshold of a key in a closing. */
export const closedAlertSchema = z
  .strictObject({
    budget_eur: amountSchema.describe('The budget of the key when the threshold was set.'),
    left_eur: amountSchema.describe('The alert threshold: the budget is low when no more than this is left.'),
    reported: z.boolean().describe('Whether the low budget has been reported since the threshold was set.'),
  })
  .meta({ title: 'budget alert', description: 'The alert threshold of the budget of a key.' });
