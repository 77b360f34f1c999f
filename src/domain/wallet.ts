import type {
  CreditWallet,
  DebitWallet,
  FlagReservation,
  OpenWallet,
  ReleaseReservation,
  ReserveCredit,
  SettleReservation,
  WalletCommand,
  WalletRefusal,
} from './wallet-commands.ts';
import { boundRecord, failAttempt } from './attempts/fail-attempt.ts';
import { setAlert, withAlerts } from './alerts/wallet-alerts.ts';
import { callRecord, chargeSelection } from './selection/charge-selection.ts';
import type { SelectionHold } from './selection/selection-commands.ts';
import { actorMember } from './actor.ts';
import { budgetsHeld, exceededBudget } from './budgets/budget-spends.ts';
import { arePossible, creditedLots, creditPostings, dueLots, withLots } from './lots/with-lots.ts';
import { grantedIn, noLots, paidNano } from './lots/wallet-lots.ts';
import { accept, refuse, type Decider, type Decision } from './decider.ts';
import { amountNanoMax, eurFromNano, larger, smaller, type NanoEur } from './money.ts';
import type { WalletEvent } from './wallet-events.ts';
import { releasedHold } from './wallet-entries/released-hold.ts';
import { accountsOf, posting, postingsOf, type Accounts } from './wallet-entries/posting.ts';
import { isRestrictedNow, liftedByCredit, liftWalletRestriction, restrictionBy } from './wallet-restriction.ts';
import { evolveWallet } from './wallet-evolve.ts';
import {
  availableNano,
  initialWallet,
  spendOf,
  type AwaitedReservation,
  type OpenReservation,
  type WalletState,
} from './wallet-state.ts';

/**
 * The wallet: the only place where credit is promised and spent. All invariants of money hold within its one stream: no
 * reservation or debit takes posted − reserved below zero, a reservation ends at most once, and the spend of a key is
 * counted where its budget is decided.
 */

export const wallet: Decider<WalletState, WalletCommand, WalletEvent, WalletRefusal> = {
  initialState: initialWallet,
  evolve: evolveWallet,
  decide: (command, state) => {
    const decided = decide(command, state);
    const named = state.lots === noLots ? decided : withLots(decided, state, evolveWallet);
    return withAlerts(named, state, evolveWallet);
  },
};

function decide(command: WalletCommand, state: WalletState): Decision<WalletEvent, WalletRefusal> {
  if (command.type === 'open_wallet') return open(command, state);
  if (state.walletId === null) return refuse('wallet_not_open');
  const accounts = accountsOf(state.walletId);
  switch (command.type) {
    case 'credit_wallet':
      return credit(command, state, accounts);
    case 'debit_wallet':
      return debit(command, state, accounts);
    case 'expire_lots':
      return accept(...dueLots(state, command.at));
    case 'reserve_credit':
      return reserve(command, state, accounts);
    case 'charge_selection':
      return chargeSelection(command, state, accounts);
    case 'fail_attempt':
      return failAttempt(command, state, accounts);
    case 'settle_reservation':
      return settle(command, state, accounts);
    case 'release_reservation':
      return release(command, state, accounts);
    case 'flag_reservation':
      return flag(command, state, accounts);
    case 'lift_restriction':
      return liftWalletRestriction(command, state);
    case 'set_wallet_alert':
    case 'set_budget_alert':
      return setAlert(command, state);
  }
}

function open(command: OpenWallet, state: WalletState): Decision<WalletEvent, WalletRefusal> {
  if (state.walletId !== null) return refuse('wallet_already_open');
  const { walletId: wallet_id, tenantId: tenant_id, actor } = command;
  return accept({ type: 'WalletOpened', data: { wallet_id, tenant_id, ...actorMember(actor) } });
}

function credit(command: CreditWallet, state: WalletState, accounts: Accounts): Decision<WalletEvent, WalletRefusal> {
  if (command.amount <= 0n) return refuse('amount_not_positive');
  if (command.isPosted === true || state.creditIds.has(command.creditId)) return refuse('credit_already_posted');
  if (command.amount > amountNanoMax || state.posted + command.amount > amountNanoMax) {
    return refuse('amount_exceeds_maximum');
  }
  const { lots = [] } = command;
  if (!arePossible(lots, command.amount, state)) return refuse('lots_not_possible');
  const amount_eur = eurFromNano(command.amount);
  const named = creditedLots(command.creditId, lots, state);
  const credited: WalletEvent = {
    type: 'WalletCredited',
    data: {
      credit_id: command.creditId,
      amount_eur,
      reason: command.reason,
      ...actorMember(command.actor),
      ...(command.cause === undefined ? {} : { cause: command.cause }),
      ...named,
      postings: creditPostings(accounts, command.amount, grantedIn(named.lots)),
    },
  };
  return accept(credited, ...liftedByCredit(state));
}

