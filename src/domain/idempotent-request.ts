import { accept, refuse, type Decider, type Decision } from './decider.ts';
import type { IdempotentRequestEvent } from './idempotent-request-events.ts';

/** An attempt that was begun under a key. */
export interface Attempt {
  readonly digest: string;
  readonly reservationId: string;
  readonly walletId: string;
  readonly instanceId: string;
}

/** What is known of the requests with one idempotency key; `null`: nothing, or nothing any more. */
export type IdempotentRequestState =
  | (Attempt & { readonly standing: 'running' })
  | (Attempt & { readonly standing: 'answered'; readonly contentId: string })
  | (Attempt & { readonly standing: 'failed'; readonly isSpent: boolean; readonly code: string })
  | null;

/** What can become of a request with an idempotency key, as it is decided. */
export type IdempotentRequestCommand =
  | ({ readonly type: 'begin_request' } & Attempt)
  | {
      readonly type: 'answer_request';
      readonly reservationId: string;
      readonly contentId: string;
      readonly answerBytes: number;
      /** Of the sealed content. */
      readonly contentDigest: string;
    }
  | {
      readonly type: 'fail_request';
      readonly reservationId: string;
      readonly isSpent: boolean;
      readonly code: string;
    };

/** The rules that can be broken, in the order in which they are checked. */
export const idempotentRequestRefusals = [
  /** The key is taken by a request with another body. */
  'request_differs',
  'request_is_running',
  'request_is_answered',
  /** It has failed, and was paid for. */
  'request_is_spent',
  /** Another attempt is under way, or none. */
  'attempt_not_running',
] as const;

/** Why it did not: the name of the broken rule. */
export type IdempotentRequestRefusal = (typeof idempotentRequestRefusals)[number];

/**
 * The requests with one idempotency key. One at a time; none after one that was answered or paid for. What cost nothing
 * leaves the key as free as it was, for another request too.
 */
export const idempotentRequest: Decider<
  IdempotentRequestState,
  IdempotentRequestCommand,
  IdempotentRequestEvent,
  IdempotentRequestRefusal
> = { initialState: null, evolve, decide };

function decide(
  command: IdempotentRequestCommand,
  state: IdempotentRequestState,
): Decision<IdempotentRequestEvent, IdempotentRequestRefusal> {
  switch (command.type) {
    case 'begin_request':
      return begin(command, state);
    case 'answer_request': {
      if (!isRunning(state, command.reservationId)) return refuse('attempt_not_running');
      const { reservationId, contentId, answerBytes, contentDigest } = command;
      const data = {
        reservation_id: reservationId,
        content_id: contentId,
        answer_bytes: answerBytes,
        content_digest: contentDigest,
      };
      return accept({ type: 'IdempotentRequestAnswered', data });
    }
    case 'fail_request': {
      if (!isRunning(state, command.reservationId)) return refuse('attempt_not_running');
      const { reservationId, isSpent, code } = command;
      return accept({ type: 'IdempotentRequestFailed', data: { reservation_id: reservationId, spent: isSpent, code } });
    }
  }
}

function isRunning(state: IdempotentRequestState, reservationId: string): boolean {
  return state?.standing === 'running' && state.reservationId === reservationId;
}

function begin(
  { digest, reservationId, walletId, instanceId }: Attempt,
  state: IdempotentRequestState,
): Decision<IdempotentRequestEvent, IdempotentRequestRefusal> {
  const isTaken = state !== null && (state.standing !== 'failed' || state.isSpent);
  if (isTaken && state.digest !== digest) return refuse('request_differs');
  if (isTaken && state.standing === 'running') return refuse('request_is_running');
  if (isTaken && state.standing === 'answered') return refuse('request_is_answered');
  if (isTaken) return refuse('request_is_spent');
  const data = { digest, reservation_id: reservationId, wallet_id: walletId, instance_id: instanceId };
  return accept({ type: 'IdempotentRequestBegan', data });
}

/** The beginning may have gone by its age before the end has: what is left of such a request says nothing. */
function evolve(state: IdempotentRequestState, event: IdempotentRequestEvent): IdempotentRequestState {
  switch (event.type) {
    case 'IdempotentRequestBegan': {
      const { digest, reservation_id, wallet_id, instance_id } = event.data;
      return {
        standing: 'running',
        digest,
        reservationId: reservation_id,
        walletId: wallet_id,
        instanceId: instance_id,
      };
    }
    case 'IdempotentRequestAnswered':
      if (state === null) return null;
      return { ...attemptOf(state), standing: 'answered', contentId: event.data.content_id };
    case 'IdempotentRequestFailed':
      if (state === null) return null;
      return { ...attemptOf(state), standing: 'failed', isSpent: event.data.spent, code: event.data.code };
  }
}

function attemptOf({ digest, reservationId, walletId, instanceId }: Attempt): Attempt {
  return { digest, reservationId, walletId, instanceId };
}
