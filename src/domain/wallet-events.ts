import { z } from 'zod';
import { attemptOfSchema, walletAttemptEventSchemas } from './attempts/attempt-events.ts';
import { actorSchema } from './actor.ts';
import { walletAlertEventSchemas } from './alerts/alert-events.ts';
import { amountSchema } from './money.ts';
import { movementCauseSchema } from './payments/movement-cause.ts';
import { priceListSchema } from './price-list.ts';
import { selectionHoldSchema, walletSelectionEventSchemas } from './selection/selection-events.ts';
import { walletClosingEventSchemas } from './wallet-closing-events.ts';
import {
  costLines,
  priceListId,
  priceListVersion,
  resolvedBy,
  serviceTier,
  usageSource,
} from './wallet-entries/cost-lines.ts';
import { inferenceSchema, keyId, reservationId } from './wallet-entries/inference-record.ts';
import { postings } from './wallet-entries/posting.ts';

const actor = actorSchema.optional();
const operatorsActor = actor.describe('If `resolved_by` is `operator`: the actor, e.g. `cli:uid-1000`.');

const walletOpened = z
  .strictObject({
    wallet_id: z.uuid().describe('The wallet whose stream this begins.'),
    tenant_id: z.uuid().describe('The tenant it belongs to.'),
    actor,
  })
  .describe('A wallet was opened. First event of its stream.');

const walletCredited = z
  .strictObject({
    credit_id: z.uuid().describe('Minted by the sender of the credit: the same id is never posted twice.'),
    amount_eur: amountSchema.describe('What arrives.'),
    reason: z.string().max(200).describe('Where the money comes from, in words; names no person.'),
    actor,
    cause: movementCauseSchema.optional(),
    postings,
  })
  .describe('Money was put into the wallet.');

const walletDebited = z
  .strictObject({
    debit_id: z.uuid().describe('Minted by the sender of the debit: the same id is never posted twice.'),
    amount_eur: amountSchema.describe('What leaves; never more than is available.'),
    reason: z.string().max(200).describe('Where the money goes, in words; names no person.'),
    actor,
    cause: movementCauseSchema.optional(),
    postings,
  })
  .describe('Money was taken out of the wallet, other than by consumption.');

const creditReserved = z
  .strictObject({
    reservation_id: reservationId,
    amount_eur: amountSchema.describe('The hold: the worst case of the request.'),
    key_id: keyId,
    user_id: z.uuid().describe('The person behind the key.'),
    instance_id: z
      .string()
      .describe('The gateway process that handles the request. If it dies, the reservation has to be checked.'),
    expires_at: z.iso.datetime().describe('When its request should long be over. Ends nothing by itself.'),
    inference: inferenceSchema,
    input_tokens_max: z.number().int().nonnegative().describe('Bound of the input the hold was made for, tokens.'),
    output_tokens_max: z.number().int().nonnegative().describe('Bound of the output, tokens, all answers together.'),
    input_characters_max: z
      .number()
      .int()
      .nonnegative()
      .optional()
      .describe('Bound of the text to be spoken, Unicode code points; absent where they are not counted.'),
    audio_milliseconds_max: z
      .number()
      .int()
      .nonnegative()
      .optional()
      .describe('Bound of the audio to be listened to; absent where its time is not counted.'),
    web_searches_max: z
      .number()
      .int()
      .nonnegative()
      .optional()
      .describe('Bound of the web searches that the upstream may run; absent where it is offered none.'),
    web_fetches_max: z
      .number()
      .int()
      .nonnegative()
      .optional()
      .describe('Bound of the pages that the upstream may fetch; absent where it is offered none.'),
    price_list: priceListSchema,
    selection: selectionHoldSchema
      .optional()
      .describe(
        'Absent when the caller named the profile. Otherwise `inference` names the most expensive target that may be chosen.',
      ),
    is_selection: z
      .literal(true)
      .optional()
      .describe('Held for a call that chose a route, with unknown counters; absent for an answer.'),
    attempt_of: attemptOfSchema
      .optional()
      .describe('Held for a failed attempt with an unknown outcome; absent for a request.'),
    postings,
  })
  .describe('Credit is held for a request, before anything is forwarded.');

