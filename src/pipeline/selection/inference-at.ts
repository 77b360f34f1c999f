import type { Target } from '../../catalogue/model-catalogue.ts';
import type { InferenceRecord } from '../../domain/wallet-entries/inference-record.ts';
import type { Rebuilt } from '../records.ts';

/** What is recorded of a request that this target answers. */
export function inferenceAt(rebuilt: Rebuilt, target: Target): InferenceRecord {
  const { serviceTier } = rebuilt.request.asked;
  return {
    surface: rebuilt.surface.name,
    profile: rebuilt.profile,
    target: target.name,
    upstream: target.upstream,
    upstream_model: target.upstreamModel,
    ...(serviceTier === null ? {} : { service_tier: serviceTier }),
    ...(rebuilt.conversation !== null && { is_cast: true as const }),
    ...(rebuilt.tags !== null && { tags: rebuilt.tags }),
  };
}
