import { GatewayError } from '../../errors.ts';
import { ledgerFailure } from '../../errors/ledger-failure.ts';
import { wordlessError } from '../../personal-data/wordless-error.ts';
import { UpstreamFailure } from '../../ports/upstream.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { estimatedCutAnswer } from './cut-answer.ts';
import type { Exchange } from '../exchanges.ts';
import { InferenceFailure, type Answered, type Cast, type Reserved } from '../records.ts';
import { boundAdvice } from '../attempts/turn-in-hand.ts';

/**
 * Turns any failure between the reservation and the answer into an outcome. A request that never reached the upstream
 * is released. One that may have reached it is flagged, because a wrong guess would cost the caller or the operator
 * money. An answer that the caller had cut is estimated when no billing records can tell its cost. Without a hold no
 * outcome is in doubt.
 */
export function failedAnswer(reserved: Reserved, exchange: Exchange, failure: unknown): Answered {
  const { error, outcome } =
    reserved.reservationId === null ? explainFree(reserved, failure) : explain(reserved, exchange, failure);
  return { ...reserved, outcome, conclusion: { kind: 'error', error }, toStore: null };
}

interface Explained {
  readonly error: GatewayError;
  readonly outcome: Outcome;
}

function explain(reserved: Reserved, exchange: Exchange, failure: unknown): Explained {
  if (failure instanceof InferenceFailure) return failure;
  if (failure instanceof UpstreamFailure) {
    const isStopped = exchange.cutBy(failure) === 'shutdown';
    if (failure.outcome === 'not_sent') {
      return {
        error: isStopped
          ? new GatewayError('shutting_down', { cause: failure })
          : new GatewayError('upstream_unavailable', { cause: failure, ...boundAdvice(reserved) }),
        outcome: { kind: 'release', reason: `upstream_${failure.reason}` },
      };
    }
    return {
      error: new GatewayError(isStopped ? 'shutdown_cut' : 'upstream_outcome_unknown', { cause: failure }),
      outcome: estimatedCutAnswer(reserved, exchange, failure),
    };
  }
  return {
    error: new GatewayError('internal_error', { cause: loggable(failure, reserved) }),
    outcome: { kind: 'flag', reason: 'gateway_fault' },
  };
}

function explainFree(reserved: Reserved, failure: unknown): Explained {
  const code = isKnown(failure) ? 'upstream_unavailable' : 'internal_error';
  const error = new GatewayError(code, { cause: loggable(failure, reserved) });
  return { error, outcome: { kind: 'release', reason: code } };
}

/** Whether it is a failure of the upstream, and no defect of the gateway. */
function isKnown(failure: unknown): boolean {
  return failure instanceof InferenceFailure || failure instanceof UpstreamFailure;
}

/**
 * A failure as it may be logged: where texts are restored, the message of a defect may repeat one. A failure of the ledger
 * is an error of its own before its kind is lost with its message.
 */
export function loggable(raised: unknown, { conversation }: Pick<Cast, 'conversation'>): unknown {
  const failure = ledgerFailure(raised);
  const mayBeTold = conversation === null || failure instanceof GatewayError || isKnown(failure);
  return mayBeTold ? failure : wordlessError(failure);
}
