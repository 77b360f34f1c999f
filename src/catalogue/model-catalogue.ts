import type { AudioTarget } from './audio-target.ts';
import type { Grant } from '../domain/policy.ts';
import { switchyardProfile } from '../domain/profile-name.ts';
import type { FailureClass } from './failure-class.ts';
import type { PoolBalance } from './pool-balance.ts';
import type { PriceList } from '../domain/price-list.ts';
import type { ReasoningEffort } from './reasoning-effort.ts';
import type { SystemOneTarget } from './systemone-target.ts';
import type { ThinkingControl } from './thinking-control.ts';

/** One upstream model, with its limits and its price. */
export interface Target {
  readonly name: string;
  /** The upstream with its credential: `<upstream>/<credential>` if it has several. */
  readonly upstream: string;
  readonly upstreamModel: string;
  /** The account at the upstream. Opaque blocks that it made go back only there. */
  readonly account: string;
  readonly surfaces: ReadonlySet<string>;
  readonly contextTokensMax: number;
  readonly outputTokensMax: number;
  /** The highest speed of one answer. */
  readonly outputTokensPerSecondMax: number;
  /** Most uses of upstream tools per request: of each tool, or of all, as the protocol counts them. */
  readonly hostedToolUsesMax: number;
  /** Most tokens of each prompt that the upstream adds to a request with tools. */
  readonly toolPromptTokensMax: number;
  /** Counts cached and written tokens beside its input tokens, not within them. */
  readonly areCachesBeside: boolean;
  /** No provider behind this target charges more than its price list, whichever a request chooses. */
  readonly arePricesOfAllProviders: boolean;
  /** Most answers of one request. */
  readonly answersMax: number;
  /** What to do with a request whose members or opt-ins may change the amount of work. */
  readonly unknownMembers: 'pass' | 'refuse';
  readonly efforts: readonly ReasoningEffort[];
  readonly thinking: ThinkingControl;
  /** In the responses protocol: returns reasoning as an opaque block, and accepts it back. */
  readonly hasOpaqueReasoning: boolean;
  /** May receive personal data that cannot be inspected. */
  readonly isTrusted: boolean;
  /** The trace of a request is sent to the upstream. */
  readonly passesTrace: boolean;
  /** The tags of a request are sent to the upstream. */
  readonly passesTags: boolean;
  readonly systemOne: SystemOneTarget;
  readonly audio: AudioTarget;
  readonly priceList: PriceList;
  /** Whether the upstream can be asked later what it charged. */
  readonly hasBillingRecords: boolean;
}

/** What pools know of a target, or of an upstream that is asked without one. */
export type PoolTarget = Pick<Target, 'name' | 'upstream' | 'upstreamModel' | 'contextTokensMax'>;

/** A target in a group of a profile. */
export interface PoolMember {
  readonly target: Target;
  /** Its share compared with the others of its group; 0: it is not asked any more. */
  readonly weight: number;
}

/** The targets that may answer for a profile, and how one of them is chosen. */
export interface TargetPool {
  /** In order of preference: a group is asked when no member of an earlier one can be. */
  readonly groups: readonly (readonly PoolMember[])[];
  readonly balance: PoolBalance;
  /** The turns of a conversation go to one member while it is healthy. */
  readonly hasAffinity: boolean;
  /** Most attempts of one request, the first included. */
  readonly attemptsMax: number;
  /** Time from the first attempt to the head of an answer, over all attempts, milliseconds. */
  readonly deadlineMs: number;
  /** Failures after which another member is asked. */
  readonly failsOver: ReadonlySet<FailureClass>;
  readonly retryBudget: RetryBudgetSettings;
}

/** How many running requests may be at an attempt beyond their first. */
export interface RetryBudgetSettings {
  /** Percent of the running requests. */
  readonly sharePercent: number;
  /** This many are always allowed. */
  readonly attemptsMin: number;
}

/** A public model name: what callers ask for. */
export interface Profile extends ListedProfile {
  /** How its targets replace each other. */
  readonly pool: TargetPool;
}

/** What is listed for a name. */
export interface ListedProfile {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** ISO date. */
  readonly released: string;
  /** The level for a request that asks for none. */
  readonly defaultEffort: ReasoningEffort;
  /** The targets that may be asked, in order of preference; a target with several credentials once for each. */
  readonly targets: readonly Target[];
}

/** The configured profiles, by name and by alias. */
export interface ModelCatalogue {
  readonly profiles: ReadonlyMap<string, Profile>;
  /** All configured targets, by name. */
  readonly targets: ReadonlyMap<string, Target>;
  /** Alias → profile name. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly defaultProfile: string | null;
}

/** The profile with this name or alias. */
export function findProfile(catalogue: ModelCatalogue, name: string): Profile | null {
  return catalogue.profiles.get(catalogue.aliases.get(name) ?? name) ?? null;
}

/** Whether a key may ask for this profile, by the profile's own name or by an alias. */
export function mayUse({ aliases }: Pick<ModelCatalogue, 'aliases'>, grant: Grant, profile: string): boolean {
  if (grant.allows(profile)) return true;
  return [...aliases].some(([alias, name]) => name === profile && grant.allows(alias));
}

/** The names that there are. */
export interface KnownNames {
  readonly catalogue: ModelCatalogue;
  /** `null`: it is not configured. */
  readonly switchyard: { readonly candidates: readonly { readonly profile: Pick<Profile, 'name'> }[] } | null;
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
