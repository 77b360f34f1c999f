import type { NanoEur } from '../domain/money.ts';
import type { Usage } from '../domain/usage.ts';

/** How an inference ended, and what was charged for it, in nano-euro. */
export interface InferenceFacts {
  readonly surface: string;
  readonly profile: string;
  readonly target: string;
  readonly upstream: string;
  readonly outcome: 'settle' | 'release' | 'flag';
  /** False when the ledger did not answer in time and the ending is still to be recorded. */
  readonly isRecorded: boolean;
  /** The charge is not by the upstream's counters. */
  readonly isEstimate: boolean;
  readonly cost: NanoEur;
  /** The charged usage; `null`: nothing was charged. */
  readonly usage: Usage | null;
}

/** How an HTTP request ended. */
export interface RequestFacts {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, never the path. */
  readonly route: string;
  readonly status: number;
  /** False when the caller hung up before the end. */
  readonly isComplete: boolean;
  readonly reservationId: string | null;
  /** The code of the error returned; `null`: none. */
  readonly refusal: string | null;
  readonly milliseconds: number;
}

/** A finished append to the ledger. */
export interface AppendFacts {
  /** `conflict`: another process wrote first. `unknown`: it may have been written. `refused`: nothing was written. */
  readonly outcome: 'written' | 'conflict' | 'unknown' | 'refused';
  readonly events: number;
  /** From the call to the answer. */
  readonly milliseconds: number;
}

/** A closing of a wallet that could not be recorded, although the commands appended with it were. */
export interface ClosingFacts {
  readonly walletId: string;
  /** Failures since the last recorded closing. */
  readonly failures: number;
  /** It is retried after this many events of the wallet. */
  readonly retriedAfterEvents: number;
}

/** Metrics and logs of the work. Names and numbers only: never content, personal data or secrets. */
export interface Telemetry {
  /** Called once for each inference with held credit, when its end is decided: charged, released, or flagged. */
  inferenceEnded(facts: InferenceFacts): void;
  /** Called once for each HTTP request, when its answer has ended or its caller has left. */
  requestEnded(facts: RequestFacts): void;
  /** Something that an operator should see. `what` is a stable name. */
  warn(what: string, facts: Readonly<Record<string, unknown>>, error?: unknown): void;
  /** Something that an operator may want to know and need not act on. `what` is a stable name. */
  info(what: string, facts: Readonly<Record<string, unknown>>): void;
}

/** A recorded selection. */
export interface RouteFacts {
  readonly strategy: string;
  readonly outcome: string;
  readonly target: string;
  /** Cost of the selection. */
  readonly cost: NanoEur;
}

/** Metrics of selections. */
export interface SelectionTelemetry {
  /** Called once for each recorded selection, with its cost in nano-euro. */
  routeChosen(facts: RouteFacts): void;
  /** Cost of the answer at the most expensive candidate, minus the actual cost of the answer and the selection. */
  routeSaved(saved: NanoEur): void;
}

/** Metrics of the protection of personal data: kinds and numbers, never values. */
export interface CastTelemetry {
  /** Number of different values of each kind of personal data cast in a request. */
  personalDataCast(counts: ReadonlyMap<string, number>): void;
  /** Kinds of personal data found in a cast request, which was therefore not sent. Casting has a defect. */
  personalDataLeft(kinds: readonly string[]): void;
  /** Called once for each value of a request whose placeholder stays in a link of the answer: see `link_hosts`. */
  personalDataKept(kind: string): void;
}

/** A finished attempt at a target. */
export interface TargetAttemptFacts {
  readonly target: string;
  readonly upstream: string;
  /** `healthy`, `inconclusive`, or the class of the failure. */
  readonly outcome: string;
}

/** A change of health of a target, or of a credential with all its targets. */
export interface HealthFacts {
  readonly upstream: string;
  /** `null`: the credential. */
  readonly target: string | null;
  readonly isHealthy: boolean;
  /** Class of the last failure; `null`: none. */
  readonly failure: string | null;
}

/** Metrics and logs of target pools. */
export interface PoolTelemetry {
  /** Called once for each attempt, whether it failed or answered. */
  attemptEnded(facts: TargetAttemptFacts): void;
  /** Called when a target or credential becomes unhealthy, and when it recovers. */
  healthChanged(facts: HealthFacts): void;
}

/** How a detector of personal data answered one call. */
export interface DetectorFacts {
  /** Name of the detector. */
  readonly detector: string;
  readonly hasAnswered: boolean;
  readonly milliseconds: number;
}

/** Metrics of the detectors of personal data. */
export interface DetectorTelemetry {
  /** `error`: why it did not answer. Its message is logged only if it is known to contain no text. */
  detectorAsked(facts: DetectorFacts, error?: unknown): void;
}
