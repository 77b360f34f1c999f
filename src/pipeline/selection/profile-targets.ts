import { nearestEffort, type ReasoningEffort } from '../../catalogue/reasoning-effort.ts';
import { isOrdinaryTier } from '../../domain/price-list.ts';
import { GatewayError } from '../../errors.ts';
import type { ModelCatalogue, Profile, Target } from '../../catalogue/model-catalogue.ts';
import type { ExclusionReason } from '../../domain/selection/selection-events.ts';
import { withoutBlocks } from '../flow/block-book.ts';
import type { Member } from './route-options.ts';
import type { Recalled, RecalledContext } from '../records.ts';

// The targets of a profile that can answer a request, for a profile that the caller named and for candidates alike.

export type Some<Item> = readonly [Item, ...Item[]];

export function isSome<Item>(items: readonly Item[]): items is Some<Item> {
  return items.length > 0;
}

/** The targets of a profile on this surface, or those bound by a continued response. Raises 400 and 409. */
export function profileTargets({ surface, context }: Recalled, found: Profile, name: string): Some<Target> {
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
export function reachedOf(
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

/** The targets that accept the request. Raises the fault of the first target when none does. */
export function fittingOf(asked: Recalled, targets: Some<Target>): Some<Target> {
  const fit = targets.filter((target) => faultOf(asked, target) === null);
  if (isSome(fit)) return fit;
  throw faultOf(asked, targets[0])?.error ?? new RangeError('no fault');
}

/** The first thing in the request that the target does not accept; `null`: it accepts everything. */
export function faultOf(
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

/** What a target must accept of a request, and the reason for which a candidate is excluded otherwise. */
const checks: readonly (readonly [ExclusionReason, (asked: Recalled, target: Target) => void])[] = [
  ['service_tier', assertTierIsPriced],
  ['files', assertReachesFiles],
  ['input', ({ request }, target) => request.work.assertTakenBy(target)],
  ['context_window', assertWindow],
];

export function membersOf(asked: Recalled, profile: Profile, [first, ...others]: Some<Target>): Some<Member> {
  return [servedBy(asked, profile, first), ...others.map((target) => servedBy(asked, profile, target))];
}

function servedBy({ request: { asked } }: Recalled, { defaultEffort }: Profile, target: Target): Member {
  return {
    target,
    effort: effortAt(target, asked.effort, defaultEffort),
    outputTokensMax: Math.min(asked.outputTokensMax ?? target.outputTokensMax, target.outputTokensMax),
  };
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
export function assertSameProfile({ binding }: RecalledContext, profile: string): void {
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

function assertTierIsPriced({ request }: Recalled, { priceList }: Target): void {
  const { serviceTier } = request.asked;
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
