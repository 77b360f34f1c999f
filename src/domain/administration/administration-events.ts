import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import type { EventsOf } from '../events-of.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const requestId = hash.describe(
  'Keyed hash of the operation, and of the caller with the idempotency key or of the id that the client chose.',
);

/**
 * Longest answer that is recorded, characters. A longer one is not recorded, and is computed again for a repeated
 * request.
 */
export const recordedAnswerMax = 65_536;

const administrationBegan = z
  .strictObject({
    request_id: requestId,
    operation: z
      .string()
      .regex(/^[a-zA-Z]{1,50}$/)
      .describe('The operation of the management API.'),
    digest: hash.describe('Keyed hash of the whole request, which tells a repetition from another request.'),
    actor: actorSchema,
  })
  .describe('A write of the management API that may be repeated has begun. Recorded before anything that it writes.');

const administrationAnswered = z
  .strictObject({
    request_id: requestId,
    answer: z
      .string()
      .max(recordedAnswerMax)
      .describe('JSON text: the answer, without the secret of a key or a webhook. A repeated request gets it again.'),
  })
  .describe('A write of the management API was performed and answered.');

/** Every event of an `administration-<hash>` stream, by type. */
export const administrationEventSchemas = {
  AdministrationBegan: administrationBegan,
  AdministrationAnswered: administrationAnswered,
} as const;

/** An event of the stream of one request for administration. */
export type AdministrationEvent = EventsOf<typeof administrationEventSchemas>;
