import type { Config } from '../config.ts';
import { groupsOf } from '../config/pools-section.ts';
import { failureClasses } from '../catalogue/failure-class.ts';
import type { ModelCatalogue, Profile, Target, TargetPool } from '../catalogue/model-catalogue.ts';
import { createPriceList } from '../domain/price-list.ts';
import { publicByDefault, switchyardProfile } from '../domain/profile-name.ts';
import type { PricedProfile } from '../catalogue/priced-profile.ts';
import { credentialsOf, type Credential } from './credentials.ts';

type Offered = Pick<Config, 'targets' | 'profiles' | 'aliases' | 'upstreams' | 'default_profile' | 'pools'>;

/** Resolves the configuration once: names to profiles, profiles to targets, targets to prices. */
export function configuredCatalogue(config: Offered): ModelCatalogue {
  const targets = new Map(Object.keys(config.targets).map((name) => [name, configuredTargets(name, config)]));
  const profiles = Object.keys(config.profiles).map((name) => configuredProfile(name, config, targets));
  return {
    profiles: new Map(profiles.map((profile) => [profile.name, profile])),
    targets: new Map([...targets].map(([name, [first]]) => [name, first])),
    aliases: new Map(Object.entries(config.aliases)),
    defaultProfile: config.default_profile ?? null,
  };
}

/** Every name that a key can be allowed: profiles, aliases and, if it is configured, `switchyard`. In alphabetical order. */
export function namesOfProfiles(config: Pick<Config, 'profiles' | 'aliases' | 'switchyard'>): readonly string[] {
  const reserved = config.switchyard === undefined ? [] : [switchyardProfile];
  return [...Object.keys(config.profiles), ...Object.keys(config.aliases), ...reserved].toSorted();
}

/** The profiles with the price lists of their targets, and what choosing a route costs. */
export function pricedProfiles({
  profiles,
  aliases,
  targets,
  switchyard,
}: Pick<Config, 'profiles' | 'aliases' | 'targets' | 'switchyard'>): readonly PricedProfile[] {
  const priced = (name: string, named: readonly string[]): PricedProfile => ({
    name,
    aliases: Object.entries(aliases).flatMap(([alias, of]) => (of === name ? [alias] : [])),
    targets: [...new Set(named)].flatMap((target) => {
      const prices = targets[target]?.prices;
      return prices === undefined ? [] : [{ name: target, prices }];
    }),
  });
  const judge = switchyard?.judge;
  return [
    ...Object.entries(profiles).map(([name, settings]) =>
      priced(
        name,
        groupsOf(settings.targets).flatMap((members) =>
          members.flatMap(({ target, weight }) => (weight > 0 ? [target] : [])),
        ),
      ),
    ),
    ...(judge === undefined ? [] : [priced(switchyardProfile, [judge])]),
  ];
}

/** The profiles that a key without a list gets. */
export function publicProfiles({ profiles }: Pick<Config, 'profiles'>): readonly string[] {
  const all = Object.entries(profiles);
  return all.flatMap(([name, { public: isPublic = publicByDefault.has(name) }]) => (isPublic ? [name] : []));
}

/** One target for each credential of its upstream. */
type Targets = ReadonlyMap<string, readonly [Target, ...Target[]]>;

function configuredProfile(name: string, config: Offered, targets: Targets): Profile {
  const settings = config.profiles[name];
  if (settings === undefined) throw new Error(`no profile ${name}`);
  const pool = configuredPool(settings, config, targets);
  return {
    name,
    displayName: settings.display_name ?? name,
    description: settings.description,
    released: settings.released,
    defaultEffort: settings.default_effort,
    targets: pool.groups.flatMap((members) => members.flatMap(({ target, weight }) => (weight > 0 ? [target] : []))),
    pool,
  };
}

/** A target with several credentials becomes one member per credential, which share its weight. */
function configuredPool(
  settings: Config['profiles'][string],
  { pools }: Pick<Config, 'pools'>,
  targets: Targets,
): TargetPool {
  return {
    groups: groupsOf(settings.targets).map((members) =>
      members.flatMap(({ target, weight }) => {
        const each = targets.get(target) ?? [];
        return each.map((member) => ({ target: member, weight: weight / each.length }));
      }),
    ),
    balance: settings.balance,
    hasAffinity: settings.affinity,
    attemptsMax: pools.attempts_max,
    deadlineMs: pools.deadline_ms,
    failsOver: new Set(failureClasses.filter((of) => pools.failures[of].fails_over)),
    retryBudget: { sharePercent: pools.retry_percent_max, attemptsMin: pools.free_retries_max },
  };
}

function configuredTargets(name: string, config: Offered): readonly [Target, ...Target[]] {
  const settings = config.targets[name];
  if (settings === undefined) throw new Error(`no target ${name}`);
  const [first, ...others] = credentialsOf(settings.upstream, config);
  const of = (credential: Credential): Target => configuredTarget(name, config, credential);
  return [of(first), ...others.map(of)];
}

function configuredTarget(name: string, config: Offered, credential: Credential): Target {
  const settings = config.targets[name];
  if (settings === undefined) throw new Error(`no target ${name}`);
  return {
    name,
    upstream: credential.name,
    upstreamModel: settings.model,
    account: credential.account,
    surfaces: new Set(settings.surfaces),
    contextTokensMax: settings.context_tokens_max,
    outputTokensMax: settings.output_tokens_max,
    outputTokensPerSecondMax: settings.output_tokens_per_second_max,
    hostedToolUsesMax: settings.hosted_tool_uses_max,
    toolPromptTokensMax: settings.tool_prompt_tokens_max,
    areCachesBeside: settings.cached_tokens === 'beside',
    arePricesOfAllProviders: settings.prices_cover_providers,
    answersMax: settings.answers_max,
    unknownMembers: settings.unknown_members,
    efforts: settings.efforts,
    thinking: settings.thinking,
    hasOpaqueReasoning: settings.opaque_reasoning,
    isTrusted: settings.trusted,
    passesTrace: settings.trace_headers === 'pass',
    passesTags: config.upstreams[settings.upstream]?.tags_header === 'pass',
    systemOne: settings.systemone,
    audio: settings.audio,
    priceList: createPriceList(settings.prices),
    hasBillingRecords: config.upstreams[settings.upstream]?.billing_records_path !== undefined,
  };
}
