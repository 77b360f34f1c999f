import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { amountSchema } from '../money.ts';

const topup = {
  topup_id: z.uuid().describe('The top-up.'),
  tenant_id: z.uuid().describe('The tenant of the wallet.'),
};
const actor = actorSchema.optional();
const payment = {
  bank_reference: z
    .string()
    .min(6)
    .max(120)
    .describe('The id of the payment at the bank. It is credited once on the whole platform.'),
  bank_date: z.iso.date().describe('Date at which the bank booked the payment.'),
  received_eur: amountSchema.describe('The amount that arrived and is credited.'),
};

const topupRequested = z
  .strictObject({
    ...topup,
    wallet_id: z.uuid().describe('The wallet that is to be credited.'),
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
  .strictObject({ ...topup, ...payment, actor })
  .describe('A payment has arrived for a top-up. It is credited as soon as its bank reference is known to be new.');

const topupReopened = z
  .strictObject({ ...topup, bank_reference: payment.bank_reference })
  .describe(
    'The bank reference belongs to another top-up: nothing was credited, and the top-up waits for a payment again.',
  );

const topupCredited = z
  .strictObject({ ...topup, received_eur: payment.received_eur })
  .describe('The wallet has been credited.');

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
  TopupReopened: topupReopened,
  TopupCredited: topupCredited,
  TopupCancelled: topupCancelled,
  TopupExpired: topupExpired,
} as const;

const paymentReceived = z
  .strictObject({ ...topup, wallet_id: z.uuid().describe('The wallet that is credited.'), ...payment, actor })
  .describe('A bank reference was assigned to a top-up, and can belong to no other. The only event of its stream.');

/** Every event of a `payment-<hash of the bank reference>` stream, by type. */
export const paymentEventSchemas = { PaymentReceived: paymentReceived } as const;

type Schemas = typeof topupEventSchemas;

/** An event of a top-up's stream. */
export type TopupEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];

/** The one event of a bank reference's stream. */
export type PaymentEvent = {
  readonly type: 'PaymentReceived';
  readonly data: Readonly<z.infer<typeof paymentReceived>>;
};
