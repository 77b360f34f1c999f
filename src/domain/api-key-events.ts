import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { profileNameSchema } from './profile-name.ts';
import type { ApiKeyChangeEvent } from './scopes/api-key-change-events.ts';
import { amountSchema } from './money.ts';

const apiKeyCreated = z
  .strictObject({
    key_id: z.uuid().describe('Names the key everywhere but in a request.'),
    name: z.string().min(1).max(200).describe('For people.'),
    key_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ title: '64 hex digits', description: 'Keyed hash of the secret. The secret itself is nowhere.' }),
    key_prefix: z.string().max(12).describe('The first characters of the secret, for people to tell keys apart.'),
    user_id: z.uuid().describe('The person behind the key.'),
    tenant_id: z.uuid().describe('The tenant of that person.'),
    wallet_id: z.uuid().describe('The wallet that pays.'),
    allowed_profiles: z.array(profileNameSchema).max(1_000).describe('What it may ask for, within the policies above.'),
    allow_all_models: z.boolean().describe('Everything that the policies above allow, now and later.'),
    max_request_eur: amountSchema.nullable().describe('Cap of one request; `null`: none of its own.'),
    budget_eur: amountSchema
      .nullable()
      .describe('The most that it may ever spend, including open holds; `null`: no limit.'),
    expires_at: z.iso.datetime().nullable().describe('`null`: never.'),
    administers: z.literal(true).optional().describe('The key may call the management API; absent: it may not.'),
    actor: actorSchema.optional(),
  })
  .describe('A key exists. Its secret was shown once, to its owner.');

const apiKeyRevoked = z
  .strictObject({
    key_id: z.uuid().describe('The key.'),
    reason: z.string().max(200).describe('In words; names no person.'),
    actor: actorSchema.optional(),
  })
  .describe('The key is refused permanently.');

/** How a key begins and ends: events of an `api-key-<id>` stream, by type. */
export const apiKeyEventSchemas = { ApiKeyCreated: apiKeyCreated, ApiKeyRevoked: apiKeyRevoked } as const;

type Schemas = typeof apiKeyEventSchemas;

/** An event of a key's stream. */
export type ApiKeyEvent =
  | { [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> } }[keyof Schemas]
  | ApiKeyChangeEvent;
