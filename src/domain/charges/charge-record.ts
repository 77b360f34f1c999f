import { eurFromNano, nanoFromSum } from '../money.ts';
import type { PriceListRecord } from '../price-list.ts';
import type { Tags } from '../tags/tags.ts';
import { isEntered } from '../wallet-entries/cost-lines.ts';
import type { InferenceRecord } from '../wallet-entries/inference-record.ts';
import type { WalletEventOf } from '../wallet-events.ts';

type Settled = WalletEventOf<'ReservationSettled'>['data'];
type Late = WalletEventOf<'ReleasedReservationCharged'>['data'];
type Chosen = WalletEventOf<'SelectionCharged'>['data'];
type Failed = WalletEventOf<'AttemptFailed'>['data'];

/** The types of the events that make or change a charge. */
export const chargeEventTypes = [
  'CreditReserved',
  'SelectionCharged',
  'AttemptFailed',
  'ReservationFlagged',
  'ReservationSettled',
  'ReservationReleased',
  'ReleasedReservationCharged',
] as const;
/** Such an event. */
export type ChargeEvent = WalletEventOf<(typeof chargeEventTypes)[number]>;

/** A line of a bill: a counter with its quantity, unit price and amount. */
export type ChargeLine = Settled['lines'][number];

/** `held`: it runs. `flagged`: its outcome is unknown. `settled`: it ended with a charge. `released`: without one. */
export const chargeStates = ['held', 'flagged', 'settled', 'released'] as const;
/** The name of such a state. */
export type ChargeState = (typeof chargeStates)[number];

/** A price list, as bills name it. */
export type ChargePriceList = Pick<PriceListRecord, 'id' | 'version'>;

/** The choice of a route, and what it cost. */
export interface ChargedSelection extends Pick<Chosen, 'selection_id' | 'cost_eur' | 'overrun_eur' | 'lines'> {
  /** `null`: nothing is chosen yet. */
  readonly strategy: Chosen['strategy'] | null;
  readonly selected: string | null;
  readonly usage_source: Settled['usage_source'] | null;
  readonly price_list: ChargePriceList | null;
}

/** An attempt that gave no answer. */
export type ChargedAttempt = Pick<Failed, 'attempt' | 'target' | 'upstream' | 'failure' | 'outcome' | 'left_open'>;

/**
 * What a reservation was for, how it went, and what it cost: all that its events say for a bill. Times: ISO 8601, UTC, the
 * log's clock. Amounts: euro. Nothing of what was said.
 */
export interface ChargeRecord {
  readonly reservation_id: string;
  readonly wallet_id: string;
  /** `-` for a wallet whose opening was never recorded. */
  readonly tenant_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly state: ChargeState;
  readonly reserved_at: string;
  /** `null`: its outcome was never in doubt. */
  readonly flagged_at: string | null;
  /** When it was settled or released, or charged after that; `null`: it has not ended. */
  readonly ended_at: string | null;
  readonly surface: string;
  /** The profile that answers: the requested one, or the selected one. */
  readonly profile: string;
  readonly target: string;
  readonly upstream: string;
  readonly upstream_model: string;
  /** The tier that was billed or, before that, asked for; `null`: none. */
  readonly service_tier: string | null;
  readonly tags?: Tags;
  /** What was held last. */
  readonly hold_eur: string;
  /** The whole cost until now, with that of its selection. */
  readonly cost_eur: string;
  /** The part of the cost that no hold covered. */
  readonly overrun_eur: string;
  /** The bill of the answer. */
  readonly lines: readonly ChargeLine[];
  /** Where the quantities are from; `null`: no answer was charged. */
  readonly usage_source: Settled['usage_source'] | null;
  readonly context_tiers?: Settled['context_tiers'];
  readonly price_list: ChargePriceList;
  /** Absent: the caller named the profile. */
  readonly selection?: ChargedSelection;
  readonly attempts: readonly ChargedAttempt[];
  /** Why it was flagged or released, or what an operator said who settled it; `null`: it was not. */
  readonly reason: string | null;
  /** Who ended it when its outcome was unknown; `null`: the request itself, or nobody yet. */
  readonly resolved_by: Settled['resolved_by'];
  /** Held for a call that chose a route; absent: for an answer. */
  readonly is_selection?: true;
  /** Held for a failed attempt of this request; absent: it is a request, or the selection of one. */
  readonly attempt_of?: { readonly reservation_id: string; readonly attempt: number };
}

/** Whose wallet it is, and when the event was recorded. */
export interface ChargedAt {
  readonly walletId: string;
  readonly tenantId: string;
  /** ISO 8601. */
  readonly recordedAt: string;
}

const nothing = eurFromNano(0n);

