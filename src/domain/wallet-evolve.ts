import { evolveWalletAlert, isStillLow, withBudgetAlert } from './alerts/wallet-alerts.ts';
import { withAmounts, withCounted } from './budgets/budget-spends.ts';
import { withAmount, withReported } from './budgets/watched-budget.ts';
import type { HoldBudget } from './budgets/hold-budget.ts';
import { concernsLots, evolveLots } from './lots/wallet-lots.ts';
import { nanoFromEur } from './money.ts';
import { evolveClosed } from './wallet-closing.ts';
import type { WalletEvent, WalletEventOf } from './wallet-events.ts';
import { endedKeptMax, mayStillAnswer, spendOf, type KeySpend, type WalletState } from './wallet-state.ts';

/**
 * One step of the fold; never rejects a recorded event. Consumes `state`: its maps may be changed in place, so use only
 * the result.
 */
export function evolveWallet(state: WalletState, event: WalletEvent): WalletState {
  if (event.type === 'WalletPeriodClosed') return evolveClosed(state, event.data);
  const open = state.closingParts.length === 0 ? state : { ...state, closingParts: [] };
  if (!concernsLots(state.lots, event)) return evolveOpen(open, event);
  return evolveOpen({ ...open, lots: evolveLots(state.lots, event) }, event);
}

function evolveOpen(state: WalletState, event: Exclude<WalletEvent, { type: 'WalletPeriodClosed' }>): WalletState {
  switch (event.type) {
    case 'WalletOpened':
      return { ...state, walletId: event.data.wallet_id, tenantId: event.data.tenant_id };
    case 'WalletCredited': {
      const amount = nanoFromEur(event.data.amount_eur);
      const creditIds = state.creditIds.with(event.data.credit_id, amount);
      const posted = state.posted + amount;
      return { ...state, posted, credited: state.credited + amount, creditIds, isLow: isStillLow(state, posted) };
    }
    case 'WalletDebited': {
      const amount = nanoFromEur(event.data.amount_eur);
      const debitIds = state.debitIds.with(event.data.debit_id, amount);
      return { ...state, posted: state.posted - amount, debited: state.debited + amount, debitIds };
    }
    case 'WalletLotExpired': {
      const amount = nanoFromEur(event.data.amount_eur);
      return { ...state, posted: state.posted - amount, debited: state.debited + amount };
    }
    case 'CreditReserved':
      return evolveReserved(state, event.data);
    case 'SelectionCharged':
      return evolveSelectionCharged(state, event.data);
    case 'AttemptFailed':
      return evolveAttemptFailed(state, event.data);
    case 'ReservationSettled':
      return evolveSettled(state, event.data);
    case 'ReservationReleased':
      return evolveReleased(state, event.data);
    case 'ReservationFlagged': {
      const { reservation_id, reason } = event.data;
      const reservation = state.reservations.get(reservation_id);
      if (reservation === undefined) return state;
      return { ...state, reservations: state.reservations.with(reservation_id, { ...reservation, flag: reason }) };
    }
    case 'ReleasedReservationCharged':
      return evolveReleasedCharged(state, event.data);
    case 'WalletRestricted':
      return { ...state, isRestricted: true };
    case 'WalletRestrictionLifted':
      return { ...state, isRestricted: false };
    case 'WalletAlertSet':
      return evolveWalletAlert(state, event.data);
    case 'WalletRanLow':
      return { ...state, isLow: true };
    case 'BudgetAlertSet':
      return withKey(state, event.data.key_id, (spend) => withBudgetAlert(spend, event.data));
    case 'BudgetRanLow':
      return withKey(state, event.data.key_id, ({ alert, ...spend }) =>
        alert === undefined ? spend : { ...spend, alert: { ...alert, isReported: true } },
      );
    case 'BudgetReached':
      return evolveReached(state, event.data);
  }
}

