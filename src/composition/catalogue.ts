import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import type { ModelCatalogue, Profile, Target } from '../catalogue/model-catalogue.ts';
import { createPriceList } from '../domain/price-list.ts';

/** What configuration offers, resolved once: names to profiles, profiles to targets, targets to prices. */
export function configuredCatalogue(
  config: Pick<Config, 'targets' | 'profiles' | 'aliases' | 'upstreams' | 'default_profile'>,
): ModelCatalogue {
  const targets = new Map(Object.keys(config.targets).map((name) => [name, configuredTarget(name, config)]));
  const profiles = Object.entries(config.profiles).map(([name, settings]): [string, Profile] => [
    name,
    {
      name,
      displayName: settings.display_name ?? name,
      description: settings.description,
      released: settings.released,
      defaultEffort: settings.default_effort,
      targets: settings.targets.flatMap((target) => targets.get(target) ?? []),
    },
  ]);
  return {
    profiles: new Map(profiles),
    targets,
    aliases: new Map(Object.entries(config.aliases)),
    defaultProfile: config.default_profile ?? null,
  };
}

function configuredTarget(name: string, config: Pick<Config, 'targets' | 'upstreams'>): Target {
  const settings = config.targets[name];
  if (settings === undefined) throw new Error(`no target ${name}`);
  return {
    name,
    upstream: settings.upstream,
    upstreamModel: settings.model,
    account: accountOf(settings.upstream, config),
    surfaces: new Set(settings.surfaces),
    contextTokensMax: settings.context_tokens_max,
    outputTokensMax: settings.output_tokens_max,
    outputTokensPerSecondMax: settings.output_tokens_per_second_max,
    hostedToolUsesMax: settings.hosted_tool_uses_max,
    toolPromptTokensMax: settings.tool_prompt_tokens_max,
    answersMax: settings.answers_max,
    unknownMembers: settings.unknown_members,
    efforts: settings.efforts,
    thinking: settings.thinking,
    hasOpaqueReasoning: settings.opaque_reasoning,
    isTrusted: settings.trusted,
    passesRateLimits: settings.rate_limit_headers === 'pass',
    systemOne: settings.systemone,
    audio: settings.audio,
    priceList: createPriceList(settings.prices),
    hasBillingRecords: config.upstreams[settings.upstream]?.books_path !== undefined,
  };
}

/** The account's name, or what tells it from others without telling the credential. */
export function accountOf(upstream: string, { upstreams }: Pick<Config, 'upstreams'>): string {
  const { account, base_url = '', api_key = '' } = upstreams[upstream] ?? {};
  return account ?? createHash('sha256').update(`${base_url}\n${api_key}`).digest('hex').slice(0, 32);
}
