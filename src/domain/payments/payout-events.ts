import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { amountSchema } from '../money.ts';
import type { EventsOf } from '../events-of.ts';

const payout = {
  payout_id: z.uuid().describe('The payout; also the id of the debit of its wallet.'),
  tenant_id: z.uuid().describe('The tenant of the wallet.'),
};
const actor = actorSchema.optional();

const payoutRequested = z
  .strictObject({
    ...payout,
    wallet_id: z.uuid().describe('The wallet that was debited.'),
    amount_eur: amountSchema.describe('The amount to be paid out.'),
    reason: z.string().max(200).describe('The reason, in words; names no person.'),
    actor,
  })
  .describe('Paid credit is to be paid out. The wallet was debited before. First event of its stream.');

const payoutConfirmed = z
  .strictObject({
    ...payout,
    bank_reference: z.string().min(6).max(120).describe('The id of the payment at the bank.'),
    bank_date: z.iso.date().describe('Date at which the bank booked the payment.'),
    actor,
  })
  .describe('The bank has paid it. Moves no money: the debit of the wallet did.');

const payoutCancelled = z
  .strictObject({ ...payout, reason: z.string().max(200).describe('The reason, in words; names no person.'), actor })
  .describe('It will not be paid. The wallet is credited with it again.');

/** Every event of a `payout-<id>` stream, by type. */
export const payoutEventSchemas = {
  PayoutRequested: payoutRequested,
  PayoutConfirmed: payoutConfirmed,
  PayoutCancelled: payoutCancelled,
} as const;

/** An event of a payout's stream: its type and its data. */
export type PayoutEvent = EventsOf<typeof payoutEventSchemas>;
