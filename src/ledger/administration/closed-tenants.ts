import type { Scope } from '../../domain/scopes/scope.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { recordedWalletState } from '../wallet-fold.ts';
import { recordedScope } from './scope-changes.ts';

/**
 * Whether a tenant, or the reseller above it, is closed: then nothing is made in it, and no money comes into it. A
 * suspended one goes on. Raises what the log raises.
 */
export async function isTenantClosed(log: EventLog, tenantId: string): Promise<boolean> {
  return (await tenantAndAbove(log, tenantId)).some(({ status }) => status === 'closed');
}

/** Whether a tenant, or the reseller above it, is suspended or closed. Raises what the log raises. */
export async function isTenantBlocked(log: EventLog, tenantId: string): Promise<boolean> {
  return (await tenantAndAbove(log, tenantId)).some(({ status }) => status !== 'active');
}

async function tenantAndAbove(log: EventLog, tenantId: string): Promise<readonly Scope[]> {
  const tenant = await recordedScope(log, 'tenant', tenantId);
  if (tenant === null) return [];
  const reseller = tenant.parent_id === null ? null : await recordedScope(log, 'reseller', tenant.parent_id);
  return reseller === null ? [tenant] : [tenant, reseller];
}

/** Whether the tenant of a wallet is closed. Raises what the log raises. */
export async function isOfClosedTenant(log: EventLog, walletId: string): Promise<boolean> {
  const tenantId = (await recordedWalletState(log, walletId))?.tenantId ?? null;
  return tenantId !== null && (await isTenantClosed(log, tenantId));
}
