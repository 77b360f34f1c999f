import { nanoFromEur, type NanoEur } from './money.ts';
import type { WalletEvent, WalletEventOf } from './wallet-events.ts';

/** A wallet as the fold of its events. */

export interface OpenReservation {
  readonly amount: NanoEur;
  readonly keyId: string;
  readonly expiresAt: string;
  /** Why its outcome is to be checked; `null` while nothing is wrong. */
  readonly flag: string | null;
}

export interface KeySpend {
  readonly settled: NanoEur;
  readonly reserved: NanoEur;
}

export interface WalletState {
  readonly walletId: string | null;
  /** Credits less debits less settled costs. Negative only by the overruns that were charged in full. */
  readonly posted: NanoEur;
  readonly reserved: NanoEur;
  /** Σ of what was charged beyond any hold: how far below zero the wallet may lawfully stand. */
  readonly overrun: NanoEur;
  readonly reservations: ReadonlyMap<string, OpenReservation>;
  /** Expired and not charged since; the newest {@link expiredKeptMax}. */
  readonly expired: ReadonlyMap<string, { readonly keyId: string }>;
  readonly spendByKey: ReadonlyMap<string, KeySpend>;
  readonly transferIds: ReadonlySet<string>;
}

/** How many expired reservations are remembered for a late charge. */
const expiredKeptMax = 1_000;

export const initialWallet: WalletState = {
  walletId: null,
  posted: 0n,
  reserved: 0n,
  overrun: 0n,
  reservations: new Map(),
  expired: new Map(),
  spendByKey: new Map(),
  transferIds: new Set(),
};

/** What a key has spent and holds; zero for a key that was never used. */
export function spendOf(state: WalletState, keyId: string): KeySpend {
  return state.spendByKey.get(keyId) ?? noSpend;
}

/** What can still be reserved. Negative only after an overrun. */
export function availableNano(state: WalletState): NanoEur {
  return state.posted - state.reserved;
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveWallet(state: WalletState, event: WalletEvent): WalletState {
  switch (event.type) {
    case 'WalletOpened':
      return { ...state, walletId: event.data.wallet_id };
    case 'WalletCredited':
      return {
        ...state,
        posted: state.posted + nanoFromEur(event.data.amount_eur),
        transferIds: new Set(state.transferIds).add(event.data.credit_id),
      };
    case 'WalletDebited':
      return {
        ...state,
        posted: state.posted - nanoFromEur(event.data.amount_eur),
        transferIds: new Set(state.transferIds).add(event.data.debit_id),
      };
    case 'CreditReserved':
      return evolveReserved(state, event.data);
    case 'ReservationSettled':
      return evolveSettled(state, event.data);
    case 'ReservationReleased':
      return withoutReservation(state, event.data.reservation_id);
    case 'ReservationExpired': {
      const { reservation_id, key_id } = event.data;
      const expired = new Map(state.expired).set(reservation_id, { keyId: key_id });
      return { ...withoutReservation(state, reservation_id), expired: newest(expired, expiredKeptMax) };
    }
    case 'ReservationFlagged': {
      const { reservation_id, reason } = event.data;
      const reservation = state.reservations.get(reservation_id);
      if (reservation === undefined) return state;
      const reservations = new Map(state.reservations).set(reservation_id, { ...reservation, flag: reason });
      return { ...state, reservations };
    }
    case 'ExpiredReservationCharged': {
      const cost = nanoFromEur(event.data.cost_eur);
      const expired = new Map(state.expired);
      expired.delete(event.data.reservation_id);
      return {
        ...state,
        posted: state.posted - cost,
        overrun: state.overrun + cost,
        expired,
        spendByKey: withSpend(state, event.data.key_id, { settled: cost, reserved: 0n }),
      };
    }
  }
}

function evolveReserved(state: WalletState, data: WalletEventOf<'CreditReserved'>['data']): WalletState {
  const amount = nanoFromEur(data.amount_eur);
  const reservation = { amount, keyId: data.key_id, expiresAt: data.expires_at, flag: null };
  return {
    ...state,
    reserved: state.reserved + amount,
    reservations: new Map(state.reservations).set(data.reservation_id, reservation),
    spendByKey: withSpend(state, data.key_id, { settled: 0n, reserved: amount }),
  };
}

function evolveSettled(state: WalletState, data: WalletEventOf<'ReservationSettled'>['data']): WalletState {
  const cost = nanoFromEur(data.cost_eur);
  const next = withoutReservation(state, data.reservation_id);
  return {
    ...next,
    posted: next.posted - cost,
    overrun: next.overrun + nanoFromEur(data.overrun_eur),
    spendByKey: withSpend(next, data.key_id, { settled: cost, reserved: 0n }),
  };
}

function withoutReservation(state: WalletState, reservationId: string): WalletState {
  const reservation = state.reservations.get(reservationId);
  if (reservation === undefined) return state;
  const reservations = new Map(state.reservations);
  reservations.delete(reservationId);
  return {
    ...state,
    reserved: state.reserved - reservation.amount,
    reservations,
    spendByKey: withSpend(state, reservation.keyId, { settled: 0n, reserved: -reservation.amount }),
  };
}

const noSpend: KeySpend = { settled: 0n, reserved: 0n };

function withSpend(state: WalletState, keyId: string, change: KeySpend): ReadonlyMap<string, KeySpend> {
  const spend = spendOf(state, keyId);
  return new Map(state.spendByKey).set(keyId, {
    settled: spend.settled + change.settled,
    reserved: spend.reserved + change.reserved,
  });
}

/** Maps keep insertion order, so the first entries are the oldest. */
function newest<Value>(entries: Map<string, Value>, max: number): Map<string, Value> {
  for (const key of entries.keys()) {
    if (entries.size <= max) break;
    entries.delete(key);
  }
  return entries;
}