function debit(command: DebitWallet, state: WalletState, accounts: Accounts): Decision<WalletEvent, WalletRefusal> {
  if (command.amount <= 0n) return refuse('amount_not_positive');
  if (command.isPosted === true || state.debitIds.has(command.debitId)) return refuse('debit_already_posted');
  if (command.amount > availableNano(state)) return refuse('amount_exceeds_available');
  if (command.takes === 'paid' && command.amount > paidNano(state)) return refuse('amount_exceeds_paid');
  return accept({
    type: 'WalletDebited',
    data: {
      debit_id: command.debitId,
      amount_eur: eurFromNano(command.amount),
      reason: command.reason,
      ...actorMember(command.actor),
      ...(command.takes === undefined ? {} : { takes: command.takes }),
      ...(command.cause === undefined ? {} : { cause: command.cause }),
      postings: [posting(accounts.available, accounts.funding, command.amount)],
    },
  });
}

/** The rule by which a hold would be refused, for a preview; `null`: it would be made. */
export function refusalToReserve(command: ReserveCredit, state: WalletState): WalletRefusal | null {
  const { reservationId, amount, requestCap, keyBudget, budgets, selection } = command;
  if (state.walletId === null) return 'wallet_not_open';
  if (amount < 0n) return 'amount_negative';
  if (state.reservations.has(reservationId)) return 'reservation_already_open';
  if (state.ended.has(reservationId) || state.awaited.has(reservationId)) return 'reservation_already_ended';
  if (requestCap !== null && amount > requestCap) return 'amount_exceeds_request_cap';
  const spend = spendOf(state, command.keyId);
  if (keyBudget !== null && spend.settled + spend.reserved + amount > keyBudget) return 'amount_exceeds_key_budget';
  const isBeyond = budgets !== undefined && exceededBudget(state.budgetSpends, budgets, amount) !== null;
  if (isBeyond) return 'amount_exceeds_budget';
  if (amount > availableNano(state)) return 'amount_exceeds_available';
  // Behind the checks of amounts: `assertNotEmpty` concludes from this refusal that there is credit.
  if (isRestrictedNow(state)) return 'wallet_restricted';
  const cap = selection?.cap ?? 0n;
  if (cap < 0n || cap > amount) return 'selection_exceeds_hold';
  return null;
}

function reserve(command: ReserveCredit, state: WalletState, accounts: Accounts): Decision<WalletEvent, WalletRefusal> {
  const refusal = refusalToReserve(command, state);
  if (refusal !== null) return refuse(refusal);
  const { amount, keyBudget, budgets = [], selection } = command;
  return accept({
    type: 'CreditReserved',
    data: {
      reservation_id: command.reservationId,
      amount_eur: eurFromNano(amount),
      key_id: command.keyId,
      user_id: command.userId,
      instance_id: command.instanceId,
      expires_at: command.expiresAt,
      inference: command.inference,
      ...boundRecord(command),
      price_list: command.priceList.record,
      ...(selection !== undefined && { selection: selectionRecord(selection) }),
      ...(budgets.length > 0 && { budgets: budgetsHeld(state.budgetSpends, budgets) }),
      ...(keyBudget !== null && { key_budget_eur: eurFromNano(keyBudget) }),
      postings: postingsOf([accounts.available, accounts.reserved, amount]),
    },
  });
}

function selectionRecord({ selectionId, cap, call }: SelectionHold) {
  return {
    selection_id: selectionId,
    cap_eur: eurFromNano(cap),
    ...(call !== null && { call: callRecord(call) }),
  };
}

function settle(
  command: SettleReservation,
  state: WalletState,
  accounts: Accounts,
): Decision<WalletEvent, WalletRefusal> {
  const { reservationId } = command;
  const cost = command.cost.total;
  if (cost < 0n) return refuse('amount_negative');
  if (cost > amountNanoMax || state.posted - cost < -amountNanoMax) return refuse('amount_exceeds_maximum');
  const reservation = state.reservations.get(reservationId) ?? state.awaited.get(reservationId);
  if (reservation === undefined) return refuse('reservation_not_open');
  const isHeld = isOpen(reservation);
  if (isHeld && reservation.selection !== null) return refuse('selection_open');
  if (isHeld && isOfAnother(command, reservation)) return refuse('attempt_not_current');
  const { charged, overrun } = isHeld
    ? chargeHeld(command, reservation, accounts)
    : chargeReleased(command, reservation, { state, accounts });
  return accept(charged, ...restrictionBy(state, { reservationId, overrun }));
}

