import type { Cost } from '../cost.ts';
import type { NanoEur } from '../money.ts';
import type { PriceList } from '../price-list.ts';
import type { InferenceRecord } from '../wallet-entries/inference-record.ts';
import type { SelectionChoice } from './selection-events.ts';

/** A call, with the prices and bounds that its outcome is charged by. */
export interface SelectionCall {
  readonly inference: InferenceRecord;
  readonly priceList: PriceList;
  readonly inputTokensMax: number;
  readonly outputTokensMax: number;
}

/** What a hold is made for besides the answer: its `cap` is a part of the hold. */
export interface SelectionHold {
  readonly selectionId: string;
  readonly cap: NanoEur;
  /** `null`: choosing makes no call. */
  readonly call: SelectionCall | null;
}

/** What choosing has consumed. */
export type SelectionSpend =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'counted';
      readonly cost: Cost;
      readonly priceListId: string;
      readonly priceListVersion: string;
      readonly serviceTier: string | null;
      readonly usageSource: 'upstream' | 'estimate';
    }
  /** A call was made, and nobody knows its counters: its worst case stays held, under an id of its own. */
  | {
      readonly kind: 'unknown';
      /** Becomes the flag of that reservation. */
      readonly reason: string;
      readonly call: SelectionCall;
      readonly userId: string;
      readonly instanceId: string;
      readonly expiresAt: string;
    };

/** Ends the choosing of a reservation: what it cost is charged, and the hold shrinks to the chosen answer's. */
export interface ChargeSelection {
  readonly type: 'charge_selection';
  readonly reservationId: string;
  readonly choice: SelectionChoice;
  readonly spent: SelectionSpend;
  /** `null`: nothing is forwarded, and the reservation ends. */
  readonly answer: (SelectionCall & { readonly hold: NanoEur }) | null;
  /** Of the release, where nothing is forwarded. */
  readonly reason: string;
  readonly resolvedBy: 'rule' | null;
}
