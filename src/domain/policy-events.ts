import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { piiEntities, piiGrades } from '../personal-data/pii-kinds.ts';
import { profileNameSchema } from './profile-name.ts';
import { amountSchema } from './money.ts';
import type { EventsOf } from './events-of.ts';

/** From the widest scope to the narrowest. */
export const scopeKinds = ['platform', 'reseller', 'tenant', 'group', 'user'] as const;
/** The name of a kind of scope. */
export type ScopeKind = (typeof scopeKinds)[number];

const scope = {
  scope_kind: z.enum(scopeKinds).describe('The kind of scope, from the widest to the narrowest.'),
  scope_id: z.uuid().describe('The id of the scope; the platform has the nil UUID.'),
};

const policySet = z
  .strictObject({
    ...scope,
    allowed_profiles: z
      .array(profileNameSchema)
      .min(1)
      .max(1_000)
      .describe('The profiles that callers in the scope may use.'),
    default_profile: profileNameSchema.describe('The profile of a request that names none, if the caller may use it.'),
    pii_required: z.boolean().describe('Whether personal data in all requests of the scope must be cast.'),
    max_request_eur: amountSchema.describe('Most that one request may reserve.'),
    allow_all_models: z
      .boolean()
      .describe('`true`: all profiles that the policies of the scopes above allow, now and later.'),
    pii_grades: z
      .partialRecord(z.enum(piiEntities), z.enum(piiGrades))
      .optional()
      .describe(
        'Kinds of personal data that must be detected when requests are cast, each with the lowest acceptable grade; absent: those of the configuration.',
      ),
    actor: actorSchema.optional(),
  })
  .describe(
    'The policy of a scope was set at the level of the actor. The last one of each level is in force. A policy narrows the policies of the scopes and levels above, and never widens them.',
  );

const policyRemoved = z
  .strictObject({ ...scope, actor: actorSchema.optional() })
  .describe('The policies of a scope that the level of the actor and the levels below had set were removed.');

/** Every event of a `policy-<scope kind>-<scope id>` stream, by type. */
export const policyEventSchemas = { PolicySet: policySet, PolicyRemoved: policyRemoved } as const;

/** An event of a policy's stream. */
export type PolicyEvent = EventsOf<typeof policyEventSchemas>;

/** The only scope of kind `platform`: the nil UUID. */
export const platformScopeId = '00000000-0000-0000-0000-000000000000';

/** Names a scope among those of all kinds, e.g. `tenant-3f0c…`. */
export function scopeKey(kind: ScopeKind, scopeId: string): string {
  return `${kind}-${scopeId}`;
}
