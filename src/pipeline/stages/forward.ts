import { sharerOf } from '../../limits/caller-limits.ts';
import { tagsHeader } from '../../domain/tags/sent-tags.ts';
import { writtenTags } from '../../domain/tags/tags.ts';
import { GatewayError } from '../../errors.ts';
import type { CastTelemetry } from '../../ports/telemetry.ts';
import type { ReopenableBody, Upstream, UpstreamWork } from '../../ports/upstream.ts';
import { egressSweep } from '../attempts/egress-sweep.ts';
import { InferenceFailure, type Answering, type Routed } from '../records.ts';

export interface ForwardDeps {
  readonly upstream: Upstream;
  readonly castTelemetry: CastTelemetry;
}

/**
 * Sends the request in the protocol of the surface. A caller who hangs up does not stop the accounting: the exchange
 * goes on to its usage counters. A cast body is swept a last time: if personal data is left in it, nothing is sent.
 * Raises `UpstreamFailure`, and `InferenceFailure` for a request that was not sent.
 */
export async function forward(routed: Routed, { upstream, castTelemetry }: ForwardDeps): Promise<Answering> {
  const { route, request, exchange, turn } = routed;
  const body = request.write({
    model: route.upstreamModel,
    outputTokensMax: routed.outputTokensMax,
    effort: routed.effort,
    efforts: route.efforts,
    thinking: route.thinking,
    hasOpaqueReasoning: route.hasOpaqueReasoning,
    hostedToolUsesMax: route.hostedToolUsesMax,
  });
  if (routed.conversation !== null) await sweep(routed, body, castTelemetry);
  const answer = await upstream.send({
    upstream: route.upstream,
    path: routed.surface.upstreamPath + (routed.query ?? ''),
    headers:
      routed.tags !== null && route.passesTags
        ? { ...routed.protocolHeaders, [tagsHeader]: writtenTags(routed.tags, ',') }
        : routed.protocolHeaders,
    body,
    reservationId: routed.billingReference,
    work: workOf(routed),
    firstByteTimeoutMs: Math.min(turn.turns.leftMs, turn.attempt.headMsMax ?? Number.POSITIVE_INFINITY),
    sharer: sharerOf(routed.caller.key),
    held: exchange.held,
    signal: exchange.signal,
  });
  return { ...routed, answer };
}

function workOf({ surface, route, request }: Routed): UpstreamWork {
  return {
    surface: surface.isFree === true ? (surface.upstreamPath.split('/').at(-1) ?? surface.name) : surface.name,
    target: route.name,
    model: route.upstreamModel,
    isStreamed: request.answers.stream !== null,
    passesTrace: route.passesTrace,
  };
}

async function sweep(
  { conversation, surface }: Routed,
  body: Buffer | ReopenableBody,
  telemetry: CastTelemetry,
): Promise<void> {
  if (conversation === null || surface.texts === undefined || !Buffer.isBuffer(body)) return;
  const { mayLeave, cause } = await egressSweep({ conversation, map: surface.texts }, body, telemetry);
  if (mayLeave) return;
  const failed = new GatewayError('pii_engine_unavailable', { cause });
  throw new InferenceFailure(failed, { kind: 'release', reason: 'not_forwarded' });
}
