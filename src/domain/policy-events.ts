import { z } from 'zod';
import { profileNameSchema } from './profile-name.ts';
import { amountSchema } from './wallet-events.ts';

/** From the widest scope to the narrowest (specification §2.5). */
export const scopeKinds = ['platform', 'reseller', 'tenant', 'group', 'user'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

const policySet = z.strictObject({
  scope_kind: z.enum(scopeKinds),
  scope_id: z.uuid(),
  allowed_profiles: z.array(profileNameSchema).min(1).max(1_000),
  default_profile: profileNameSchema,
  pii_required: z.boolean(),
  max_request_eur: amountSchema,
  allow_all_models: z.boolean(),
});

/** Every event of a `policy-<scope kind>-<scope id>` stream, by type. */
export const policyEventSchemas = { PolicySet: policySet } as const;

export type PolicyEvent = { readonly type: 'PolicySet'; readonly data: Readonly<z.infer<typeof policySet>> };

/** The one scope of kind `platform`: the nil UUID. */
export const platformScopeId = '00000000-0000-0000-0000-000000000000';

/** Names a scope among those of all kinds, e.g. `tenant-3f0c…`. */
export function scopeKey(kind: ScopeKind, scopeId: string): string {
  return `${kind}-${scopeId}`;
}
