import type { WalletEvent } from '../src/domain/wallet-events.ts';
import { walletPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';
import type { OwnedId } from './owned-ids.ts';

/**
 * One document per wallet, by tenant and id: the wallets of a tenant are one stretch of keys. Whose a wallet is never
 * changes, so a document is written once.
 */
export const tenantWallets: Projection<OwnedId, WalletEvent> = {
  name: 'tenant-wallets',
  version: 1,
  streamPrefixes: [walletPrefix],
  eventTypes: new Set(['WalletOpened']),
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ event }) => (event.type === 'WalletOpened' ? `${event.data.tenant_id}/${event.data.wallet_id}` : null),
  evolve: (known, { event }) => (event.type === 'WalletOpened' ? { id: event.data.wallet_id } : known),
};
