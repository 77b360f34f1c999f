import { GatewayError } from '../errors.ts';
import { UpstreamFailure } from '../ports/upstream.ts';
import type { Outcome } from '../domain/outcome.ts';
import { InferenceFailure, type Answered, type Reserved } from './stages.ts';

/**
 * Any failure between the reservation and the answer, as an outcome. What never reached the upstream is released; what
 * may have reached it is flagged, because a guess in either direction would be somebody's money. Where nothing is held
 * no outcome is in doubt.
 */
export function failedAnswer(reserved: Reserved, failure: unknown): Answered {
  const { error, outcome } = reserved.reservationId === null ? explainFree(failure) : explain(failure);
  return { ...reserved, outcome, conclusion: { kind: 'error', error }, kept: null };
}

function explain(failure: unknown): { readonly error: GatewayError; readonly outcome: Outcome } {
  if (failure instanceof InferenceFailure) return failure;
  if (failure instanceof UpstreamFailure) {
    return failure.outcome === 'not_sent'
      ? {
          error: new GatewayError('upstream_unavailable', { cause: failure }),
          outcome: { kind: 'release', reason: `upstream_${failure.reason}` },
        }
      : {
          error: new GatewayError('upstream_outcome_unknown', { cause: failure }),
          outcome: { kind: 'flag', reason: `upstream_${failure.reason}` },
        };
  }
  return {
    error: new GatewayError('internal_error', { cause: failure }),
    outcome: { kind: 'flag', reason: 'gateway_fault' },
  };
}

function explainFree(failure: unknown): { readonly error: GatewayError; readonly outcome: Outcome } {
  const isUpstreams = failure instanceof InferenceFailure || failure instanceof UpstreamFailure;
  const code = isUpstreams ? 'upstream_unavailable' : 'internal_error';
  return { error: new GatewayError(code, { cause: failure }), outcome: { kind: 'release', reason: code } };
}
