import { z } from 'zod';
import { priceListSchema } from '../price-list.ts';
import { profilePricesSchema } from './price-terms.ts';
import type { EventsOf } from '../events-of.ts';

const priceListDerived = z
  .strictObject({
    key: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .describe('Ends the version of the list, so that charges name it. Keyed: it says nothing of the list above.'),
    level: z.enum(['platform', 'reseller']).describe('The level whose prices these are.'),
    reseller_id: z.uuid().nullable().describe('The reseller whose margin they make; `null`: they are the platform’s.'),
    above: priceListSchema.describe('The list of the level above, as it was in force.'),
    prices: profilePricesSchema.describe('The terms by which the list was made from it.'),
    price_list: priceListSchema.describe('The list that was made, which holds and charges name.'),
  })
  .describe(
    'A price list was made from the list of the level above. Recorded once, before the first hold that uses it; only the levels above those who pay it may read it.',
  );

/** Every event of a `price-list-<key>` stream, by type. */
export const derivedListEventSchemas = { PriceListDerived: priceListDerived } as const;

/** The event of a derived list's stream. */
export type DerivedListEvent = EventsOf<typeof derivedListEventSchemas>;

/** A derived list as it is recorded. */
export type DerivedPriceList = DerivedListEvent['data'];
