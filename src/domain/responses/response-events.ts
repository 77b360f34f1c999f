import { z } from 'zod';
import { removalMembers } from '../actor.ts';
import { contentDigestSchema } from '../content-events.ts';
import type { EventsOf } from '../events-of.ts';

const response = {
  response_id: z.string().describe('The response.'),
  user_id: z.uuid().describe('Its owner.'),
  tenant_id: z.uuid().describe('The tenant of its owner.'),
};

const expiresAt = z.iso.datetime().describe('Time at which it is removed, unless its owner removes it before.');

const countedBytes = z.int().min(0);
const uncountedBytes = countedBytes.describe('Bytes that no longer count against the storage limit of its tenant.');

const responseStored = z
  .strictObject({
    ...response,
    key_id: z.uuid().describe('The key that asked for it.'),
    reservation_id: z.uuid().describe('The reservation in the wallet that was charged for it.'),
    profile: z.string().describe('The profile that answered.'),
    target: z.string().describe('The target that answered.'),
    previous_response_id: z
      .string()
      .nullable()
      .describe('The response it continues; `null`: it begins a conversation.'),
    created_at: z.iso.datetime().describe('When the answer was complete.'),
    expires_at: expiresAt,
    content_bytes: z.int().min(0).describe('Size of the stored content before encryption, bytes.'),
    counted_bytes: countedBytes.describe(
      'Bytes that count against the storage limit of its tenant, until it is removed.',
    ),
    content_digest: contentDigestSchema,
    item_hashes: z
      .array(z.string())
      .describe('Hashes of the ids of its items, so that a later request can reference an item.'),
  })
  .describe('A response was stored. Its content is encrypted in a stream of its own.');

const responseDeleted = z
  .strictObject({ ...response, expires_at: expiresAt, counted_bytes: uncountedBytes, ...removalMembers })
  .describe('The owner, or an administrator, deleted the response. Its content was deleted.');

const responseExpired = z
  .strictObject({ ...response, expires_at: expiresAt, counted_bytes: uncountedBytes })
  .describe('The response expired. Its content was deleted.');

/** Every event of a `response-<id>` stream, by type: the first stores it, the second and last removes it. */
export const responseEventSchemas = {
  ResponseStored: responseStored,
  ResponseDeleted: responseDeleted,
  ResponseExpired: responseExpired,
} as const;

/** An event of a response's stream. */
export type ResponseEvent = EventsOf<typeof responseEventSchemas>;
