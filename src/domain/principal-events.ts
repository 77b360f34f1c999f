import { z } from 'zod';

const principalRegistered = z.strictObject({
  user_id: z.uuid(),
  tenant_id: z.uuid(),
  wallet_id: z.uuid(),
  role: z.string().min(1).max(50),
  platform_role: z.enum(['operator', 'finance', 'auditor']).nullable(),
  /** Whether this person's requests must be cast before they leave. */
  pii_enabled: z.boolean(),
  reseller_id: z.uuid().nullable(),
  group_ids: z.array(z.uuid()).max(20),
});

const principalPiiChanged = z.strictObject({ user_id: z.uuid(), pii_enabled: z.boolean() });

/** Every event of a `principal-<user id>` stream, by type. */
export const principalEventSchemas = {
  PrincipalRegistered: principalRegistered,
  PrincipalPiiChanged: principalPiiChanged,
} as const;

type Schemas = typeof principalEventSchemas;

export type PrincipalEvent = {
  [Type in keyof Schemas]: { readonly type: Type; readonly data: Readonly<z.infer<Schemas[Type]>> };
}[keyof Schemas];
