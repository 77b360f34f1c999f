import type { LotPartRecord } from '../src/domain/lots/lot-events.ts';
import { grantedIn } from '../src/domain/lots/wallet-lots.ts';
import { eurFromNano, nanoFromSum as nano, type NanoEur } from '../src/domain/money.ts';
import type { WalletFigures } from '../src/domain/wallet-entries/wallet-figures.ts';
import type { WalletEvent, WalletEventOf } from '../src/domain/wallet-events.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { HeldFold, Projection } from '../src/ports/read-models.ts';

/** The balances of a wallet, for display; `posted_eur` and `available_eur` may be negative. */
export interface WalletBalance extends WalletFigures {
  /** The open flagged reservations: the event that ends one does not say whether it was flagged. */
  readonly flagged_reservation_ids: readonly string[];
  /** Reservations for selections that may still be charged: the event that ends one does not say what it was for. */
  readonly selection_ids: readonly string[];
}

/** The balances while they are folded: posted and available amounts follow from the other sums. */
export interface HeldBalance {
  readonly wallet_id: string;
  tenant_id: string | null;
  restricted: boolean;
  open_reservations: number;
  flagged: readonly string[];
  selections: readonly string[];
  granted: NanoEur;
  reserved: NanoEur;
  credited: NanoEur;
  debited: NanoEur;
  settled: NanoEur;
  selection: NanoEur;
  overrun: NanoEur;
}

const held: HeldFold<WalletBalance, WalletEvent, HeldBalance> = {
  hold: (balance) => ({
    wallet_id: balance.wallet_id,
    tenant_id: balance.tenant_id,
    restricted: balance.restricted,
    open_reservations: balance.open_reservations,
    flagged: balance.flagged_reservation_ids,
    selections: balance.selection_ids,
    granted: nano(balance.granted_eur),
    reserved: nano(balance.reserved_eur),
    credited: nano(balance.credited_eur),
    debited: nano(balance.debited_eur),
    settled: nano(balance.settled_eur),
    selection: nano(balance.selection_eur),
    overrun: nano(balance.overrun_eur),
  }),
  written,
  evolve: (balance, { stream, event }) => {
    const next = balance ?? emptyBalance(walletIdOf(stream));
    foldBalance(next, event);
    return next;
  },
};

/** One document per wallet, by wallet id. */
export const walletBalances: Projection<WalletBalance, WalletEvent> = {
  name: 'wallet-balances',
  version: 4,
  streamPrefixes: [walletPrefix],
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ stream }) => walletIdOf(stream),
  held,
};

function written(balance: HeldBalance): WalletBalance {
  const { credited, debited, settled, reserved, flagged } = balance;
  const posted = credited - debited - settled;
  return {
    wallet_id: balance.wallet_id,
    tenant_id: balance.tenant_id,
    posted_eur: eurFromNano(posted),
    granted_eur: eurFromNano(balance.granted),
    reserved_eur: eurFromNano(reserved),
    available_eur: eurFromNano(posted - reserved),
    restricted: balance.restricted,
    open_reservations: balance.open_reservations,
    flagged_reservations: flagged.length,
    credited_eur: eurFromNano(credited),
    debited_eur: eurFromNano(debited),
    settled_eur: eurFromNano(settled),
    selection_eur: eurFromNano(balance.selection),
    overrun_eur: eurFromNano(balance.overrun),
    flagged_reservation_ids: flagged,
    selection_ids: balance.selections,
  };
}

/** A wallet of which nothing is known yet. */
export function emptyBalance(walletId: string): HeldBalance {
  return {
    wallet_id: walletId,
    tenant_id: null,
    restricted: false,
    open_reservations: 0,
    flagged: [],
    selections: [],
    granted: 0n,
    reserved: 0n,
    credited: 0n,
    debited: 0n,
    settled: 0n,
    selection: 0n,
    overrun: 0n,
  };
}

