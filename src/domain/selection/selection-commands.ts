import type { CountedRecord } from '../wallet-entries/cost-lines.ts';
import type { Cost, Bill } from '../cost.ts';
import type { NanoEur } from '../money.ts';
import type { PriceList } from '../price-list.ts';
import type { InferenceRecord } from '../wallet-entries/inference-record.ts';
import type { SelectionChoice } from './selection-events.ts';

/** A call to a judge, with the prices and bounds by which it is charged. */
export interface SelectionCall {
  readonly inference: InferenceRecord;
  readonly priceList: PriceList;
  readonly inputTokensMax: number;
  readonly outputTokensMax: number;
}

/** The part of a hold for choosing a route: its `cap` is included in the hold. */
export interface SelectionHold {
  readonly selectionId: string;
  readonly cap: NanoEur;
  /** `null`: choosing makes no call. */
  readonly call: SelectionCall | null;
}

/** What choosing has cost. */
export type SelectionSpend =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'counted';
      readonly cost: Cost;
      readonly counted: CountedRecord;
      readonly priceListId: string;
      readonly priceListVersion: string;
      readonly serviceTier: string | null;
      readonly usageSource: Bill['usageSource'];
    }
  /** A call was made and its counters are unknown: its worst case stays held, under an id of its own. */
  | {
      readonly kind: 'unknown';
      /** Becomes the flag of that reservation. */
      readonly reason: string;
      readonly call: SelectionCall;
      readonly userId: string;
      readonly instanceId: string;
      readonly expiresAt: string;
    };

/** Ends the selection of a reservation: its cost is charged, and the hold shrinks to that of the chosen answer. */
export interface ChargeSelection {
  readonly type: 'charge_selection';
  readonly reservationId: string;
  readonly choice: SelectionChoice;
  readonly spent: SelectionSpend;
  /** `null`: nothing is forwarded, and the reservation ends. */
  readonly answer: (SelectionCall & { readonly hold: NanoEur }) | null;
  /** The reason of the release, when nothing is forwarded. */
  readonly reason: string;
  readonly resolvedBy: 'rule' | null;
}
