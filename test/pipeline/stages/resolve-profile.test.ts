import { randomUUID } from 'node:crypto';
import test from 'ava';
import { configuredCatalogue } from '../../../src/composition/catalogue.ts';
import type { ModelCatalogue, Target } from '../../../src/catalogue/model-catalogue.ts';
import { platformScopeId } from '../../../src/domain/policy-events.ts';
import type { Policy } from '../../../src/domain/policy.ts';
import { reasoningEfforts, type ReasoningEffort } from '../../../src/catalogue/reasoning-effort.ts';
import { GatewayError, type ErrorCode } from '../../../src/errors.ts';
import { resolveProfile } from '../../../src/pipeline/stages/resolve-profile.ts';
import { poolsSection } from '../../../src/config/pools-section.ts';
import { candidateTakes, type Switchyard } from '../../../src/routing/switchyard.ts';
import { askedWith, type Wishes } from '../../_support/inference-records.ts';
import { serveGateway } from '../../_support/served-gateway.ts';

/** What configuration does not know yet: a target that speaks another protocol, beside one that speaks this one. */
const catalogue: ModelCatalogue = withSurfaces(
  configuredCatalogue({
    upstreams: {},
    targets: { chatter: targetOf('chatter', ['low', 'high']), speaker: targetOf('speaker', []) },
    profiles: {
      light: profileOf(['speaker', 'chatter'], 'medium'),
      voice: profileOf(['speaker'], 'medium'),
    },
    pools: poolsSection.parse({}),
    aliases: { nick: 'light' },
    default_profile: 'light',
  }),
);

function profileOf(targets: string[], effort: ReasoningEffort) {
  const pooled = { targets, balance: 'weighted', affinity: true } as const;
  return { ...pooled, description: '', released: '2026-01-01', default_effort: effort };
}

function targetOf(model: string, efforts: ReasoningEffort[]) {
  return {
    upstream: 'there',
    model,
    surfaces: ['chat_completions' as const],
    context_tokens_max: 10_000,
    output_tokens_max: 1_000,
    output_tokens_per_second_max: 1_000,
    cached_tokens: 'within' as const,
    prices_cover_providers: false,
    hosted_tool_uses_max: 5,
    tool_prompt_tokens_max: 1_000,
    answers_max: 128,
    unknown_members: 'pass' as const,
    efforts,
    thinking: 'adaptive' as const,
    opaque_reasoning: true as const,
    trace_headers: 'drop' as const,
    trusted: false,
    systemone: { questions_max: 1_000, prompt_per_question: true },
    audio: { seconds_max: 14_400, bytes_per_second_min: 500 },
    prices: {
      id: model,
      version: '1',
      eur_per_million_tokens: { input: '1', output: '2' },
      service_tiers: { flex: { input: '0.5', output: '1' } },
    },
  };
}

function withSurfaces(configured: ModelCatalogue): ModelCatalogue {
  const profiles = [...configured.profiles].map(([name, profile]) => {
    const targets = profile.targets.map((target) =>
      target.name === 'speaker' ? { ...target, surfaces: new Set(['audio_speech']) } : target,
    );
    return [name, { ...profile, targets }] as const;
  });
  return { ...configured, profiles: new Map(profiles) };
}

const resolved = (wishes: Wishes) => resolveProfile(askedWith(wishes), { catalogue, switchyard: null });
const refusal = (wishes: Wishes): ErrorCode | null => {
  try {
    resolved(wishes);
    return null;
  } catch (error) {
    return error instanceof GatewayError ? error.code : null;
  }
};

test('the first target that speaks the protocol serves', (t) => {
  t.is(resolved({}).target.name, 'chatter');
  t.is(resolved({ surface: 'audio_speech' }).target.name, 'speaker');
});

test('an allowed model of another surface and a model that is not allowed get different refusals', (t) => {
  t.is(refusal({ model: 'voice' }), 'surface_not_mapped');
  t.is(refusal({ model: 'voice', allowed: ['light'] }), 'profile_not_authorised');
  const error = t.throws(() => resolved({ model: 'voice' }), { instanceOf: GatewayError });
  t.like(error, { status: 400, param: 'model', type: 'invalid_request_error' });
  t.is(
    error.message,
    'The model "voice" is not mapped to chat_completions; it answers at /v1/audio/speech. Call one of the surfaces that GET /v1/models lists for this model.',
  );
});

test('an alias resolves to its profile under its own name, allowed by either', (t) => {
  t.like(resolved({ model: 'nick' }), { profile: 'nick', target: { name: 'chatter' } });
  t.like(resolved({ model: 'nick', allowed: ['nick'] }), { profile: 'nick', target: { name: 'chatter' } });
  t.is(refusal({ model: 'light', allowed: ['nick'] }), 'profile_not_authorised');
  t.is(refusal({ model: 'nick', allowed: ['voice'] }), 'profile_not_authorised');
});

test('switchyard is refused even where it is allowed', (t) => {
  t.is(refusal({ model: 'switchyard', allowed: ['switchyard'] }), 'profile_not_authorised');
});

test('the output limit is the smaller one of the caller and the target', (t) => {
  t.is(resolved({ outputTokensMax: null }).outputTokensMax, 1_000);
  t.is(resolved({ outputTokensMax: 999 }).outputTokensMax, 999);
  t.is(resolved({ outputTokensMax: 1_001 }).outputTokensMax, 1_000);
});

test('a tier is served if it is the ordinary one or has a price', (t) => {
  for (const serviceTier of [null, 'auto', 'default', 'flex']) t.is(refusal({ serviceTier }), null);
  for (const serviceTier of ['priority', 'scale', 'fast', '']) {
    t.is(refusal({ serviceTier }), 'service_tier_not_priced');
  }
});

