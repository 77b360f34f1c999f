import type { WalletEventOf } from '../src/domain/wallet-events.ts';
import { walletPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';
import type { OwnedId } from './owned-ids.ts';

/**
 * One document per wallet, by tenant and id: the wallets of a tenant are one stretch of keys. Whose a wallet is never
 * changes, so a document is written once.
 */
export const tenantWallets: Projection<OwnedId, WalletEventOf<'WalletOpened'>> = {
  name: 'tenant-wallets',
  version: 1,
  streamPrefixes: [walletPrefix],
  eventTypes: new Set(['WalletOpened']),
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ event }) => `${event.data.tenant_id}/${event.data.wallet_id}`,
  evolve: (_, { event }) => ({ id: event.data.wallet_id }),
};
