import { z } from 'zod';
import { scopeKinds } from '../../domain/policy-events.ts';
import type { Policy } from '../../domain/policy.ts';
import { profileNameSchema } from '../../domain/profile-name.ts';
import { shownPolicy } from '../../domain/scopes/scope-policies.ts';
import { piiEntities, piiGrades } from '../../personal-data/pii-kinds.ts';
import { actorOutput, amountOutput, idOutput, levelOutput, pageOutput, type Shown } from '../outputs.ts';

/** A policy of one level for one scope. */
export const policyOutput = z
  .strictObject({
    object: z.literal('policy'),
    scope_kind: z.enum(scopeKinds),
    scope_id: idOutput.describe('The nil UUID for the platform.'),
    level: levelOutput.describe('The level that set it.'),
    allowed_profiles: z.array(profileNameSchema),
    default_profile: profileNameSchema,
    pii_required: z.boolean(),
    max_request_eur: amountOutput.describe('Most that one request may cost.'),
    allow_all_models: z.boolean(),
    pii_grades: z
      .partialRecord(z.enum(piiEntities), z.enum(piiGrades))
      .optional()
      .describe('Kinds of personal data that must be found, each with the lowest sufficient grade.'),
    set_by: actorOutput.optional(),
    not_configured: z.array(profileNameSchema).optional().describe('Names that the configuration lacks; absent: none.'),
  })
  .meta({ id: 'Policy' });

/** All policies of a list. */
export const policyPageOutput = pageOutput(policyOutput);

/** Policies as one page. */
export function shownPolicies(policies: readonly Policy[]): Shown<typeof policyPageOutput> {
  const data = policies.map((policy) => ({ object: 'policy' as const, ...shownPolicy(policy) }));
  return { object: 'list', data, next: null };
}
