import { sharerOf } from '../domain/caller-limits.ts';
import type { Upstream } from '../ports/upstream.ts';
import type { Answering, Routed } from './stages.ts';

export interface ForwardDeps {
  readonly upstream: Upstream;
  /** How long the upstream is still read after the caller has hung up, milliseconds. */
  readonly disconnectDrainMsMax: number;
}

/**
 * Sends the request in the protocol of the surface. A caller who hangs up does not stop the accounting: the exchange
 * goes on to its counters, for at most `disconnectDrainMsMax`. Raises `UpstreamFailure`.
 */
export async function forward(routed: Routed, { upstream, disconnectDrainMsMax }: ForwardDeps): Promise<Answering> {
  const exchange = new AbortController();
  const { route, request, client } = routed;
  client.onGone(() => {
    setTimeout(() => exchange.abort(), disconnectDrainMsMax).unref();
  });
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
  return { ...routed, answer, abort: () => exchange.abort() };
}
