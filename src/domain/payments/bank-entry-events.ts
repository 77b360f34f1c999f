import { z } from 'zod';
import { amountSchema, sumSchema } from '../money.ts';
import { paymentIdentitySchema } from './payment-identity.ts';
import type { EventsOf } from '../events-of.ts';

const { account, booked, valued, days } = paymentIdentitySchema.shape;
const reference = z.string().regex(/^[0-9a-f]{64}$/);

const entryIdentitySchema = z
  .strictObject({
    account,
    reference: reference.optional().describe('Keyed hash of the bank’s reference of the entry. Absent: it gave none.'),
    booked,
    valued,
    days,
  })
  .meta({ title: 'entry', description: 'What tells the entry from others of its amount. Keyed hashes.' });

/** What tells an entry of the bank from others of its amount. */
export type EntryIdentity = Readonly<z.infer<typeof entryIdentitySchema>>;

const claim = z.strictObject({
  entry_eur: amountSchema.describe('Amount of the entry; of a batch, that of the whole.'),
  kept_at: z
    .union([z.iso.date(), reference])
    .describe('What names the stream beside the amount: a day of the entry, or its reference.'),
  topup_id: z.uuid().describe('The top-up that is credited.'),
  payment_id: z.uuid().describe('The payment of the top-up.'),
  received_eur: amountSchema.describe('The amount of the payment: of the entry, or of its part.'),
  is_part: z.boolean().describe('Whether the payment is one of several in the entry.'),
  shown_eur: sumSchema.describe('Sum of the payments of one statement that may be of this entry, or of one like it.'),
  by: z
    .enum(['statement', 'person', 'recognised'])
    .describe('`person`: stated by hand. `recognised`: known before, and seen in this entry by a later statement.'),
  entry: entryIdentitySchema,
});

const bankEntryClaimed = claim.describe(
  'A payment takes its amount of an entry of the bank, whichever top-up it is for. Comes before the credit of the wallet.',
);

const bankEntryRefused = claim.describe(
  'The entry has not as much left for a payment: the payment is never credited, whatever is told of the entry later. Comes before its top-up is reopened.',
);

/** Every event of a `bank-entry-<amount>-<day or reference>` stream, by type. */
export const bankEntryEventSchemas = {
  BankEntryClaimed: bankEntryClaimed,
  BankEntryRefused: bankEntryRefused,
} as const;

/** An event of the stream of the bank's entries of one amount and one day, or one reference. */
export type BankEntryEvent = EventsOf<typeof bankEntryEventSchemas>;
