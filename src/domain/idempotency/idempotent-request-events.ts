import { z } from 'zod';
import { contentDigestSchema } from '../content-events.ts';
import type { EventsOf } from '../events-of.ts';

const reservationId = z.uuid().describe('The id of the reservation, if the request gets as far as reserving.');

const began = z
  .strictObject({
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('Keyed hash of method, path and body. A request with the same key and another digest is refused.'),
    reservation_id: reservationId,
    wallet_id: z.string().min(1).max(200).describe('The wallet of the reservation.'),
    instance_id: z.uuid().describe('The gateway process that handles the request.'),
  })
  .describe('A request with an idempotency key began. No other request with that key begins until it has ended.');

const answered = z
  .strictObject({
    reservation_id: reservationId,
    content_id: z.uuid().describe('The id of the stream `content-<id>` with the encrypted answer.'),
    answer_bytes: z.number().int().min(0).describe('Length of the answer, bytes.'),
    content_digest: contentDigestSchema,
    counted: z
      .strictObject({
        tenant_id: z.uuid().describe('The tenant of its owner.'),
        bytes: z.int().min(0).describe('Size of the recorded answer before encryption, bytes.'),
        expires_at: z.iso.datetime().describe('Time at which key and answer expire. No event records it.'),
      })
      .describe('What counts against the storage limit of its tenant until it expires.'),
  })
  .describe('The request was answered and the answer is recorded. A repeated request gets the same answer.');

const failed = z
  .strictObject({
    reservation_id: reservationId,
    spent: z
      .boolean()
      .describe('Whether it was or may have been charged; if so, a repetition with this key is refused.'),
    code: z.string().min(1).max(100).describe('The outcome: a code of docs/errors.md or an internal one.'),
  })
  .describe('The request ended without a recorded answer.');

/** Every event of an `idempotency-<hash>` stream, by type. */
export const idempotentRequestEventSchemas = {
  IdempotentRequestBegan: began,
  IdempotentRequestAnswered: answered,
  IdempotentRequestFailed: failed,
} as const;

/** An event of the stream of one idempotency key. */
export type IdempotentRequestEvent = EventsOf<typeof idempotentRequestEventSchemas>;

/** What an answer recorded under an idempotency key takes of its tenant's storage, and until when. */
export type CountedAnswer = NonNullable<z.infer<typeof answered>['counted']>;
