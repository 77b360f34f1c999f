import { policies } from '../../projections/policies.ts';
import { scopeKey } from '../domain/policy-events.ts';
import type { Policy } from '../domain/policy.ts';
import type { Principal } from '../domain/principal.ts';
import { scopesAbove } from '../domain/scopes/directory-entry.ts';
import { recordedScope } from '../ledger/administration/scope-changes.ts';
import { policiesOf } from '../domain/scopes/scope-policies.ts';
import type { AdminRequest } from './operation.ts';

/** The policies that apply to a user, from the widest scope to the narrowest. */
export async function policiesAbove({ deps }: AdminRequest, person: Principal): Promise<readonly Policy[]> {
  const tenant = await recordedScope(deps.log, 'tenant', person.tenant_id);
  await deps.catchUp([policies]);
  const scopes = scopesAbove(person, tenant?.parent_id ?? null);
  return scopes.flatMap(([kind, id]) => policiesOf(deps.readModels.get(policies, scopeKey(kind, id))));
}
