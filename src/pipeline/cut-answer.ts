import { outcomeOf, type Outcome } from '../domain/outcome.ts';
import { GatewayError } from '../errors.ts';
import type { UpstreamFailure } from '../ports/upstream.ts';
import type { Exchange } from './exchanges.ts';
import type { Reserved, Routed } from './stages.ts';

/** What the caller is told of an answer that broke off after its beginning. */
export function cutError({ exchange }: Pick<Routed, 'exchange'>, failure: unknown): GatewayError {
  return new GatewayError(exchange.cutBy(failure) === 'shutdown' ? 'shutdown_cut' : 'upstream_cut');
}

/**
 * The most output tokens that the upstream may have written by the time the caller had its answer cut: all the while, as
 * fast as the target can, each of the answers. 0 where it was not the caller's doing; `failure` `null`: nothing was cut.
 */
export function unseenTokensMax(routed: Routed, failure: unknown): number {
  return failure === null ? 0 : unseenSoFar(routed, routed.exchange, failure);
}

function unseenSoFar(reserved: Reserved, exchange: Exchange, failure: unknown): number {
  if (exchange.cutBy(failure) !== 'caller') return 0;
  const eachMax = Math.ceil((exchange.elapsedMs / 1_000) * reserved.target.outputTokensPerSecondMax);
  return eachMax * answersMax(reserved);
}

/** How many answers may be written at the same time. */
function answersMax({ request, target, unknown }: Reserved): number {
  const { max, wholeMax } = request.work;
  return (unknown === null ? max(target) : wholeMax(target)).answersMax;
}

/** The outcome of a request that reached the upstream, and of whose answer nothing was seen. */
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
    inputTokensMax: reserved.bound.inputTokensMax,
    outputTokensMax: reserved.bound.outputTokensMax,
    hasBillingRecords: target.hasBillingRecords,
    doubt: `upstream_${failure.reason}`,
  });
}