/** Changes the balance in place. */
export function foldBalance(balance: HeldBalance, event: WalletEvent): void {
  switch (event.type) {
    case 'WalletOpened':
      balance.tenant_id = event.data.tenant_id;
      return;
    case 'WalletCredited':
      balance.credited += nano(event.data.amount_eur);
      balance.granted += grantedIn(event.data.lots);
      return;
    case 'WalletDebited':
      balance.debited += nano(event.data.amount_eur);
      balance.granted -= grantedIn(event.data.lots);
      return;
    case 'WalletLotExpired': {
      const { kind, amount_eur, covered_eur = '0.000000000' } = event.data;
      balance.debited += nano(amount_eur);
      if (kind === 'granted') balance.granted -= nano(amount_eur) + nano(covered_eur);
      return;
    }
    case 'CreditReserved': {
      const { amount_eur, is_selection, reservation_id } = event.data;
      balance.reserved += nano(amount_eur);
      balance.open_reservations += 1;
      if (is_selection === true) balance.selections = [...balance.selections, reservation_id];
      return;
    }
    case 'SelectionCharged':
      return chargeSelection(balance, event.data);
    case 'AttemptFailed':
      balance.reserved -= nano(event.data.released_eur);
      return;
    case 'ReservationSettled':
      endSelection(balance, event.data.reservation_id, charge(balance, event.data));
      return endReservation(balance, event.data.reservation_id);
    case 'ReservationReleased':
      return release(balance, event.data);
    case 'ReservationFlagged': {
      const { reservation_id } = event.data;
      balance.flagged = [...withoutId(balance.flagged, reservation_id), reservation_id];
      return;
    }
    case 'ReleasedReservationCharged':
      return chargeLate(balance, event.data);
    case 'WalletRestricted':
      balance.restricted = true;
      return;
    case 'WalletRestrictionLifted':
      balance.restricted = false;
      return;
    case 'WalletAlertSet':
    case 'BudgetAlertSet':
    case 'WalletRanLow':
    case 'BudgetRanLow':
    case 'BudgetReached':
    case 'WalletPeriodClosed':
      return;
  }
}

function chargeSelection(balance: HeldBalance, data: WalletEventOf<'SelectionCharged'>['data']): void {
  balance.selection += charge(balance, data);
  // A selection that was charged by rule is no longer flagged.
  if (data.resolved_by !== null) balance.flagged = withoutId(balance.flagged, data.reservation_id);
}

interface Charge {
  readonly lots?: readonly LotPartRecord[] | undefined;
  readonly cost_eur: string;
  readonly released_eur: string;
  readonly overrun_eur: string;
}

/** Applies a charge: its cost, its overrun, and what is released of the hold. Returns the cost. */
function charge(balance: HeldBalance, { cost_eur, released_eur, overrun_eur, lots }: Charge): NanoEur {
  const settled = nano(cost_eur);
  const overrun = nano(overrun_eur);
  balance.settled += settled;
  balance.overrun += overrun;
  if (lots !== undefined) balance.granted -= grantedIn(lots);
  balance.reserved += overrun - settled - nano(released_eur);
  return settled;
}

function release(
  balance: HeldBalance,
  { reservation_id, amount_eur, resolved_by }: WalletEventOf<'ReservationReleased'>['data'],
): void {
  balance.reserved -= nano(amount_eur);
  endReservation(balance, reservation_id);
  // One that was released by rule may still be charged.
  if (resolved_by !== 'rule') endSelection(balance, reservation_id, 0n);
}

function chargeLate(balance: HeldBalance, data: WalletEventOf<'ReleasedReservationCharged'>['data']): void {
  const settled = nano(data.cost_eur);
  balance.settled += settled;
  balance.overrun += settled;
  balance.granted -= grantedIn(data.lots);
  endSelection(balance, data.reservation_id, settled);
}

function endReservation(balance: HeldBalance, reservationId: string): void {
  balance.open_reservations -= 1;
  balance.flagged = withoutId(balance.flagged, reservationId);
}

/** Ends a reservation for a selection, if it is one, and adds its cost to the cost of selections. */
function endSelection(balance: HeldBalance, reservationId: string, cost: NanoEur): void {
  const left = withoutId(balance.selections, reservationId);
  if (left === balance.selections) return;
  balance.selections = left;
  balance.selection += cost;
}

function withoutId(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : ids;
}
