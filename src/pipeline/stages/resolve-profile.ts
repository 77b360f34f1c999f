import { findProfile, mayAsk } from '../../catalogue/model-catalogue.ts';
import { switchyardProfile } from '../../domain/profile-name.ts';
import { GatewayError } from '../../errors.ts';
import { notAuthorised } from '../../errors/not-authorised.ts';
import { assertSameProfile, fittingOf, membersOf, profileTargets, reachedOf } from '../selection/profile-targets.ts';
import { resolveSwitchyard, type ResolveSwitchyardDeps } from '../selection/resolve-switchyard.ts';
import type { Profiled, Recalled } from '../records.ts';

export type ResolveProfileDeps = ResolveSwitchyardDeps;

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
  if (found === null || !mayAsk(deps, grant, profile)) throw notAuthorised(profile, grant);
  if (context !== null) assertSameProfile(context, found.name);
  const reached = reachedOf(asked, found, profileTargets(asked, found, profile), deps.catalogue);
  const members = membersOf(asked, found, fittingOf(asked, reached));
  return { ...asked, profile, profileName: found.name, routing: null, ...members[0], members };
}
