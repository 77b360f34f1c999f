import { nanoFromEur, type NanoEur } from './money.ts';
import { PersistentMap } from './persistent-map.ts';
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

/** A reservation that its own request did not end. */
export interface EndedReservation {
  readonly keyId: string;
  /** It expired and was not charged since: a late settlement still finds it. */
  readonly isChargeable: boolean;
}

export interface WalletState {
  readonly walletId: string | null;
  /** Credits less debits less settled costs. Negative only by the overruns that were charged in full. */
  readonly posted: NanoEur;
  readonly reserved: NanoEur;
  /** Σ of what was charged beyond any hold: how far below zero the wallet may lawfully stand. */
  readonly overrun: NanoEur;
  readonly reservations: PersistentMap<OpenReservation>;
  /** Ended by time, by rule or by an operator; the newest {@link endedKeptMax}. Their ids are not reserved again. */
  readonly ended: ReadonlyMap<string, EndedReservation>;
  readonly spendByKey: PersistentMap<KeySpend>;
  readonly creditIds: PersistentMap<true>;
  readonly debitIds: PersistentMap<true>;
}

/** How many are remembered for a late charge, or for a reserve command that is retried too late. */
const endedKeptMax = 1_000;

export const initialWallet: WalletState = {
  walletId: null,
  posted: 0n,
  reserved: 0n,
  overrun: 0n,
  reservations: PersistentMap.empty(),
  ended: new Map(),
  spendByKey: PersistentMap.empty(),
  creditIds: PersistentMap.empty(),
  debitIds: PersistentMap.empty(),
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
        creditIds: state.creditIds.with(event.data.credit_id, true),
      };
    case 'WalletDebited':
      return {
        ...state,
        posted: state.posted - nanoFromEur(event.data.amount_eur),
        debitIds: state.debitIds.with(event.data.debit_id, true),
      };
    case 'CreditReserved':
      return evolveReserved(state, event.data);
    case 'ReservationSettled':
      return evolveSettled(state, event.data);
    case 'ReservationReleased': {
      const next = endHold(state, event.data, 0n);
      return event.data.resolved_by === null ? next : remember(next, event.data, false);
    }
    case 'ReservationExpired':
      return remember(endHold(state, event.data, 0n), event.data, true);
    case 'ReservationFlagged': {
      const { reservation_id, reason } = event.data;
      const reservation = state.reservations.get(reservation_id);
      if (reservation === undefined) return state;
      return { ...state, reservations: state.reservations.with(reservation_id, { ...reservation, flag: reason }) };
    }
    case 'ExpiredReservationCharged':
      return evolveExpiredCharged(state, event.data);
  }
}

function evolveReserved(state: WalletState, data: WalletEventOf<'CreditReserved'>['data']): WalletState {
  const amount = nanoFromEur(data.amount_eur);
  const reservation = { amount, keyId: data.key_id, expiresAt: data.expires_at, flag: null };
  return {
    ...state,
    reserved: state.reserved + amount,
    reservations: state.reservations.with(data.reservation_id, reservation),
    spendByKey: withSpend(state, data.key_id, { settled: 0n, reserved: amount }),
  };
}

function evolveSettled(state: WalletState, data: WalletEventOf<'ReservationSettled'>['data']): WalletState {
  const cost = nanoFromEur(data.cost_eur);
  const ended = endHold(state, data, cost);
  const next = {
    ...ended,
    posted: ended.posted - cost,
    overrun: ended.overrun + nanoFromEur(data.overrun_eur),
  };
  return data.resolved_by === null ? next : remember(next, data, false);
}

function evolveExpiredCharged(
  state: WalletState,
  data: WalletEventOf<'ExpiredReservationCharged'>['data'],
): WalletState {
  const cost = nanoFromEur(data.cost_eur);
  const next = {
    ...state,
    posted: state.posted - cost,
    overrun: state.overrun + cost,
    spendByKey: withSpend(state, data.key_id, { settled: cost, reserved: 0n }),
  };
  return remember(next, data, false);
}

interface ReservationOfKey {
  readonly reservation_id: string;
  readonly key_id: string;
}

/** The hold leaves the wallet and its key, which is charged the cost instead. */
function endHold(state: WalletState, { reservation_id, key_id }: ReservationOfKey, cost: NanoEur): WalletState {
  const held = state.reservations.get(reservation_id)?.amount ?? 0n;
  return {
    ...state,
    reserved: state.reserved - held,
    reservations: state.reservations.without(reservation_id),
    spendByKey: withSpend(state, key_id, { settled: cost, reserved: -held }),
  };
}

function remember(
  state: WalletState,
  { reservation_id, key_id }: ReservationOfKey,
  isChargeable: boolean,
): WalletState {
  const ended = new Map(state.ended).set(reservation_id, { keyId: key_id, isChargeable });
  return { ...state, ended: newest(ended, endedKeptMax) };
}

const noSpend: KeySpend = { settled: 0n, reserved: 0n };

function withSpend(state: WalletState, keyId: string, change: KeySpend): PersistentMap<KeySpend> {
  const spend = spendOf(state, keyId);
  return state.spendByKey.with(keyId, {
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
