import { policies } from '../../projections/policies.ts';
import { platformScopeId, scopeKey, scopeKinds, type ScopeKind } from '../domain/policy-events.ts';
import type { Policy } from '../domain/policy.ts';
import type { Principal } from '../domain/principal.ts';
import { scopesAbove } from '../domain/scopes/directory-entry.ts';
import type { ScopePlace } from '../domain/scopes/permissions.ts';
import { recordedScope } from '../ledger/administration/scope-changes.ts';
import { policiesOf } from '../domain/scopes/scope-policies.ts';
import type { AdminRequest } from './operation.ts';

/** The policies that apply to a user, from the widest scope to the narrowest. */
export async function policiesAbove({ deps }: AdminRequest, person: Principal): Promise<readonly Policy[]> {
  const tenant = await recordedScope(deps.log, 'tenant', person.tenant_id);
  return await policiesIn(deps, scopesAbove(person, tenant?.parent_id ?? null));
}

/** The policies that apply to everybody in a scope at this place: its own, and those of the scopes above it. */
export async function policiesDownTo(
  { deps }: AdminRequest,
  kind: Exclude<ScopeKind, 'user'>,
  { resellerId = null, tenantId = null }: ScopePlace,
  id: string,
): Promise<readonly Policy[]> {
  const ids = { platform: platformScopeId, reseller: resellerId, tenant: tenantId, group: null, [kind]: id };
  const kinds = scopeKinds.slice(0, scopeKinds.indexOf(kind) + 1).filter((each) => each !== 'user');
  return await policiesIn(
    deps,
    kinds.flatMap((each) => (ids[each] === null ? [] : [[each, ids[each]] as const])),
  );
}

async function policiesIn(
  deps: AdminRequest['deps'],
  scopes: readonly (readonly [kind: ScopeKind, id: string])[],
): Promise<readonly Policy[]> {
  await deps.catchUp([policies]);
  return scopes.flatMap(([kind, id]) => policiesOf(deps.readModels.get(policies, scopeKey(kind, id))));
}
