import type { AttemptFailure } from '../catalogue/failure-class.ts';
import type { PoolTarget, Target } from '../catalogue/model-catalogue.ts';
import type { Sharer } from '../limits/semaphore.ts';

/** Decides which of several targets is asked, in which order and how often, and tracks their health. */
export interface TargetPools {
  /** Whether any of them may be asked now. Ignores limits, because requests wait for those. */
  isAnyAvailable(targets: readonly Target[]): boolean;
  /** Starts the attempts of one request. Its deadline begins now. Raises `RangeError` for an unknown profile. */
  open(request: PooledRequest): PoolTurns;
}

/** A request for a profile. */
export interface PooledRequest extends PoolCall {
  /** The profile whose settings apply: its own name, not an alias. */
  readonly profile: string;
  /** Targets that may serve, each covered by the hold. Their order has no effect: the profile's order applies. */
  readonly members: readonly Target[];
}

/** The properties of a call that decide who is asked, and when. */
export interface PoolCall {
  /** Who waits for a turn: tenants, and the keys of each, take turns. */
  readonly sharer: Pick<Sharer, 'tenantId' | 'keyId'>;
  /** The person: failures of a single one, as of a single tenant, do not count against a target that serves others. */
  readonly caller: string;
  /** A keyed digest of the conversation's start: its turns go to one member while that is healthy. `null`: to any. */
  readonly conversation: string | null;
  /** Estimated tokens, input and output, for limits by tokens. */
  readonly tokens: number;
  /** Whether it costs nothing, like token counting: it may use a part of a credential's limits only. Absent: no. */
  readonly isFree?: boolean;
  /** Whether the head of its answer comes long before the end. */
  readonly isStreamed: boolean;
}

/** Attempts, one after the other. */
export interface PoolTurns<Of extends PoolTarget = Target> {
  /**
   * Begins the next attempt: at the best member that has not failed this request, as soon as one of its credentials has
   * capacity. The caller must have ended the previous attempt. Never raises.
   */
  next(): Promise<TargetAttempt<Of> | NoTurn>;
  /** Milliseconds left for the head of an answer, over all attempts; 0: none. */
  readonly leftMs: number;
  /**
   * Ends the request: waiting stops, an attempt that still runs is inconclusive, and none follows. Further calls do
   * nothing.
   */
  close(): void;
}

/** No further attempt is made. */
export interface NoTurn {
  readonly target: null;
  /**
   * `unhealthy`: no member is healthy; `busy`: none has capacity in time; `final`: the last failure is of a class that
   * ends the request, or all members have failed; `budget`: further attempts are limited to a share of the running
   * requests, which is used up; `deadline`: the time is over, or the request was closed; `stopping`: this process is
   * shutting down.
   */
  readonly reason: 'unhealthy' | 'busy' | 'final' | 'budget' | 'deadline' | 'stopping';
  /** When a retry may succeed, milliseconds from now; `null`: unknown. */
  readonly retryAfterMs: number | null;
}

/** One attempt at one target, from the moment it has capacity to its end. */
export interface TargetAttempt<Of extends PoolTarget = Target> {
  /** One of the given members. */
  readonly target: Of;
  /** From 1. */
  readonly number: number;
  /**
   * Timeout for the head of an answer, milliseconds, when an unhealthy target is probed and another could be asked
   * instead. `null`: the target's own timeout applies.
   */
  readonly headMsMax: number | null;
  /** Reports that the head of an answer has arrived. */
  firstByte(): void;
  /** Reports the counted tokens, which replace the estimate in limits by tokens. */
  counted(tokens: number): void;
  /**
   * Ends the attempt and frees its capacity. `healthy`: the target behaved correctly, even if it refused a faulty request;
   * `inconclusive`: nothing was sent, or the gateway ended it. Only the first call counts.
   */
  end(how: 'healthy' | 'inconclusive' | AttemptFailure): void;
  /**
   * Ends an attempt that was not made: its capacity, and the trial that it may have been, are free as if it had never
   * begun. Does nothing after {@link end}.
   */
  giveBack(): void;
}
