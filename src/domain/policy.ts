import { callsModels, type ApiKey } from './api-key.ts';
import { nanoFromEur, smaller, type NanoEur } from './money.ts';
import {
  isGradeAtLeast,
  piiEntities,
  type PiiEntity,
  type PiiGrade,
  type PiiRequirements,
} from '../personal-data/pii-kinds.ts';
import type { ScopeKind } from './policy-events.ts';

/** The rules that one level has set for a scope. Plain JSON: a part of a directory document. */
export interface Policy {
  readonly scope_kind: ScopeKind;
  readonly scope_id: string;
  readonly allowed_profiles: readonly string[];
  readonly default_profile: string;
  readonly pii_required: boolean;
  readonly max_request_eur: string;
  readonly allow_all_models: boolean;
  readonly pii_grades?: PiiRequirements | undefined;
  /** The actor, if known: see `actor.ts`. */
  readonly set_by?: string;
}

/** What a key may do after all policies above it have narrowed it. */
export interface Grant {
  /** Whether the key may call models at all: one that administers has to say so. */
  readonly callsModels: boolean;
  /** Whether a profile name may be used. */
  allows(profile: string): boolean;
  /** The smallest cap per request of the key and its policies; `null` when none is set. */
  readonly requestCap: NanoEur | null;
  readonly piiRequired: boolean;
  /** Kinds of personal data that must be detected, each with the lowest acceptable grade. */
  readonly piiRequirements: PiiRequirements;
  /** The profile of a request without `model`: the nearest default that is allowed; `null` when there is none. */
  readonly defaultProfile: string | null;
}

/** Whether personal data in the requests of a caller must be replaced. */
export function isProtected({ caller, grant }: Protectable): boolean {
  return caller.principal.pii_enabled || grant.piiRequired;
}

interface Protectable {
  readonly caller: { readonly principal: { readonly pii_enabled: boolean } };
  readonly grant: Pick<Grant, 'piiRequired'>;
}

/**
 * Narrows a key by the policies of its scopes, from the widest to the narrowest. A policy only narrows: allowed
 * profiles intersect, caps take the minimum, `pii_required` takes the OR, and the best of the required grades counts.
 */
export function grantOf(
  key: Pick<ApiKey, 'allowed_profiles' | 'allow_all_models' | 'max_request_eur' | 'administers' | 'inference'>,
  policies: readonly Policy[],
  fallbackProfile: string | null,
): Grant {
  const keyProfiles = new Set(key.allowed_profiles);
  const policyProfiles = policies.map((rules) => ({ rules, profiles: new Set(rules.allowed_profiles) }));
  const mayCall = callsModels(key);
  const allows = (profile: string): boolean =>
    mayCall &&
    (key.allow_all_models || keyProfiles.has(profile)) &&
    policyProfiles.every(({ rules, profiles }) => rules.allow_all_models || profiles.has(profile));
  const caps = [...policies.map((rules) => rules.max_request_eur), key.max_request_eur];
  const defaults = [...policies.toReversed().map((rules) => rules.default_profile), fallbackProfile];
  return {
    callsModels: mayCall,
    allows,
    requestCap: caps.reduce<NanoEur | null>(smallestCap, null),
    piiRequired: policies.some((rules) => rules.pii_required),
    piiRequirements: strictestOf(policies),
    defaultProfile: defaults.find((profile) => profile !== null && allows(profile)) ?? null,
  };
}

function smallestCap(least: NanoEur | null, cap: string | null): NanoEur | null {
  if (cap === null) return least;
  const nano = nanoFromEur(cap);
  return least === null ? nano : smaller(least, nano);
}

function strictestOf(policies: readonly Policy[]): PiiRequirements {
  const strictest: Partial<Record<PiiEntity, PiiGrade>> = {};
  for (const { pii_grades: grades = {} } of policies) {
    for (const entity of piiEntities) {
      const [asked, known] = [grades[entity], strictest[entity]];
      if (asked !== undefined && (known === undefined || isGradeAtLeast(asked, known))) strictest[entity] = asked;
    }
  }
  return strictest;
}
