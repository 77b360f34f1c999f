import type { AttemptFailure } from '../../catalogue/failure-class.ts';
import type { Answered } from '../records.ts';

/** A stream that broke off, or began with an error, before any of it was passed on. */
export class UnopenedStream extends Error {
  override readonly name = 'UnopenedStream';
  readonly failure: AttemptFailure;
  /** How the request ends if no attempt follows: what has arrived is passed on. */
  readonly answered: () => Promise<Answered>;

  constructor(failure: AttemptFailure, answered: () => Promise<Answered>) {
    super(`the stream did not begin: ${failure.class}`);
    this.failure = failure;
    this.answered = answered;
  }
}
