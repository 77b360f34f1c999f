import { accept, refuse, type Decision } from './decider.ts';
import { eurFromNano, type NanoEur } from './money.ts';
import type { LiftRestriction, WalletRefusal } from './wallet-commands.ts';
import type { WalletEvent } from './wallet-events.ts';
import type { WalletState } from './wallet-state.ts';

/**
 * A wallet that was charged above a hold admits one request at a time, until it is credited or an operator lifts the
 * restriction. An unexpected cost then occurs once, and not in two hundred requests at the same time.
 */

/** The event that restricts the wallet; none when nothing was above the hold, or it is already restricted. */
export function restrictionBy(
  state: WalletState,
  { reservationId, overrun }: { readonly reservationId: string; readonly overrun: NanoEur },
): readonly WalletEvent[] {
  if (overrun <= 0n || state.isRestricted) return [];
  return [
    {
      type: 'WalletRestricted',
      data: { overrun_reservation_id: reservationId, overrun_eur: eurFromNano(overrun) },
    },
  ];
}

/** The event that a credit adds; none when there is no restriction. */
export function liftedByCredit(state: WalletState): readonly WalletEvent[] {
  return state.isRestricted ? [{ type: 'WalletRestrictionLifted', data: { cause: 'credit' } }] : [];
}

export function liftWalletRestriction(
  { actor, reason }: LiftRestriction,
  state: WalletState,
): Decision<WalletEvent, WalletRefusal> {
  if (!state.isRestricted) return refuse('wallet_not_restricted');
  return accept({ type: 'WalletRestrictionLifted', data: { cause: 'operator', actor, reason } });
}

/**
 * Whether the wallet may not admit a request now. A reservation with an unknown outcome does not count as running: it
 * would block the wallet.
 */
export function isRestrictedNow({ isRestricted, reservations }: WalletState): boolean {
  return isRestricted && reservations.entries().some(([, { flag }]) => flag === null);
}
