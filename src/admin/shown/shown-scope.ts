import { z } from 'zod';
import type { Scope } from '../../domain/scopes/scope.ts';
import { managedScopeKinds } from '../../domain/scopes/scope-events.ts';
import { shownLimits } from '../../domain/scopes/request-limits.ts';
import { shownTags } from '../../domain/tags/set-tags.ts';
import { declaredTagSchema } from '../../domain/tags/tag-terms.ts';
import { tagValueSchema } from '../../domain/tags/tags.ts';
import { amountOutput, idOutput, levelOutput, limitsOutput, pageOutput, statusOutput, type Shown } from '../outputs.ts';

// What two levels allow together may be nothing.
const declaredTagOutput = declaredTagSchema
  .extend({ values: z.array(tagValueSchema).optional() })
  .meta({ id: 'DeclaredTag' });

/** Members of what declares tags. */
export const declaredTagsOutput = {
  tags: z.array(declaredTagOutput).describe('The tags that requests may have.'),
  metadata_tags: z.boolean().describe('Whether members of `metadata` that are declared tags count too.'),
  declared_by: z.record(z.string(), levelOutput).describe('The widest level that declared each, by name.'),
};

const members = z.strictObject({
  id: idOutput,
  object: z.enum(managedScopeKinds),
  parent_id: idOutput
    .nullable()
    .describe('The reseller of a tenant, the tenant of a group; `null`: directly below the platform.'),
  name: z.string(),
  status: statusOutput,
  blocked_by: levelOutput.optional().describe('The level that suspended or closed it; absent: none did.'),
  ...limitsOutput,
  tags: declaredTagsOutput.tags.optional(),
  metadata_tags: declaredTagsOutput.metadata_tags.optional(),
  declared_by: declaredTagsOutput.declared_by.optional(),
});

/** A reseller, tenant or group. */
export const scopeOutput = members.meta({ id: 'Scope', description: 'A reseller, a tenant or a group.' });

export const scopePageOutput = pageOutput(scopeOutput);

const payableOutput = z
  .strictObject({ wallet_id: idOutput, paid_eur: amountOutput })
  .meta({ id: 'PayableWallet', description: 'A wallet with credit that was paid for.' });

/** A tenant that was closed, with what can be paid out to it. */
export const closedTenantOutput = members
  .extend({ payable: z.array(payableOutput).describe('Of its first hundred wallets.') })
  .meta({ id: 'ClosedTenant' });

/** A scope as answers contain it. */
export function shownScope(state: Scope): Shown<typeof scopeOutput> {
  const { scope_kind, scope_id, parent_id, name, status, blocked_by } = state;
  return {
    id: scope_id,
    object: scope_kind,
    parent_id,
    name,
    status,
    ...(blocked_by !== undefined && { blocked_by }),
    ...shownLimits(state),
    ...shownTags(state),
  };
}
