import type { AttemptFailure } from '../../catalogue/failure-class.ts';
import type { Answered } from '../records.ts';

/** An answer that broke off, or was an error or began with one, before any of it was passed on. */
export class UnopenedAnswer extends Error {
  override readonly name = 'UnopenedAnswer';
  /** `null`: the request is at fault. */
  readonly failure: AttemptFailure | null;
  /** How the request ends if no attempt follows: what has arrived is passed on. */
  readonly answered: () => Promise<Answered>;

  constructor(failure: AttemptFailure | null, answered: () => Promise<Answered>) {
    super(`the answer did not begin: ${failure?.class ?? 'the request is at fault'}`);
    this.failure = failure;
    this.answered = answered;
  }
}
