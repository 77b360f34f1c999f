import type { AdminAction } from '../domain/scopes/permissions.ts';
import { uuidInput } from './inputs.ts';
import type { AdminRequest } from './operation.ts';
import { placeOfTenant } from './reads-within.ts';

/** The tenant of a list. */
export const tenantInput = uuidInput
  .optional()
  .describe('Absent: the tenant of the caller; for the platform, all tenants.');

/**
 * The key prefix of a tenant's documents; for the platform, of all documents. Who may read only their own has to be
 * shown no others of their tenant. Raises the errors of access checks.
 */
export async function tenantPrefix(
  request: AdminRequest,
  action: AdminAction,
  named: string | undefined,
): Promise<string> {
  const { administrator } = request;
  const reach = administrator.reach(action);
  const tenantId = named ?? (reach === 'all' ? null : (administrator.person?.tenant_id ?? null));
  if (tenantId === null) return '';
  const { person } = administrator;
  const userId = person?.tenant_id === tenantId ? person.user_id : null;
  administrator.assertMay(action, { ...(await placeOfTenant(request, tenantId)), userId }, 'tenant');
  return `${tenantId}/`;
}
