import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { postings } from '../wallet-entries/posting.ts';
import type { EventsOf } from '../events-of.ts';

const marginRecorded = z
  .strictObject({
    reseller_id: z.uuid().describe('The reseller whose terms made the price list of the charge.'),
    wallet_id: z.uuid().describe('The wallet that was charged.'),
    reservation_id: z.uuid().describe('The reservation that was charged.'),
    charged_by: z
      .enum(['SelectionCharged', 'ReservationSettled', 'ReleasedReservationCharged'])
      .describe('The type of the event that charged it: there is one of each type for a reservation at most.'),
    price_list_id: z.string().describe('The price list that was charged by.'),
    price_list_version: z.string().describe('Its version.'),
    price_list_above_id: z.string().describe('The price list above: what the reseller pays by.'),
    price_list_above_version: z.string().describe('Its version.'),
    cost_eur: amountSchema.describe('What the wallet was charged.'),
    granted_eur: amountSchema.describe('What of it granted credit paid.'),
    cost_above_eur: amountSchema.describe(
      'What the list above would have charged for what was counted, rounded once; of a charge without counters, its cost times what the list above holds for its bounds, divided by what its own list holds; of an entered amount no more than that or what the list above holds.',
    ),
    margin_eur: z
      .string()
      .regex(/^-?\d{1,9}\.\d{9}$/)
      .meta({ title: 'euro, 9 decimals, may be negative' })
      .describe(
        'What was charged less what the list above would have charged, times the part of the charge that was not granted, rounded half to even. Negative: the reseller owes it.',
      ),
    postings,
  })
  .describe(
    'The margin of a reseller on one charge of one of its tenants, recorded once by a reactor, soon after the charge.',
  );

/** Every event of a `reseller-<id>` stream, by type. */
export const marginEventSchemas = { MarginRecorded: marginRecorded } as const;

/** The event of a reseller's stream of margins. */
export type MarginEvent = EventsOf<typeof marginEventSchemas>;
