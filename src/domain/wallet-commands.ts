import type { FailAttempt } from './attempts/attempt-commands.ts';
import type { AlertCommand } from './alerts/alert-commands.ts';
import type { HoldBudget } from './budgets/hold-budget.ts';
import type { Cost, UsageBound } from './cost.ts';
import type { NewLot } from './lots/wallet-lots.ts';
import type { NanoEur } from './money.ts';
import type { MovementCause } from './payments/movement-cause.ts';
import type { PriceList } from './price-list.ts';
import type { ChargeSelection, SelectionHold } from './selection/selection-commands.ts';
import type { CountedRecord } from './wallet-entries/cost-lines.ts';
import type { InferenceRecord } from './wallet-entries/inference-record.ts';

/** The commands of a wallet. The sender creates ids and times before the first attempt. */

interface Administered {
  /** The actor: see `actor.ts`. Absent when the gateway acted for a request, or by rule. */
  readonly actor?: string;
}

/** Begins a wallet. */
export interface OpenWallet extends Administered {
  readonly type: 'open_wallet';
  readonly walletId: string;
  readonly tenantId: string;
}

/** Puts money into the wallet. */
export interface CreditWallet extends Administered {
  readonly type: 'credit_wallet';
  readonly creditId: string;
  /**
   * Whether the id has a stream of its own because it was posted before the wallet's last closing. Looked up before the
   * decision.
   */
  readonly isPosted?: boolean;
  readonly amount: NanoEur;
  readonly reason: string;
  /** The parts of it that were granted or expire; absent: it is paid and never expires. */
  readonly lots?: readonly NewLot[];
  /** What it is a part of; absent: nothing larger. */
  readonly cause?: MovementCause;
}

/** Takes money out of the wallet, other than by usage. */
export interface DebitWallet extends Administered {
  readonly type: 'debit_wallet';
  readonly debitId: string;
  /**
   * Whether the id has a stream of its own because it was posted before the wallet's last closing. Looked up before the
   * decision.
   */
  readonly isPosted?: boolean;
  readonly amount: NanoEur;
  readonly reason: string;
  /**
   * For money that goes back: `paid` credit alone, or `paid_first`, granted credit too once there is no other. Absent:
   * lots in the order of use.
   */
  readonly takes?: 'paid' | 'paid_first';
  /** What it is a part of; absent: nothing larger. */
  readonly cause?: MovementCause;
}

/** Removes lots that have expired at a time, ISO 8601. */
export interface ExpireLots {
  readonly type: 'expire_lots';
  readonly at: string;
}

/** Holds the worst case of a request, nano-euro, before anything is forwarded. */
export interface ReserveCredit extends UsageBound {
  readonly type: 'reserve_credit';
  readonly reservationId: string;
  readonly amount: NanoEur;
  readonly keyId: string;
  readonly userId: string;
  readonly instanceId: string;
  /** ISO 8601: when the request should long be over. Tells when to check it, and ends nothing. */
  readonly expiresAt: string;
  readonly inference: InferenceRecord;
  readonly priceList: PriceList;
  /** Absent when the caller named the profile. Its cap is a part of `amount`. */
  readonly selection?: SelectionHold;
  /** The smallest cap of the key and its policies; `null` when there is none. */
  readonly requestCap: NanoEur | null;
  /** The key's budget; `null` when it has none. */
  readonly keyBudget: NanoEur | null;
  /** Further budgets, of the key and of the person, with the periods of the sender's clock. Absent: none. */
  readonly budgets?: readonly HoldBudget[];
}

