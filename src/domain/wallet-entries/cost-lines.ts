import { z } from 'zod';
import { amountSchema } from '../money.ts';

/** What every charge of a wallet contains. */

const costLineSchema = z
  .strictObject({
    counter: z.string().describe('What was counted, e.g. `input`, `cached_input`, `output`, `reasoning`.'),
    quantity: z
      .number()
      .int()
      .nonnegative()
      .describe('Tokens, characters, milliseconds or uses: the counter says which.'),
    unit_price_eur: amountSchema.describe(
      'Per million tokens or characters; per hour for `audio_milliseconds`; per thousand uses of a tool.',
    ),
    amount_eur: amountSchema.describe('The share of this line in the one rounded sum.'),
  })
  .meta({ title: 'charge line', description: 'One line of a bill. The lines of a cost sum exactly to it.' });
export const costLines = z.array(costLineSchema).max(20).describe('How the cost came about.');

export const priceListId = z.string().describe('Which price list the lines were made with.');
export const priceListVersion = z.string().describe('Which edition of it.');
export const serviceTier = z
  .string()
  .nullable()
  .describe('The tier the upstream says it served; `null` when it names none.');
export const usageSource = z
  .enum(['upstream', 'books', 'estimate', 'hold', 'operator'])
  .describe(
    '`upstream`: its counters in the answer or, if its protocol has none, what it counts by: the characters that were sent. `books`: its billing records, asked later. `estimate`: by the gateway, within the hold. `hold`: the whole hold, by rule. `operator`: an amount that a person entered. The last two have no lines.',
  );
export const resolvedBy = z
  .enum(['rule', 'operator'])
  .nullable()
  .describe('`null`: the request itself. Otherwise what ended a flagged reservation.');
