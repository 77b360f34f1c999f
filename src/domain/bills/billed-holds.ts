import type { Tags } from '../tags/tags.ts';
import type { WalletEvent } from '../wallet-events.ts';

/** What a hold says of its charge. */
export interface BilledHold {
  /** When it was recorded. */
  readonly heldAt: string;
  readonly model: string;
  readonly tags?: Tags | undefined;
}

/** The holds of some wallets that may still be charged. */
export class BilledHolds {
  readonly #holds = new Map<string, BilledHold>();

  /** What is known of a hold. */
  of(reservationId: string): BilledHold | undefined {
    return this.#holds.get(reservationId);
  }

  /** Takes the next event of a wallet, before its charge is billed. */
  begin(event: WalletEvent, heldAt: string): void {
    if (event.type === 'CreditReserved') {
      const { reservation_id, inference } = event.data;
      this.#holds.set(reservation_id, { heldAt, model: inference.profile, tags: inference.tags });
    } else if (event.type === 'SelectionCharged' && event.data.selected !== null) {
      const { reservation_id, selected } = event.data;
      const known = this.#holds.get(reservation_id);
      if (known !== undefined) this.#holds.set(reservation_id, { ...known, model: selected });
    }
  }

  /** Forgets the hold that an event has ended, after its charge was billed. */
  end(event: WalletEvent): void {
    if (isEnding(event)) this.#holds.delete(event.data.reservation_id);
  }
}

/** A hold that a rule released may still be charged, and what an attempt left open is another hold. */
function isEnding(event: WalletEvent): event is Extract<WalletEvent, { readonly data: { reservation_id: string } }> {
  if (event.type === 'ReservationReleased') return event.data.resolved_by !== 'rule';
  return event.type === 'ReservationSettled' || event.type === 'ReleasedReservationCharged';
}
