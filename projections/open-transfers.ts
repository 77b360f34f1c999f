import type { OpenTransfer } from '../src/domain/payments/open-payments.ts';
import type { WalletEventOf } from '../src/domain/wallet-events.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

const eventTypes = ['WalletCredited', 'WalletDebited'] as const;
type Movement = WalletEventOf<(typeof eventTypes)[number]>;

/**
 * One document per open transfer, by its id; removed when either end has been credited. Two streams change it, and
 * either may be folded first if the other one waits: a credit without its debit is kept until the debit comes.
 */
export const openTransfers: Projection<OpenTransfer, Movement> = {
  name: 'open-transfers',
  version: 1,
  streamPrefixes: [walletPrefix],
  eventTypes: new Set(eventTypes),
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ event: { data } }) =>
    data.cause?.kind === 'transfer' || data.cause?.kind === 'allocation' ? data.cause.id : null,
  evolve: (known, { event, stream }) => {
    const walletId = walletIdOf(stream);
    if (event.type === 'WalletCredited') return known === null ? creditedAlready(event.data, walletId) : null;
    return known?.is_credited === true ? null : (openTransferOf(event.data, walletId) ?? known);
  },
};

function creditedAlready(
  { cause, amount_eur, reason }: WalletEventOf<'WalletCredited'>['data'],
  destination_id: string,
): OpenTransfer | null {
  if (cause === undefined) return null;
  const source_id = cause.wallet_id ?? destination_id;
  return { transfer_id: cause.id, source_id, destination_id, amount_eur, reason, is_credited: true };
}

function openTransferOf(
  { cause, amount_eur, reason, actor }: WalletEventOf<'WalletDebited'>['data'],
  source_id: string,
): OpenTransfer | null {
  if (cause?.wallet_id === undefined) return null;
  const { id, wallet_id, allocation_id, run } = cause;
  return {
    transfer_id: id,
    source_id,
    destination_id: wallet_id,
    amount_eur,
    reason,
    ...(actor === undefined ? {} : { actor }),
    ...(allocation_id === undefined || run === undefined ? {} : { allocation: { id: allocation_id, run } }),
  };
}
