import { z } from 'zod';
import { closedAlertSchema } from './alerts/alert-events.ts';
import { amountSchema } from './money.ts';

/** A sum over a wallet's whole life, which may be larger than any single amount. */
const sumSchema = z
  .string()
  .regex(/^\d{1,30}\.\d{9}$/)
  .meta({ title: 'sum in euro, 9 decimals' });

const keySpendSchema = z
  .strictObject({
    key_id: z.uuid().describe('The API key.'),
    settled_eur: sumSchema.describe('Everything that was charged to it.'),
    alert: closedAlertSchema.optional().describe('Absent: none was set.'),
  })
  .meta({
    title: 'spend of a key',
    description: 'What was charged to a key. What it holds is in the open reservations.',
  });

const isSelection = z.literal(true).optional().describe('Held for a call that chose a route; absent for an answer.');

const openSelectionSchema = z
  .strictObject({
    selection_id: z.uuid().describe('Minted by the gateway that reserved.'),
    cap_eur: amountSchema.describe('The part of the hold that choosing may cost at most.'),
  })
  .meta({ title: 'open selection', description: 'A choice that is to be made before anything is forwarded.' });

const openReservationSchema = z
  .strictObject({
    reservation_id: z.uuid().describe('Minted by the gateway that reserved.'),
    key_id: z.uuid().describe('The API key that asked.'),
    amount_eur: amountSchema.describe('The hold.'),
    expires_at: z.iso.datetime().describe('When its request should long be over.'),
    flag: z.string().nullable().describe('Why its outcome has to be checked; `null`: it does not.'),
    selection: openSelectionSchema.optional().describe('The route is still to be chosen; absent: it is chosen.'),
    is_selection: isSelection,
    attempt: z
      .int()
      .min(2)
      .optional()
      .describe('Which of the attempts of its request it is held for; absent: the first.'),
    apart_eur: sumSchema
      .optional()
      .describe('What is held separately for earlier attempts with unknown outcomes; absent: nothing.'),
  })
  .meta({ title: 'open reservation', description: 'A hold that has not ended.' });

const awaitedReservationSchema = z
  .strictObject({
    reservation_id: z.uuid().describe('Minted by the gateway that reserved.'),
    key_id: z.uuid().describe('The API key that asked.'),
    is_selection: isSelection,
  })
  .meta({ title: 'awaited reservation', description: 'Given back while its outcome may still come.' });

const movementSchema = z
  .strictObject({
    id: z.uuid().describe('Minted by the sender of the movement.'),
    amount_eur: amountSchema.describe('What was moved.'),
  })
  .meta({ title: 'credit or debit', description: 'An id that is not posted again.' });

const walletPeriodClosed = z
  .strictObject({
    wallet_id: z.uuid().describe('The wallet whose stream this is.'),
    tenant_id: z.uuid().nullable().describe('`null`: its opening does not say.'),
    part: z.int().positive().describe('A large closing has several events, one after the other; the first is 1.'),
    parts: z.int().positive().describe('How many they are. Only all of them together are a closing.'),
    events: z.int().positive().describe('How many events of the stream it sums up: all before its first part.'),
    credited_eur: sumSchema.describe('Everything that was credited.'),
    debited_eur: sumSchema.describe('Everything that was debited.'),
    settled_eur: sumSchema.describe('Everything that was charged.'),
    selection_settled_eur: sumSchema
      .optional()
      .describe('The part of it that paid for choosing routes; absent: nothing.'),
    overrun_eur: sumSchema.describe('The part of it that no hold had covered.'),
    restricted: z.boolean().describe('Whether the wallet admits one request at a time.'),
    low_below_eur: amountSchema
      .optional()
      .describe('The posted amount is low when it is below this; absent: never reported.'),
    low: z
      .literal(true)
      .optional()
      .describe('The low balance was reported, and the balance has not recovered since; absent: it was not reported.'),
    keys: z.array(keySpendSchema).describe('Every key that ever spent or held.'),
    open_reservations: z.array(openReservationSchema).describe('Holds that have not ended.'),
    awaited_reservations: z
      .array(awaitedReservationSchema)
      .describe('Released while their outcome may still arrive, and charged when it does.'),
    ended_reservation_ids: z.array(z.uuid()).describe('Ended by rule or by an operator, the newest last.'),
    credits: z.array(movementSchema).describe('Credits whose ids no stream of their own keeps yet.'),
    debits: z.array(movementSchema).describe('Debits whose ids no stream of their own keeps yet.'),
    credits_kept: z.int().nonnegative().describe('How many ids of credits are kept in streams of their own.'),
    debits_kept: z.int().nonnegative().describe('How many ids of debits are.'),
  })
  .describe(
    'A period of the wallet was closed: everything that later decisions need of the earlier events. A fold of the wallet may begin here. Moves no money.',
  );

/** The closing of a wallet's stream, by type. */
export const walletClosingEventSchemas = { WalletPeriodClosed: walletPeriodClosed } as const;

/** One part of a closing. */
export type WalletPeriodClosed = Readonly<z.infer<typeof walletPeriodClosed>>;

const kept = {
  wallet_id: z.uuid().describe('The wallet that it was posted to.'),
  amount_eur: amountSchema.describe('What was posted under the id.'),
};

const creditIdKept = z
  .strictObject({ ...kept, credit_id: z.uuid().describe('The id.') })
  .describe('The id of a credit that closings of its wallet no longer contain. It is never posted again.');

const debitIdKept = z
  .strictObject({ ...kept, debit_id: z.uuid().describe('The id.') })
  .describe('The id of a debit that closings of its wallet no longer contain. It is never posted again.');

/** Every event of a `credit-<wallet>-<id>` stream, by type. */
export const keptCreditEventSchemas = { CreditIdKept: creditIdKept } as const;

/** Every event of a `debit-<wallet>-<id>` stream, by type. */
export const keptDebitEventSchemas = { DebitIdKept: debitIdKept } as const;

type Schemas = typeof keptCreditEventSchemas & typeof keptDebitEventSchemas;

/** The one event of the stream of a credit's or debit's id. */
export type KeptIdEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];
