import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { amountSchema, sumSchema } from '../money.ts';
import { paymentIdentitySchema } from './payment-identity.ts';
import type { EventsOf } from '../events-of.ts';

const topup = {
  topup_id: z.uuid().describe('The top-up.'),
  tenant_id: z.uuid().describe('The tenant of the wallet.'),
};
const actor = actorSchema.optional();
const wallet_id = z.uuid().describe('The wallet that is to be credited.');
const payment_id = z.uuid().describe('The payment. The credit of the wallet has the same id.');
const return_id = z.uuid().describe('The return. The debit of the wallet has the same id.');
const payment = {
  bank_reference: z
    .string()
    .min(6)
    .max(120)
    .describe('The id of the payment at the bank, or one made from the entry where the bank gave none.'),
  bank_date: z.iso.date().describe('Date at which the bank booked the payment.'),
  received_eur: amountSchema.describe('The amount that arrived and is credited.'),
};

const topupRequested = z
  .strictObject({
    ...topup,
    wallet_id,
    amount_eur: amountSchema.describe('The amount to be paid.'),
    reference: z
      .string()
      .min(6)
      .max(40)
      .describe('The reference that the payer must write on the payment, so that it can be assigned.'),
    expires_at: z.iso.datetime().describe('Time at which the top-up expires.'),
    actor,
  })
  .describe('A payment to a wallet by bank transfer was requested. First event of its stream.');

const topupConfirmed = z
  .strictObject({
    ...topup,
    wallet_id,
    payment_id,
    ...payment,
    shown_eur: sumSchema
      .optional()
      .describe(
        'Sum of the payments of its statement that may be of its entry, or of one like it. Absent: recorded before entries were claimed.',
      ),
    identity: paymentIdentitySchema,
    by_hand: z.boolean().describe('Whether a person stated it; otherwise it was read from a bank statement.'),
    actor,
  })
  .describe(
    'A payment has arrived for a top-up: the first, or a further one. It is credited as soon as its references and its bank entry are known to be no other’s.',
  );

const topupPaymentRecognised = z
  .strictObject({
    ...topup,
    payment_id,
    return_id: return_id
      .optional()
      .describe('The return of the payment that is named more fully. Absent: the payment itself.'),
    identity: paymentIdentitySchema,
    alike: z
      .literal(true)
      .optional()
      .describe('Only day and text agree: the names may be those of another known payment, and stand beside.'),
  })
  .describe(
    'Another statement has the same payment, or the same return of it, and names it more fully. Nothing is credited or debited.',
  );

const topupReopened = z
  .strictObject({ ...topup, payment_id })
  .describe(
    'A person has stated the payment for another top-up, or its bank entry was used for others: nothing was credited, and the top-up lacks it again.',
  );

const topupCredited = z
  .strictObject({ ...topup, payment_id, received_eur: payment.received_eur })
  .describe('The wallet has been credited with a payment.');

const topupReturned = z
  .strictObject({
    ...topup,
    wallet_id,
    payment_id,
    return_id,
    bank_reference: payment.bank_reference.describe('The id of the return at the bank.'),
    bank_date: payment.bank_date.describe('Date at which the bank booked the return.'),
    returned_eur: amountSchema.describe('The amount that left the account again.'),
    identity: paymentIdentitySchema,
    actor,
  })
  .describe('The bank has paid a payment back. The wallet is debited with it.');

const topupReversed = z
  .strictObject({ ...topup, return_id, returned_eur: amountSchema.describe('The amount of the debit.') })
  .describe('The wallet has been debited with a return.');

const topupCancelled = z
  .strictObject({
    ...topup,
    reason: z.string().max(200).describe('The reason, in words; names no person.'),
    actor,
  })
  .describe('The top-up no longer waits for a payment.');

const topupExpired = z.strictObject(topup).describe('The payment has not arrived in time.');

/** Every event of a `topup-<id>` stream, by type. */
export const topupEventSchemas = {
  TopupRequested: topupRequested,
  TopupConfirmed: topupConfirmed,
  TopupPaymentRecognised: topupPaymentRecognised,
  TopupReopened: topupReopened,
  TopupCredited: topupCredited,
  TopupReturned: topupReturned,
  TopupReversed: topupReversed,
  TopupCancelled: topupCancelled,
  TopupExpired: topupExpired,
} as const;

const paymentReceived = z
  .strictObject({
    ...topup,
    wallet_id: z.uuid().describe('The wallet that is credited.'),
    payment_id,
    ...payment,
    by_hand: z.boolean().describe('Whether a person stated the reference: then it is of no other top-up.'),
    actor,
  })
  .describe('A reference of a payment at the bank was first seen for a top-up. The only event of its stream.');

const paymentIssued = z
  .strictObject({
    payout_id: z.uuid().describe('The payout; the reference is of nothing else.'),
    tenant_id: z.uuid().describe('The tenant of its wallet.'),
    bank_reference: payment.bank_reference,
    bank_date: payment.bank_date,
    sent_eur: amountSchema.describe('The amount of the payout.'),
    actor,
  })
  .describe('A reference of a payment at the bank was stated for a payout. The only event of its stream.');

/** Every event of a `payment-<hash of the bank reference>` stream, by type. */
export const paymentEventSchemas = { PaymentReceived: paymentReceived, PaymentIssued: paymentIssued } as const;

/** An event of a top-up's stream. */
export type TopupEvent = EventsOf<typeof topupEventSchemas>;

/** The one event of a bank reference's stream. */
export type PaymentEvent = EventsOf<typeof paymentEventSchemas>;
