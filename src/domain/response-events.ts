import { z } from 'zod';
import { contentDigestSchema } from './content-events.ts';

const response = {
  response_id: z.string().describe('The response.'),
  user_id: z.uuid().describe('Its owner.'),
  tenant_id: z.uuid().describe('The tenant of its owner.'),
};

const expiresAt = z.iso.datetime().describe('When it is removed, unless its owner does so before.');

/**
 * Absent in events from before there was a limit of stored bytes: such responses were never counted, and are not
 * subtracted.
 */
const countedBytes = z.int().min(0).optional();
const uncountedBytes = countedBytes.describe('Bytes that count no longer; absent: it did not count.');

const responseStored = z
  .strictObject({
    ...response,
    key_id: z.uuid().describe('The key that asked for it.'),
    reservation_id: z.uuid().describe('What it cost stands at this reservation of the wallet.'),
    profile: z.string().describe('The profile that answered.'),
    target: z.string().describe('The target that answered.'),
    previous_response_id: z
      .string()
      .nullable()
      .describe('The response it continues; `null`: it begins a conversation.'),
    created_at: z.iso.datetime().describe('When the answer was complete.'),
    expires_at: expiresAt,
    content_bytes: z.int().min(0).describe('Size of what is kept, before it was sealed.'),
    counted_bytes: countedBytes.describe(
      'Bytes that count against the storage limit of its tenant, until it is removed; absent: it does not count.',
    ),
    content_digest: contentDigestSchema,
    item_hashes: z.array(z.string()).describe('Hashes of the ids of its items: a later request may name one.'),
  })
  .describe('A response was stored. Its content is sealed in a stream of its own.');

const responseDeleted = z
  .strictObject({ ...response, expires_at: expiresAt, counted_bytes: uncountedBytes })
  .describe('Its owner removed it: the content is gone.');

const responseExpired = z
  .strictObject({ ...response, expires_at: expiresAt, counted_bytes: uncountedBytes })
  .describe('It expired: the content is gone.');

/** Every event of a `response-<id>` stream, by type: the first stores it, the second and last removes it. */
export const responseEventSchemas = {
  ResponseStored: responseStored,
  ResponseDeleted: responseDeleted,
  ResponseExpired: responseExpired,
} as const;

type Schemas = typeof responseEventSchemas;

/** An event of a response's stream. */
export type ResponseEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];
