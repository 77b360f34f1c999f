import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { amountSchema } from '../money.ts';
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
      .describe('What is posted is low when it is below that; `null`: it is never told.'),
    actor,
  })
  .describe('Who follows the wallet is told from here on when it runs low. Moves no money.');

const budgetAlertSet = z
  .strictObject({
    key_id: keyId,
    budget_eur: amountSchema.describe('The budget of the key when this was set.'),
    left_eur: amountSchema
      .nullable()
      .describe('The budget is low when no more than that of it is left to spend; `null`: it is never told.'),
    actor,
  })
  .describe('Who follows the wallet is told from here on when the budget of a key runs low. Moves no money.');

const walletRanLow = z
  .strictObject({
    below_eur: amountSchema.describe('As it was set.'),
    posted_eur: balanceSchema.describe('What is left: credits less debits less costs. Holds are not counted.'),
  })
  .describe(
    'What is posted in the wallet went below what was set. Recorded with the event that took it there, once until a credit brings it back. Moves no money.',
  );

const budgetRanLow = z
  .strictObject({
    key_id: keyId,
    budget_eur: amountSchema.describe('As it was set.'),
    left_eur: amountSchema.describe('As it was set.'),
    spent_eur: balanceSchema.describe('What was charged to the key in all. Holds are not counted.'),
  })
  .describe(
    'A key has spent its budget but for what was set. Recorded with the event that took it there, once for each setting. Moves no money.',
  );

/** The events of a wallet's stream that report a low balance or budget, by type. */
export const walletAlertEventSchemas = {
  WalletAlertSet: walletAlertSet,
  BudgetAlertSet: budgetAlertSet,
  WalletRanLow: walletRanLow,
  BudgetRanLow: budgetRanLow,
} as const;

/** The threshold of a key in a closing. */
export const closedAlertSchema = z
  .strictObject({
    budget_eur: amountSchema.describe('As it was set.'),
    left_eur: amountSchema.describe('As it was set.'),
    told: z.boolean().describe('Whether it was told since.'),
  })
  .meta({ title: 'budget alert', description: 'When it is told that the budget of a key runs low.' });