function isOpen(reservation: OpenReservation | AwaitedReservation): reservation is OpenReservation {
  return 'selection' in reservation;
}

/** A cost as it is recorded, and by how much it exceeds what was available for it. */
interface Charged {
  readonly charged: WalletEvent;
  readonly overrun: NanoEur;
}

function chargeHeld(command: SettleReservation, reservation: OpenReservation, accounts: Accounts): Charged {
  const cost = command.cost.total;
  const fromHold = smaller(cost, reservation.amount);
  const released = reservation.amount - fromHold;
  const overrun = cost - fromHold;
  const charged: WalletEvent = {
    type: 'ReservationSettled',
    data: {
      reservation_id: command.reservationId,
      key_id: reservation.keyId,
      ...chargeOf(command),
      released_eur: eurFromNano(released),
      overrun_eur: eurFromNano(overrun),
      resolved_by: command.resolvedBy,
      ...actorMember(command.actor),
      ...(command.reason === undefined ? {} : { reason: command.reason }),
      postings: postingsOf(
        [accounts.reserved, accounts.revenue, fromHold],
        [accounts.reserved, accounts.available, released],
        [accounts.available, accounts.revenue, overrun],
      ),
    },
  };
  return { charged, overrun };
}

function chargeReleased(
  command: SettleReservation,
  awaited: AwaitedReservation,
  { state, accounts }: { readonly state: WalletState; readonly accounts: Accounts },
): Charged {
  const cost = command.cost.total;
  const charged: WalletEvent = {
    type: 'ReleasedReservationCharged',
    data: {
      reservation_id: command.reservationId,
      key_id: awaited.keyId,
      ...chargeOf(command),
      postings: postingsOf([accounts.available, accounts.revenue, cost]),
    },
  };
  // No hold covers it: the overrun is what exceeds the available credit.
  return { charged, overrun: cost - larger(availableNano(state), 0n) };
}

function chargeOf(command: SettleReservation) {
  const { counted, cost, priceListId, priceListVersion, serviceTier, usageSource } = command;
  return {
    cost_eur: eurFromNano(cost.total),
    ...(counted !== undefined && { counted }),
    lines: [...cost.lines],
    ...(cost.contextTiers !== undefined && { context_tiers: [...cost.contextTiers] }),
    price_list_id: priceListId,
    price_list_version: priceListVersion,
    service_tier: serviceTier,
    usage_source: usageSource,
  };
}

function release(
  command: ReleaseReservation,
  state: WalletState,
  accounts: Accounts,
): Decision<WalletEvent, WalletRefusal> {
  const reservation = state.reservations.get(command.reservationId);
  if (reservation === undefined) return refuse('reservation_not_open');
  if (isOfAnother(command, reservation)) return refuse('attempt_not_current');
  return accept(releasedHold(command, reservation, accounts));
}

/** An outcome may have been looked up before the next attempt was recorded. */
function isOfAnother({ attempt }: SettleReservation | ReleaseReservation, reservation: OpenReservation): boolean {
  return attempt !== undefined && attempt !== reservation.attempt;
}

function flag(command: FlagReservation, state: WalletState, accounts: Accounts): Decision<WalletEvent, WalletRefusal> {
  const { reservationId, lastSent } = command;
  const reservation = state.reservations.get(reservationId);
  if (reservation === undefined) return refuse('reservation_not_open');
  // Nothing was forwarded that could be looked up: its choice ends it, with a hold of its own for a call of unknown cost.
  if (reservation.selection !== null) return refuse('selection_open');
  const isSent = lastSent === undefined || reservation.attempt <= lastSent;
  if (isSent && reservation.flag !== null) return refuse('reservation_already_flagged');
  return accept(
    isSent
      ? flagged(command, reservation.keyId)
      : releasedHold({ reservationId, reason: 'not_forwarded', resolvedBy: null }, reservation, accounts),
  );
}

function flagged({ reservationId, reason, contentBytes }: FlagReservation, keyId: string): WalletEvent {
  const seen = contentBytes === undefined ? {} : { content_bytes: contentBytes };
  return { type: 'ReservationFlagged', data: { reservation_id: reservationId, key_id: keyId, reason, ...seen } };
}
