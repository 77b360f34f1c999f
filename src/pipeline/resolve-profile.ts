import { nearestEffort, type ReasoningEffort } from '../catalogue/reasoning-effort.ts';
import { isOrdinaryTier } from '../domain/price-list.ts';
import { switchyardProfile } from '../domain/profile-name.ts';
import { GatewayError } from '../errors.ts';
import { findProfile, type ModelCatalogue, type Profile, type Target } from '../catalogue/model-catalogue.ts';
import type { AskedFor } from '../protocols/inference-request.ts';
import type { Asked, Profiled, Recalled, RecalledContext } from './stages.ts';

export interface ResolveProfileDeps {
  readonly catalogue: ModelCatalogue;
}

/**
 * Name → target on this surface, with the level and the limit the target will be given.
 * Raises 403 (not allowed, or not there: the two look alike), 400 (not on this surface; a tier without a price; files
 * that lie elsewhere), 409
 * (what the request builds on was answered by another target, which is never taken for this one).
 */
export function resolveProfile(asked: Recalled, { catalogue }: ResolveProfileDeps): Profiled {
  const { request, grant, surface, context } = asked;
  const profile = request.asked.model ?? context?.binding.profile ?? grant.defaultProfile;
  if (profile === null) throw new GatewayError('model_required', { param: 'model' });
  const found = findProfile(catalogue, profile);
  if (found === null || profile === switchyardProfile || !isAllowed(asked, profile, found.name)) {
    throw new GatewayError('profile_not_authorised', {
      detail: `The model ${JSON.stringify(profile)} is not allowed for this caller.`,
      param: 'model',
    });
  }
  const mapped = found.targets.filter(({ surfaces }) => surfaces.has(surface.name));
  const target = context === null ? mapped[0] : boundTarget(context, found.name, mapped);
  if (target === undefined) {
    throw new GatewayError('surface_not_mapped', {
      detail: `The model ${JSON.stringify(profile)} is not mapped to ${surface.name}; it answers at ${pathsOf(found)}.`,
      param: 'model',
    });
  }
  assertTierIsPriced(request.asked, target);
  assertReachesFiles(asked, target);
  request.work.assertTakenBy(target);
  assertWindow(asked, target);
  return {
    ...asked,
    profile,
    profileName: found.name,
    target,
    effort: effortAt(target, request.asked.effort, found.defaultEffort),
    outputTokensMax: Math.min(request.asked.outputTokensMax ?? target.outputTokensMax, target.outputTokensMax),
  };
}

/** Specification §2.1. Who asked for nothing, of a profile that is not to reason, is not given the least level instead. */
function effortAt(
  { efforts }: Target,
  asked: ReasoningEffort | null,
  defaultEffort: ReasoningEffort,
): ReasoningEffort | null {
  if (asked === null && defaultEffort === 'none' && !efforts.includes('none')) return null;
  return nearestEffort(asked ?? defaultEffort, efforts);
}

/** The target that answered before, where nothing of it has changed (specification §4.2, rule 4). */
function boundTarget({ binding }: RecalledContext, profile: string, mapped: readonly Target[]): Target {
  if (binding.profile !== profile) {
    throw new GatewayError('context_incompatible', {
      detail: `What this request continues was answered by ${JSON.stringify(binding.profile)}.`,
      param: 'model',
    });
  }
  const target = mapped.find(
    ({ name, upstreamModel, account }) =>
      name === binding.target && upstreamModel === binding.upstreamModel && account === binding.account,
  );
  if (target !== undefined) return target;
  throw new GatewayError('context_incompatible', { detail: 'The target that answered before is no longer the same.' });
}

/** Surfaces are named as their paths are, e.g. `chat_completions`. */
function pathsOf({ targets }: Profile): string {
  const names = new Set(targets.flatMap(({ surfaces }) => [...surfaces]));
  return [...names].map((name) => `/v1/${name.replaceAll('_', '/')}`).join(', ');
}

/** An alias may be granted by its own name or by the name of what it stands for. */
function isAllowed({ grant }: Asked, asked: string, profile: string): boolean {
  return grant.allows(asked) || grant.allows(profile);
}

function assertTierIsPriced({ serviceTier }: AskedFor, { priceList }: Target): void {
  if (serviceTier === null || isOrdinaryTier(serviceTier) || priceList.tiers.has(serviceTier)) return;
  throw new GatewayError('service_tier_not_priced', { param: 'service_tier' });
}

/** Raises 400 for a longer context window than the one that holds are made for. */
function assertWindow({ optIns }: Recalled, { contextTokensMax }: Target): void {
  if (optIns.windowTokens === null || optIns.windowTokens <= contextTokensMax) return;
  throw new GatewayError('unsupported_parameter', {
    detail: `The beta asks for a context window of ${optIns.windowTokens} tokens; this model has ${contextTokensMax}.`,
    param: 'anthropic-beta',
  });
}

/** What the upstream calls a file means nothing to any other account, or another file. */
function assertReachesFiles({ files }: Recalled, { account }: Target): void {
  if (files.account === null || files.account === account) return;
  throw new GatewayError('invalid_value', {
    detail: 'The file lies at another upstream than this model: send its content, or use a model of that upstream.',
    param: 'file_id',
  });
}