/** Ends a reservation with its cost. Also charges a reservation whose hold was already released. */
export interface SettleReservation extends Administered {
  readonly type: 'settle_reservation';
  readonly reservationId: string;
  readonly cost: Cost;
  /** What the cost was made from; absent: it follows no counters. */
  readonly counted?: CountedRecord;
  readonly priceListId: string;
  readonly priceListVersion: string;
  readonly serviceTier: string | null;
  readonly usageSource: 'upstream' | 'billing_records' | 'estimate' | 'hold' | 'operator';
  readonly resolvedBy: 'rule' | 'operator' | null;
  /** An operator's reason, at most 100 characters. */
  readonly reason?: string;
  /** The attempt whose outcome it is: refused when a later one is recorded. Absent: the request itself ends it. */
  readonly attempt?: number;
}

/** Ends a reservation without a charge. */
export interface ReleaseReservation extends Administered {
  readonly type: 'release_reservation';
  readonly reservationId: string;
  readonly reason: string;
  readonly resolvedBy: 'rule' | 'operator' | null;
  /** As for {@link SettleReservation}. */
  readonly attempt?: number;
}

/** Leaves a reservation to be checked: its outcome is unknown. */
export interface FlagReservation {
  readonly type: 'flag_reservation';
  readonly reservationId: string;
  readonly reason: string;
  /** Bytes of the answer that had arrived; absent: not counted. */
  readonly contentBytes?: number | undefined;
  /**
   * The last attempt that was sent. If a later one is recorded, which was never sent, the possible cost of this one is
   * held by itself and the reservation is released instead. Absent: the last recorded one.
   */
  readonly lastSent?: number;
}

/** Lifts the restriction of a wallet, by an operator who has checked why a cost was above its hold. */
export interface LiftRestriction {
  readonly type: 'lift_restriction';
  /** The actor, e.g. `cli:uid-1000`. */
  readonly actor: string;
  readonly reason: string;
}

/** Any command of a wallet. */
export type WalletCommand =
  | OpenWallet
  | CreditWallet
  | DebitWallet
  | ExpireLots
  | ReserveCredit
  | ChargeSelection
  | FailAttempt
  | SettleReservation
  | ReleaseReservation
  | FlagReservation
  | LiftRestriction
  | AlertCommand;

/** The rules that can be broken, in the order in which they are checked. */
export const walletRefusals = [
  'wallet_already_open',
  'wallet_not_open',
  /** For a credit or debit. */
  'amount_not_positive',
  /** For a hold or a cost, which may be zero. */
  'amount_negative',
  'credit_already_posted',
  'debit_already_posted',
  'reservation_already_open',
  /** Ended by rule or by an operator, while its request was retrying. */
  'reservation_already_ended',
  /** A credit or a cost would take the wallet beyond the largest amount. */
  'amount_exceeds_maximum',
  /** The lots of a credit are more than the credit, or neither granted nor to expire; or the wallet has too many. */
  'lots_not_possible',
  'amount_exceeds_request_cap',
  'amount_exceeds_key_budget',
  /** Of a budget of the key or of the person, in its current period. */
  'amount_exceeds_budget',
  'amount_exceeds_available',
  /** Of what is available, less was paid for: the rest was granted. */
  'amount_exceeds_paid',
  /** The wallet admits one request at a time, and one is running. */
  'wallet_restricted',
  'wallet_not_restricted',
  'reservation_not_open',
  /** The route is already chosen. */
  'selection_not_open',
  /** The route is not chosen yet, so there is no answer to charge for. */
  'selection_open',
  /** The cost of choosing, or the hold of the answer, exceeds what the hold has for it. */
  'selection_exceeds_hold',
  /** Another attempt is running, or the named one was never begun. */
  'attempt_not_current',
  /** The possible cost of the next attempt, or of the failed one, exceeds the hold. */
  'attempt_exceeds_hold',
  'reservation_already_flagged',
  /** There is no credit for the possible cost of the failed attempt beside the next one, so none is made. */
  'attempts_exceed_credit',
] as const;

/** The name of the broken rule. */
export type WalletRefusal = (typeof walletRefusals)[number];

/** The commands by which a request ends its reservation, or leaves it to be checked. */
export type ReservationEnding = SettleReservation | ReleaseReservation | FlagReservation | ChargeSelection;
