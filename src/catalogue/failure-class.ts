/**
 * What kept a target from answering, of which the request is not the cause. A closed list: configuration, events and metrics
 * name them.
 */
export const failureClasses = [
  /** No connection could be made, or the answer was one that is given before any work. */
  'refused',
  /** No head of an answer came in time. */
  'timed_out',
  /** 429: the credential, or the model for it, has had its share for now. */
  'rate_limited',
  /** 503 and 529: not now. */
  'overloaded',
  /** 500, 502, 504 and other statuses that speak of the upstream itself. */
  'server_error',
  /** The account at the upstream has no credit, or has used up its quota. */
  'account_exhausted',
  /** 401 and 403: the upstream does not know the credential, or lets it do nothing. */
  'credential_rejected',
  /** The upstream does not serve the model, or not any more. */
  'model_gone',
  /** The input is longer than the window of this model: one with a larger window may take it. */
  'context_too_long',
  /** The connection broke before the end. */
  'cut',
] as const;

export type FailureClass = (typeof failureClasses)[number];

/** An attempt at a target that failed. */
export interface AttemptFailure {
  readonly class: FailureClass;
  /** What the upstream asks to be waited for, milliseconds; `null`: it does not say. */
  readonly retryAfterMs: number | null;
  /** `no`: it is known that nothing was worked on, and nothing is charged. */
  readonly ran: 'no' | 'unknown';
  /** The request may have caused it: another target is asked, but nothing is said of how well this one is. */
  readonly isOfRequest?: true;
}
