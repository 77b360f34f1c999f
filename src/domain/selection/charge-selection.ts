import { accept, refuse, type Decision } from '../decider.ts';
import { amountNanoMax, eurFromNano, smaller, type NanoEur } from '../money.ts';
import type { WalletRefusal } from '../wallet-commands.ts';
import { postingsOf, type Accounts } from '../wallet-entries/posting.ts';
import { releasedHold } from '../wallet-entries/released-hold.ts';
import type { WalletEvent, WalletEventOf } from '../wallet-events.ts';
import { restrictionBy } from '../wallet-restriction.ts';
import type { OpenReservation, OpenSelection, WalletState } from '../wallet-state.ts';
import type { ChargeSelection, SelectionCall } from './selection-commands.ts';
import type { SelectionCallRecord } from './selection-events.ts';

type Selected = Decision<WalletEvent, WalletRefusal>;

export function chargeSelection(command: ChargeSelection, state: WalletState, accounts: Accounts): Selected {
  const cost = costOfSpend(command);
  if (cost < 0n) return refuse('amount_negative');
  if (cost > amountNanoMax || state.posted - cost < -amountNanoMax) return refuse('amount_exceeds_maximum');
  const { reservationId, answer } = command;
  const reservation = state.reservations.get(reservationId);
  if (reservation === undefined) return refuse('reservation_not_open');
  const { selection } = reservation;
  // Only the request itself knows that nothing was forwarded; a rule may have looked earlier.
  const isRequestsEnd = answer === null && command.resolvedBy === null;
  if (selection === null && !isRequestsEnd) return refuse('selection_not_open');
  const forAnswer = reservation.amount - (selection?.cap ?? 0n);
  if (selection !== null && answer !== null && answer.hold > forAnswer) return refuse('selection_exceeds_hold');
  // An earlier attempt, whose answer was lost, has charged the selection: only the reservation is left to end.
  if (selection === null) return accept(releasedHold(command, reservation, accounts));
  const answerHold = answer?.hold ?? forAnswer;
  const { charged, overrun } = chargedEvent(command, { reservation, selection, answerHold, cost, accounts });
  return accept(
    charged,
    ...heldApart(command, { reservation, selection, accounts }),
    ...restrictionBy(state, { reservationId, overrun }),
    ...(answer === null ? [releasedHold(command, { ...reservation, amount: answerHold }, accounts)] : []),
  );
}

function costOfSpend({ spent }: ChargeSelection): NanoEur {
  return spent.kind === 'counted' ? spent.cost.total : 0n;
}

interface Charging {
  readonly reservation: OpenReservation;
  readonly selection: OpenSelection;
  readonly accounts: Accounts;
}

function chargedEvent(
  { reservationId, choice, spent, answer, resolvedBy }: ChargeSelection,
  {
    reservation,
    selection,
    answerHold,
    cost,
    accounts,
  }: Charging & { readonly answerHold: NanoEur; readonly cost: NanoEur },
): { readonly charged: WalletEvent; readonly overrun: NanoEur } {
  const fromHold = smaller(cost, selection.cap);
  const overrun = cost - fromHold;
  const freed = reservation.amount - fromHold - answerHold;
  const charged: WalletEvent = {
    type: 'SelectionCharged',
    data: {
      reservation_id: reservationId,
      selection_id: selection.id,
      key_id: reservation.keyId,
      ...choice,
      usage_known: spent.kind !== 'unknown',
      cost_eur: eurFromNano(cost),
      lines: spent.kind === 'counted' ? [...spent.cost.lines] : [],
      ...(spent.kind === 'counted' && {
        counted: spent.counted,
        ...(spent.cost.contextTiers !== undefined && { context_tiers: [...spent.cost.contextTiers] }),
        price_list_id: spent.priceListId,
        price_list_version: spent.priceListVersion,
        service_tier: spent.serviceTier,
        usage_source: spent.usageSource,
      }),
      overrun_eur: eurFromNano(overrun),
      released_eur: eurFromNano(freed),
      answer_hold_eur: eurFromNano(answerHold),
      ...(answer !== null && { answer: callRecord(answer) }),
      resolved_by: resolvedBy,
      postings: postingsOf(
        [accounts.reserved, accounts.revenue, fromHold],
        [accounts.reserved, accounts.available, freed],
        [accounts.available, accounts.revenue, overrun],
      ),
    },
  };
  return { charged, overrun };
}

export function callRecord({
  inference,
  priceList,
  inputTokensMax,
  outputTokensMax,
}: SelectionCall): SelectionCallRecord {
  return {
    inference,
    price_list: priceList.record,
    input_tokens_max: inputTokensMax,
    output_tokens_max: outputTokensMax,
  };
}

/** The worst case of a call with unknown counters, as a reservation to be checked like any other. */
function heldApart({ spent }: ChargeSelection, { reservation, selection, accounts }: Charging): readonly WalletEvent[] {
  if (spent.kind !== 'unknown') return [];
  const key_id = reservation.keyId;
  const held: WalletEventOf<'CreditReserved'> = {
    type: 'CreditReserved',
    data: {
      reservation_id: selection.id,
      amount_eur: eurFromNano(selection.cap),
      key_id,
      user_id: spent.userId,
      instance_id: spent.instanceId,
      expires_at: spent.expiresAt,
      ...callRecord(spent.call),
      is_selection: true,
      ...(reservation.budgets !== undefined && { budgets: [...reservation.budgets] }),
      postings: postingsOf([accounts.available, accounts.reserved, selection.cap]),
    },
  };
  return [held, { type: 'ReservationFlagged', data: { reservation_id: selection.id, key_id, reason: spent.reason } }];
}
