import { z } from 'zod';
import { amountSchema } from '../money.ts';

/** What every charge of a wallet contains. */

const costLineSchema = z
  .strictObject({
    counter: z.string().describe('The counter, e.g. `input`, `cached_input`, `output`, `reasoning`.'),
    quantity: z
      .number()
      .int()
      .nonnegative()
      .describe('Counted units: tokens, characters, milliseconds or uses, depending on the counter.'),
    unit_price_eur: amountSchema.describe(
      'Per million tokens or characters; per hour for `audio_milliseconds`; per thousand uses of a tool.',
    ),
    amount_eur: amountSchema.describe('The amount of the line; the lines sum exactly to the rounded cost.'),
  })
  .meta({ title: 'charge line', description: 'One line of a bill. The lines of a cost sum exactly to it.' });
export const costLines = z.array(costLineSchema).max(20).describe('The bill: the lines that make up the cost.');

export const priceListId = z.string().describe('The price list that was applied.');
export const priceListVersion = z.string().describe('The version of the price list.');
export const serviceTier = z.string().nullable().describe('The service tier that the upstream reported; `null`: none.');
export const usageSource = z
  .enum(['upstream', 'billing_records', 'estimate', 'hold', 'operator'])
  .describe(
    '`upstream`: its counters in the answer or, if its protocol has none, what it counts by: the characters that were sent. `billing_records`: its billing records, asked later. `estimate`: by the gateway, within the hold. `hold`: the whole hold, by rule. `operator`: an amount that a person entered. The last two have no lines.',
  );
export const resolvedBy = z
  .enum(['rule', 'operator'])
  .nullable()
  .describe(
    '`null`: the request itself ended the reservation. Otherwise the reservation was flagged, and the rule or an operator ended it.',
  );
