import { findProfile, mayUse, type ModelCatalogue } from '../catalogue/model-catalogue.ts';
import type { Grant } from '../domain/policy.ts';
import { switchyardProfile } from '../domain/profile-name.ts';
import type { Switchyard } from './switchyard.ts';

/** The names that there are. */
export interface KnownNames {
  readonly catalogue: ModelCatalogue;
  /** `null`: it is not configured. */
  readonly switchyard: Pick<Switchyard, 'candidates'> | null;
}

/**
 * Whether a caller may ask for a name. An alias may be granted by its own name or by the name of its profile; the reserved
 * name needs a candidate that may be used.
 */
export function mayAsk({ catalogue, switchyard }: KnownNames, grant: Grant, name: string): boolean {
  if (name === switchyardProfile) {
    const candidates = switchyard?.candidates ?? [];
    return grant.allows(name) && candidates.some(({ profile }) => mayUse(catalogue, grant, profile.name));
  }
  const found = findProfile(catalogue, name);
  return found !== null && (grant.allows(name) || grant.allows(found.name));
}
