import { z } from 'zod';
import type { AdminAction } from '../domain/scopes/permissions.ts';
import type { AdminRequest } from './operation.ts';
import { placeOfTenant } from './reads-within.ts';

/** Whose list it is. */
export const tenantInput = z.uuid().optional().describe('Absent: the tenant of whoever asks; for the platform, all.');

/** What the keys of a tenant's documents begin with; all documents for the platform. Raises what the administrator may not. */
export async function tenantPrefix(
  request: AdminRequest,
  action: AdminAction,
  named: string | undefined,
): Promise<string> {
  const { administrator } = request;
  const reach = administrator.reach(action);
  const tenantId = named ?? (reach === 'all' ? null : (administrator.person?.tenant_id ?? null));
  if (tenantId === null) return '';
  administrator.assertMay(action, await placeOfTenant(request, tenantId), 'tenant');
  return `${tenantId}/`;
}
