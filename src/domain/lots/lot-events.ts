import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { postings } from '../wallet-entries/posting.ts';

/** `paid`: money was received for it. `granted`: a gift, which is never paid out. */
const lotKinds = ['paid', 'granted'] as const;

const lotPartSchema = z
  .strictObject({
    lot_id: z
      .string()
      .max(50)
      .describe('The id of the credit that brought the lot, a dot, and the number of the lot in it, from 1.'),
    number: z
      .int()
      .positive()
      .describe('Its place among the lots of the wallet by age: a later lot has a greater one.'),
    kind: z.enum(lotKinds).describe('`paid`: money was received for it. `granted`: a gift.'),
    expires_at: z.iso.datetime().optional().describe('When what is left of the lot expires; absent: never.'),
    amount_eur: amountSchema.describe('The part of the amount that belongs to the lot.'),
  })
  .meta({
    title: 'part of a lot',
    description: 'Credit that was granted, or that expires. Paid credit that never expires belongs to no lot.',
  });

/** A part of a lot, as it is written in events. */
export type LotPartRecord = Readonly<z.infer<typeof lotPartSchema>>;

/** Most lots of one wallet at a time: an event names each of them at most once. */
export const lotsMax = 100;

/** The lots that an amount is made of; absent: paid credit that never expires alone. */
export const lotParts = z
  .array(lotPartSchema)
  .min(1)
  .max(lotsMax)
  .optional()
  .describe('The lots that the amount is made of; the rest of it is paid credit that never expires. Absent: all is.');

const walletLotExpired = z
  .strictObject({
    ...lotPartSchema.shape,
    expires_at: z.iso.datetime().describe('When it expired.'),
    amount_eur: amountSchema.describe('What was left of the lot. Zero: open requests hold the rest of it.'),
    covered_eur: amountSchema
      .optional()
      .describe('A further rest, which was not taken: it had paid for a charge beyond all credit. Absent: none.'),
    postings,
  })
  .describe('What was left of a lot expired. What open requests hold of it expires when they release it.');

/** The expiry of a lot, by type. */
export const walletLotEventSchemas = { WalletLotExpired: walletLotExpired } as const;

const closedLotSchema = lotPartSchema
  .extend({
    expired: z.literal(true).optional().describe('It has expired, and is held by an open request; absent: it has not.'),
  })
  .meta({ title: 'lot', description: 'What is left of a lot, or what an open request holds of it.' });

/** Lots as a closing carries them. */
export const closedLotMembers = {
  lots: z
    .array(closedLotSchema)
    .optional()
    .describe('Lots with their rests, in the order in which they are used; absent: none.'),
  lot_holds: z
    .array(closedLotSchema.extend({ reservation_id: z.uuid().describe('The open reservation that holds it.') }))
    .optional()
    .describe('What open reservations hold of lots, in the order in which they are used; absent: nothing.'),
};

/** A lot as a closing carries it. */
export type ClosedLot = Readonly<z.infer<typeof closedLotSchema>>;
