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

/** A reservation whose hold went back although its request may still come with an outcome. */
export interface AwaitedReservation {
  readonly keyId: string;
}

export interface WalletState {
  readonly walletId: string | null;
  /** Credits less debits less settled costs. Negative only by the overruns that were charged in full. */
  readonly posted: NanoEur;
  readonly reserved: NanoEur;
  /** Σ of what was charged beyond any hold: how far below zero the wallet may lawfully stand. */
  readonly overrun: NanoEur;
  /** A cost was above its hold since the last credit: one request at a time. */
  readonly isRestricted: boolean;
  readonly reservations: PersistentMap<OpenReservation>;
  /**
   * Given back while their outcome may still come, see {@link mayStillAnswer}: a late settlement charges them. Each is kept
   * until then, however many there are: none is money that may be forgotten.
   */
  readonly awaited: PersistentMap<AwaitedReservation>;
  /**
   * Ended by rule or by an operator, the newest {@link endedKeptMax}: a reserve command that is still being tried does not
   * open one of them again. No money depends on it: an append in doubt is repeated as it was, which the log recognises.
   */
  readonly ended: ReadonlySet<string>;
  readonly spendByKey: PersistentMap<KeySpend>;
  readonly creditIds: PersistentMap<true>;
  readonly debitIds: PersistentMap<true>;
}

const endedKeptMax = 1_000;

/** The flag of a hold whose process cannot be seen, e.g. on another machine: it may be dead, or slow. */
export const processUnknown = 'process_unknown';

/**
 * Whether the request of a flagged reservation may still end it. Every other flag says that there is no request any more:
 * it flagged itself, its process let go of it, or its process is known to have died.
 */
export function mayStillAnswer({ flag }: OpenReservation): boolean {
  return flag === processUnknown;
}

export const initialWallet: WalletState = {
  walletId: null,
  posted: 0n,
  reserved: 0n,
  overrun: 0n,
  isRestricted: false,
  reservations: PersistentMap.empty(),
  awaited: PersistentMap.empty(),
  ended: new Set(),
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
    case 'ReservationReleased':
      return evolveReleased(state, event.data);
    case 'ReservationExpired':
      // Of an older ledger: its request may have been running.
      return awaitOutcome(endHold(state, event.data, 0n), event.data);
    case 'ReservationFlagged': {
      const { reservation_id, reason } = event.data;
      const reservation = state.reservations.get(reservation_id);
      if (reservation === undefined) return state;
      return { ...state, reservations: state.reservations.with(reservation_id, { ...reservation, flag: reason }) };
    }
    case 'ExpiredReservationCharged':
      return evolveExpiredCharged(state, event.data);
    case 'WalletRestricted':
      return { ...state, isRestricted: true };
    case 'WalletRestrictionLifted':
      return { ...state, isRestricted: false };
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
  return data.resolved_by === null ? next : remember(next, data.reservation_id);
}

function evolveReleased(state: WalletState, data: WalletEventOf<'ReservationReleased'>['data']): WalletState {
  const next = endHold(state, data, 0n);
  if (data.resolved_by === null) return next;
  const reservation = state.reservations.get(data.reservation_id);
  const isAwaited = data.resolved_by === 'rule' && reservation !== undefined && mayStillAnswer(reservation);
  return isAwaited ? awaitOutcome(next, data) : remember(next, data.reservation_id);
}

function awaitOutcome(state: WalletState, { reservation_id, key_id }: ReservationOfKey): WalletState {
  return { ...state, awaited: state.awaited.with(reservation_id, { keyId: key_id }) };
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
    awaited: state.awaited.without(data.reservation_id),
    spendByKey: withSpend(state, data.key_id, { settled: cost, reserved: 0n }),
  };
  return remember(next, data.reservation_id);
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

function remember(state: WalletState, reservationId: string): WalletState {
  return { ...state, ended: newest(new Set(state.ended).add(reservationId), endedKeptMax) };
}

const noSpend: KeySpend = { settled: 0n, reserved: 0n };

function withSpend(state: WalletState, keyId: string, change: KeySpend): PersistentMap<KeySpend> {
  const spend = spendOf(state, keyId);
  return state.spendByKey.with(keyId, {
    settled: spend.settled + change.settled,
    reserved: spend.reserved + change.reserved,
  });
}

/** Sets keep insertion order, so the first entries are the oldest. */
function newest(entries: Set<string>, max: number): Set<string> {
  for (const entry of entries) {
    if (entries.size <= max) break;
    entries.delete(entry);
  }
  return entries;
}
