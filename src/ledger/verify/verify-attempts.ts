import { eurFromNano, nanoFromEur } from '../../domain/money.ts';
import type { InferenceRecord } from '../../domain/wallet-entries/inference-record.ts';
import type { WalletEvent, WalletEventOf } from '../../domain/wallet-events.ts';
import type { OpenReservation } from '../../domain/wallet-state.ts';
import { mismatch, type Mismatch } from './ledger-difference.ts';

type AttemptFailed = WalletEventOf<'AttemptFailed'>['data'];

/** The target of an attempt and the prices that apply: what two events about one attempt share. */
export interface AttemptAsked {
  readonly billingReference: string;
  readonly inference: Pick<InferenceRecord, 'target' | 'upstream'>;
  readonly priceList: { readonly id: string; readonly version: string };
}

/** The events that must follow a failed attempt of unknown outcome. */
interface Promised {
  readonly reservationId: string;
  readonly attempt: AttemptFailed;
  /** The most that may be held for it. */
  readonly hold: bigint;
  readonly isHeld: boolean;
}

/**
 * Checks the attempts of one wallet's requests: each fails once, in order, at the target the request was sent to. If
 * its outcome is unknown, the same append holds its possible cost.
 */
export class AttemptsCheck {
  #promised: Promised | null = null;

  /** What is wrong with any event, given the events that a failed attempt before it requires. */
  due(event: WalletEvent): Mismatch | null {
    const promised = this.#promised;
    if (promised === null) return this.#unpromised(event);
    const { reservationId, isHeld } = promised;
    if (!isHeld) return this.#held(event, promised);
    this.#promised = null;
    if (event.type === 'ReservationFlagged' && event.data.reservation_id === reservationId) return null;
    return mismatch('attempt_not_held', `${reservationId} to be flagged`, event.type);
  }

  /** What is wrong with a failed attempt of an open reservation. `asked`: its target by the events before it. */
  failed(
    data: AttemptFailed,
    { amount, attempt, selection }: OpenReservation,
    asked: AttemptAsked | null,
  ): Mismatch | null {
    if (selection !== null) return mismatch('selection_open', 'the target to be selected first', data.reservation_id);
    if (data.attempt !== attempt) return mismatch('attempt', `attempt ${attempt}`, `attempt ${data.attempt}`);
    const kept = nanoFromEur(data.hold_eur) + nanoFromEur(data.released_eur);
    if (kept !== amount) return mismatch('reservation_amount', eurFromNano(amount), eurFromNano(kept));
    if ((data.outcome === 'unknown') !== (data.left_open !== undefined)) {
      return mismatch('attempt_not_held', data.outcome, data.left_open ?? 'nothing held');
    }
    if (asked === null) return null;
    const [expected, found] = [wordsOf(asked), wordsOf(askedOf(data))];
    return expected === found ? null : mismatch('attempt', expected, found);
  }

  /** To be called for a correct failed attempt, with the amount that its request held. */
  promise(data: AttemptFailed, hold: bigint): void {
    if (data.left_open === undefined) return;
    this.#promised = { reservationId: data.left_open, attempt: data, hold, isHeld: false };
  }

  /** To be called after the last event: reports a required event that is missing. */
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
    const held = { billingReference: billing_reference, inference: data.inference, priceList: data.price_list };
    const found = [reservation_id, number, wordsOf(held)].join(' ');
    if (found !== expected) return mismatch('attempt_not_held', expected, found);
    const amount = nanoFromEur(data.amount_eur);
    if (amount > hold) return mismatch('attempt_not_held', `at most ${eurFromNano(hold)}`, data.amount_eur);
    this.#promised = { ...promised, isHeld: true };
    return null;
  }
}

function askedOf({
  billing_reference,
  target,
  upstream,
  price_list_id,
  price_list_version,
}: AttemptFailed): AttemptAsked {
  const priceList = { id: price_list_id, version: price_list_version };
  return { billingReference: billing_reference, inference: { target, upstream }, priceList };
}

function wordsOf({
  billingReference,
  inference: { target, upstream },
  priceList: { id, version },
}: AttemptAsked): string {
  return `${target} of ${upstream} as ${billingReference} by ${id} ${version}`;
}
