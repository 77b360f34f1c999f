import type { OpenTransfer } from '../src/domain/payments/open-payments.ts';
import type { WalletEvent } from '../src/domain/wallet-events.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

type Movement = Extract<WalletEvent, { type: 'WalletCredited' | 'WalletDebited' }>;

/**
 * One document per open transfer, by its id; removed when either end has been credited. Two streams change it, and
 * either may be folded first if the other one waits: a credit without its debit is kept until the debit comes.
 */
export const openTransfers: Projection<OpenTransfer, WalletEvent> = {
  name: 'open-transfers',
  version: 1,
  streamPrefixes: [walletPrefix],
  eventTypes: new Set(['WalletCredited', 'WalletDebited']),
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ event }) => {
    const movement = movementIn(event);
    return movement === null ? null : transferIdOf(movement);
  },
  evolve: (known, { event, stream }) => {
    const movement = movementIn(event);
    if (movement === null) return known;
    const walletId = walletIdOf(stream);
    if (movement.type === 'WalletCredited') return known === null ? creditedAlready(movement.data, walletId) : null;
    return known?.is_credited === true ? null : (openTransferOf(movement.data, walletId) ?? known);
  },
};

function movementIn(event: WalletEvent): Movement | null {
  switch (event.type) {
    case 'WalletCredited':
    case 'WalletDebited':
      return event;
    case 'WalletOpened':
    case 'WalletLotExpired':
    case 'CreditReserved':
    case 'SelectionCharged':
    case 'AttemptFailed':
    case 'ReservationSettled':
    case 'ReservationReleased':
    case 'ReservationFlagged':
    case 'ReleasedReservationCharged':
    case 'WalletRestricted':
    case 'WalletRestrictionLifted':
    case 'WalletAlertSet':
    case 'BudgetAlertSet':
    case 'WalletRanLow':
    case 'BudgetRanLow':
    case 'BudgetReached':
    case 'WalletPeriodClosed':
      return null;
  }
}

function transferIdOf({ data: { cause } }: Movement): string | null {
  return cause?.kind === 'transfer' || cause?.kind === 'allocation' ? cause.id : null;
}

function creditedAlready(
  { cause, amount_eur, reason }: Extract<WalletEvent, { type: 'WalletCredited' }>['data'],
  destination_id: string,
): OpenTransfer | null {
  if (cause === undefined) return null;
  const source_id = cause.wallet_id ?? destination_id;
  return { transfer_id: cause.id, source_id, destination_id, amount_eur, reason, is_credited: true };
}

function openTransferOf(
  { cause, amount_eur, reason, actor }: Extract<WalletEvent, { type: 'WalletDebited' }>['data'],
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
