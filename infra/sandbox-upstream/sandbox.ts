// The state of one sandbox: what its surfaces and its control API share.
import type { Books } from './books.ts';
import type { Exchange } from './exchange.ts';
import type { MisbehaviourQueue } from './misbehaviour.ts';
import type { RequestRecord } from './request-record.ts';

export interface Sandbox {
  /** The value that `authorization` must have. */
  readonly authorization: string;
  readonly books: Books;
  readonly misbehaviours: MisbehaviourQueue;
  /** Null when recording is switched off. */
  readonly record: RequestRecord | null;
  readonly inFlight: Set<Exchange>;
}
