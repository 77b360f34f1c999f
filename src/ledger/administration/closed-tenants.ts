import type { EventLog } from '../../ports/event-log.ts';
import { walletStream } from '../stream-names.ts';
import { WalletFold } from '../wallet-fold.ts';
import { recordedScope } from './scope-changes.ts';

/**
 * Whether a tenant, or the reseller above it, is closed: then nothing is made in it, and no money comes into it. A
 * suspended one goes on. Raises what the log raises.
 */
export async function isTenantClosed(log: EventLog, tenantId: string): Promise<boolean> {
  const tenant = await recordedScope(log, 'tenant', tenantId);
  if (tenant === null || tenant.standing === 'closed') return tenant !== null;
  return tenant.parent_id !== null && (await recordedScope(log, 'reseller', tenant.parent_id))?.standing === 'closed';
}

/** Whether the tenant of a wallet is closed. Raises what the log raises. */
export async function isOfClosedTenant(log: EventLog, walletId: string): Promise<boolean> {
  const fold = new WalletFold();
  await fold.readTail((page) => log.readStream(walletStream(walletId), page));
  const { tenantId } = fold.state;
  return tenantId !== null && (await isTenantClosed(log, tenantId));
}
