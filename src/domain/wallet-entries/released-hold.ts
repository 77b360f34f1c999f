import { actorMember } from '../actor.ts';
import { eurFromNano } from '../money.ts';
import type { ReleaseReservation } from '../wallet-commands.ts';
import type { WalletEvent } from '../wallet-events.ts';
import type { OpenReservation } from '../wallet-state.ts';
import { postingsOf, type Accounts } from './posting.ts';

/** Ends a reservation without a charge: the rest of its hold is released. */
export function releasedHold(
  { reservationId, reason, resolvedBy, actor }: Omit<ReleaseReservation, 'type'>,
  { keyId, amount }: OpenReservation,
  accounts: Accounts,
): WalletEvent {
  return {
    type: 'ReservationReleased',
    data: {
      reservation_id: reservationId,
      key_id: keyId,
      amount_eur: eurFromNano(amount),
      reason,
      resolved_by: resolvedBy,
      ...actorMember(actor),
      postings: postingsOf([accounts.reserved, accounts.available, amount]),
    },
  };
}
