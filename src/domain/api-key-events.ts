import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { budgetsSchema } from './budgets/budget.ts';
import { profileNameSchema } from './profile-name.ts';
import type { ApiKeyChangeEvent } from './scopes/api-key-change-events.ts';
import { amountSchema } from './money.ts';
import type { EventsOf } from './events-of.ts';

const apiKeyCreated = z
  .strictObject({
    key_id: z.uuid().describe('Id of the key; requests use the secret instead.'),
    name: z.string().min(1).max(200).describe('A name for people.'),
    key_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ title: '64 hex digits', description: 'Keyed hash of the secret. The secret itself is nowhere.' }),
    key_prefix: z.string().max(12).describe('The first characters of the secret, for people to tell keys apart.'),
    user_id: z.uuid().describe('The person behind the key.'),
    tenant_id: z.uuid().describe('The tenant of that person.'),
    wallet_id: z.uuid().describe('The wallet that pays.'),
    allowed_profiles: z
      .array(profileNameSchema)
      .max(1_000)
      .describe('The profiles that the key may use, within the policies of its scopes.'),
    allow_all_models: z
      .boolean()
      .describe('`true`: all profiles that the policies of the scopes above allow, now and later.'),
    max_request_eur: amountSchema
      .nullable()
      .describe('Most that one request of the key may reserve; `null`: no limit at the key.'),
    budget_eur: amountSchema
      .nullable()
      .describe('Most that the key may ever spend, including open holds; `null`: no limit.'),
    budgets: budgetsSchema.optional().describe('Its further budgets; absent: none.'),
    expires_at: z.iso.datetime().nullable().describe('`null`: never.'),
    administers: z.literal(true).optional().describe('The key may call the management API; absent: it may not.'),
    inference: z
      .literal(true)
      .optional()
      .describe('The key may call models although it administers; absent: only if it does not administer.'),
    parent_key_id: z
      .uuid()
      .optional()
      .describe('The key that made it: it allows nothing that this key does not, and ends with it; absent: none did.'),
    actor: actorSchema.optional(),
  })
  .describe('A key was created. Its secret was shown once, to its owner.');

const apiKeyRevoked = z
  .strictObject({
    key_id: z.uuid().describe('The key.'),
    reason: z.string().max(200).describe('The reason, in words; names no person.'),
    actor: actorSchema.optional(),
  })
  .describe('The key is refused permanently.');

/** How a key begins and ends: events of an `api-key-<id>` stream, by type. */
export const apiKeyEventSchemas = { ApiKeyCreated: apiKeyCreated, ApiKeyRevoked: apiKeyRevoked } as const;

/** An event of a key's stream. */
export type ApiKeyEvent = EventsOf<typeof apiKeyEventSchemas> | ApiKeyChangeEvent;
