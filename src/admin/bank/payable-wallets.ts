import { tenantWallets } from '../../../projections/tenant-wallets.ts';
import { walletBalances } from '../../../projections/wallet-balances.ts';
import { eurFromNano, nanoFromSum } from '../../domain/money.ts';
import type { AdminRequest } from '../operation.ts';

/** Most wallets of a tenant that are looked at. */
const walletsMax = 100;

/**
 * The wallets of a tenant with available credit that was paid for, of its first hundred: they are offered to be paid out
 * when it is closed. Amounts: euro with nine decimals.
 */
export async function payableWallets({ deps }: AdminRequest, tenantId: string): Promise<readonly object[]> {
  await deps.catchUp([tenantWallets, walletBalances]);
  const prefix = `${tenantId}/`;
  const wallets = deps.readModels.list(tenantWallets, { afterKey: prefix, limit: walletsMax });
  return wallets.flatMap(({ key, document: { id } }) => {
    const balance = key.startsWith(prefix) ? deps.readModels.get(walletBalances, id) : null;
    if (balance === null) return [];
    const paid = nanoFromSum(balance.available_eur) - nanoFromSum(balance.granted_eur);
    return paid > 0n ? [{ wallet_id: id, paid_eur: eurFromNano(paid) }] : [];
  });
}