const reservationSettled = z
  .strictObject({
    reservation_id: reservationId,
    key_id: keyId,
    cost_eur: amountSchema.describe('The whole cost: the sum of the lines.'),
    released_eur: amountSchema.describe('What the hold had and the cost did not need.'),
    overrun_eur: amountSchema.describe('The part of the cost above the hold; charged in full, never silently.'),
    lines: costLines,
    price_list_id: priceListId,
    price_list_version: priceListVersion,
    service_tier: serviceTier,
    usage_source: usageSource,
    resolved_by: resolvedBy,
    actor: operatorsActor,
    reason: z
      .string()
      .max(100)
      .optional()
      .describe('If `resolved_by` is `operator`: the reason, in words; names no person. Absent when none was given.'),
    postings,
  })
  .describe('The reservation ended with a charge; the rest of the hold was released.');

const reservationReleased = z
  .strictObject({
    reservation_id: reservationId,
    key_id: keyId,
    amount_eur: amountSchema.describe('The whole hold, released.'),
    reason: z.string().max(100).describe('A word of the pipeline or the reconciler, e.g. `upstream_status_400`.'),
    resolved_by: resolvedBy,
    actor: operatorsActor,
    postings,
  })
  .describe('The reservation ended without a charge.');

const reservationExpired = z
  .strictObject({
    reservation_id: reservationId,
    key_id: keyId,
    amount_eur: amountSchema.describe('The whole hold, released.'),
    postings,
  })
  .describe('A hold expired although nothing was known to be wrong with it. No longer written: no clock ends a hold.');

const reservationFlagged = z
  .strictObject({
    reservation_id: reservationId,
    key_id: keyId,
    reason: z.string().max(100).describe('Why the outcome is unknown, e.g. `upstream_reset`, `process_lost`.'),
    content_bytes: z
      .number()
      .int()
      .nonnegative()
      .optional()
      .describe('Bytes of generated text or audio that had arrived from the upstream; absent: not counted.'),
  })
  .describe('The outcome is unknown: the hold stays until the reconciler or an operator resolves it. Moves no money.');

const expiredReservationCharged = z
  .strictObject({
    reservation_id: reservationId,
    key_id: keyId,
    cost_eur: amountSchema.describe('The whole cost: the sum of the lines.'),
    lines: costLines,
    price_list_id: priceListId,
    price_list_version: priceListVersion,
    service_tier: serviceTier,
    usage_source: usageSource,
    postings,
  })
  .describe(
    'The true cost of a reservation whose hold was released while its outcome was unknown: charged once, from the available credit.',
  );

const walletRestricted = z
  .strictObject({
    overrun_reservation_id: z.uuid().describe('The reservation whose cost was above its hold.'),
    overrun_eur: amountSchema.describe('By how much; it was charged in full.'),
  })
  .describe(
    'A cost was above its hold: from now on the wallet admits one request at a time, until the restriction is lifted. Moves no money.',
  );

const walletRestrictionLifted = z
  .strictObject({
    cause: z.enum(['credit', 'operator']).describe('`credit`: the wallet was credited. `operator`: a person decided.'),
    actor: actorSchema.optional(),
    reason: z.string().max(200).optional().describe('Why, in words; names no person. Absent of a credit.'),
  })
  .describe(
    'The restriction was lifted: the wallet admits as many requests at once as it can pay for. Moves no money.',
  );

/** Every event of a wallet stream, by type. Released schemas never change: add optional fields or a new type. */
export const walletEventSchemas = {
  WalletOpened: walletOpened,
  WalletCredited: walletCredited,
  WalletDebited: walletDebited,
  CreditReserved: creditReserved,
  ReservationSettled: reservationSettled,
  ReservationReleased: reservationReleased,
  ReservationExpired: reservationExpired,
  ReservationFlagged: reservationFlagged,
  ExpiredReservationCharged: expiredReservationCharged,
  WalletRestricted: walletRestricted,
  WalletRestrictionLifted: walletRestrictionLifted,
  ...walletSelectionEventSchemas,
  ...walletAlertEventSchemas,
  ...walletAttemptEventSchemas,
  ...walletClosingEventSchemas,
} as const;

type Schemas = typeof walletEventSchemas;

/** An event of a wallet's stream: its type and its data. */
export type WalletEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];

/** The event of a wallet's stream that has this type. */
export type WalletEventOf<Type extends WalletEvent['type']> = Extract<WalletEvent, { type: Type }>;
