import { switchyardProfile } from '../../domain/profile-name.ts';
import { estimatedTokens } from '../../domain/usage.ts';
import { GatewayError } from '../../errors.ts';
import { notAuthorised } from '../../errors/not-authorised.ts';
import { mayAsk, mayUse, type ModelCatalogue, type Target } from '../../catalogue/model-catalogue.ts';
import type { ExclusionReason } from '../../domain/selection/selection-events.ts';
import { candidateTakes, type Switchyard, type SwitchyardCandidate } from '../../routing/switchyard.ts';
import type { TargetPools } from '../../ports/target-pools.ts';
import {
  assertSameProfile,
  faultOf,
  fittingOf,
  isSome,
  membersOf,
  profileTargets,
  reachedOf,
} from './profile-targets.ts';
import { exclusionOf, type ExcludedCandidate, type RouteOption } from './route-options.ts';
import type { Profiled, Recalled } from '../records.ts';

export interface ResolveSwitchyardDeps {
  readonly catalogue: ModelCatalogue;
  /** The candidates of the reserved name; `null`: it is not configured. */
  readonly switchyard: Switchyard | null;
  /** Tells which targets are healthy; absent: all are. */
  readonly pools?: Pick<TargetPools, 'isAnyAvailable'>;
}

/**
 * Finds the candidates that may answer under the reserved name, by the server's configuration alone: what a request
 * says about targets and prices has no effect. Raises 403 when the name is not configured or not allowed; 409 when the
 * target of a continued response is gone; and the fault of the most capable candidate when none is left.
 */
export function resolveSwitchyard(asked: Recalled, { catalogue, switchyard, pools }: ResolveSwitchyardDeps): Profiled {
  const { grant, context } = asked;
  if (switchyard === null || !mayAsk({ catalogue, switchyard }, grant, switchyardProfile)) {
    throw notAuthorised(switchyardProfile, grant);
  }
  if (context !== null) assertSameProfile(context, switchyardProfile);
  const candidates = switchyard.candidates.map((candidate, rank) => ({ candidate, rank }));
  const examined = candidates.map(({ candidate, rank }) =>
    mayUse(catalogue, grant, candidate.profile.name)
      ? examine(asked, candidate, rank, catalogue)
      : { excluded: excludedCandidate(candidate, null, 'not_authorised'), error: null },
  );
  const suitable = examined.flatMap((each) => ('option' in each ? [each.option] : []));
  const { options, unhealthy } = context === null ? healthyOf(suitable, pools) : { options: suitable, unhealthy: [] };
  const [first] = options;
  const unsuitable = examined.flatMap((each) => ('excluded' in each ? [each] : []));
  if (first === undefined) {
    if (isForbidden(asked, switchyard, catalogue)) throw notAuthorised(switchyardProfile, grant);
    throw unsuitable.findLast(({ error }) => error !== null)?.error ?? notAuthorised(switchyardProfile, grant);
  }
  const { target, effort, outputTokensMax, members } = first;
  const boundTo = context === null ? null : target.name;
  const routing = { options, excluded: [...unsuitable.map(({ excluded }) => excluded), ...unhealthy], boundTo };
  const names = { profile: switchyardProfile, profileName: switchyardProfile };
  return { ...asked, ...names, target, effort, outputTokensMax, members, routing };
}

/** Whether the target of a continued response belongs to a candidate that this caller may not use any more. */
function isForbidden({ grant, context }: Recalled, { candidates }: Switchyard, catalogue: ModelCatalogue): boolean {
  return candidates.some(
    ({ profile: { name, targets } }) =>
      !mayUse(catalogue, grant, name) && targets.some((target) => target.name === context?.binding.target),
  );
}

/**
 * Leaves out candidates without a healthy target, unless none has one. Not for a continued response, which has no
 * choice.
 */
function healthyOf(
  options: readonly RouteOption[],
  pools: ResolveSwitchyardDeps['pools'],
): { readonly options: readonly RouteOption[]; readonly unhealthy: readonly ExcludedCandidate[] } {
  const isHealthy = ({ members }: RouteOption): boolean =>
    pools?.isAnyAvailable(members.map(({ target }) => target)) ?? true;
  const healthy = options.filter(isHealthy);
  if (healthy.length === 0 || healthy.length === options.length) return { options, unhealthy: [] };
  return {
    options: healthy,
    unhealthy: options.filter((option) => !healthy.includes(option)).map((option) => exclusionOf(option, 'unhealthy')),
  };
}

type Examined =
  | { readonly option: RouteOption }
  /** `error`: what the caller is told if no candidate is left; `null`: that the name is not allowed. */
  | { readonly excluded: ExcludedCandidate; readonly error: GatewayError | null };

function excludedCandidate(
  { profile }: SwitchyardCandidate,
  target: Target | null,
  reason: ExclusionReason,
): ExcludedCandidate {
  return { profile: profile.name, target: target?.name ?? null, reason };
}

function examine(asked: Recalled, candidate: SwitchyardCandidate, rank: number, catalogue: ModelCatalogue): Examined {
  const { profile, surfaces } = candidate;
  let target: Target | null = null;
  let reason: ExclusionReason = 'surface';
  try {
    const targets = profile.targets.filter(() => surfaces.has(asked.surface.name));
    const mapped = profileTargets(asked, { ...profile, targets }, switchyardProfile);
    target = mapped[0];
    reason = 'account';
    const reached = reachedOf(asked, profile, mapped, catalogue);
    target = reached[0];
    reason = faultOf(asked, target)?.of ?? reason;
    const fitting = fittingOf(asked, reached);
    target = fitting[0];
    const complete = fitting.filter((each) => missingIn(asked, candidate, each) === null);
    if (isSome(complete)) {
      const members = membersOf(asked, profile, complete);
      return { option: { profile: profile.name, rank, ...members[0], members } };
    }
    const missing = missingIn(asked, candidate, target) ?? 'surface';
    return { excluded: excludedCandidate(candidate, target, missing), error: notTaken(missing) };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { excluded: excludedCandidate(candidate, target, reason), error };
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