/** One step of the fold. `null`: the hold was never recorded. */
export function evolveCharge(known: ChargeRecord | null, event: ChargeEvent, at: ChargedAt): ChargeRecord | null {
  if (event.type === 'CreditReserved') return heldCharge(event.data, at);
  if (known === null) return null;
  switch (event.type) {
    case 'SelectionCharged':
      return chosen(known, event.data);
    case 'AttemptFailed':
      return nextAttempt(known, event.data);
    case 'ReservationFlagged': {
      const flagged_at = known.flagged_at ?? at.recordedAt;
      return { ...known, state: 'flagged', flagged_at, reason: event.data.reason };
    }
    case 'ReservationSettled': {
      const { overrun_eur, resolved_by, reason = null } = event.data;
      return { ...charged(known, { ...event.data, overrun_eur }, at), resolved_by, reason };
    }
    case 'ReservationReleased': {
      const { reason, resolved_by } = event.data;
      return { ...known, state: 'released', ended_at: at.recordedAt, reason, resolved_by };
    }
    case 'ReleasedReservationCharged':
      // Its hold was given back before: nothing covered it.
      return charged(known, { ...event.data, overrun_eur: event.data.cost_eur }, at);
  }
}

function heldCharge(
  data: WalletEventOf<'CreditReserved'>['data'],
  { walletId, tenantId, recordedAt }: ChargedAt,
): ChargeRecord {
  const { reservation_id, user_id, key_id, inference, selection, attempt_of } = data;
  const { surface, profile, tags } = inference;
  return {
    reservation_id,
    wallet_id: walletId,
    tenant_id: tenantId,
    user_id,
    key_id,
    state: 'held',
    reserved_at: recordedAt,
    flagged_at: null,
    ended_at: null,
    surface,
    profile,
    ...askedTarget(inference),
    ...(tags !== undefined && { tags }),
    hold_eur: data.amount_eur,
    cost_eur: nothing,
    overrun_eur: nothing,
    lines: [],
    usage_source: null,
    price_list: named(data.price_list),
    ...(selection !== undefined && { selection: openSelection(selection.selection_id) }),
    attempts: [],
    reason: null,
    resolved_by: null,
    ...(data.is_selection === true && { is_selection: true as const }),
    ...(attempt_of !== undefined && {
      attempt_of: { reservation_id: attempt_of.reservation_id, attempt: attempt_of.attempt },
    }),
  };
}

function askedTarget({ target, upstream, upstream_model, service_tier }: InferenceRecord) {
  return { target, upstream, upstream_model, service_tier: service_tier ?? null };
}

function named({ id, version }: ChargePriceList): ChargePriceList {
  return { id, version };
}

function openSelection(selection_id: string): ChargedSelection {
  const unknown = { strategy: null, selected: null, usage_source: null, price_list: null };
  return { selection_id, cost_eur: nothing, overrun_eur: nothing, lines: [], ...unknown };
}

/** A route was chosen: from here on the charge is of the answer of the selected model. */
function chosen(known: ChargeRecord, data: Chosen): ChargeRecord {
  const { selection_id, strategy, selected, cost_eur, overrun_eur, lines, answer, resolved_by } = data;
  const { price_list_id: id, price_list_version: version, usage_source = null } = data;
  const price_list = id === undefined || version === undefined ? null : { id, version };
  return {
    ...known,
    ...(resolved_by !== null && { state: 'held' as const, reason: null }),
    profile: selected ?? known.profile,
    ...(answer !== undefined && { ...askedTarget(answer.inference), price_list: named(answer.price_list) }),
    hold_eur: data.answer_hold_eur,
    cost_eur: sum(known.cost_eur, cost_eur),
    overrun_eur: sum(known.overrun_eur, overrun_eur),
    selection: { selection_id, cost_eur, overrun_eur, lines, strategy, selected, usage_source, price_list },
  };
}

function nextAttempt(known: ChargeRecord, data: Failed): ChargeRecord {
  const { attempt, target, upstream, failure, outcome, left_open, hold_eur, next } = data;
  const failed = { attempt, target, upstream, failure, outcome, ...(left_open !== undefined && { left_open }) };
  return {
    ...known,
    ...askedTarget(next.inference),
    price_list: named(next.price_list),
    hold_eur,
    attempts: [...known.attempts, failed],
  };
}

function charged(
  known: ChargeRecord,
  data: Late & { readonly overrun_eur: string },
  { recordedAt }: ChargedAt,
): ChargeRecord {
  const { cost_eur, overrun_eur, lines, usage_source, context_tiers, service_tier } = data;
  return {
    ...known,
    state: 'settled',
    ended_at: recordedAt,
    service_tier: service_tier ?? known.service_tier,
    cost_eur: sum(known.cost_eur, cost_eur),
    overrun_eur: sum(known.overrun_eur, overrun_eur),
    lines,
    usage_source,
    ...(context_tiers !== undefined && { context_tiers }),
    price_list: { id: data.price_list_id, version: data.price_list_version },
  };
}

function sum(one: string, other: string): string {
  return eurFromNano(nanoFromSum(one) + nanoFromSum(other));
}

/** Whether a part of it is charged by something else than counters of the upstream: an estimate, the hold, a person. */
export function isEstimated({ usage_source, selection }: Pick<ChargeRecord, 'usage_source' | 'selection'>): boolean {
  const isGuess = (source: Settled['usage_source'] | null | undefined): boolean =>
    source === 'estimate' || isEntered(source);
  return isGuess(usage_source) || isGuess(selection?.usage_source);
}
