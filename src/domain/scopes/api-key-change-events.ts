import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { amountSchema } from '../money.ts';
import { profileNameSchema } from '../profile-name.ts';
import { requestLimitsSchema } from './request-limits.ts';

const key = { key_id: z.uuid().describe('The key.') };
const actor = actorSchema.optional();
const hash = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ title: '64 hex digits', description });

const apiKeyRenamed = z
  .strictObject({ ...key, name: z.string().min(1).max(200).describe('For people.'), actor })
  .describe('A key has another name.');

const apiKeyNarrowed = z
  .strictObject({
    ...key,
    allowed_profiles: z.array(profileNameSchema).max(1_000).describe('What it may ask for from here on.'),
    allow_all_models: z.boolean().describe('Everything that the policies above allow, now and later.'),
    max_request_eur: amountSchema.nullable().describe('Cap of one request; `null`: none of its own.'),
    budget_eur: amountSchema
      .nullable()
      .describe('The most that it may ever spend, including open holds; `null`: no limit.'),
    expires_at: z.iso.datetime().nullable().describe('`null`: never.'),
    actor,
  })
  .describe('A key was narrowed: it may do less from now on. It can never be widened.');

const apiKeyRotated = z
  .strictObject({
    ...key,
    rotation_id: z.uuid().describe('Minted by the sender of the rotation: the same id rotates once.'),
    key_hash: hash('Keyed hash of the new secret.'),
    key_prefix: z.string().max(12).describe('The first characters of the new secret.'),
    previous_key_hash: hash('Keyed hash of the previous secret.'),
    previous_valid_until: z.iso.datetime().describe('Both secrets are accepted until then.'),
    actor,
  })
  .describe('A key has a new secret. Its id, its limits and what it has spent stay.');

const apiKeyLimitsSet = z
  .strictObject({ ...key, ...requestLimitsSchema, actor })
  .describe('How much a key may ask from here on, below what is configured for all.');

/** What became of a key after it was created: events of an `api-key-<id>` stream, by type. */
export const apiKeyChangeEventSchemas = {
  ApiKeyRenamed: apiKeyRenamed,
  ApiKeyNarrowed: apiKeyNarrowed,
  ApiKeyRotated: apiKeyRotated,
  ApiKeyLimitsSet: apiKeyLimitsSet,
} as const;

type Schemas = typeof apiKeyChangeEventSchemas;

/** An event of a key after it was created, other than its end. */
export type ApiKeyChangeEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];
