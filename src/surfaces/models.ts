import type { Context } from 'koa';
import { findProfile, mayAsk, type ListedProfile, type ModelCatalogue } from '../catalogue/model-catalogue.ts';
import { reasoningEfforts, type ReasoningEffort } from '../catalogue/reasoning-effort.ts';
import type { Grant } from '../domain/policy.ts';
import { switchyardProfile } from '../domain/profile-name.ts';
import type { Switchyard } from '../routing/switchyard.ts';
import { GatewayError } from '../errors.ts';
import { notAuthorised } from '../errors/not-authorised.ts';
import { presentedIn } from './http-exchange.ts';
import { pageIn } from './page-in.ts';
import { pageLimit } from './query-text.ts';
import type { Caller, CallerAdmission, IdentifiedCaller } from '../pipeline/caller-access.ts';

export interface ModelsDeps {
  readonly catalogue: ModelCatalogue;
  /** `switchyard`, listed like a profile to callers who may use it; `null`: not configured. */
  readonly switchyard: Pick<Switchyard, 'listed' | 'candidates'> | null;
  readonly identify: Caller;
  readonly callerAdmission: CallerAdmission;
}

/**
 * `GET /v1/models`: the models the caller may use, in a body that OpenAI, Anthropic and System One clients can parse.
 * All of them, unless the query asks for a page, as clients of Anthropic do.
 */
export function listModels(deps: ModelsDeps) {
  return async (ctx: Context): Promise<void> => {
    const { grant } = await callerOf(ctx, deps);
    const models = asksForActive(ctx) ? allowedNames(deps, grant) : [];
    const limit = pageLimit(ctx, { most: pageMax, unasked: models.length });
    const listed = models.map(([name, profile]) => modelEntry(name, profile));
    const { page: entries, hasMore } = pageIn(ctx, listed, { limit, after: 'after_id', before: 'before_id' });
    ctx.body = {
      object: 'list',
      data: entries,
      has_more: hasMore,
      first_id: entries[0]?.id ?? null,
      last_id: entries.at(-1)?.id ?? null,
      models: entries.map(({ id, description, release_date }) => ({ name: id, description, release_date })),
    };
  };
}

/** Largest page of models that a client may ask for. */
const pageMax = 1_000;

/** Stages of a model's life by which a list can be filtered. All models here are `active`. */
const stages: ReadonlySet<string> = new Set(['active', 'deprecated', 'retired']);

/** Whether the list has active models, which only a filter leaves out. Raises 400 for an unknown stage. */
function asksForActive({ query }: Context): boolean {
  const wanted = [query['lifecycle[]'] ?? [], query['lifecycle'] ?? []].flat();
  if (wanted.every((stage) => stages.has(stage))) return wanted.length === 0 || wanted.includes('active');
  throw new GatewayError('invalid_value', {
    detail: '`lifecycle` must be `active`, `deprecated` or `retired`.',
    param: 'lifecycle',
  });
}

/**
 * `GET /v1/models/{id}`: one model. One that is not allowed, or does not exist, gets the 403 of a call. Older
 * clients do not encode the slashes of a name, so that it is several segments.
 */
export function showModel(deps: ModelsDeps) {
  return async (ctx: Context & { readonly params: Record<string, string> }): Promise<void> => {
    const { grant } = await callerOf(ctx, deps);
    const { id: first = '', rest } = ctx.params;
    const id = rest === undefined ? first : `${first}/${rest.replace(/\/$/, '')}`;
    const found = allowedNames(deps, grant).find(([name]) => name === id);
    if (found === undefined) throw notAuthorised(id, grant);
    ctx.body = modelEntry(...found);
  };
}

/** The caller. The request counts against the rate limit, but is answered even if all places are taken. */
async function callerOf(ctx: Context, { identify, callerAdmission }: ModelsDeps): Promise<IdentifiedCaller> {
  const identified = await identify(presentedIn(ctx));
  await callerAdmission.count(identified);
  return identified;
}

/** The names that a caller may ask for, with what they stand for: profiles, then aliases, then `switchyard`. */
export function allowedNames(
  { catalogue, switchyard }: Pick<ModelsDeps, 'catalogue' | 'switchyard'>,
  grant: Grant,
): (readonly [string, ListedProfile])[] {
  const names = [...catalogue.profiles.keys(), ...catalogue.aliases.keys(), switchyardProfile];
  return names.flatMap((name) => {
    const listed = name === switchyardProfile ? switchyard?.listed : findProfile(catalogue, name);
    return listed && mayAsk({ catalogue, switchyard }, grant, name) ? [[name, listed] as const] : [];
  });
}

/** The efforts of all surfaces together and of each surface, which are those of the first target that serves it. */
function effortsOf({ targets }: ListedProfile) {
  const serving = new Map<string, readonly ReasoningEffort[]>();
  for (const { surfaces, efforts } of targets) {
    for (const surface of surfaces) if (!serving.has(surface)) serving.set(surface, efforts);
  }
  const all = new Set([...serving.values()].flat());
  return {
    reasoning_efforts: reasoningEfforts.filter((effort) => all.has(effort)),
    reasoning_efforts_by_surface: Object.fromEntries(serving),
  };
}

/** The union of the members that the three clients read; `created` (seconds) and `created_at` (RFC 3339) do not collide. */
function modelEntry(name: string, profile: ListedProfile) {
  const created = Date.parse(`${profile.released}T00:00:00Z`);
  const [first] = profile.targets;
  return {
    id: name,
    object: 'model',
    type: 'model',
    created: created / 1000,
    created_at: new Date(created).toISOString(),
    owned_by: 'waybill',
    display_name: profile.displayName,
    description: profile.description,
    release_date: profile.released,
    lifecycle: 'active',
    deprecated_at: null,
    retires_at: null,
    line: null,
    // The value that the protocol uses for unknown.
    capabilities: null,
    max_input_tokens: first?.contextTokensMax ?? null,
    max_tokens: first?.outputTokensMax ?? null,
    surfaces: [...new Set(profile.targets.flatMap(({ surfaces }) => [...surfaces]))],
    default_reasoning_effort: profile.defaultEffort,
    ...effortsOf(profile),
  };
}
