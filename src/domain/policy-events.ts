import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { piiEntities, piiGrades } from '../personal-data/pii-kinds.ts';
import { profileNameSchema } from './profile-name.ts';
import { amountSchema } from './money.ts';

/** From the widest scope to the narrowest. */
export const scopeKinds = ['platform', 'reseller', 'tenant', 'group', 'user'] as const;
/** The name of a kind of scope. */
export type ScopeKind = (typeof scopeKinds)[number];

const policySet = z
  .strictObject({
    scope_kind: z.enum(scopeKinds).describe('From the widest to the narrowest.'),
    scope_id: z.uuid().describe('Which one of that kind; the one platform is the nil UUID.'),
    allowed_profiles: z.array(profileNameSchema).min(1).max(1_000).describe('What may be asked for below it.'),
    default_profile: profileNameSchema.describe('For a request that names none, where it is allowed.'),
    pii_required: z.boolean().describe('Whether every request below must be cast.'),
    max_request_eur: amountSchema.describe('Cap of one request.'),
    allow_all_models: z.boolean().describe('Everything that the policies above allow, now and later.'),
    pii_grades: z
      .partialRecord(z.enum(piiEntities), z.enum(piiGrades))
      .optional()
      .describe(
        'Kinds of personal data that must be detected when requests are cast, each with the lowest acceptable grade; absent: those of the configuration.',
      ),
    actor: actorSchema.optional(),
  })
  .describe(
    'All rules of a scope: the last event counts. A policy narrows the scopes above it, and never widens them.',
  );

/** Every event of a `policy-<scope kind>-<scope id>` stream, by type. */
export const policyEventSchemas = { PolicySet: policySet } as const;

/** The one kind of event of a policy's stream. */
export type PolicyEvent = { readonly type: 'PolicySet'; readonly data: Readonly<z.infer<typeof policySet>> };

/** The only scope of kind `platform`: the nil UUID. */
export const platformScopeId = '00000000-0000-0000-0000-000000000000';

/** Names a scope among those of all kinds, e.g. `tenant-3f0c…`. */
export function scopeKey(kind: ScopeKind, scopeId: string): string {
  return `${kind}-${scopeId}`;
}