function evolveReserved(state: WalletState, data: WalletEventOf<'CreditReserved'>['data']): WalletState {
  const amount = nanoFromEur(data.amount_eur);
  const { selection, attempt_of, budgets } = data;
  const request = attempt_of === undefined ? undefined : state.reservations.get(attempt_of.reservation_id);
  const reservations =
    attempt_of === undefined || request === undefined
      ? state.reservations
      : state.reservations.with(attempt_of.reservation_id, { ...request, apart: request.apart + amount });
  const reservation = {
    amount,
    keyId: data.key_id,
    expiresAt: data.expires_at,
    flag: null,
    selection: selection === undefined ? null : { id: selection.selection_id, cap: nanoFromEur(selection.cap_eur) },
    isSelection: data.is_selection === true,
    attempt: 1,
    apart: 0n,
    ...(budgets !== undefined && { budgets }),
  };
  const change = { settled: 0n, reserved: amount, budgets };
  const held = {
    ...state,
    reserved: state.reserved + amount,
    reservations: reservations.with(data.reservation_id, reservation),
    ...withSpend(state, data.key_id, change),
  };
  // What is held besides a request names the amounts of when that was held.
  return attempt_of === undefined && data.is_selection === undefined ? withBudgetsNamed(held, data) : held;
}

function withBudgetsNamed(state: WalletState, data: WalletEventOf<'CreditReserved'>['data']): WalletState {
  const { key_id, key_budget_eur, budgets } = data;
  if (key_budget_eur === undefined && budgets === undefined) return state;
  const { spendByKey, budgetSpends } = state;
  return {
    ...state,
    ...(key_budget_eur !== undefined && {
      spendByKey: spendByKey.with(key_id, withAmount(spendOf(state, key_id), key_budget_eur)),
    }),
    ...(budgets !== undefined && { budgetSpends: withAmounts(budgetSpends, budgets) }),
  };
}

function evolveReached(state: WalletState, data: WalletEventOf<'BudgetReached'>['data']): WalletState {
  const { key_id, budget_id, percent } = data;
  if (budget_id === undefined) return withKey(state, key_id, (spend) => withReported(spend, percent));
  const spend = state.budgetSpends.get(budget_id);
  if (spend === undefined) return state;
  return { ...state, budgetSpends: state.budgetSpends.with(budget_id, withReported(spend, percent)) };
}

function evolveSelectionCharged(state: WalletState, data: WalletEventOf<'SelectionCharged'>['data']): WalletState {
  const reservation = state.reservations.get(data.reservation_id);
  if (reservation === undefined) return state;
  const cost = nanoFromEur(data.cost_eur);
  const amount = nanoFromEur(data.answer_hold_eur);
  const next = { ...reservation, amount, selection: null };
  const change = { settled: cost, reserved: amount - reservation.amount, budgets: reservation.budgets };
  return {
    ...state,
    posted: state.posted - cost,
    settled: state.settled + cost,
    selectionSettled: state.selectionSettled + cost,
    overrun: state.overrun + nanoFromEur(data.overrun_eur),
    reserved: state.reserved - reservation.amount + amount,
    reservations: state.reservations.with(data.reservation_id, next),
    ...withSpend(state, data.key_id, change),
  };
}

function evolveAttemptFailed(state: WalletState, data: WalletEventOf<'AttemptFailed'>['data']): WalletState {
  const reservation = state.reservations.get(data.reservation_id);
  if (reservation === undefined) return state;
  const amount = nanoFromEur(data.hold_eur);
  const reserved = amount - reservation.amount;
  const change = { settled: 0n, reserved, budgets: reservation.budgets };
  return {
    ...state,
    reserved: state.reserved + reserved,
    reservations: state.reservations.with(data.reservation_id, { ...reservation, amount, attempt: data.attempt + 1 }),
    ...withSpend(state, data.key_id, change),
  };
}

