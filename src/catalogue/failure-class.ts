/**
 * What kept a target from answering, other than the request itself. A closed list: configuration, events and metrics
 * use its names.
 */
export const failureClasses = [
  /** No connection could be made, or the answer came before any work. */
  'refused',
  /** No head of an answer came in time. */
  'timed_out',
  /** 429: the credential, or the model for it, is at its limit. */
  'rate_limited',
  /** 503 and 529: temporarily overloaded. */
  'overloaded',
  /** 500, 502, 504 and other statuses about the upstream itself. */
  'server_error',
  /** The account at the upstream has no credit, or has used up its limit. */
  'account_exhausted',
  /** 401 and 403: the upstream does not know the credential, or it has no permission. */
  'credential_rejected',
  /** The upstream does not serve the model, or no longer does. */
  'model_gone',
  /** The input is longer than the window of this model. A model with a larger window may accept it. */
  'context_too_long',
  /** The connection broke before the end. */
  'cut',
] as const;

export type FailureClass = (typeof failureClasses)[number];

/** An attempt at a target that failed. */
export interface AttemptFailure {
  readonly class: FailureClass;
  /** The wait that the upstream asks for, milliseconds; `null`: none. */
  readonly retryAfterMs: number | null;
  /** `no`: it is known that no work was done and nothing is charged. */
  readonly ran: 'no' | 'unknown';
  /** The request may have caused it: another target is asked, but this one's health does not change. */
  readonly isOfRequest?: true;
  /**
   * Only words say that it is about the credential or the account, and they may be about what this request asked for: it
   * is the evidence of one caller, and counts as one failure at most.
   */
  readonly isInWordsOnly?: true;
}
