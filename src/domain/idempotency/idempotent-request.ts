import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { IdempotentRequestEvent, CountedAnswer } from './idempotent-request-events.ts';

/** An attempt under an idempotency key. */
export interface Attempt {
  readonly digest: string;
  readonly reservationId: string;
  readonly walletId: string;
  readonly instanceId: string;
}

/** The state of the requests with one idempotency key; `null`: there are none, or none any more. */
export type IdempotentRequestState =
  | (Attempt & { readonly status: 'running' })
  | (Attempt & { readonly status: 'answered'; readonly contentId: string; readonly answerBytes: number })
  | (Attempt & { readonly status: 'failed'; readonly isSpent: boolean; readonly code: string })
  | null;

/** Commands for a request with an idempotency key. */
export type IdempotentRequestCommand =
  | ({ readonly type: 'begin_request' } & Attempt)
  | {
      readonly type: 'answer_request';
      readonly reservationId: string;
      readonly contentId: string;
      readonly answerBytes: number;
      /** The digest of the sealed content. */
      readonly contentDigest: string;
      readonly counted: CountedAnswer;
    }
  | {
      readonly type: 'fail_request';
      readonly reservationId: string;
      readonly isSpent: boolean;
      readonly code: string;
    };

/** The rules that can be broken, in the order in which they are checked. */
export const idempotentRequestRefusals = [
  /** A request with another body uses the key. */
  'request_differs',
  'request_is_running',
  'request_is_answered',
  /** The request failed and was charged. */
  'request_is_spent',
  /** Another attempt is running, or none. */
  'attempt_not_running',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type IdempotentRequestRefusal = (typeof idempotentRequestRefusals)[number];

/**
 * The requests with one idempotency key. One runs at a time, and none after one that was answered or charged. A request
 * that cost nothing leaves the key free, also for another request.
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
      const { reservationId, contentId, answerBytes, contentDigest, counted } = command;
      const data = {
        reservation_id: reservationId,
        content_id: contentId,
        answer_bytes: answerBytes,
        content_digest: contentDigest,
        counted,
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
  return state?.status === 'running' && state.reservationId === reservationId;
}

function begin(
  { digest, reservationId, walletId, instanceId }: Attempt,
  state: IdempotentRequestState,
): Decision<IdempotentRequestEvent, IdempotentRequestRefusal> {
  const isTaken = state !== null && (state.status !== 'failed' || state.isSpent);
  if (isTaken && state.digest !== digest) return refuse('request_differs');
  if (isTaken && state.status === 'running') return refuse('request_is_running');
  if (isTaken && state.status === 'answered') return refuse('request_is_answered');
  if (isTaken) return refuse('request_is_spent');
  const data = { digest, reservation_id: reservationId, wallet_id: walletId, instance_id: instanceId };
  return accept({ type: 'IdempotentRequestBegan', data });
}

/** The first event may have been removed by age before the last one: the rest of such a request means nothing. */
function evolve(state: IdempotentRequestState, event: IdempotentRequestEvent): IdempotentRequestState {
  switch (event.type) {
    case 'IdempotentRequestBegan': {
      const { digest, reservation_id, wallet_id, instance_id } = event.data;
      return {
        status: 'running',
        digest,
        reservationId: reservation_id,
        walletId: wallet_id,
        instanceId: instance_id,
      };
    }
    case 'IdempotentRequestAnswered':
      if (state === null) return null;
      return {
        ...attemptOf(state),
        status: 'answered',
        contentId: event.data.content_id,
        answerBytes: event.data.answer_bytes,
      };
    case 'IdempotentRequestFailed':
      if (state === null) return null;
      return { ...attemptOf(state), status: 'failed', isSpent: event.data.spent, code: event.data.code };
  }
}

function attemptOf({ digest, reservationId, walletId, instanceId }: Attempt): Attempt {
  return { digest, reservationId, walletId, instanceId };
}
