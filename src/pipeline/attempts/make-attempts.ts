import type { AttemptFailure } from '../../catalogue/failure-class.ts';
import { isUnspentStatus } from '../../domain/attempts/unspent-status.ts';
import type { Timer } from '../../time/timer.ts';
import { UpstreamFailure, type UpstreamAnswer } from '../../ports/upstream.ts';
import { exchangeFailure, refusalFailure } from '../../protocols/answers/refusal-failure.ts';
import { failedAnswer } from '../delivery/failed-answer.ts';
import { failOver, type FailedAttempt, type FailOverDeps } from './fail-over.ts';
import { isAnsweredHere, readRefusal, relayRefusal } from '../delivery/relay-refusal.ts';
import { UnopenedAnswer } from '../delivery/unopened-answer.ts';
import { InferenceFailure, type Answered, type Routed, type Noted } from '../records.ts';

const rateLimited = 429;

/** The steps of one attempt. */
export interface AttemptSteps<Deps> {
  /** Writes the request for the target of the route, sends it, and resolves when the head of the answer has arrived. */
  ask(routed: Routed, deps: Deps): Promise<Noted>;
  /** Raises only failures from before anything was passed on. */
  deliver(noted: Noted, deps: Deps): Promise<Answered>;
}

/** An attempt that did not serve the request. */
interface Unserved {
  readonly kind: 'unserved';
  /** Set when another attempt may follow. `null`: the request was refused because of its content. */
  readonly failed: FailedAttempt | null;
  /** How the request ends if no attempt follows. */
  answered(): Answered | Promise<Answered>;
}

/** The result of one attempt. */
type Made = { readonly kind: 'served'; readonly answered: Answered } | Unserved;

/**
 * Asks one target after the other until one answers. The next target is asked only while nothing of an answer was
 * passed on, and only if the request itself did not cause the failure. Each attempt is written, and swept for personal
 * data, anew. Never raises: the last failure becomes an outcome.
 */
export async function makeAttempts<Deps extends FailOverDeps>(
  first: Routed,
  steps: AttemptSteps<Deps>,
  deps: Deps,
): Promise<Answered> {
  for (let routed = first; ;) {
    routed.client.announce('x-waybill-attempts', String(routed.attempt));
    const made = await makeAttempt(routed, steps, deps);
    if (made.kind === 'served') return made.answered;
    const next = made.failed === null ? null : await failOver(routed, made.failed, deps);
    if (next === null) return await endOf(routed, made);
    routed = next;
  }
}

/** How the request ends. A defect is an outcome of this attempt, not of the first. */
async function endOf(routed: Routed, unserved: Unserved): Promise<Answered> {
  try {
    return await unserved.answered();
  } catch (error) {
    return failedAnswerOf(routed, error);
  }
}

function failedAnswerOf(routed: Routed, error: unknown): Answered {
  const answered = failedAnswer(routed, routed.exchange, error);
  routed.exchange.cut('gateway');
  return answered;
}

async function makeAttempt<Deps extends FailOverDeps>(
  routed: Routed,
  { ask, deliver }: AttemptSteps<Deps>,
  deps: Deps,
): Promise<Made> {
  const { turn, exchange } = routed;
  exchange.attemptBegan();
  try {
    const noted = await ask(routed, deps);
    if (noted.answer.status !== 200) return await refusedAttempt(noted, deps.timer);
    turn.attempt.firstByte();
    const answered = await deliver({ ...noted, answer: watchedAnswer(noted) }, deps);
    const { outcome } = answered;
    if (outcome.kind === 'settle') turn.attempt.counted(outcome.usage.input_tokens + outcome.usage.output_tokens);
    turn.attempt.end(exchange.isCut ? 'inconclusive' : 'healthy');
    return { kind: 'served', answered };
  } catch (error) {
    if (error instanceof UnopenedAnswer) return unopenedAttempt(routed, error);
    if (isNotUnderstood(error)) turn.attempt.end(notUnderstood);
    const failure = failureOf(routed, error);
    return {
      kind: 'unserved',
      failed: failure === null ? null : { failure, isInDoubt: failure.ran === 'unknown' },
      answered: () => failedAnswerOf(routed, error),
    };
  }
}

/**
 * An answer that is not in its protocol, such as the page of a proxy with status 200. No other target is asked, because
 * the upstream has run the request. But a target that gives nothing else is taken out like one with a broken server.
 */
const notUnderstood: AttemptFailure = { class: 'server_error', retryAfterMs: null, ran: 'unknown' };

function isNotUnderstood(error: unknown): boolean {
  if (!(error instanceof InferenceFailure)) return false;
  const { outcome } = error;
  return outcome.kind === 'flag' && outcome.reason === 'answer_not_understood';
}

/** Reads a refusal before judging it: its text tells whether the request is the cause. */
async function refusedAttempt(noted: Noted, timer: Timer): Promise<Unserved> {
  const { answer, route, turn } = noted;
  const body = await readRefusal(answer.body, timer);
  const answered = (): Promise<Answered> => relayRefusal(noted, body);
  // A credential at its limit keeps the estimate, because it has even less left than was known.
  if (isUnspentStatus(answer.status) && answer.status !== rateLimited) turn.attempt.counted(0);
  const failure = isAnsweredHere(noted) ? null : refusalFailure({ ...answer, body });
  if (failure === null) {
    turn.attempt.end('healthy');
    return { kind: 'unserved', failed: null, answered };
  }
  // Without billing records a failure that the upstream reported counts as free, as it does on the last attempt.
  const isInDoubt = failure.ran === 'unknown' && route.hasBillingRecords;
  return { kind: 'unserved', failed: { failure, isInDoubt }, answered };
}

/** As with a refusal, an error that the upstream reported counts as free when there are no billing records. */
function unopenedAttempt({ route, turn }: Routed, { failure, answered }: UnopenedAnswer): Unserved {
  if (failure === null) {
    turn.attempt.end('healthy');
    return { kind: 'unserved', failed: null, answered };
  }
  const isInDoubt = failure.class === 'cut' || route.hasBillingRecords;
  return { kind: 'unserved', failed: { failure, isInDoubt }, answered };
}

/** Reports an answer that breaks off while it is passed on as a failure of the target, although no attempt follows. */
function watchedAnswer(noted: Noted): UpstreamAnswer {
  const { answer } = noted;
  const rethrow = (error: unknown): never => {
    const failure = failureOf(noted, error);
    if (failure !== null) noted.turn.attempt.end(failure);
    throw error;
  };
  return {
    ...answer,
    body: {
      [Symbol.asyncIterator]: () => {
        const pieces = answer.body[Symbol.asyncIterator]();
        return {
          next: () => pieces.next().catch(rethrow),
          return: async () => (await pieces.return?.()) ?? { done: true, value: undefined },
        };
      },
    },
  };
}

/** Why the target gave no answer. `null`: the target did not cause it, or the next target would fail as well. */
function failureOf({ exchange, turn }: Pick<Routed, 'exchange' | 'turn'>, error: unknown): AttemptFailure | null {
  if (!(error instanceof UpstreamFailure) || error.reason === 'too_large') return null;
  if (exchange.cutBy(error) !== 'upstream') {
    turn.attempt.end('inconclusive');
    return null;
  }
  return exchangeFailure(error);
}
