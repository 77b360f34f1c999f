import { nearestEffort, type ReasoningEffort } from '../catalogue/reasoning-effort.ts';
import { isOrdinaryTier } from '../domain/price-list.ts';
import { switchyardProfile } from '../domain/profile-name.ts';
import { estimatedTokens } from '../domain/usage.ts';
import { GatewayError } from '../errors.ts';
import { findProfile, mayUse, type ModelCatalogue, type Profile, type Target } from '../catalogue/model-catalogue.ts';
import type { ExclusionReason } from '../domain/selection/selection-events.ts';
import { candidateTakes, type Switchyard, type SwitchyardCandidate } from '../routing/switchyard.ts';
import type { TargetPools } from '../ports/target-pools.ts';
import { withoutBlocks } from './blocks/block-book.ts';
import { exclusionOf, type ExcludedCandidate, type Member, type RouteOption } from './route-options.ts';
import type { AskedFor } from '../protocols/inference-request.ts';
import type { Asked, Profiled, Recalled, RecalledContext } from './stages.ts';

export interface ResolveProfileDeps {
  readonly catalogue: ModelCatalogue;
  /** Who may answer under the reserved name; `null`: it is not configured. */
  readonly switchyard: Switchyard | null;
  /** Who is well; absent: all are. */
  readonly pools?: Pick<TargetPools, 'isAnyWell'>;
}

/**
 * Name → target on this surface, with the level and the limit the target will be given.
 * Raises 403 (not allowed, or not there: the two look alike), 400 (not on this surface; a tier without a price; files
 * that lie elsewhere; opaque blocks of an account that the profile does not reach), 409
 * (what the request builds on was answered by another target, which is never taken for this one), 503 (the account that
 * made opaque blocks of the request serves nobody).
 */
export function resolveProfile(asked: Recalled, deps: ResolveProfileDeps): Profiled {
  const { request, grant, context } = asked;
  const profile = request.asked.model ?? context?.binding.profile ?? grant.defaultProfile;
  if (profile === null) throw new GatewayError('model_required', { param: 'model' });
  if (profile === switchyardProfile) return resolveSwitchyard(asked, deps);
  const found = findProfile(deps.catalogue, profile);
  if (found === null || !isAllowed(asked, profile, found.name)) throw notAuthorised(profile);
  if (context !== null) assertSameProfile(context, found.name);
  const reached = reachedOf(asked, found, targetsOf(asked, found, profile), deps.catalogue);
  const members = membersOf(asked, found, fittingOf(asked, reached));
  return { ...asked, profile, profileName: found.name, routing: null, ...members[0], members };
}

function membersOf(asked: Recalled, profile: Profile, [first, ...others]: Some<Target>): Some<Member> {
  return [servedBy(asked, profile, first), ...others.map((target) => servedBy(asked, profile, target))];
}

/** Those that take the request. Raises what the first of them does not take, where none does. */
function fittingOf(asked: Recalled, targets: Some<Target>): Some<Target> {
  const fit = targets.filter((target) => faultOf(asked, target) === null);
  if (isSome(fit)) return fit;
  throw faultOf(asked, targets[0])?.error ?? new RangeError('no fault');
}

/** The first thing that the target does not take of the request; `null`: it takes it all. */
function faultOf(
  asked: Recalled,
  target: Target,
): { readonly of: ExclusionReason; readonly error: GatewayError } | null {
  for (const [of, assert] of checks) {
    try {
      assert(asked, target);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      return { of, error };
    }
  }
  return null;
}

type Some<Item> = readonly [Item, ...Item[]];

function isSome<Item>(items: readonly Item[]): items is Some<Item> {
  return items.length > 0;
}

function notAuthorised(profile: string): GatewayError {
  return new GatewayError('profile_not_authorised', {
    detail: `The model ${JSON.stringify(profile)} is not allowed for this caller.`,
    param: 'model',
  });
}

/** The targets of a profile on this surface, or those that are bound. Raises 400 and 409. */
function targetsOf({ surface, context }: Recalled, found: Profile, name: string): Some<Target> {
  const mapped = found.targets.filter(({ surfaces }) => surfaces.has(surface.name));
  const targets = context === null ? mapped : boundTargets(context, mapped);
  if (isSome(targets)) return targets;
  throw new GatewayError('surface_not_mapped', {
    detail: `The model ${JSON.stringify(name)} is not mapped to ${surface.name}; it answers at ${pathsOf(found)}.`,
    param: 'model',
  });
}

