import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { priceListSchema } from '../price-list.ts';
import { priceListId, priceListVersion } from '../wallet-entries/cost-lines.ts';
import { inferenceSchema, keyId, reservationId } from '../wallet-entries/inference-record.ts';
import { postings } from '../wallet-entries/posting.ts';

/** Why an attempt at a target gave no answer. A closed list; each is a class of failure in the configuration. */
export const attemptFailures = [
  /** No connection could be made, or the target is known to be unavailable. */
  'refused',
  /** No part of an answer came in time. */
  'timed_out',
  /** The connection broke before any part of an answer came. */
  'cut',
  'rate_limited',
  'overloaded',
  'server_error',
  'account_exhausted',
  'credential_rejected',
  'model_gone',
  'context_too_long',
] as const;
/** The name of one class of failure. */
export type AttemptFailureClass = (typeof attemptFailures)[number];

const attempt = z.number().int().positive();
const bound = z.number().int().nonnegative().optional();
const billingReference = z.uuid().describe('The id of the attempt in the billing records of its upstream.');

const nextAttemptSchema = z
  .strictObject({
    billing_reference: billingReference,
    inference: inferenceSchema,
    price_list: priceListSchema,
    input_tokens_max: z.number().int().nonnegative().describe('Bound of its input, tokens.'),
    output_tokens_max: z.number().int().nonnegative().describe('Bound of its output, tokens, all answers together.'),
    input_characters_max: bound.describe('Bound of the text to be spoken; absent where characters are not counted.'),
    audio_milliseconds_max: bound.describe('Bound of the audio; absent where its time is not counted.'),
    web_searches_max: bound.describe('Bound of its web searches; absent where it is offered none.'),
    web_fetches_max: bound.describe('Bound of the pages that it may fetch; absent where it is offered none.'),
  })
  .meta({ title: 'next attempt', description: 'The target of the next attempt, and the prices of its answer.' });

/** Marks a hold for an attempt that has ended. */
export const attemptOfSchema = z
  .strictObject({
    reservation_id: z.uuid().describe('The reservation of the request.'),
    attempt: attempt.describe('Number of the attempt, from 1.'),
    billing_reference: billingReference,
  })
  .meta({ title: 'attempt of', description: 'The attempt whose worst case is held until its outcome is known.' });

const attemptFailed = z
  .strictObject({
    reservation_id: reservationId,
    key_id: keyId,
    attempt: attempt.describe('Number of the failed attempt, from 1.'),
    target: z.string().max(200).describe('The configured target that was asked.'),
    upstream: z.string().max(200).describe('The configured upstream behind it.'),
    billing_reference: billingReference,
    price_list_id: priceListId,
    price_list_version: priceListVersion,
    failure: z.enum(attemptFailures).describe('Why the attempt gave no answer.'),
    outcome: z
      .enum(['not_run', 'unknown'])
      .describe(
        '`not_run`: the attempt is known to have cost nothing. `unknown`: it may have been executed and charged.',
      ),
    left_open: z
      .uuid()
      .optional()
      .describe(
        'The flagged reservation that holds the worst-case cost of the failed attempt, recorded in the same append; absent if the attempt was not run.',
      ),
    next: nextAttemptSchema,
    hold_eur: amountSchema.describe(
      'The amount still held for the request: the worst-case cost of the most expensive target that may still be tried.',
    ),
    released_eur: amountSchema.describe(
      'The rest of the hold, released; the amount held for the failed attempt is taken from it.',
    ),
    postings,
  })
  .describe(
    'An attempt failed before any part of an answer was forwarded. Recorded before the next target is tried, whose prices apply to the reservation from now on.',
  );

/** The events of attempts in a wallet's stream, by type. */
export const walletAttemptEventSchemas = { AttemptFailed: attemptFailed } as const;
