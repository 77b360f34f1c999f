import type { FailAttempt } from './attempts/attempt-commands.ts';
import type { AlertCommand } from './alerts/alert-commands.ts';
import type { Cost } from './cost.ts';
import type { NanoEur } from './money.ts';
import type { MovementCause } from './payments/movement-cause.ts';
import type { PriceList } from './price-list.ts';
import type { ChargeSelection, SelectionHold } from './selection/selection-commands.ts';
import type { InferenceRecord } from './wallet-entries/inference-record.ts';

/** What a wallet can be asked to do. Ids and times are minted by the asker, before the first attempt. */

interface Administered {
  /** Who did it: see `actor.ts`. Absent where the gateway did it in the flow of a request, or by rule. */
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
  /** Whether a stream of its own keeps the id: it was posted before the wallet's last closing. Looked up before it is decided. */
  readonly isPosted?: boolean;
  readonly amount: NanoEur;
  readonly reason: string;
  /** What it is a part of; absent: it stands by itself. */
  readonly cause?: MovementCause;
}

/** Takes money out of the wallet, other than by consumption. */
export interface DebitWallet extends Administered {
  readonly type: 'debit_wallet';
  readonly debitId: string;
  /** Whether a stream of its own keeps the id: it was posted before the wallet's last closing. Looked up before it is decided. */
  readonly isPosted?: boolean;
  readonly amount: NanoEur;
  readonly reason: string;
  /** What it is a part of; absent: it stands by itself. */
  readonly cause?: MovementCause;
}

/** Holds the worst case of a request, nano-euro, before anything is forwarded. */
export interface ReserveCredit {
  readonly type: 'reserve_credit';
  readonly reservationId: string;
  readonly amount: NanoEur;
  readonly keyId: string;
  readonly userId: string;
  readonly instanceId: string;
  /** ISO 8601: when its request should long be over. Says when to look, and ends nothing. */
  readonly expiresAt: string;
  readonly inference: InferenceRecord;
  readonly inputTokensMax: number;
  readonly outputTokensMax: number;
  readonly inputCharactersMax?: number;
  readonly audioMillisecondsMax?: number;
  readonly webSearchesMax?: number;
  readonly webFetchesMax?: number;
  readonly priceList: PriceList;
  /** Absent where the caller named who answers. Its cap is a part of `amount`. */
  readonly selection?: SelectionHold;
  /** The smallest cap of the key and its policies; `null` when there is none. */
  readonly requestCap: NanoEur | null;
  /** The key's budget; `null` when it has none. */
  readonly keyBudget: NanoEur | null;
}

/** Ends a reservation with its cost; charges it, too, where its hold went back before. */
export interface SettleReservation extends Administered {
  readonly type: 'settle_reservation';
  readonly reservationId: string;
  readonly cost: Cost;
  readonly priceListId: string;
  readonly priceListVersion: string;
  readonly serviceTier: string | null;
  readonly usageSource: 'upstream' | 'books' | 'estimate' | 'hold' | 'operator';
  readonly resolvedBy: 'rule' | 'operator' | null;
  /** Why an operator says so, in words, 100 characters at most. */
  readonly reason?: string;
  /** The attempt that it is the outcome of: refused where a later one is recorded. Absent: it is the request that says so. */
  readonly attempt?: number;
}

/** Ends a reservation without a charge. */
export interface ReleaseReservation extends Administered {
  readonly type: 'release_reservation';
  readonly reservationId: string;
  readonly reason: string;
  readonly resolvedBy: 'rule' | 'operator' | null;
  /** As of {@link SettleReservation}. */
  readonly attempt?: number;
}

/** Leaves a reservation to be checked: its outcome is unknown. */
export interface FlagReservation {
  readonly type: 'flag_reservation';
  readonly reservationId: string;
  readonly reason: string;
  /** What had come of the answer, bytes; absent: nobody saw. */
  readonly contentBytes?: number | undefined;
  /**
   * The last attempt that was sent. Where a later one is recorded, which never was, what this one may cost is held by itself, and
   * the reservation is released instead. Absent: the last that is recorded.
   */
  readonly lastSent?: number;
}

/** By an operator, who has looked at why a cost was above its hold. */
export interface LiftRestriction {
  readonly type: 'lift_restriction';
  /** Who does it, e.g. `cli:uid-1000`. */
  readonly actor: string;
  readonly reason: string;
}

/** Any command of a wallet. */
export type WalletCommand =
  | OpenWallet
  | CreditWallet
  | DebitWallet
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
  /** Of a credit or debit. */
  'amount_not_positive',
  /** Of a hold or a cost: nothing may be held, and may be charged. */
  'amount_negative',
  'credit_already_posted',
  'debit_already_posted',
  'reservation_already_open',
  /** By rule or by an operator, or in an older ledger by time, while its request was trying again. */
  'reservation_already_ended',
  /** A credit or a cost would take the wallet beyond what an amount can say. */
  'amount_exceeds_maximum',
  'amount_exceeds_request_cap',
  'amount_exceeds_key_budget',
  'amount_exceeds_available',
  /** One request at a time, and one is running. */
  'wallet_restricted',
  'wallet_not_restricted',
  'reservation_not_open',
  /** Who answers is chosen already. */
  'selection_not_open',
  /** Who answers is not chosen yet: there is nothing that an answer could be charged for. */
  'selection_open',
  /** What may be spent on choosing, or held for the answer, is more than the hold has for it. */
  'selection_exceeds_hold',
  /** Another attempt is under way, or the named one was never begun. */
  'attempt_not_current',
  /** What the next attempt, or the failed one, may cost is more than the reservation holds. */
  'attempt_exceeds_hold',
  'reservation_already_flagged',
  /** There is no credit for what the failed attempt may cost beside the next: none is made. */
  'attempts_exceed_credit',
] as const;

/** The name of the broken rule. */
export type WalletRefusal = (typeof walletRefusals)[number];

/** The commands by which a request ends its reservation, or leaves it to be checked. */
export type ReservationEnding = SettleReservation | ReleaseReservation | FlagReservation | ChargeSelection;