function evolveSettled(state: WalletState, data: WalletEventOf<'ReservationSettled'>['data']): WalletState {
  const cost = nanoFromEur(data.cost_eur);
  const reservation = state.reservations.get(data.reservation_id);
  const { amount: held = 0n, isSelection: isOfSelection = false, budgets } = reservation ?? {};
  const change = { settled: cost, reserved: -held, budgets };
  const next = {
    ...state,
    posted: state.posted - cost,
    reserved: state.reserved - held,
    settled: state.settled + cost,
    selectionSettled: isOfSelection ? state.selectionSettled + cost : state.selectionSettled,
    overrun: state.overrun + nanoFromEur(data.overrun_eur),
    reservations: state.reservations.without(data.reservation_id),
    ...withSpend(state, data.key_id, change),
  };
  return data.resolved_by === null ? next : rememberEnded(next, data.reservation_id);
}

function evolveReleased(state: WalletState, data: WalletEventOf<'ReservationReleased'>['data']): WalletState {
  const reservation = state.reservations.get(data.reservation_id);
  const next = endHold(state, data);
  if (data.resolved_by === null) return next;
  const isAwaited = data.resolved_by === 'rule' && reservation !== undefined && mayStillAnswer(reservation);
  if (!isAwaited) return rememberEnded(next, data.reservation_id);
  const { isSelection, budgets } = reservation;
  const awaited = { keyId: data.key_id, isSelection, ...(budgets !== undefined && { budgets }) };
  return { ...next, awaited: next.awaited.with(data.reservation_id, awaited) };
}

function evolveReleasedCharged(
  state: WalletState,
  data: WalletEventOf<'ReleasedReservationCharged'>['data'],
): WalletState {
  const cost = nanoFromEur(data.cost_eur);
  const { isSelection: isOfSelection = false, budgets } = state.awaited.get(data.reservation_id) ?? {};
  const change = { settled: cost, reserved: 0n, budgets };
  const next = {
    ...state,
    posted: state.posted - cost,
    settled: state.settled + cost,
    selectionSettled: isOfSelection ? state.selectionSettled + cost : state.selectionSettled,
    overrun: state.overrun + cost,
    awaited: state.awaited.without(data.reservation_id),
    ...withSpend(state, data.key_id, change),
  };
  return rememberEnded(next, data.reservation_id);
}

interface ReservationOfKey {
  readonly reservation_id: string;
  readonly key_id: string;
}

/** Removes the hold from the wallet and its key. */
function endHold(state: WalletState, { reservation_id, key_id }: ReservationOfKey): WalletState {
  const { amount: held = 0n, budgets } = state.reservations.get(reservation_id) ?? {};
  const change = { settled: 0n, reserved: -held, budgets };
  return {
    ...state,
    reserved: state.reserved - held,
    reservations: state.reservations.without(reservation_id),
    ...withSpend(state, key_id, change),
  };
}

function rememberEnded(state: WalletState, reservationId: string): WalletState {
  return { ...state, ended: keepNewest(new Set(state.ended).add(reservationId), endedKeptMax) };
}

interface SpendChange extends KeySpend {
  /** Those in which it counts. */
  readonly budgets: readonly HoldBudget[] | undefined;
}

function withSpend(
  state: WalletState,
  keyId: string,
  { budgets, ...change }: SpendChange,
): Pick<WalletState, 'spendByKey' | 'budgetSpends'> {
  const spend = spendOf(state, keyId);
  const settled = spend.settled + change.settled;
  const reserved = spend.reserved + change.reserved;
  const { spendByKey, budgetSpends } = state;
  return {
    spendByKey: spendByKey.with(keyId, { ...spend, settled, reserved }),
    budgetSpends: budgets === undefined ? budgetSpends : withCounted(budgetSpends, budgets, change),
  };
}

function withKey(state: WalletState, keyId: string, change: (spend: KeySpend) => KeySpend): WalletState {
  return { ...state, spendByKey: state.spendByKey.with(keyId, change(spendOf(state, keyId))) };
}

/** Sets keep insertion order, so the first entries are the oldest. */
function keepNewest(entries: Set<string>, max: number): Set<string> {
  for (const entry of entries) {
    if (entries.size <= max) break;
    entries.delete(entry);
  }
  return entries;
}
