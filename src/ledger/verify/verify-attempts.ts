import { eurFromNano, nanoFromEur } from '../../domain/money.ts';
import type { InferenceRecord } from '../../domain/wallet-entries/inference-record.ts';
import type { WalletEvent, WalletEventOf } from '../../domain/wallet-events.ts';
import type { OpenReservation } from '../../domain/wallet-state.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

type AttemptFailed = WalletEventOf<'AttemptFailed'>['data'];

/** Who was asked, in words that two events about one attempt share. */
interface Asked {
  readonly billingReference: string;
  readonly target: string;
  readonly upstream: string;
  readonly edition: string;
}

/** What must follow a failed attempt whose outcome nobody knows, event by event. */
interface Promised {
  readonly reservationId: string;
  readonly attempt: AttemptFailed;
  /** The most that may be held for it. */
  readonly hold: bigint;
  readonly isHeld: boolean;
}

/**
 * Follows the attempts of one wallet's requests: each fails once, in turn, at the target that was asked, and what the last may
 * have cost stays held in the same append where nobody knows.
 */
export class AttemptsCheck {
  /** Of reservations that are open. */
  readonly #asked = new Map<string, Asked>();
  #promised: Promised | null = null;

  /** What is wrong with any event, by what was promised before it. */
  due(event: WalletEvent): Mismatch | null {
    const promised = this.#promised;
    if (promised === null) return this.#unpromised(event);
    const { reservationId, isHeld } = promised;
    if (!isHeld) return this.#held(event, promised);
    this.#promised = null;
    if (event.type === 'ReservationFlagged' && event.data.reservation_id === reservationId) return null;
    return mismatch('attempt_not_held', `${reservationId} to be flagged`, event.type);
  }

  /** What is wrong with a failed attempt of a reservation that is open. */
  failed(data: AttemptFailed, { amount, attempt, selection }: OpenReservation): Mismatch | null {
    if (selection !== null) return mismatch('selection_open', 'who answers to be chosen first', data.reservation_id);
    if (data.attempt !== attempt) return mismatch('attempt', `attempt ${attempt}`, `attempt ${data.attempt}`);
    const kept = nanoFromEur(data.hold_eur) + nanoFromEur(data.released_eur);
    if (kept !== amount) return mismatch('reservation_amount', eurFromNano(amount), eurFromNano(kept));
    if ((data.outcome === 'unknown') !== (data.left_open !== undefined)) {
      return mismatch('attempt_not_held', data.outcome, data.left_open ?? 'nothing held');
    }
    return this.#wrongAsked(data);
  }

  /** To be called for each event that is right. */
  take(event: WalletEvent): void {
    switch (event.type) {
      case 'CreditReserved':
        this.#ask(event.data.reservation_id, { ...event.data, billing_reference: event.data.reservation_id });
        return;
      case 'SelectionCharged': {
        const { answer, reservation_id } = event.data;
        if (answer !== undefined) this.#ask(reservation_id, { ...answer, billing_reference: reservation_id });
        return;
      }
      case 'AttemptFailed':
        this.#ask(event.data.reservation_id, event.data.next);
        return;
      case 'ReservationSettled':
      case 'ReservationReleased':
      case 'ReservationExpired':
        this.#asked.delete(event.data.reservation_id);
        return;
      case 'WalletOpened':
      case 'WalletCredited':
      case 'WalletDebited':
      case 'ReservationFlagged':
      case 'ExpiredReservationCharged':
      case 'WalletRestricted':
      case 'WalletRestrictionLifted':
      case 'WalletAlertSet':
      case 'BudgetAlertSet':
      case 'WalletRanLow':
      case 'BudgetRanLow':
      case 'WalletPeriodClosed':
        return;
    }
  }

  /** To be called for a failed attempt that is right, with what its request held. */
  promise(data: AttemptFailed, hold: bigint): void {
    if (data.left_open === undefined) return;
    this.#promised = { reservationId: data.left_open, attempt: data, hold, isHeld: false };
  }

  /** After the last event: what was promised and never came. */
  end(): Mismatch | null {
    const promised = this.#promised;
    return promised === null ? null : mismatch('attempt_not_held', `${promised.reservationId} to be held`, 'nothing');
  }

  #unpromised({ type, data }: WalletEvent): Mismatch | null {
    if (type !== 'CreditReserved' || data.attempt_of === undefined) return null;
    return mismatch('attempt_not_held', 'a failed attempt before it', data.reservation_id);
  }

  #held({ type, data }: WalletEvent, promised: Promised): Mismatch | null {
    const { reservationId, attempt, hold } = promised;
    if (type !== 'CreditReserved' || data.reservation_id !== reservationId) {
      return mismatch('attempt_not_held', `${reservationId} to be held`, type);
    }
    const expected = [attempt.reservation_id, attempt.attempt, wordsOf(askedOf(attempt))].join(' ');
    const { reservation_id, attempt: number, billing_reference = '' } = data.attempt_of ?? {};
    const found = [reservation_id, number, wordsOf(askedIn({ ...data, billing_reference }))].join(' ');
    if (found !== expected) return mismatch('attempt_not_held', expected, found);
    const amount = nanoFromEur(data.amount_eur);
    if (amount > hold) return mismatch('attempt_not_held', `at most ${eurFromNano(hold)}`, data.amount_eur);
    this.#promised = { ...promised, isHeld: true };
    return null;
  }

  #wrongAsked(data: AttemptFailed): Mismatch | null {
    const asked = this.#asked.get(data.reservation_id);
    if (asked === undefined) return null;
    const [expected, found] = [wordsOf(asked), wordsOf(askedOf(data))];
    return expected === found ? null : mismatch('attempt', expected, found);
  }

  #ask(reservationId: string, call: Parameters<typeof askedIn>[0]): void {
    this.#asked.set(reservationId, askedIn(call));
  }
}

function askedOf({ billing_reference, target, upstream, price_list_id, price_list_version }: AttemptFailed): Asked {
  const edition = `${price_list_id} ${price_list_version}`;
  return { billingReference: billing_reference, target, upstream, edition };
}

function askedIn(call: {
  readonly billing_reference: string;
  readonly inference: InferenceRecord;
  readonly price_list: { readonly id: string; readonly version: string };
}): Asked {
  const { billing_reference, inference, price_list } = call;
  const edition = `${price_list.id} ${price_list.version}`;
  return { billingReference: billing_reference, target: inference.target, upstream: inference.upstream, edition };
}

function wordsOf({ billingReference, target, upstream, edition }: Asked): string {
  return `${target} of ${upstream} as ${billingReference} by ${edition}`;
}
