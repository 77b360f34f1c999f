import type { Sharer } from '../limits/semaphore.ts';
import type { HeldTime } from '../time/held-time.ts';

/** An upstream: a provider endpoint that speaks the protocol of the surface called. */

/** A body too large for memory: each attempt reads its bytes from the beginning. */
export interface ReopenableBody {
  /** Its exact length. */
  readonly bytes: number;
  /** Its bytes from the beginning, with back-pressure. */
  open(): AsyncIterable<Buffer>;
}

/** What a request is for, in names of the configuration, for traces and metrics. */
export interface UpstreamWork {
  /** The surface's name in configuration; `count_tokens` or `input_tokens` for free token counting. */
  readonly surface: string;
  readonly target: string;
  /** The upstream's name for the model. */
  readonly model: string;
  readonly isStreamed: boolean;
  /** Whether the trace may be passed on to the upstream. */
  readonly passesTrace: boolean;
}

/** One complete request, without the caller's credentials. */
export interface UpstreamRequest {
  /** The configured name of the upstream. */
  readonly upstream: string;
  /** Path below the upstream's base URL, with its leading slash, e.g. `/chat/completions`. */
  readonly path: string;
  /** Headers of the protocol only (allow-list of the surface); credentials and ids are added by the adapter. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: POST. */
  readonly method?: 'GET' | 'DELETE';
  /** `null` for none. */
  readonly body: Buffer | ReopenableBody | null;
  /**
   * The reservation this request is charged to, sent as `x-waybill-reservation` so that billing records can be
   * compared. `null` for a request that costs nothing: no header is sent.
   */
  readonly reservationId: string | null;
  /** Absent for requests that are not inferences. */
  readonly work?: UpstreamWork;
  /** Longest time to the head of the answer, if shorter than the upstream's own; milliseconds. */
  readonly firstByteTimeoutMs?: number;
  /** Longest time to the last byte of the answer, if shorter than the upstream's own; milliseconds. */
  readonly totalTimeoutMs?: number;
  /**
   * How long the reader of the answer has kept the upstream waiting: this time does not count for the upstream's total.
   * Absent: the answer is read as fast as it comes.
   */
  readonly held?: Pick<HeldTime, 'ms'>;
  /** Who a connection is accounted to when connections are scarce; absent: the gateway itself. */
  readonly sharer?: Sharer;
  /** Aborting ends the exchange; the outcome is then unknown to the caller, not to the upstream. */
  readonly signal: AbortSignal;
}

/** The answer's head has arrived. The body must be iterated or cancelled by aborting the request's signal. */
export interface UpstreamAnswer {
  readonly status: number;
  /** Lower-case names; hop-by-hop headers removed. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The body as it arrives, with back-pressure. Raises {@link UpstreamFailure} with `outcome: 'unknown'` when the
   * connection breaks or an idle or total timeout expires before the end.
   */
  readonly body: AsyncIterable<Buffer>;
}

/** Sends requests to the configured upstreams. */
export interface Upstream {
  /**
   * Resolves with the head of the answer, any status. Whether connect errors, 429, 503 and 529 are retried is decided
   * where an upstream is handed out; nothing is sent again after a byte of an answer body was passed on.
   *
   * Raises {@link UpstreamFailure}.
   */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
}

/** What is known about the work when the exchange failed. */
export type UpstreamOutcome =
  /** The request never reached the upstream: nothing was spent. */
  | 'not_sent'
  /** It may have been received and charged: look it up or flag it. */
  | 'unknown';

/** The exchange failed: no answer came, or its body broke off. The message contains nothing of either body. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly outcome: UpstreamOutcome;
  readonly reason:
    | 'connect'
    /** All connections are in use, and too many requests wait for one. */
    | 'crowded'
    /** It is out after failures in a row: nothing is sent. */
    | 'circuit_open'
    | 'reset'
    | 'first_byte_timeout'
    | 'idle_timeout'
    | 'total_timeout'
    | 'aborted'
    | 'too_large';

  constructor(reason: UpstreamFailure['reason'], outcome: UpstreamOutcome, options?: ErrorOptions) {
    super(`upstream failed: ${reason}, outcome ${outcome}`, options);
    this.reason = reason;
    this.outcome = outcome;
  }
}

/** One finished attempt, with the head of an answer or a failure, for traces. */
export interface UpstreamAttempt {
  readonly upstream: string;
  /** `null` when no answer came. */
  readonly status: number | null;
  /** `null` when an answer came. */
  readonly failure: UpstreamFailure | null;
  /** Milliseconds to the head of the answer or to the failure. */
  readonly durationMs: number;
}
