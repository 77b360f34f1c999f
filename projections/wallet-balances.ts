import { eurFromNano, nanoFromSum as nano, type NanoEur } from '../src/domain/money.ts';
import type { WalletFigures } from '../src/domain/wallet-entries/wallet-figures.ts';
import type { WalletEvent, WalletEventOf } from '../src/domain/wallet-events.ts';
import { walletIdOf, walletPrefix } from '../src/ledger/stream-names.ts';
import type { PositionedEvent, Projection } from '../src/ports/read-models.ts';

/** What a wallet holds, for display; `posted_eur` and `available_eur` may be negative. */
export interface WalletBalance extends WalletFigures {
  /** The open reservations behind `flagged_reservations`: the event that ends one does not say whether it was flagged. */
  readonly flagged_reservation_ids: readonly string[];
  /** Reservations that were made for choosing who answers and may still be charged: what ends one does not say so. */
  readonly selection_ids: readonly string[];
}

/** One document per wallet, by wallet id. */
export const walletBalances: Projection<WalletBalance, WalletEvent> = {
  name: 'wallet-balances',
  version: 3,
  streamPrefixes: [walletPrefix],
  hasStreamsApart: true,
  mayLag: true,
  keyOf: ({ stream }) => walletIdOf(stream),
  walletOf: (walletId) => walletId,
  evolve: (document, recorded) => evolve(document ?? emptyBalance(walletIdOf(recorded.stream)), recorded),
};

function evolve(balance: WalletBalance, { event }: PositionedEvent<WalletEvent>): WalletBalance {
  switch (event.type) {
    case 'WalletOpened':
      return { ...balance, tenant_id: event.data.tenant_id };
    case 'WalletCredited':
      return moved(balance, { credited: nano(event.data.amount_eur) });
    case 'WalletDebited':
      return moved(balance, { debited: nano(event.data.amount_eur) });
    case 'CreditReserved':
      return held(balance, event.data);
    case 'SelectionCharged': {
      const { reservation_id, cost_eur, released_eur, overrun_eur, resolved_by } = event.data;
      const settled = nano(cost_eur);
      const overrun = nano(overrun_eur);
      // What a rule has charged is not looked into any more.
      const flagged = resolved_by === null ? balance : withoutFlag(balance, reservation_id);
      return moved(flagged, { settled, selection: settled, overrun, reserved: overrun - settled - nano(released_eur) });
    }
    case 'AttemptFailed':
      return moved(balance, { reserved: -nano(event.data.released_eur) });
    case 'ReservationSettled': {
      const { reservation_id, cost_eur, released_eur, overrun_eur } = event.data;
      const settled = nano(cost_eur);
      const overrun = nano(overrun_eur);
      const hold = settled - overrun + nano(released_eur);
      const selection = costOfSelection(balance, reservation_id, settled);
      return moved(withoutSelection(withoutReservation(balance, reservation_id), reservation_id), {
        settled,
        selection,
        overrun,
        reserved: -hold,
      });
    }
    case 'ReservationReleased':
    case 'ReservationExpired': {
      const { reservation_id, amount_eur } = event.data;
      const left = withoutReservation(balance, reservation_id);
      // What a rule has given back may still be charged.
      const isOver = event.type === 'ReservationReleased' && event.data.resolved_by !== 'rule';
      return moved(isOver ? withoutSelection(left, reservation_id) : left, { reserved: -nano(amount_eur) });
    }
    case 'ReservationFlagged': {
      const others = withoutId(balance.flagged_reservation_ids, event.data.reservation_id);
      return withFlagged(balance, [...others, event.data.reservation_id]);
    }
    case 'ExpiredReservationCharged': {
      const { reservation_id, cost_eur } = event.data;
      const settled = nano(cost_eur);
      const selection = costOfSelection(balance, reservation_id, settled);
      return moved(withoutSelection(balance, reservation_id), { settled, selection, overrun: settled });
    }
    case 'WalletRestricted':
      return { ...balance, restricted: true };
    case 'WalletRestrictionLifted':
      return { ...balance, restricted: false };
    case 'WalletAlertSet':
    case 'BudgetAlertSet':
    case 'WalletRanLow':
    case 'BudgetRanLow':
    case 'WalletPeriodClosed':
      return balance;
  }
}

function held(balance: WalletBalance, data: WalletEventOf<'CreditReserved'>['data']): WalletBalance {
  const { reservation_id, is_selection = false, amount_eur } = data;
  const reserved = nano(amount_eur);
  return {
    ...balance,
    reserved_eur: plus(balance.reserved_eur, reserved),
    available_eur: plus(balance.available_eur, -reserved),
    open_reservations: balance.open_reservations + 1,
    selection_ids: is_selection ? [...balance.selection_ids, reservation_id] : balance.selection_ids,
  };
}

function emptyBalance(walletId: string): WalletBalance {
  const nothing = eurFromNano(0n);
  return {
    wallet_id: walletId,
    tenant_id: null,
    posted_eur: nothing,
    reserved_eur: nothing,
    available_eur: nothing,
    restricted: false,
    open_reservations: 0,
    flagged_reservations: 0,
    credited_eur: nothing,
    debited_eur: nothing,
    settled_eur: nothing,
    selection_eur: nothing,
    overrun_eur: nothing,
    flagged_reservation_ids: [],
    selection_ids: [],
  };
}

/** What was paid for choosing, of what a reservation has cost. */
function costOfSelection({ selection_ids }: WalletBalance, reservationId: string, cost: NanoEur): NanoEur {
  return selection_ids.includes(reservationId) ? cost : 0n;
}

function withoutSelection(balance: WalletBalance, reservationId: string): WalletBalance {
  const selection_ids = withoutId(balance.selection_ids, reservationId);
  return selection_ids === balance.selection_ids ? balance : { ...balance, selection_ids };
}

interface Movement {
  readonly credited?: NanoEur;
  readonly debited?: NanoEur;
  readonly reserved?: NanoEur;
  readonly settled?: NanoEur;
  readonly selection?: NanoEur;
  readonly overrun?: NanoEur;
}

function moved(
  balance: WalletBalance,
  { credited = 0n, debited = 0n, reserved = 0n, settled = 0n, selection = 0n, overrun = 0n }: Movement,
): WalletBalance {
  const posted = credited - debited - settled;
  return {
    ...balance,
    posted_eur: plus(balance.posted_eur, posted),
    reserved_eur: plus(balance.reserved_eur, reserved),
    available_eur: plus(balance.available_eur, posted - reserved),
    credited_eur: plus(balance.credited_eur, credited),
    debited_eur: plus(balance.debited_eur, debited),
    settled_eur: plus(balance.settled_eur, settled),
    selection_eur: plus(balance.selection_eur, selection),
    overrun_eur: plus(balance.overrun_eur, overrun),
  };
}

/** Most events move two of the seven sums: the others stay as they are written. */
function plus(eur: string, amount: NanoEur): string {
  return amount === 0n ? eur : eurFromNano(nano(eur) + amount);
}

function withoutReservation(balance: WalletBalance, reservationId: string): WalletBalance {
  return withoutFlag({ ...balance, open_reservations: balance.open_reservations - 1 }, reservationId);
}

function withoutFlag(balance: WalletBalance, reservationId: string): WalletBalance {
  const ids = withoutId(balance.flagged_reservation_ids, reservationId);
  return ids === balance.flagged_reservation_ids ? balance : withFlagged(balance, ids);
}

function withFlagged(balance: WalletBalance, ids: readonly string[]): WalletBalance {
  return { ...balance, flagged_reservations: ids.length, flagged_reservation_ids: ids };
}

function withoutId(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : ids;
}
