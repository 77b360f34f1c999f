import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { contextTiersMax, pricedCounters } from '../price-list.ts';
import { usageCounters } from '../usage.ts';

/** What every charge of a wallet contains. */

/** A line of a bill. */
export const costLineSchema = z
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
    above_input_tokens: z
      .number()
      .int()
      .positive()
      .optional()
      .describe(
        'The context tier whose price this is: input of more tokens than this. Absent: the prices of the list itself.',
      ),
  })
  .meta({ title: 'charge line', description: 'One line of a bill. The lines of a cost sum exactly to it.' });
/** A line for each counter, and for each counter of tokens in each context tier. */
const linesMax = pricedCounters.length * (contextTiersMax + 1);
export const costLines = z.array(costLineSchema).max(linesMax).describe('The bill: the lines that make up the cost.');

const contextTierOfCostSchema = z
  .strictObject({
    above_input_tokens: z
      .number()
      .int()
      .nonnegative()
      .describe('The threshold of the tier, tokens; `0`: the prices of the list itself.'),
    calls: z
      .number()
      .int()
      .positive()
      .describe('Model calls with these prices: one, unless the answer names several (`iterations`).'),
  })
  .meta({ title: 'context tier of a charge', description: 'How many model calls had the prices of a context tier.' });
export const contextTiers = z
  .array(contextTierOfCostSchema)
  .max(contextTiersMax + 1)
  .optional()
  .describe(
    'The context tiers that were charged, by ascending threshold. Absent: one model call, at the prices of the list itself.',
  );

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

const countersSchema = z.partialRecord(z.enum(usageCounters), z.number().int().positive());

/** Most model calls that are told apart in one charge. */
const callsMax = 1_025;

export const countedSchema = z
  .strictObject({
    counters: countersSchema.describe(
      'Tokens, characters, milliseconds and uses of tools. Subsets are in their totals too; what is absent is 0.',
    ),
    calls: z
      .array(countersSchema)
      .min(2)
      .max(callsMax)
      .optional()
      .describe('The tokens of each model call; absent: one, as far as is known.'),
    unreported_input_tokens: z
      .number()
      .int()
      .positive()
      .optional()
      .describe(
        'Input tokens of unknown kind, only of an estimate: each list counts them as the kind that it charges most for.',
      ),
    tier_asked: z.string().optional().describe('The service tier that was asked for; absent: none.'),
    tier_served: z.string().optional().describe('The service tier that the upstream named; absent: none.'),
  })
  .meta({ title: 'what was counted', description: 'What a charge is made from, before any price.' })
  .optional()
  .describe(
    'What was counted, from which each price list makes its lines. With `hold` and `operator`: the most that can be counted of the hold. Absent: nothing was asked upstream.',
  );

/** What was counted, as a charge records it. */
export type CountedRecord = NonNullable<z.infer<typeof countedSchema>>;
/** By whom. */
export type UsageSource = z.infer<typeof usageSource>;
export type EnteredSource = Extract<UsageSource, 'hold' | 'operator'>;

/** Whether an amount follows no counters: the whole hold by rule, or what a person entered. */
export function isEntered(source: UsageSource | null | undefined): source is EnteredSource {
  return source === 'hold' || source === 'operator';
}
