import type { BudgetSpends } from './budgets/budget-spends.ts';
import type { WatchedBudget } from './budgets/watched-budget.ts';
import type { HoldBudget } from './budgets/hold-budget.ts';
import type { NanoEur } from './money.ts';
import type { KeyedValues } from './keyed-values/keyed-values.ts';
import { PersistentMap } from './keyed-values/persistent-map.ts';
import { ValuesInPlace } from './keyed-values/values-in-place.ts';
import { noLots, type WalletLots } from './lots/wallet-lots.ts';
import type { WalletPeriodClosed } from './wallet-closing-events.ts';

/** A wallet as the fold of its events. */

/** A reservation that has not ended: what is held, for which key, and whether its outcome is in doubt. */
export interface OpenReservation {
  readonly amount: NanoEur;
  readonly keyId: string;
  readonly expiresAt: string;
  /** Why its outcome has to be checked; `null`: it does not. */
  readonly flag: string | null;
  /** The route is still to be chosen, and nothing was forwarded. `null`: it is chosen, or was named. */
  readonly selection: OpenSelection | null;
  /** Held for a call that chooses a route. */
  readonly isSelection: boolean;
  /** The attempt of the request that it is held for; the first is 1. */
  readonly attempt: number;
  /**
   * What is held separately for earlier attempts with unknown outcomes. It counts against the request's cap together
   * with the amount.
   */
  readonly apart: NanoEur;
  /** The budgets in which it counts; absent: none. */
  readonly budgets?: readonly HoldBudget[];
}

/** A route that has to be chosen before anything is forwarded. */
export interface OpenSelection {
  readonly id: string;
  /** The part of the hold for the cost of choosing. */
  readonly cap: NanoEur;
}

/** What a key has spent and holds in this wallet, nano-euro. */
export interface KeySpend {
  readonly settled: NanoEur;
  readonly reserved: NanoEur;
  /** Its `budget_eur`; absent: no hold has named one. */
  readonly watched?: WatchedBudget;
  /** Absent: none was set. */
  readonly alert?: BudgetAlert;
}

/** When a low budget of a key is reported. */
export interface BudgetAlert {
  readonly budget: NanoEur;
  /** The budget is low when no more than this is left. */
  readonly left: NanoEur;
  readonly isReported: boolean;
}

/** A reservation whose hold was released although its request may still report an outcome. */
export type AwaitedReservation = Pick<OpenReservation, 'keyId' | 'isSelection' | 'budgets'>;

/** Everything of a wallet that a decision needs. Amounts are nano-euro. */
export interface WalletState {
  readonly walletId: string | null;
  readonly tenantId: string | null;
  /** Credits minus debits minus settled costs. Negative only after overruns, which are charged in full. */
  readonly posted: NanoEur;
  readonly reserved: NanoEur;
  /** Totals of the wallet's whole life. */
  readonly credited: NanoEur;
  /** Credit that expired included. */
  readonly debited: NanoEur;
  readonly settled: NanoEur;
  /** The part of it that paid for choosing routes. */
  readonly selectionSettled: NanoEur;
  /** Sum of charges beyond any hold: how far below zero the wallet may lawfully be. */
  readonly overrun: NanoEur;
  /** A cost was above its hold since the last credit: one request at a time. */
  readonly isRestricted: boolean;
  /** The posted amount is low when it is below this; `null`: never reported. */
  readonly lowBelow: NanoEur | null;
  /** The low balance was reported, and the balance has not recovered since. */
  readonly isLow: boolean;
  readonly reservations: KeyedValues<OpenReservation>;
  /**
   * Released while their outcome may still arrive, see {@link mayStillAnswer}: a late settlement charges them. Each is
   * kept until then, however many there are, because it stands for money.
   */
  readonly awaited: KeyedValues<AwaitedReservation>;
  /**
   * Ended by rule or by an operator, the newest {@link endedKeptMax}: a reserve command that is still being retried
   * does not open one of them again. No money depends on it: an append in doubt is repeated unchanged, which the log
   * recognises.
   */
  readonly ended: ReadonlySet<string>;
  readonly spendByKey: KeyedValues<KeySpend>;
  readonly budgetSpends: BudgetSpends;
  /** Ids with their amounts; without those that have streams of their own, see `wallet-closing.ts`. */
  readonly creditIds: KeyedValues<NanoEur>;
  readonly debitIds: KeyedValues<NanoEur>;
  /** How many ids have streams of their own. */
  readonly creditsKept: number;
  readonly debitsKept: number;
  /** Credit that was granted, or that expires; `noLots`: there is none. */
  readonly lots: WalletLots;
  /** The first parts of a closing whose last part has not arrived. */
  readonly closingParts: readonly WalletPeriodClosed[];
}

export const endedKeptMax = 1_000;

/** The flag of a hold whose process cannot be observed, e.g. on another machine: it may be dead, or slow. */
export const processUnknown = 'process_unknown';

/**
 * Whether the request of a flagged reservation may still end it. Every other flag means that the request is gone: it
 * flagged itself, its process let go of it, or its process is known to have died.
 */
export function mayStillAnswer({ flag }: OpenReservation): boolean {
  return flag === processUnknown;
}

export const initialWallet: WalletState = {
  walletId: null,
  tenantId: null,
  posted: 0n,
  reserved: 0n,
  credited: 0n,
  debited: 0n,
  settled: 0n,
  selectionSettled: 0n,
  overrun: 0n,
  isRestricted: false,
  lowBelow: null,
  isLow: false,
  reservations: PersistentMap.empty(),
  awaited: PersistentMap.empty(),
  ended: new Set(),
  spendByKey: PersistentMap.empty(),
  budgetSpends: PersistentMap.empty(),
  creditIds: PersistentMap.empty(),
  debitIds: PersistentMap.empty(),
  creditsKept: 0,
  debitsKept: 0,
  lots: noLots,
  closingParts: [],
};

/** A state for a fold that never looks back: its maps are changed in place, see {@link ValuesInPlace}. */
export function foldedInPlace(state: WalletState): WalletState {
  return {
    ...state,
    reservations: new ValuesInPlace(state.reservations),
    awaited: new ValuesInPlace(state.awaited),
    spendByKey: new ValuesInPlace(state.spendByKey),
    budgetSpends: new ValuesInPlace(state.budgetSpends),
    creditIds: new ValuesInPlace(state.creditIds),
    debitIds: new ValuesInPlace(state.debitIds),
  };
}

const noSpend: KeySpend = { settled: 0n, reserved: 0n };

/** What a key has spent and holds; zero for a key that was never used. */
export function spendOf(state: WalletState, keyId: string): KeySpend {
  return state.spendByKey.get(keyId) ?? noSpend;
}

/** What can still be reserved. Negative only after an overrun. */
export function availableNano(state: WalletState): NanoEur {
  return state.posted - state.reserved;
}
