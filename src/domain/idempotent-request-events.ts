import { z } from 'zod';
import { contentDigestSchema } from './content-events.ts';

const reservationId = z.uuid().describe('The reservation that the attempt makes, once it comes to that.');

const began = z
  .strictObject({
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('Keyed hash of method, path and body: the same key with another one is another request.'),
    reservation_id: reservationId,
    wallet_id: z.string().min(1).max(200).describe('Where the reservation is to be looked for.'),
    instance_id: z.uuid().describe('The gateway process that works on it.'),
  })
  .describe('A request with an idempotency key began. No other request with that key begins until it has ended.');

const answered = z
  .strictObject({
    reservation_id: reservationId,
    content_id: z.uuid().describe('The stream `content-<id>` that holds the answer, sealed.'),
    answer_bytes: z.number().int().min(0).describe('Length of the answer, bytes.'),
    content_digest: contentDigestSchema,
  })
  .describe('It was answered and the answer is recorded: a repeated request gets the same one.');

const failed = z
  .strictObject({
    reservation_id: reservationId,
    spent: z
      .boolean()
      .describe('Whether credit was charged for it, or may have been: then it is not tried again under this key.'),
    code: z.string().min(1).max(100).describe('The outcome: a code of docs/errors.md, or a word of the program.'),
  })
  .describe('It ended without a recorded answer.');

/** Every event of an `idempotency-<hash>` stream, by type. */
export const idempotentRequestEventSchemas = {
  IdempotentRequestBegan: began,
  IdempotentRequestAnswered: answered,
  IdempotentRequestFailed: failed,
} as const;

type Schemas = typeof idempotentRequestEventSchemas;

/** An event of the stream of one idempotency key. */
export type IdempotentRequestEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];
