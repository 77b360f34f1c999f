import type { AudioTarget } from './audio-target.ts';
import type { Grant } from '../domain/policy.ts';
import type { FailureClass } from './failure-class.ts';
import type { PoolBalance } from './pool-balance.ts';
import type { PriceList } from '../domain/price-list.ts';
import type { ReasoningEffort } from './reasoning-effort.ts';
import type { SystemOneTarget } from './systemone-target.ts';
import type { ThinkingControl } from './thinking-control.ts';

/** One upstream model, with its limits and its price. */
export interface Target {
  readonly name: string;
  /** The upstream as its credentials are named: `<upstream>/<credential>` where it has several. */
  readonly upstream: string;
  readonly upstreamModel: string;
  /** Names the account at the upstream: opaque blocks that it minted go back there only. */
  readonly account: string;
  readonly surfaces: ReadonlySet<string>;
  readonly contextTokensMax: number;
  readonly outputTokensMax: number;
  /** The fastest that one answer is written. */
  readonly outputTokensPerSecondMax: number;
  /** Most uses of a tool that the upstream runs, per request: of each tool, or of all, as the protocol counts them. */
  readonly hostedToolUsesMax: number;
  /** Most tokens of each prompt that the upstream adds to a request with tools. */
  readonly toolPromptTokensMax: number;
  /** Most answers of one request. */
  readonly answersMax: number;
  /** What becomes of a request with members, or opt-ins, that are not known to leave the amount of work as it is. */
  readonly unknownMembers: 'pass' | 'refuse';
  readonly efforts: readonly ReasoningEffort[];
  readonly thinking: ThinkingControl;
  /** Responses: gives reasoning as an opaque block, and takes it back. */
  readonly hasOpaqueReasoning: boolean;
  /** May see personal data that cannot be inspected. */
  readonly isTrusted: boolean;
  /** The upstream's rate-limit headers are shown: its account is nobody else's. */
  readonly passesRateLimits: boolean;
  /** The upstream is told which trace a request belongs to. */
  readonly passesTrace: boolean;
  readonly systemOne: SystemOneTarget;
  readonly audio: AudioTarget;
  readonly priceList: PriceList;
  /** Whether the upstream can be asked later what it charged. */
  readonly hasBillingRecords: boolean;
}

/** A target in a group of a profile. */
export interface PoolMember {
  readonly target: Target;
  /** Its share beside the others of its group; 0: it is asked no more. */
  readonly weight: number;
}

/** Who may answer for a profile, and how one of them is found. */
export interface TargetPool {
  /** In order of preference: a group is asked where none of those before it may be. */
  readonly groups: readonly (readonly PoolMember[])[];
  readonly balance: PoolBalance;
  /** The turns of a conversation go to one member while that is well. */
  readonly hasAffinity: boolean;
  /** Most attempts of one request, the first included. */
  readonly attemptsMax: number;
  /** From the first attempt to the head of an answer, over all attempts, milliseconds. */
  readonly deadlineMs: number;
  /** Failures after which another member is asked. */
  readonly failsOver: ReadonlySet<FailureClass>;
  readonly retryBudget: RetryBudgetSettings;
}

/** How many of the running requests may be at an attempt beyond their first. */
export interface RetryBudgetSettings {
  /** Percent of the running requests. */
  readonly sharePercent: number;
  /** So many always may. */
  readonly attemptsMin: number;
}

/** A public model name: what callers ask for. */
export interface Profile extends ListedProfile {
  /** How its targets stand in for each other. */
  readonly pool: TargetPool;
}

/** What is told of a name. */
export interface ListedProfile {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** ISO date. */
  readonly released: string;
  /** What a request asks for that names no level. */
  readonly defaultEffort: ReasoningEffort;
  /** Those that may be asked, in order of preference; one that has several credentials once with each. */
  readonly targets: readonly Target[];
}

/** What can be asked for, by profile name and by alias. Made from configuration at start. */
export interface ModelCatalogue {
  readonly profiles: ReadonlyMap<string, Profile>;
  /** All that are configured, by their names. */
  readonly targets: ReadonlyMap<string, Target>;
  /** Alias → profile name. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly defaultProfile: string | null;
}

/** The profile that a name means, directly or as an alias. */
export function findProfile(catalogue: ModelCatalogue, name: string): Profile | null {
  return catalogue.profiles.get(catalogue.aliases.get(name) ?? name) ?? null;
}

/** Whether a key could have asked for this profile: by the profile's own name, or by any alias of it. */
export function mayUse({ aliases }: Pick<ModelCatalogue, 'aliases'>, grant: Grant, profile: string): boolean {
  if (grant.allows(profile)) return true;
  return [...aliases].some(([alias, name]) => name === profile && grant.allows(alias));
}
