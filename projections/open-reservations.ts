import type { OpenReservationRecord } from '../src/domain/open-reservation.ts';
import { chosenBounds, heldBounds } from '../src/domain/attempts/fail-attempt.ts';
import type { WalletEvent, WalletEventOf } from '../src/domain/wallet-events.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { PositionedEvent, Projection } from '../src/ports/read-models.ts';

/** A hold that has not ended, with what the reconciler, the sweeper and an operator need to end it. */
export interface OpenReservationDocument extends OpenReservationRecord {
  readonly upstream_model: string;
  /** Bytes of the answer received when it was flagged; absent: unknown. */
  readonly content_bytes?: number;
  /** Held for a selection call; absent if held for an answer. */
  readonly is_selection?: true;
  /** The request of which this is a failed attempt of unknown outcome; absent: this is a request itself. */
  readonly attempt_of?: string;
}

/** One document per open reservation, by reservation id; removed when the reservation ends. */
export const openReservations: Projection<OpenReservationDocument, WalletEvent> = {
  name: 'open-reservations',
  version: 2,
  streamPrefixes: [walletPrefix],
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ event }) => ('reservation_id' in event.data ? event.data.reservation_id : null),
  evolve,
};

function evolve(
  document: OpenReservationDocument | null,
  recorded: PositionedEvent<WalletEvent>,
): OpenReservationDocument | null {
  const { event } = recorded;
  switch (event.type) {
    case 'CreditReserved': {
      const { data } = event;
      const { upstream, upstream_model, target, profile, surface, service_tier } = data.inference;
      return {
        reservation_id: data.reservation_id,
        wallet_id: walletIdOf(recorded.stream),
        key_id: data.key_id,
        user_id: data.user_id,
        amount_eur: data.amount_eur,
        instance_id: data.instance_id,
        expires_at: data.expires_at,
        flag: null,
        flagged_at: null,
        reserved_at: recorded.recordedAt,
        upstream,
        upstream_model,
        target,
        profile,
        surface,
        ...(service_tier === undefined ? {} : { service_tier }),
        price_list: data.price_list,
        bounds: heldBounds(data),
        ...(data.selection !== undefined && { selection: data.selection }),
        ...(data.is_selection === true && { is_selection: true as const }),
        ...(data.attempt_of !== undefined && {
          billing_reference: data.attempt_of.billing_reference,
          attempt_of: data.attempt_of.reservation_id,
        }),
      };
    }
    case 'SelectionCharged':
      return document === null ? null : chosen(document, event.data);
    case 'AttemptFailed':
      return document === null ? null : nextAttempt(document, event.data);
    case 'ReservationFlagged':
      return document === null ? null : flagged(document, event.data, recorded.recordedAt);
    case 'ReservationSettled':
    case 'ReservationReleased':
      return null;
    case 'WalletOpened':
    case 'WalletCredited':
    case 'WalletDebited':
    case 'WalletLotExpired':
    case 'ReleasedReservationCharged':
    case 'WalletRestricted':
    case 'WalletRestrictionLifted':
    case 'WalletAlertSet':
    case 'BudgetAlertSet':
    case 'WalletRanLow':
    case 'BudgetRanLow':
    case 'BudgetReached':
    case 'WalletPeriodClosed':
      return document;
  }
}

function flagged(
  document: OpenReservationDocument,
  { reason, content_bytes }: WalletEventOf<'ReservationFlagged'>['data'],
  recordedAt: string,
): OpenReservationDocument {
  return {
    ...document,
    flag: reason,
    flagged_at: document.flagged_at ?? recordedAt,
    ...(content_bytes === undefined ? {} : { content_bytes }),
  };
}

/** From here on the hold is for the answer of the selected model. */
function chosen(
  known: OpenReservationDocument,
  { answer, answer_hold_eur, resolved_by }: WalletEventOf<'SelectionCharged'>['data'],
): OpenReservationDocument {
  const { selection: _, ...document } = known;
  const held = { ...document, amount_eur: answer_hold_eur };
  const checked = resolved_by === null ? held : { ...held, flag: null, flagged_at: null };
  if (answer === undefined) return checked;
  const { upstream, upstream_model, target, profile, surface } = answer.inference;
  const bounds = chosenBounds(document.bounds, answer);
  return { ...checked, upstream, upstream_model, target, profile, surface, price_list: answer.price_list, bounds };
}

/** From here on the hold is for the next attempt. */
function nextAttempt(
  document: OpenReservationDocument,
  { attempt, hold_eur, next }: WalletEventOf<'AttemptFailed'>['data'],
): OpenReservationDocument {
  const { billing_reference, inference, price_list } = next;
  const { upstream, upstream_model, target, profile, surface } = inference;
  return {
    ...document,
    bounds: heldBounds(next),
    amount_eur: hold_eur,
    upstream,
    upstream_model,
    target,
    profile,
    surface,
    price_list,
    attempt: attempt + 1,
    billing_reference,
  };
}
