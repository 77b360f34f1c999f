import type { Sharer } from '../limits/fair-room.ts';

/** An upstream: a provider endpoint that speaks the protocol of the surface called. */

/** A body too large to be held: its bytes come as they are read, from the beginning at each attempt. */
export interface ReopenableBody {
  /** Its length, exactly. */
  readonly bytes: number;
  /** Its bytes from the first on, back-pressure kept. */
  open(): AsyncIterable<Buffer>;
}

/** What a request asks for, in names of the configuration, for those who watch. */
export interface UpstreamWork {
  /** The surface's name in configuration; `count_tokens` where tokens are counted for nothing. */
  readonly surface: string;
  readonly target: string;
  /** As the upstream calls it. */
  readonly model: string;
  readonly isStreamed: boolean;
  /** The upstream may know which trace the request belongs to. */
  readonly passesTrace: boolean;
}

/** One request, complete, with nothing of the caller's credentials in it. */
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
   * The reservation this request is charged to: sent as `x-waybill-reservation`, so that billing records can be compared. `null`
   * for a request that costs nothing: no header is sent.
   */
  readonly reservationId: string | null;
  /** Absent of what is no inference. */
  readonly work?: UpstreamWork;
  /**
   * One attempt of several that a pool decides on: it is not repeated, and the circuit neither hinders it nor learns of it. The
   * head has to come within so many milliseconds, where the upstream's own time is not shorter. Absent: the upstream retries.
   */
  readonly pooled?: { readonly firstByteTimeoutMs: number };
  /** It is not repeated, however often the upstream's requests may be: what comes late is of no use. */
  readonly isTriedOnce?: true;
  /** Whom a connection is counted for, where connections are scarce; absent: the gateway itself. */
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
   * The body as it comes, back-pressure kept. Raises {@link UpstreamFailure} with `outcome: 'unknown'` when the
   * connection breaks or an idle or total time-out strikes before the end.
   */
  readonly body: AsyncIterable<Buffer>;
}

/** Sends requests to the configured upstreams. */
export interface Upstream {
  /**
   * Resolves with the head of the answer, any status. Retries connect errors, 429 and 503 within the upstream's
   * budget, where no pool does, and never once a byte of an answer body was seen.
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

/** The exchange failed: no answer came, or its body broke off. The message holds nothing of either body. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly outcome: UpstreamOutcome;
  readonly reason:
    | 'connect'
    /** All connections that we may have are in use, and too many requests wait for one. */
    | 'crowded'
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
