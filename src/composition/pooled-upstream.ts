import type { AttemptFailure } from '../catalogue/failure-class.ts';
import type { PoolTarget } from '../catalogue/model-catalogue.ts';
import type { NoTurn, PoolTurns, TargetAttempt } from '../ports/target-pools.ts';
import { UpstreamFailure, type Upstream, type UpstreamAnswer, type UpstreamRequest } from '../ports/upstream.ts';
import { exchangeFailure, refusalFailure } from '../protocols/answers/refusal-failure.ts';

type Turns = PoolTurns<PoolTarget>;
type Attempt = TargetAttempt<PoolTarget>;

/** One attempt that failed: what it gave is given to the caller if no other attempt follows. */
type Failed =
  { readonly answer: UpstreamAnswer; readonly error: null } | { readonly answer: null; readonly error: unknown };

/**
 * An upstream for calls that name no profile: files, and judges of `switchyard`. They are judged and repeated by the
 * rules of the pools. A request is sent again only if it is known that the upstream did no work for it, whatever its
 * method: no connection could be made, or the answer was 429, 503 or 529.
 *
 * `upstream` makes one attempt. `open` raises a `TypeError` for an upstream that is not configured. `isBounded`: all
 * attempts together, to the last byte, take no longer than the turns last: whoever asks later what became of a call then
 * finds it ended.
 */
export function pooledUpstream(
  upstream: Upstream,
  { open, isBounded }: { readonly open: (request: UpstreamRequest) => Turns; readonly isBounded: boolean },
): Upstream {
  return {
    send: async (request) => {
      if (request.signal.aborted) throw new UpstreamFailure('aborted', 'not_sent');
      const turns = open(request);
      request.signal.addEventListener('abort', () => turns.close(), { once: true });
      try {
        return await sendInTurns(upstream, { request, turns, isBounded });
      } catch (error) {
        turns.close();
        throw error;
      }
    },
  };
}

interface Sending {
  readonly request: UpstreamRequest;
  readonly turns: Turns;
  readonly isBounded: boolean;
}

async function sendInTurns(upstream: Upstream, { request, turns, isBounded }: Sending): Promise<UpstreamAnswer> {
  let last: Failed | null = null;
  for (;;) {
    const attempt: Attempt | NoTurn = await turns.next();
    if (request.signal.aborted) {
      if (attempt.target !== null) attempt.giveBack();
      throw last?.error ?? new UpstreamFailure('aborted', 'not_sent');
    }
    if (attempt.target === null) {
      turns.close();
      if (last === null) throw new UpstreamFailure('circuit_open', 'not_sent');
      if (last.answer === null) throw last.error;
      return last.answer;
    }
    await last?.answer?.body[Symbol.asyncIterator]().return?.();
    try {
      const answer = await upstream.send(isBounded ? { ...request, totalTimeoutMs: turns.leftMs } : request);
      const failure = failureOf(answer);
      if (failure === null) return watchedAnswer(answer, { attempt, turns, request });
      attempt.end(failure);
      last = { answer, error: null };
    } catch (error) {
      attempt.end(endOf(error));
      last = { answer: null, error };
    }
  }
}

const noWords = Buffer.alloc(0);

/** Any other status is about the request: without a profile, nothing can be said about other requests. */
function failureOf({ status, headers }: UpstreamAnswer): AttemptFailure | null {
  return status === 429 || status >= 500 ? refusalFailure({ status, headers, body: noWords }) : null;
}

function endOf(error: unknown): 'inconclusive' | AttemptFailure {
  return (error instanceof UpstreamFailure ? exchangeFailure(error) : null) ?? 'inconclusive';
}

/** Ends the attempt with the body, or when the caller gives it up. */
function watchedAnswer(
  answer: UpstreamAnswer,
  { attempt, turns, request }: Pick<Sending, 'turns' | 'request'> & { readonly attempt: Attempt },
): UpstreamAnswer {
  const end = (how: Parameters<Attempt['end']>[0]): void => {
    attempt.end(how);
    turns.close();
  };
  attempt.firstByte();
  request.signal.addEventListener('abort', () => end('inconclusive'), { once: true });
  const pieces = answer.body[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<Buffer>> => {
    try {
      const piece = await pieces.next();
      if (piece.done === true) end('healthy');
      return piece;
    } catch (error) {
      end(endOf(error));
      throw error;
    }
  };
  const stop = async (): Promise<IteratorResult<Buffer>> => {
    end('inconclusive');
    await pieces.return?.();
    return { done: true, value: undefined };
  };
  return { ...answer, body: { [Symbol.asyncIterator]: () => ({ next, return: stop }) } };
}
