import { outcomeOf, type Outcome } from '../../domain/outcome.ts';
import { possibleTokens } from '../../catalogue/possible-tokens.ts';
import type { PossibleTokens } from '../../domain/usage.ts';
import { GatewayError } from '../../errors.ts';
import type { WorkMax } from '../../protocols/inference-request.ts';
import type { UpstreamFailure } from '../../ports/upstream.ts';
import type { Exchange } from '../exchanges.ts';
import type { Reserved, Routed } from '../records.ts';

/** The error for an answer that broke off after its beginning. */
export function cutError({ exchange }: Pick<Routed, 'exchange'>, failure: unknown): GatewayError {
  return new GatewayError(exchange.cutBy(failure) === 'shutdown' ? 'shutdown_cut' : 'upstream_cut');
}

/**
 * The most output tokens that the upstream can have written by the time the caller's hang-up cut the answer: as fast as
 * the target can, all the time, for each parallel answer. 0 when the caller did not cause the cut; `failure` `null`:
 * nothing was cut.
 */
export function unseenTokensMax(routed: Routed, failure: unknown): number {
  return failure === null ? 0 : unseenSoFar(routed, routed.exchange, failure);
}

function unseenSoFar(reserved: Reserved, exchange: Exchange, failure: unknown): number {
  if (exchange.cutBy(failure) !== 'caller') return 0;
  const eachMax = Math.ceil((exchange.elapsedMs / 1_000) * reserved.target.outputTokensPerSecondMax);
  // As many answers may be written in parallel.
  return eachMax * workMaxOf(reserved).answersMax;
}

/** The most work that the hold covers. */
export function workMaxOf({ request, target, unknown }: Reserved): WorkMax {
  const { max, wholeMax } = request.work;
  return unknown === null ? max(target) : wholeMax(target);
}

/** The most tokens that the answer of a request can count. The input is read again after each use of a tool. */
export function possibleTokensOf(reserved: Reserved): PossibleTokens {
  const { bound, target } = reserved;
  const { readingsMax, answersMax } = workMaxOf(reserved);
  const { webSearchesMax = 0, webFetchesMax = 0 } = bound;
  return possibleTokens(target, bound, {
    readings: readingsMax + webSearchesMax + webFetchesMax,
    answers: Math.max(readingsMax, answersMax),
  });
}

/** The outcome of a request that reached the upstream but of whose answer nothing was seen. */
export function estimatedCutAnswer(reserved: Reserved, exchange: Exchange, failure: UpstreamFailure): Outcome {
  const { request, target } = reserved;
  return outcomeOf({
    usage: null,
    isUsageFinal: false,
    serviceTier: null,
    input: request.input,
    estimate: request.work.uncounted(target),
    contentBytes: 0,
    unseenTokensMax: unseenSoFar(reserved, exchange, failure),
    covered: reserved.bound,
    possible: possibleTokensOf(reserved),
    hasBillingRecords: target.hasBillingRecords,
    doubt: `upstream_${failure.reason}`,
  });
}
