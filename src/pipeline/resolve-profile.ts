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
  /** The candidates of the reserved name; `null`: it is not configured. */
  readonly switchyard: Switchyard | null;
  /** Tells which targets are healthy; absent: all are. */
  readonly pools?: Pick<TargetPools, 'isAnyWell'>;
}

/**
 * Resolves a name to the targets on this surface, with the effort and the output limit of each. Raises 403 (not allowed
 * and not existing look alike), 400 (not on this surface; a tier without a price; files that are stored elsewhere;
 * opaque blocks of an account that the profile does not reach), 409 (what the request continues was answered by another
 * target, which is never taken for this one), 503 (the account that made the opaque blocks of the request is not in
 * use).
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

/** The targets that accept the request. Raises the fault of the first target when none does. */
function fittingOf(asked: Recalled, targets: Some<Target>): Some<Target> {
  const fit = targets.filter((target) => faultOf(asked, target) === null);
  if (isSome(fit)) return fit;
  throw faultOf(asked, targets[0])?.error ?? new RangeError('no fault');
}

/** The first thing in the request that the target does not accept; `null`: it accepts everything. */
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

/** The targets of a profile on this surface, or those bound by a continued response. Raises 400 and 409. */
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
 * The targets at the account that made the opaque blocks of the request; all targets when it brings none. Raises 400
 * for blocks that the profile, or the continued response, can never accept, and 503 when the account was taken out of
 * the profile, or is not used by any profile any more.
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
      detail: `\`${param}\` was made by another account than the response that this request continues.`,
      param,
      next: `Continue another response, ${withoutBlocks}, or start a new conversation.`,
    });
  }
  const isMember = pool.groups.some((members) => members.some(({ target }) => isThere(target)));
  const isServed = [...profiles.values()].some((profile) => profile.targets.some(isThere));
  if (isServed && !isMember) {
    throw new GatewayError('invalid_value', {
      detail: `\`${param}\` was made by an account that this model does not use.`,
      param,
      next: `Use the model that made it, ${withoutBlocks}, or start a new conversation.`,
    });
  }
  throw new GatewayError('upstream_unavailable', {
    detail: `The account that made \`${param}\` is no longer in use. Nothing was charged.`,
    param,
    next: `To get an answer from another account, ${withoutBlocks}, or start a new conversation.`,
    shouldRetry: false,
  });
}

/** What a target must accept of a request, and the reason for which a candidate is excluded otherwise. */
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
 * Finds the candidates that may answer under the reserved name, by the server's configuration alone: what a request
 * says about targets and prices has no effect. Raises 403 when the name is not configured or not allowed; 409 when the
 * target of a continued response is gone; and the fault of the most capable candidate when none is left.
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

/**
 * Leaves out candidates without a healthy target, unless none has one. Not for a continued response, which has no
 * choice.
 */
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
  /** `error`: what the caller is told if no candidate is left; `null`: that the name is not allowed. */
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

/** The first thing that the request needs and the candidate does not accept; `null`: nothing. */
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
      : `No model that may be chosen accepts ${missing === 'schema' ? 'a schema for its answer' : missing}.`;
  return new GatewayError('unsupported_parameter', { detail, param: 'model' });
}

/**
 * A caller who asked for no effort, with a profile that defaults to `none`, gets no effort instead of the target's
 * lowest.
 */
function effortAt(
  { efforts }: Target,
  asked: ReasoningEffort | null,
  defaultEffort: ReasoningEffort,
): ReasoningEffort | null {
  if (asked === null && defaultEffort === 'none' && !efforts.includes('none')) return null;
  return nearestEffort(asked ?? defaultEffort, efforts);
}

/** Raises 409: a conversation keeps the name that it began with. */
function assertSameProfile({ binding }: RecalledContext, profile: string): void {
  if (binding.profile === profile) return;
  throw new GatewayError('context_incompatible', {
    detail: `The response that this request continues was answered by ${JSON.stringify(binding.profile)}.`,
    param: 'model',
  });
}

/**
 * The target that answered before, if it is unchanged, and others that reach the same model by the same account: a
 * continued response must reach the account that knows it.
 */
function boundTargets({ binding }: RecalledContext, mapped: readonly Target[]): readonly Target[] {
  const same = mapped.filter(
    ({ upstreamModel, account }) => upstreamModel === binding.upstreamModel && account === binding.account,
  );
  const first = same.find(({ name }) => name === binding.target);
  if (first !== undefined) return [first, ...same.filter((target) => target !== first)];
  throw new GatewayError('context_incompatible', { detail: 'The target that answered before has changed or is gone.' });
}

/** The paths of a profile's surfaces, e.g. `/v1/chat/completions` for `chat_completions`. */
function pathsOf({ targets }: Profile): string {
  const names = new Set(targets.flatMap(({ surfaces }) => [...surfaces]));
  return [...names].map((name) => `/v1/${name.replaceAll('_', '/')}`).join(', ');
}

/** An alias may be granted by its own name or by the name of its profile. */
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

/** Raises 400 for files of another account: their ids mean nothing here, or another file. */
function assertReachesFiles({ files }: Recalled, { account }: Target): void {
  if (files.account === null || files.account === account) return;
  throw new GatewayError('invalid_value', {
    detail:
      'The file is stored at another upstream than this model. Send its content, or use a model of that upstream.',
    param: 'file_id',
  });
}
