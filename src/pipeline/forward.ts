import { sharerOf } from '../limits/caller-limits.ts';
import type { Upstream } from '../ports/upstream.ts';
import type { Answering, Routed } from './stages.ts';

export interface ForwardDeps {
  readonly upstream: Upstream;
}

/**
 * Sends the request in the protocol of the surface. A caller who hangs up does not stop the accounting: the exchange
 * goes on to its counters. Raises `UpstreamFailure`.
 */
export async function forward(routed: Routed, { upstream }: ForwardDeps): Promise<Answering> {
  const { route, request, exchange } = routed;
  const body = request.write({
    model: route.upstreamModel,
    outputTokensMax: routed.outputTokensMax,
    effort: routed.effort,
    efforts: route.efforts,
    thinking: route.thinking,
    hasOpaqueReasoning: route.hasOpaqueReasoning,
    hostedToolUsesMax: route.hostedToolUsesMax,
  });
  const answer = await upstream.send({
    upstream: route.upstream,
    path: routed.surface.upstreamPath + (routed.query ?? ''),
    headers: routed.protocolHeaders,
    body,
    reservationId: routed.reservationId,
    sharer: sharerOf(routed.caller.key),
    signal: exchange.signal,
  });
  return { ...routed, answer };
}
