import type { OpenReservationRecord } from '../domain/open-reservation.ts';
import { createPriceList } from '../domain/price-list.ts';
import type { ChargeSelection, SelectionSpend } from '../domain/selection/selection-commands.ts';
import type { SelectionChoice, SelectionHoldRecord } from '../domain/selection/selection-events.ts';
import { neverForwarded } from '../ledger/billing-reasons.ts';

/** The choice of a request that was lost before its selection. */
const choiceOfLostRequest: SelectionChoice = {
  strategy: 'default',
  strategy_version: 'none',
  policy: 'none',
  candidates: [],
  selected: null,
  fallback_order: [],
  reason_codes: [],
  bins: {},
  effort_requested: null,
  effort_applied: null,
  outcome: 'lost',
  attempts: 0,
  duration_us: 0,
};

/**
 * The command that ends a reservation whose request was lost before its target was selected. Nothing was forwarded, and
 * the request is refused if it comes back, so the hold for the answer is released. A selection call may have been made:
 * its maximum cost stays held under a separate id, flagged with `flag`, and is looked up like any other.
 */
export function lostSelection(
  reservation: OpenReservationRecord & { readonly selection: SelectionHoldRecord },
  flag: string,
): ChargeSelection {
  return {
    type: 'charge_selection',
    reservationId: reservation.reservation_id,
    choice: choiceOfLostRequest,
    spent: spentBy(reservation, flag),
    answer: null,
    reason: neverForwarded,
    resolvedBy: 'rule',
  };
}

function spentBy(
  { selection: { call }, user_id, instance_id, expires_at }: Parameters<typeof lostSelection>[0],
  flag: string,
): SelectionSpend {
  if (call === undefined) return { kind: 'nothing' };
  return {
    kind: 'unknown',
    reason: flag,
    call: {
      inference: call.inference,
      priceList: createPriceList(call.price_list),
      inputTokensMax: call.input_tokens_max,
      outputTokensMax: call.output_tokens_max,
    },
    userId: user_id,
    instanceId: instance_id,
    expiresAt: expires_at,
  };
}
