import { z } from 'zod';
import { profileNameSchema } from './profile-name.ts';
import { amountSchema } from './wallet-events.ts';

const apiKeyCreated = z.strictObject({
  key_id: z.uuid(),
  name: z.string().min(1).max(200),
  /** Keyed hash of the secret, hex. The secret itself is nowhere. */
  key_hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The first characters of the secret, for people to tell keys apart. */
  key_prefix: z.string().max(12),
  user_id: z.uuid(),
  tenant_id: z.uuid(),
  wallet_id: z.uuid(),
  allowed_profiles: z.array(profileNameSchema).max(1_000),
  /** Everything that the policies above allow, now and later. */
  allow_all_models: z.boolean(),
  max_request_eur: amountSchema.nullable(),
  budget_eur: amountSchema.nullable(),
  /** ISO 8601; `null`: never. */
  expires_at: z.iso.datetime().nullable(),
});

const apiKeyRevoked = z.strictObject({ key_id: z.uuid(), reason: z.string().max(200) });

/** Every event of an `api-key-<id>` stream, by type. */
export const apiKeyEventSchemas = { ApiKeyCreated: apiKeyCreated, ApiKeyRevoked: apiKeyRevoked } as const;

type Schemas = typeof apiKeyEventSchemas;

export type ApiKeyEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];
