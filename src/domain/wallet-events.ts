import { z } from 'zod';
import { isMoney } from './money.ts';
import { priceListSchema } from './price-list.ts';

/** Euro with nine decimals, as {@link eurFromNano} writes it, and no more than a fold can read. */
export const amountSchema = z
  .string()
  .regex(/^\d{1,10}\.\d{9}$/)
  .refine(isMoney, 'an amount in euro that is not too large');

/**
 * One movement: `amount_eur` leaves the debit account and arrives on the credit account. Accounts are
 * `wallet:<id>:available`, `wallet:<id>:reserved`, `platform:funding` (money paid in and out) and `platform:revenue`.
 * Every event that moves money carries its movements, so that any export needs only the log.
 */
const postingSchema = z.strictObject({
  debit_account: z.string(),
  credit_account: z.string(),
  amount_eur: amountSchema,
});
export type Posting = z.infer<typeof postingSchema>;

const postings = z.array(postingSchema).max(4);
const reservationId = z.uuid();

const costLineSchema = z.strictObject({
  counter: z.string(),
  quantity: z.number().int().nonnegative(),
  unit_price_eur: amountSchema,
  amount_eur: amountSchema,
});

/** What was asked of whom: enough to price the outcome later without the configuration of the day. */
const inferenceSchema = z.strictObject({
  surface: z.string(),
  /** The name the caller used. */
  profile: z.string(),
  target: z.string(),
  upstream: z.string(),
  upstream_model: z.string(),
});
export type InferenceRecord = z.infer<typeof inferenceSchema>;

const walletOpened = z.strictObject({ wallet_id: z.uuid(), tenant_id: z.uuid() });

const walletCredited = z.strictObject({
  /** Minted by whoever credits: the same id is never posted twice. */
  credit_id: z.uuid(),
  amount_eur: amountSchema,
  reason: z.string().max(200),
  postings,
});

const walletDebited = z.strictObject({
  debit_id: z.uuid(),
  amount_eur: amountSchema,
  reason: z.string().max(200),
  postings,
});

const creditReserved = z.strictObject({
  reservation_id: reservationId,
  amount_eur: amountSchema,
  key_id: z.uuid(),
  user_id: z.uuid(),
  /** The gateway process that holds the request; its death makes the reservation one to be checked. */
  instance_id: z.string(),
  /** ISO 8601. From then on the hold may be ended by time. */
  expires_at: z.iso.datetime(),
  inference: inferenceSchema,
  /** Bound the hold was made for, in tokens. */
  input_tokens_max: z.number().int().nonnegative(),
  output_tokens_max: z.number().int().nonnegative(),
  price_list: priceListSchema,
  postings,
});

const reservationSettled = z.strictObject({
  reservation_id: reservationId,
  key_id: z.uuid(),
  /** The whole cost: Σ lines. */
  cost_eur: amountSchema,
  /** What the hold had and the cost did not need. */
  released_eur: amountSchema,
  /** The part of the cost above the hold; charged in full, never silently. */
  overrun_eur: amountSchema,
  lines: z.array(costLineSchema).max(20),
  price_list_id: z.string(),
  price_list_version: z.string(),
  service_tier: z.string().nullable(),
  /**
   * `upstream`: its counters in the answer. `books`: its books, asked later. `estimate`: by the gateway, within the hold.
   * `hold`: the whole hold, by rule. `operator`: an amount a person entered. The last two have no lines.
   */
  usage_source: z.enum(['upstream', 'books', 'estimate', 'hold', 'operator']),
  /** `null`: in the flow of the request. Otherwise who ended a flagged reservation. */
  resolved_by: z.enum(['rule', 'operator']).nullable(),
  postings,
});

const reservationReleased = z.strictObject({
  reservation_id: reservationId,
  key_id: z.uuid(),
  amount_eur: amountSchema,
  /** A word from a closed list of the pipeline or the reconciler, e.g. `upstream_refused`. */
  reason: z.string().max(100),
  resolved_by: z.enum(['rule', 'operator']).nullable(),
  postings,
});

const reservationExpired = z.strictObject({
  reservation_id: reservationId,
  key_id: z.uuid(),
  amount_eur: amountSchema,
  postings,
});

/** The outcome is unknown: the hold stays until the reconciler or an operator resolves it. Moves no money. */
const reservationFlagged = z.strictObject({
  reservation_id: reservationId,
  key_id: z.uuid(),
  reason: z.string().max(100),
});

/** The true cost of a reservation that had already expired: charged from what is available, once. */
const expiredReservationCharged = z.strictObject({
  reservation_id: reservationId,
  key_id: z.uuid(),
  cost_eur: amountSchema,
  lines: z.array(costLineSchema).max(20),
  price_list_id: z.string(),
  price_list_version: z.string(),
  service_tier: z.string().nullable(),
  usage_source: z.enum(['upstream', 'books', 'estimate', 'hold', 'operator']),
  postings,
});

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
} as const;

type Schemas = typeof walletEventSchemas;

export type WalletEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];

export type WalletEventOf<Type extends WalletEvent['type']> = Extract<WalletEvent, { type: Type }>;
