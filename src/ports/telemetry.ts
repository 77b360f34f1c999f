import type { NanoEur } from '../domain/money.ts';
import type { TokenUsage } from '../domain/usage.ts';

/** How an inference has ended, and what was charged for it, in nano-euro. */
export interface InferenceFacts {
  readonly surface: string;
  readonly profile: string;
  readonly target: string;
  readonly outcome: 'settle' | 'release' | 'flag';
  /** False when the ledger did not answer in time and the ending is still to be recorded. */
  readonly isRecorded: boolean;
  readonly cost: NanoEur;
  /** What was charged for; `null`: nothing was. */
  readonly usage: TokenUsage | null;
}

/** How an HTTP request has ended. */
export interface RequestFacts {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, never the path. */
  readonly route: string;
  readonly status: number;
  /** False when the caller hung up before the end. */
  readonly isComplete: boolean;
  readonly reservationId: string | null;
  /** The code of the error record that was answered; `null`: there was none. */
  readonly refusal: string | null;
  readonly milliseconds: number;
}

/** An append to the ledger that has ended. */
export interface AppendFacts {
  /** `conflict`: another process wrote first. `unknown`: it may have been written. `refused`: nothing was written. */
  readonly outcome: 'written' | 'conflict' | 'unknown' | 'refused';
  readonly events: number;
  /** From the call to the answer. */
  readonly milliseconds: number;
}

/** A closing of a wallet's books that could not be recorded; the commands that it went with were. */
export interface ClosingFacts {
  readonly walletId: string;
  /** Since the last closing that was recorded. */
  readonly failures: number;
  /** It is tried again after so many events of the wallet. */
  readonly retriedAfterEvents: number;
}

/** What is counted and logged of the work. Names and numbers only: never content, personal data or secrets. */
export interface Telemetry {
  /** Once for each inference for which credit was held, when its end is decided: charged, given back, or flagged. */
  inferenceEnded(facts: InferenceFacts): void;
  /** Once for each HTTP request, when its answer has ended or its caller is gone. */
  requestEnded(facts: RequestFacts): void;
  /** Something that an operator should see. `what` is a stable name. */
  warn(what: string, facts: Readonly<Record<string, unknown>>, error?: unknown): void;
  /** What an operator may want to know, and need not act on. `what` is a stable name. */
  info(what: string, facts: Readonly<Record<string, unknown>>): void;
}

/** A choice of who answers, as it is recorded. */
export interface RouteFacts {
  readonly strategy: string;
  readonly outcome: string;
  readonly target: string;
  /** What choosing cost. */
  readonly cost: NanoEur;
}

/** What is counted of choosing who answers. */
export interface SelectionTelemetry {
  /** Once for each choice that was recorded, with what it cost in nano-euro. */
  routeChosen(facts: RouteFacts): void;
  /** What the answer would have cost by the dearest that might have given it, less what it and choosing cost. */
  routeSaved(saved: NanoEur): void;
}

/** What is counted of the protection of personal data: kinds and numbers, never values. */
export interface CastTelemetry {
  /** How many different values of each kind of personal data were cast in a request. */
  personalDataCast(counts: ReadonlyMap<string, number>): void;
  /** Kinds of personal data that were left in what was about to leave: it was not sent. Casting has a defect. */
  personalDataLeft(kinds: readonly string[]): void;
}

/** An attempt at a target that has ended. */
export interface TargetAttemptFacts {
  readonly target: string;
  readonly upstream: string;
  /** `well`, `unjudged`, or the class of the failure. */
  readonly outcome: string;
}

/** A target, or a credential with all that is asked by it, is not asked any more, or is again. */
export interface StandingFacts {
  readonly upstream: string;
  /** `null`: the credential. */
  readonly target: string | null;
  readonly isWell: boolean;
  /** Class of the failure that came last; `null`: there was none. */
  readonly failure: string | null;
}

/** What is counted and logged of targets that stand in for each other. */
export interface PoolTelemetry {
  /** Once for each attempt, whether it has failed or answered. */
  attemptEnded(facts: TargetAttemptFacts): void;
  /** When it goes out, and when it comes back; not for what stays as it was. */
  standingChanged(facts: StandingFacts): void;
}

/** How a detector of personal data answered one call. */
export interface DetectorFacts {
  /** Its name. */
  readonly detector: string;
  readonly hasAnswered: boolean;
  readonly milliseconds: number;
}

/** What is counted of the detectors of personal data. */
export interface DetectorTelemetry {
  /** `error`: why it did not answer. Its message is told only where it is known to hold no text. */
  detectorAsked(facts: DetectorFacts, error?: unknown): void;
}
