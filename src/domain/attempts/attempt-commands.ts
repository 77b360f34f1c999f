import type { UsageBound } from '../cost.ts';
import type { NanoEur } from '../money.ts';
import type { PriceList } from '../price-list.ts';
import type { InferenceRecord } from '../wallet-entries/inference-record.ts';
import type { AttemptFailureClass } from './attempt-events.ts';

/** One attempt at a target, with the prices and bounds that its outcome is charged by. */
export interface AttemptCall extends UsageBound {
  /**
   * The id under which billing records know it: the reservation's id for the first attempt, an id of its own for each
   * further one.
   */
  readonly billingReference: string;
  readonly inference: InferenceRecord;
  readonly priceList: PriceList;
}

/** The hold for an attempt that may have been executed. */
export interface LeftOpen {
  /** The id of the reservation that holds it. */
  readonly reservationId: string;
  /** The worst case of the attempt. */
  readonly amount: NanoEur;
  readonly userId: string;
  readonly instanceId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Ends an attempt without an answer, so that the next target can be asked. */
export interface FailAttempt {
  readonly type: 'fail_attempt';
  readonly reservationId: string;
  /** The number of the failed attempt; the first is 1. */
  readonly attempt: number;
  readonly failed: AttemptCall;
  readonly failure: AttemptFailureClass;
  /** `null`: it is known not to have run. */
  readonly leftOpen: LeftOpen | null;
  readonly next: AttemptCall;
  /** The worst case of the most expensive target that may still be asked. */
  readonly hold: NanoEur;
  /** The cap of the reservation. Everything held for the request is compared with it. */
  readonly requestCap: NanoEur | null;
  readonly keyBudget: NanoEur | null;
}
