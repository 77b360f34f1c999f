import { RecordedAnswer, type ReplayableAnswer } from '../../ledger/recorded-answer.ts';
import { GatewayError } from '../../errors.ts';
import { answerTooLarge, type IdempotentRequests } from '../../ledger/idempotent-requests.ts';
import { shownCounts } from '../../personal-data/placeholders/shown-counts.ts';
import { withinMs } from '../../ledger/within-ms.ts';
import type { Timer } from '../../time/timer.ts';
import { mayHaveCost, type Claim, type Recorded, type Told } from '../records.ts';

export interface RecordAnswerDeps {
  readonly idempotentRequests: IdempotentRequests;
  /** Largest answer that is recorded, bytes. */
  readonly recordedAnswerBytesMax: number;
  /** How long the end of an answer waits for its recording, milliseconds. */
  readonly recordWaitMs: number;
  readonly timer: Timer;
}

/**
 * Records the answer under the idempotency key of its request before the caller has all of it, so that it can be
 * replayed from then on. A request that cost nothing frees its key. Never raises.
 */
export async function recordAnswer(told: Told, deps: RecordAnswerDeps): Promise<Recorded> {
  const { claim } = told;
  if (claim === null) throw new RangeError('an answer without an idempotency key');
  // Until it is recorded, however late, it is in memory.
  const recorded = endClaim(told, claim, deps).finally(() => claim.answer.release());
  await withinMs(recorded, deps.recordWaitMs, deps.timer);
  return { ...told, isHandedOver: true };
}

function endClaim(told: Told, { request, answer }: Claim, deps: RecordAnswerDeps): Promise<void> {
  const { conclusion, profileName, conversation, selection } = told;
  const { idempotentRequests } = deps;
  switch (conclusion.kind) {
    case 'error':
      return idempotentRequests.fail(request, { isSpent: mayHaveCost(told), code: conclusion.error.code });
    case 'tail':
      if (conclusion.cutAs !== undefined) {
        return idempotentRequests.fail(request, { isSpent: true, code: conclusion.cutAs });
      }
      return record(answer.endingWith(conclusion.bytes));
    case 'whole': {
      const whole = new RecordedAnswer(deps.recordedAnswerBytesMax);
      whole.begin(conclusion.status, {
        ...conclusion.headers,
        'content-length': String(conclusion.body.length),
      });
      return record(whole.endingWith(conclusion.body));
    }
  }

  function record(replayable: ReplayableAnswer | null): Promise<void> {
    if (replayable === null) return idempotentRequests.fail(request, { isSpent: true, code: answerTooLarge });
    const pii = conversation === null ? {} : { pii: shownCounts(conversation) };
    const shown = selection?.shown ?? null;
    const chosen = shown === null ? {} : { selection: shown };
    return idempotentRequests.answer(request, { ...replayable, profile: profileName, ...pii, ...chosen });
  }
}

/** Records the complete answer of work that holds no credit, before the caller has it. Never raises. */
export async function recordWhole(claim: Claim, answer: WholeReply, deps: RecordAnswerDeps): Promise<void> {
  const { idempotentRequests } = deps;
  const whole = new RecordedAnswer(deps.recordedAnswerBytesMax);
  whole.begin(answer.status, answer.headers);
  const replayable = whole.endingWith(answer.body);
  const recorded =
    replayable === null
      ? idempotentRequests.fail(claim.request, { isSpent: true, code: answerTooLarge })
      : idempotentRequests.answer(claim.request, replayable);
  await withinMs(recorded, deps.recordWaitMs);
}

/** A complete answer. */
export interface WholeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Ends the claim of a request that failed before its credit was held: a refusal frees the key. A defect does not,
 * because its effects are unknown.
 */
export async function releaseClaim(claim: Claim, reason: unknown, deps: RecordAnswerDeps): Promise<void> {
  claim.answer.release();
  const failure =
    reason instanceof GatewayError ? { isSpent: false, code: reason.code } : { isSpent: true, code: 'internal_error' };
  await withinMs(deps.idempotentRequests.fail(claim.request, failure), deps.recordWaitMs, deps.timer);
}