/**
 * Those at the account that made the opaque blocks of the request: all of them, where it brings none. Raises 400 for blocks
 * that the profile, or what is continued, never could take, and 503 where the account was taken out of the profile, or
 * serves nobody any more.
 */
function reachedOf(
  { context, blocks: { madeBy } }: Recalled,
  { pool }: Profile,
  targets: Some<Target>,
  { profiles }: ModelCatalogue,
): Some<Target> {
  if (madeBy === null) return targets;
  const isThere = ({ account }: { readonly account: string }): boolean => account === madeBy.account;
  const reached = targets.filter(isThere);
  if (isSome(reached)) return reached;
  const { path: param } = madeBy;
  if (context !== null && !isThere(context.binding)) {
    throw new GatewayError('invalid_value', {
      detail: `\`${param}\` was made by another account than what this request continues.`,
      param,
      next: `Continue something else, ${withoutBlocks}, or begin anew.`,
    });
  }
  const isMember = pool.groups.some((members) => members.some(({ target }) => isThere(target)));
  const isServed = [...profiles.values()].some((profile) => profile.targets.some(isThere));
  if (isServed && !isMember) {
    throw new GatewayError('invalid_value', {
      detail: `\`${param}\` was made by an account that this model does not reach.`,
      param,
      next: `Use the model that made it, ${withoutBlocks}, or begin anew.`,
    });
  }
  throw new GatewayError('upstream_unavailable', {
    detail: `The account that made \`${param}\` is not asked any more. Nothing was charged.`,
    param,
    next: `To have any other answer, ${withoutBlocks}, or begin anew.`,
    shouldRetry: false,
  });
}

/** What a target must take of a request, and what a candidate without it is left out for. */
const checks: readonly (readonly [ExclusionReason, (asked: Recalled, target: Target) => void])[] = [
  ['service_tier', ({ request }, target) => assertTierIsPriced(request.asked, target)],
  ['files', assertReachesFiles],
  ['input', ({ request }, target) => request.work.assertTakenBy(target)],
  ['context_window', assertWindow],
];

function servedBy({ request: { asked } }: Recalled, { defaultEffort }: Profile, target: Target): Member {
  return {
    target,
    effort: effortAt(target, asked.effort, defaultEffort),
    outputTokensMax: Math.min(asked.outputTokensMax ?? target.outputTokensMax, target.outputTokensMax),
  };
}

/**
 * The candidates that may answer under the reserved name, by what the server knows of them. What a request says of targets and
 * prices is of no effect. Raises 403 where the name is not configured or not allowed; 409 where what is continued has no target
 * any more; and what the most capable candidate is left out for, where none is left.
 */
function resolveSwitchyard(asked: Recalled, { catalogue, switchyard, pools }: ResolveProfileDeps): Profiled {
  const { grant, context } = asked;
  if (switchyard === null || !grant.allows(switchyardProfile)) throw notAuthorised(switchyardProfile);
  if (context !== null) assertSameProfile(context, switchyardProfile);
  const candidates = switchyard.candidates.map((candidate, rank) => ({ candidate, rank }));
  const looked = candidates.map(({ candidate, rank }) =>
    mayUse(catalogue, grant, candidate.profile.name)
      ? lookAt(asked, candidate, rank, catalogue)
      : { excluded: left(candidate, null, 'not_authorised'), error: null },
  );
  const able = looked.flatMap((it) => ('option' in it ? [it.option] : []));
  const { options, out } = context === null ? wellOf(able, pools) : { options: able, out: [] };
  const [first] = options;
  const lost = looked.flatMap((it) => ('excluded' in it ? [it] : []));
  if (first === undefined) {
    throw lost.findLast(({ error }) => error !== null)?.error ?? notAuthorised(switchyardProfile);
  }
  const { target, effort, outputTokensMax, members } = first;
  const boundTo = context === null ? null : target.name;
  const routing = { options, excluded: [...lost.map(({ excluded }) => excluded), ...out], boundTo };
  const names = { profile: switchyardProfile, profileName: switchyardProfile };
  return { ...asked, ...names, target, effort, outputTokensMax, members, routing };
}

