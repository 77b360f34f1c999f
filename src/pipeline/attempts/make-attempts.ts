import type { AttemptFailure } from '../../catalogue/failure-class.ts';
import { UpstreamFailure, type UpstreamAnswer } from '../../ports/upstream.ts';
import { exchangeFailure, refusalFailure } from '../../protocols/answers/refusal-failure.ts';
import { failedAnswer } from '../failed-answer.ts';
import { failOver, type FailedAttempt, type FailOverDeps } from './fail-over.ts';
import { isAnsweredHere, readRefusal, relayRefusal } from '../relay-refusal.ts';
import { UnopenedStream, type Answered, type Routed, type Noted } from '../stages.ts';

/** What an attempt does. */
export interface AttemptSteps<Deps> {
  /** Writes the request for the target of the route, asks it, and answers once the head of its answer has come. */
  ask(routed: Routed, deps: Deps): Promise<Noted>;
  /** Raises only what failed before anything was passed on. */
  deliver(restored: Noted, deps: Deps): Promise<Answered>;
}

/** What became of one attempt. */
interface Made {
  /** Of an attempt that may be followed by another; `null`: the request was served, or refused for what it is. */
  readonly failed: FailedAttempt | null;
  /** How the request ends, should no attempt follow. */
  answered(): Answered | Promise<Answered>;
}

/**
 * Asks one target after the other until one answers. Another is asked only while nothing of an answer was passed on, and only
 * where the failure is none that the request causes. Each attempt is written anew for its target, and looked through anew.
 * Never raises: the last failure is an outcome.
 */
export async function makeAttempts<Deps extends FailOverDeps>(
  first: Routed,
  steps: AttemptSteps<Deps>,
  deps: Deps,
): Promise<Answered> {
  for (let routed = first; ;) {
    routed.client.announce('x-waybill-attempts', String(routed.attempt));
    const { failed, answered } = await makeAttempt(routed, steps, deps);
    const next = failed === null ? null : await failOver(routed, failed, deps);
    if (next === null) return await endOf(routed, answered);
    routed = next;
  }
}

/** How the request ends. A defect is an outcome of this attempt, not of the first. */
async function endOf(routed: Routed, answered: Made['answered']): Promise<Answered> {
  try {
    return await answered();
  } catch (error) {
    return defeated(routed, error);
  }
}

function defeated(routed: Routed, error: unknown): Answered {
  const answered = failedAnswer(routed, routed.exchange, error);
  routed.exchange.cut('gateway');
  return answered;
}

async function makeAttempt<Deps>(routed: Routed, { ask, deliver }: AttemptSteps<Deps>, deps: Deps): Promise<Made> {
  const { turn, exchange } = routed;
  exchange.attemptBegan();
  try {
    const restored = await ask(routed, deps);
    if (restored.answer.status !== 200) return await refused(restored);
    turn.firstByte();
    const answered = await deliver({ ...restored, answer: watched(restored) }, deps);
    const { outcome } = answered;
    if (outcome.kind === 'settle') turn.counted(outcome.usage.input_tokens + outcome.usage.output_tokens);
    turn.end(exchange.isCut ? 'unjudged' : 'well');
    return { failed: null, answered: () => answered };
  } catch (error) {
    if (error instanceof UnopenedStream) return unopened(routed, error);
    const failure = failureOf(routed, error);
    return {
      failed: failure === null ? null : { failure, isInDoubt: failure.ran === 'unknown' },
      answered: () => defeated(routed, error),
    };
  }
}

/** A refusal is read before it is judged: its words say whether the request is the cause. */
async function refused(restored: Noted): Promise<Made> {
  const { answer, route, turn } = restored;
  const body = await readRefusal(answer.body);
  const relayed = { ...restored, answer: { ...answer, body: once(body) } };
  const answered = (): Promise<Answered> => relayRefusal(relayed);
  const failure = isAnsweredHere(restored) ? null : refusalFailure({ ...answer, body });
  if (failure === null) {
    turn.end('well');
    return { failed: null, answered };
  }
  // Where nobody can be asked what it cost, a failure that was answered is taken for free, as that of a last attempt is.
  const isInDoubt = failure.ran === 'unknown' && route.hasBillingRecords;
  return { failed: { failure, isInDoubt }, answered };
}

/** As of a refusal: an error that was told is taken for free where nobody can be asked what it cost. */
function unopened({ route }: Routed, { failure, answered }: UnopenedStream): Made {
  return { failed: { failure, isInDoubt: failure.class === 'cut' || route.hasBillingRecords }, answered };
}

/** What breaks off while it is passed on is the target's doing too, though nothing follows it. */
function watched(noted: Noted): UpstreamAnswer {
  const { answer } = noted;
  const tell = (error: unknown): never => {
    const failure = failureOf(noted, error);
    if (failure !== null) noted.turn.end(failure);
    throw error;
  };
  return {
    ...answer,
    body: {
      [Symbol.asyncIterator]: () => {
        const pieces = answer.body[Symbol.asyncIterator]();
        return {
          next: () => pieces.next().catch(tell),
          return: async () => (await pieces.return?.()) ?? { done: true, value: undefined },
        };
      },
    },
  };
}

async function* once(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}

/** Why the target gave no answer; `null`: it is not the target's doing, or the next would give none either. */
function failureOf({ exchange, turn }: Pick<Routed, 'exchange' | 'turn'>, error: unknown): AttemptFailure | null {
  if (!(error instanceof UpstreamFailure) || error.reason === 'too_large') return null;
  if (exchange.cutBy(error) !== 'upstream') {
    turn.end('unjudged');
    return null;
  }
  return exchangeFailure(error);
}
