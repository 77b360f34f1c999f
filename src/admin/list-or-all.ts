import { GatewayError } from '../errors.ts';
import type { AdminRequest } from './operation.ts';

interface Allowed {
  readonly allowed_profiles?: readonly string[] | undefined;
  readonly allow_all_models: boolean;
}

/** The names of all configured profiles. Empty if there is no configuration to compare with. */
export function configuredProfiles({ deps }: Pick<AdminRequest, 'deps'>): readonly string[] {
  return deps.knownNames() === null ? [] : deps.profileNames();
}

/**
 * Refuses a list that would restrict nothing, because all models are allowed beside it. A list of everything that is
 * configured is none: it says the same. Raises `invalid_value`.
 */
export function assertListOrAll(
  request: Pick<AdminRequest, 'deps'>,
  { allowed_profiles: listed = [], allow_all_models: all }: Allowed,
): void {
  if (!all || listed.length === 0) return;
  const configured = configuredProfiles(request);
  if (configured.length > 0 && configured.every((name) => listed.includes(name))) return;
  throw new GatewayError('invalid_value', {
    detail:
      '`allow_all_models` allows every profile, so `allowed_profiles` would restrict nothing. Leave `allowed_profiles` out to allow all, or `allow_all_models` to allow only those.',
    param: 'allowed_profiles',
  });
}
