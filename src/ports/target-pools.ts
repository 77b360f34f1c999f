import type { AttemptFailure } from '../catalogue/failure-class.ts';
import type { Target } from '../catalogue/model-catalogue.ts';

/** Who of several targets is asked, in which order, how often, and how well each of them is. */
export interface TargetPools {
  /** Whether one of them may be asked now. Says nothing of limits: those are waited for. */
  isAnyWell(targets: readonly Target[]): boolean;
  /** The way of one request through its members. Its deadline begins now. Raises `RangeError` for a profile that is none. */
  open(request: PooledRequest): PoolTurns;
}

/** One request, as far as it matters for who is asked. */
export interface PooledRequest {
  /** Whose settings hold: the profile's own name, no alias. */
  readonly profile: string;
  /** Those that may serve, each of them paid for by the hold. Their order is of no effect: the profile's is. */
  readonly members: readonly Target[];
  /** Whose it is: what fails for one caller alone is held against no target. */
  readonly caller: string;
  /** A keyed digest of how the conversation began: its turns go to one member while that is well. `null`: to any. */
  readonly conversation: string | null;
  /** What it may take of limits by tokens: input and output, estimated. */
  readonly tokens: number;
  /** The head of its answer comes long before the end. */
  readonly isStreamed: boolean;
}

/** Attempts, one after the other. */
export interface PoolTurns {
  /**
   * Begins the next attempt: at the best member that has not failed this request, as soon as a credential of it has its
   * turn. Whoever calls again has ended the attempt before. Never raises.
   */
  next(): Promise<TargetAttempt | NoTurn>;
  /** Milliseconds that are left until the head of an answer must have come, over all attempts; 0: none. */
  readonly leftMs: number;
  /** The request is over, however: waiting for a turn ends, and no attempt follows. Every call after the first does nothing. */
  close(): void;
}

/** No further attempt is made. */
export interface NoTurn {
  readonly target: null;
  /**
   * `unwell`: no member may be asked now; `busy`: none has its turn in time; `final`: the last failure is of a class that
   * ends the request, or all have failed; `budget`: attempts beyond the first are a bounded share of running requests, and
   * that is used up; `deadline`: the time is over, or the request was closed; `stopping`: this process ends, and nobody waits
   * in it for a turn.
   */
  readonly reason: 'unwell' | 'busy' | 'final' | 'budget' | 'deadline' | 'stopping';
  /** After how long one may be asked again, milliseconds; `null`: nobody knows. */
  readonly retryAfterMs: number | null;
}

/** One attempt at one target, from having its turn to its end. */
export interface TargetAttempt {
  /** One of the members, as it was given. */
  readonly target: Target;
  /** From 1. */
  readonly number: number;
  /**
   * A trial of what is out, where another may be asked instead: the head of an answer has to come within so many milliseconds.
   * `null`: the target's own time holds.
   */
  readonly headMsMax: number | null;
  /** The head of an answer has come. */
  firstByte(): void;
  /** What it took of limits by tokens, as counted: instead of the estimate. */
  counted(tokens: number): void;
  /**
   * It is over, and its place is free. `well`: the target did what it should, be it to refuse a faulty request; `unjudged`:
   * nothing can be said, as nothing was sent or the gateway ended it. The first word counts.
   */
  end(how: 'well' | 'unjudged' | AttemptFailure): void;
}
