import { testConfig } from '../../_support/gateway.ts';
import type { MockUpstream } from './_mock-upstream.ts';

/** The two upstreams that a gateway stands before: the first is preferred. */
export type Upstreams = readonly [preferred: MockUpstream, other: MockUpstream];

/** Nano-euro a token, everywhere: 1 euro per million tokens read, 2 per million written. */
const nanoPerToken = { prompt: 1_000, completion: 2_000 } as const;

const target = {
  model: 'preferring',
  surfaces: ['chat_completions'],
  context_tokens_max: 10_000,
  output_tokens_max: 1_000,
  prices: { id: 'preferring', version: '1', eur_per_million_tokens: { input: '1', output: '2' } },
};

type Section = Readonly<Record<string, unknown>>;

/** What a scene has its own way, by section of the configuration. */
export interface Wish {
  /** Of both upstreams. */
  readonly upstream?: Section;
  /** Of the preferred one alone. */
  readonly preferred?: Section;
  readonly profile?: Section;
  readonly top?: Section;
}

/** A gateway before two upstreams, everything else as by default. */
export function twoUpstreamsConfig(
  upstreams: Upstreams,
  { upstream = {}, preferred = {}, profile = {}, top = {} }: Wish = {},
): Section {
  const names = ['preferred', 'other'] as const;
  const upstreamAt = (place: 0 | 1): Section => ({
    base_url: upstreams[place].baseUrl,
    api_key: 'upstream-key',
    billing_records_path: '/billing-records/{reservation_id}',
    ...upstream,
  });
  return {
    ...testConfig(
      { baseUrl: '', apiKey: '' },
      { reservations: { sweep_interval_ms: 200, never_seen_grace_ms: 2_000 }, top },
    ),
    upstreams: { preferred: { ...upstreamAt(0), ...preferred }, other: upstreamAt(1) },
    targets: Object.fromEntries(names.map((name) => [name, { ...target, upstream: name }])),
    profiles: { preferring: { targets: names, ...profile } },
    default_profile: 'preferring',
  };
}

/** What both upstreams have charged, nano-euro. */
export function chargedBy(upstreams: Upstreams): number {
  return upstreams
    .map((upstream) => upstream.billed())
    .reduce(
      (sum, { promptTokens, completionTokens }) =>
        sum + promptTokens * nanoPerToken.prompt + completionTokens * nanoPerToken.completion,
      0,
    );
}