/** By the rule in other words: try every distance from near to far, the higher level first. */
function expectedEffort(wanted: ReasoningEffort, supported: readonly ReasoningEffort[]): ReasoningEffort | null {
  const rank = reasoningEfforts.indexOf(wanted);
  for (let distance = 0; distance < reasoningEfforts.length; distance++) {
    for (const candidate of [reasoningEfforts[rank + distance], reasoningEfforts[rank - distance]]) {
      if (candidate !== undefined && supported.includes(candidate)) return candidate;
    }
  }
  return null;
}

test('every level becomes the nearest of every set, the higher of two; without a level medium counts', (t) => {
  for (let set = 0; set < 2 ** reasoningEfforts.length; set++) {
    const efforts = reasoningEfforts.filter((_, rank) => (set & (1 << rank)) !== 0);
    const profile = catalogue.profiles.get('light');
    const targets = profile?.targets.map((target) => ({ ...target, efforts })) ?? [];
    if (profile === undefined) return t.fail();
    const changed = { ...catalogue, profiles: new Map([['light', { ...profile, targets }]]) };
    for (const effort of [...reasoningEfforts, null]) {
      const answer = resolveProfile(askedWith({ effort }), { catalogue: changed, switchyard: null }).effort;
      t.is(answer, expectedEffort(effort ?? 'medium', efforts), `${effort} on ${efforts.join(' ')}`);
    }
  }
});

test('a request without a model gets the nearest allowed default: of the user, the tenant, the platform', async (t) => {
  const names = ['mine', 'ours', 'everyones'];
  const { tenant, client: clientOf } = await serveGateway(t, {
    config: { profiles: Object.fromEntries(names.map((name) => [name, { targets: ['small'] }])) },
  });
  const rules = (scope_kind: Policy['scope_kind'], scope_id: string, default_profile: string): Policy => ({
    scope_kind,
    scope_id,
    default_profile,
    allowed_profiles: ['light', ...names],
    pii_required: false,
    max_request_eur: '1.000000000',
    allow_all_models: false,
  });
  const servedTo = async (profiles: readonly string[], scopes: readonly Policy['scope_kind'][]): Promise<string> => {
    const [tenantId, userId] = [randomUUID(), randomUUID()];
    const all: Partial<Record<Policy['scope_kind'], Policy>> = {
      tenant: rules('tenant', tenantId, 'ours'),
      user: rules('user', userId, 'mine'),
    };
    const policies = scopes.flatMap((scope) => all[scope] ?? []);
    const { apiKey } = await tenant({ tenantId, userId, profiles, policies });
    const answer = await clientOf(apiKey).chat.completions.create({
      // The client's types want a model; the service does not.
      ...({} as { model: string }),
      max_tokens: 10,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    return answer.model;
  };
  t.is(await servedTo(['light', ...names], []), 'light');
  await tenant({ policies: [rules('platform', platformScopeId, 'everyones')] });
  t.is(await servedTo(['light', ...names], []), 'everyones');
  t.is(await servedTo(['light', ...names], ['tenant']), 'ours');
  t.is(await servedTo(['light', ...names], ['tenant', 'user']), 'mine');
  t.is(await servedTo(['light', 'ours', 'everyones'], ['tenant', 'user']), 'ours');
  t.is(await servedTo(['light', 'everyones'], ['tenant', 'user']), 'everyones');
  t.is(await servedTo(['light'], ['tenant', 'user']), 'light');
});

for (const [efforts, asked, effort] of [
  [['low', 'high'], null, null],
  [['none', 'low'], null, 'none'],
  [['low', 'high'], 'medium', 'high'],
  [[], null, null],
] as const) {
  test(`the effort of a profile with default none: of ${efforts.join(', ') || 'no levels'}, asked ${asked}, ${effort}`, (t) => {
    const quiet = configuredCatalogue({
      upstreams: {},
      targets: { chatter: targetOf('chatter', [...efforts]) },
      profiles: { light: profileOf(['chatter'], 'none') },
      aliases: {},
      pools: poolsSection.parse({}),
    });
    t.is(resolveProfile(askedWith({ effort: asked }), { catalogue: quiet, switchyard: null }).effort, effort);
  });
}

test('a candidate without a healthy target is left out, unless there is no other', (t) => {
  const offered = configuredCatalogue({
    upstreams: {},
    targets: { small: targetOf('small', []), large: targetOf('large', []) },
    profiles: { light: profileOf(['small'], 'medium'), advanced: profileOf(['large'], 'medium') },
    aliases: {},
    pools: poolsSection.parse({}),
  });
  const candidates = [...offered.profiles.values()].map((profile) => ({
    profile,
    surfaces: new Set(['chat_completions']),
    takes: new Set(candidateTakes),
  }));
  // `as`: nothing else of it is looked at before who answers is chosen.
  const switchyard = { candidates } as unknown as Switchyard;
  const asked = askedWith({ model: 'switchyard', allowed: ['switchyard', 'light', 'advanced'] });
  const left = (...out: readonly string[]) => {
    const isAnyAvailable = (targets: readonly Target[]): boolean => targets.some(({ name }) => !out.includes(name));
    return resolveProfile(asked, { catalogue: offered, switchyard, pools: { isAnyAvailable } }).routing;
  };
  t.deepEqual(
    left()?.options.map(({ profile }) => profile),
    ['light', 'advanced'],
  );
  t.deepEqual(
    left('small')?.options.map(({ profile }) => profile),
    ['advanced'],
  );
  t.deepEqual(left('small')?.excluded, [{ profile: 'light', target: 'small', reason: 'unhealthy' }]);
  t.deepEqual(
    left('small', 'large')?.options.map(({ profile }) => profile),
    ['light', 'advanced'],
  );
});
