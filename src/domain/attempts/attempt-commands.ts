import type { UsageBound } from '../cost.ts';
import type { NanoEur } from '../money.ts';
import type { PriceList } from '../price-list.ts';
import type { InferenceRecord } from '../wallet-entries/inference-record.ts';
import type { AttemptFailureClass } from './attempt-events.ts';

/** One attempt at a target, with the prices and bounds that its outcome is charged by. */
export interface AttemptCall extends UsageBound {
  /** Under which billing records know it: the reservation's id of the first, an id of its own of each further one. */
  readonly billingReference: string;
  readonly inference: InferenceRecord;
  readonly priceList: PriceList;
}

/** What is held for an attempt of which nobody knows whether it was executed. */
export interface LeftOpen {
  /** The id of the reservation that holds it. */
  readonly reservationId: string;
  /** Its worst case. */
  readonly amount: NanoEur;
  readonly userId: string;
  readonly instanceId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Ends an attempt that gave no answer, and lets the next target be asked. */
export interface FailAttempt {
  readonly type: 'fail_attempt';
  readonly reservationId: string;
  /** Which attempt failed; the first is 1. */
  readonly attempt: number;
  readonly failed: AttemptCall;
  readonly failure: AttemptFailureClass;
  /** `null`: it is known not to have run. */
  readonly leftOpen: LeftOpen | null;
  readonly next: AttemptCall;
  /** The worst case of the dearest that may still be asked. */
  readonly hold: NanoEur;
  /** As of the reservation: all that is held for the request is compared with it. */
  readonly requestCap: NanoEur | null;
  readonly keyBudget: NanoEur | null;
}
