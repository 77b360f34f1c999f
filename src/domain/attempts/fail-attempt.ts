import { exceededBudget, stillCounted } from '../budgets/budget-spends.ts';
import type { UsageBound } from '../cost.ts';
import type { CountedRecord } from '../wallet-entries/cost-lines.ts';
import { accept, refuse, type Decision } from '../decider.ts';
import { eurFromNano, type NanoEur } from '../money.ts';
import type { WalletRefusal } from '../wallet-commands.ts';
import { postingsOf, type Accounts } from '../wallet-entries/posting.ts';
import type { WalletEvent, WalletEventOf } from '../wallet-events.ts';
import { availableNano, spendOf, type OpenReservation, type WalletState } from '../wallet-state.ts';
import type { FailAttempt, LeftOpen } from './attempt-commands.ts';

/**
 * Lets a reservation go on with the next target. If the failed attempt may have been executed, its possible cost is
 * held beside it as a reservation of its own, flagged from the start. Without credit for both there is no next attempt.
 */
export function failAttempt(
  command: FailAttempt,
  state: WalletState,
  accounts: Accounts,
): Decision<WalletEvent, WalletRefusal> {
  const { hold, leftOpen, reservationId } = command;
  const apart = leftOpen?.amount ?? 0n;
  if (hold < 0n || apart < 0n) return refuse('amount_negative');
  if (leftOpen !== null && isKnown(state, leftOpen.reservationId)) return refuse('reservation_already_open');
  const reservation = state.reservations.get(reservationId);
  if (reservation === undefined) return refuse('reservation_not_open');
  if (reservation.selection !== null) return refuse('selection_open');
  if (reservation.attempt !== command.attempt) return refuse('attempt_not_current');
  if (hold > reservation.amount || apart > reservation.amount) return refuse('attempt_exceeds_hold');
  if (reservation.flag !== null) return refuse('reservation_already_flagged');
  if (!isWithinCredit(command, { state, reservation, apart })) return refuse('attempts_exceed_credit');
  return accept(
    failedEvent(command, reservation, accounts),
    ...(leftOpen === null ? [] : heldApart(command, { leftOpen, reservation, accounts })),
  );
}

function isKnown({ reservations, ended, awaited }: WalletState, reservationId: string): boolean {
  return reservations.has(reservationId) || ended.has(reservationId) || awaited.has(reservationId);
}

interface Beside {
  readonly state: WalletState;
  readonly reservation: OpenReservation;
  /** The amount to hold for the failed attempt. */
  readonly apart: NanoEur;
}

/** Whether everything held for the request is within its cap, and the additional credit is available. */
function isWithinCredit({ hold, requestCap, keyBudget }: FailAttempt, { state, reservation, apart }: Beside): boolean {
  if (requestCap !== null && reservation.apart + apart + hold > requestCap) return false;
  const more = hold + apart - reservation.amount;
  if (more <= 0n) return true;
  const spend = spendOf(state, reservation.keyId);
  if (keyBudget !== null && spend.settled + spend.reserved + more > keyBudget) return false;
  const { budgetSpends } = state;
  const budgets = reservation.budgets && stillCounted(budgetSpends, reservation.budgets);
  if (budgets !== undefined && exceededBudget(budgetSpends, budgets, more) !== null) return false;
  return more <= availableNano(state);
}

function failedEvent(command: FailAttempt, reservation: OpenReservation, accounts: Accounts): WalletEvent {
  const { reservationId, attempt, failed, failure, leftOpen, next, hold } = command;
  const released = reservation.amount - hold;
  return {
    type: 'AttemptFailed',
    data: {
      reservation_id: reservationId,
      key_id: reservation.keyId,
      attempt,
      target: failed.inference.target,
      upstream: failed.inference.upstream,
      billing_reference: failed.billingReference,
      price_list_id: failed.priceList.id,
      price_list_version: failed.priceList.version,
      failure,
      outcome: leftOpen === null ? 'not_run' : 'unknown',
      ...(leftOpen !== null && { left_open: leftOpen.reservationId }),
      next: {
        billing_reference: next.billingReference,
        inference: next.inference,
        price_list: next.priceList.record,
        ...boundRecord(next),
      },
      hold_eur: eurFromNano(hold),
      released_eur: eurFromNano(released),
      postings: postingsOf([accounts.reserved, accounts.available, released]),
    },
  };
}

/** The worst case of an attempt with an unknown outcome, as a reservation to be checked like any other. */
function heldApart(
  { reservationId, attempt, failed, failure }: FailAttempt,
  {
    leftOpen,
    reservation,
    accounts,
  }: { readonly leftOpen: LeftOpen; readonly reservation: OpenReservation; readonly accounts: Accounts },
): readonly WalletEvent[] {
  const { reservationId: heldId, amount, userId, instanceId, expiresAt } = leftOpen;
  const key_id = reservation.keyId;
  const held: WalletEventOf<'CreditReserved'> = {
    type: 'CreditReserved',
    data: {
      reservation_id: heldId,
      amount_eur: eurFromNano(amount),
      key_id,
      user_id: userId,
      instance_id: instanceId,
      expires_at: expiresAt,
      inference: failed.inference,
      ...boundRecord(failed),
      price_list: failed.priceList.record,
      attempt_of: { reservation_id: reservationId, attempt, billing_reference: failed.billingReference },
      ...(reservation.budgets !== undefined && { budgets: [...reservation.budgets] }),
      postings: postingsOf([accounts.available, accounts.reserved, amount]),
    },
  };
  return [held, { type: 'ReservationFlagged', data: { reservation_id: heldId, key_id, reason: `attempt_${failure}` } }];
}

/** A bound as events carry it. */
export function boundRecord(bound: UsageBound) {
  const { inputCharactersMax, audioMillisecondsMax, webSearchesMax, webFetchesMax } = bound;
  return {
    input_tokens_max: bound.inputTokensMax,
    output_tokens_max: bound.outputTokensMax,
    ...(inputCharactersMax === undefined ? {} : { input_characters_max: inputCharactersMax }),
    ...(audioMillisecondsMax === undefined ? {} : { audio_milliseconds_max: audioMillisecondsMax }),
    ...(webSearchesMax === undefined ? {} : { web_searches_max: webSearchesMax }),
    ...(webFetchesMax === undefined ? {} : { web_fetches_max: webFetchesMax }),
  };
}

/** The bounds that a hold was made for, as events carry them. */
interface RecordedBounds {
  readonly input_tokens_max: number;
  readonly output_tokens_max: number;
  readonly input_characters_max?: number | undefined;
  readonly audio_milliseconds_max?: number | undefined;
  readonly web_searches_max?: number | undefined;
  readonly web_fetches_max?: number | undefined;
}

/** The most that can be counted of a hold, which stands in a charge where nothing was counted. */
export function heldBounds(held: RecordedBounds): CountedRecord {
  const most = {
    input_tokens: held.input_tokens_max,
    output_tokens: held.output_tokens_max,
    input_characters: held.input_characters_max ?? 0,
    audio_milliseconds: held.audio_milliseconds_max ?? 0,
    web_searches: held.web_searches_max ?? 0,
    web_fetches: held.web_fetches_max ?? 0,
  };
  return { counters: Object.fromEntries(Object.entries(most).filter(([, quantity]) => quantity > 0)) };
}

/** The bounds of an answer whose target was chosen: of its tokens anew, of its tools as the hold had them. */
export function chosenBounds(before: CountedRecord, chosen: RecordedBounds): CountedRecord {
  const { input_tokens: _in, output_tokens: _out, ...others } = before.counters;
  return { counters: { ...heldBounds(chosen).counters, ...others } };
}