/** Candidates none of whose targets may be asked are left out, unless all of them are. What is continued has no choice. */
function wellOf(
  options: readonly RouteOption[],
  pools: ResolveProfileDeps['pools'],
): { readonly options: readonly RouteOption[]; readonly out: readonly ExcludedCandidate[] } {
  const isWell = ({ members }: RouteOption): boolean => pools?.isAnyWell(members.map(({ target }) => target)) ?? true;
  const well = options.filter(isWell);
  if (well.length === 0 || well.length === options.length) return { options, out: [] };
  return {
    options: well,
    out: options.filter((option) => !well.includes(option)).map((option) => exclusionOf(option, 'unhealthy')),
  };
}

type LookedAt =
  | { readonly option: RouteOption }
  /** `error`: what the caller is told, should nobody be left; `null`: that the name is not allowed. */
  | { readonly excluded: ExcludedCandidate; readonly error: GatewayError | null };

function left({ profile }: SwitchyardCandidate, target: Target | null, reason: ExclusionReason): ExcludedCandidate {
  return { profile: profile.name, target: target?.name ?? null, reason };
}

function lookAt(asked: Recalled, candidate: SwitchyardCandidate, rank: number, catalogue: ModelCatalogue): LookedAt {
  const { profile, surfaces } = candidate;
  let target: Target | null = null;
  let reason: ExclusionReason = 'surface';
  try {
    const targets = profile.targets.filter(() => surfaces.has(asked.surface.name));
    const mapped = targetsOf(asked, { ...profile, targets }, switchyardProfile);
    target = mapped[0];
    reason = 'account';
    const reached = reachedOf(asked, profile, mapped, catalogue);
    target = reached[0];
    reason = faultOf(asked, target)?.of ?? reason;
    const fit = fittingOf(asked, reached);
    target = fit[0];
    const able = fit.filter((it) => missingIn(asked, candidate, it) === null);
    if (isSome(able)) {
      const members = membersOf(asked, profile, able);
      return { option: { profile: profile.name, rank, ...members[0], members } };
    }
    const missing = missingIn(asked, candidate, target) ?? 'surface';
    return { excluded: left(candidate, target, missing), error: notTaken(missing) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { excluded: left(candidate, target, reason), error };
  }
}

/** What the request brings that the candidate does not take; `null`: nothing. */
function missingIn(
  { request }: Recalled,
  { takes }: SwitchyardCandidate,
  { contextTokensMax }: Target,
): ExclusionReason | null {
  if (estimatedTokens(request.input.bytes) > contextTokensMax && request.input.castable === 'all')
    return 'context_window';
  if (takes.size === candidateTakes.length) return null;
  const turns = request.turns?.();
  if (turns === undefined) return null;
  if (turns.toolCount > 0 && !takes.has('tools')) return 'tools';
  if (turns.wantsSchema && !takes.has('schema')) return 'schema';
  return turns.hasAttachments && !takes.has('attachments') ? 'attachments' : null;
}

function notTaken(missing: ExclusionReason): GatewayError {
  const detail =
    missing === 'context_window'
      ? 'The input is longer than the context window of every model that may be chosen.'
      : `No model that may be chosen takes ${missing === 'schema' ? 'a schema for its answer' : missing}.`;
  return new GatewayError('unsupported_parameter', { detail, param: 'model' });
}

/** Who asked for nothing, of a profile that is not to reason, is not given the least level instead. */
function effortAt(
  { efforts }: Target,
  asked: ReasoningEffort | null,
  defaultEffort: ReasoningEffort,
): ReasoningEffort | null {
  if (asked === null && defaultEffort === 'none' && !efforts.includes('none')) return null;
  return nearestEffort(asked ?? defaultEffort, efforts);
}

/** Raises 409: a conversation keeps the name that it was begun with. */
function assertSameProfile({ binding }: RecalledContext, profile: string): void {
  if (binding.profile === profile) return;
  throw new GatewayError('context_incompatible', {
    detail: `What this request continues was answered by ${JSON.stringify(binding.profile)}.`,
    param: 'model',
  });
}

/**
 * The target that answered before, where nothing of it has changed, and others by which the same account reaches the same
 * model: what continues a stored response must reach who knows it.
 */
function boundTargets({ binding }: RecalledContext, mapped: readonly Target[]): readonly Target[] {
  const same = mapped.filter(
    ({ upstreamModel, account }) => upstreamModel === binding.upstreamModel && account === binding.account,
  );
  const first = same.find(({ name }) => name === binding.target);
  if (first !== undefined) return [first, ...same.filter((target) => target !== first)];
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
