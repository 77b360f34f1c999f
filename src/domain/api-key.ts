import { actorMember } from './actor.ts';
import { accept, refuse, type Decider, type Decision } from './decider.ts';
import type { ApiKeyEvent } from './api-key-events.ts';
import {
  areNarrowerBudgets,
  budgetsAfter,
  budgetsMax,
  budgetsWith,
  recordedBudgets,
  type Budget,
} from './budgets/budget.ts';
import { evolveKeyBudgetRaised, raiseKeyBudget, type BudgetedKey, type RaiseKeyBudget } from './budgets/key-budgets.ts';
import { eurFromNano, nanoFromEur, type NanoEur } from './money.ts';
import type { ApiKeyChangeEvent } from './scopes/api-key-change-events.ts';
import { areKnownLimits, withLimits, type RequestLimits, type SetLimits } from './scopes/request-limits.ts';
import { withRequiredTags, type SetRequiredTags } from './tags/set-tags.ts';

/** A personal API key, folded from its events. Plain JSON: it is also the document of the key directory. */
export interface ApiKey extends SetLimits, SetRequiredTags, BudgetedKey {
  readonly key_id: string;
  readonly name: string;
  readonly key_hash: string;
  readonly key_prefix: string;
  readonly user_id: string;
  readonly tenant_id: string;
  readonly wallet_id: string;
  readonly allowed_profiles: readonly string[];
  readonly allow_all_models: boolean;
  readonly max_request_eur: string | null;
  readonly expires_at: string | null;
  readonly revoked: boolean;
  /** Whether the key may call the management API; absent: it may not. */
  readonly administers?: true | undefined;
  /** Whether a key that administers may call models too; absent: it may not. Other keys may. */
  readonly inference?: true | undefined;
  /** The key that made it, which bounds it; absent: none did. */
  readonly parent_key_id?: string | undefined;
  /** The last rotation of its secret; absent: there was none. */
  readonly rotation_id?: string;
  /** The last rotation that ended every earlier secret at once; absent: there was none. */
  readonly cut_off_rotation_id?: string;
  /** Actors, if known: see `actor.ts`. */
  readonly created_by?: string;
  readonly revoked_by?: string;
}

/** A key to be created. */
export type NewKey = Omit<
  ApiKey,
  | 'revoked'
  | 'budget_raised'
  | 'rotation_id'
  | 'cut_off_rotation_id'
  | 'created_by'
  | 'revoked_by'
  | keyof SetLimits
  | keyof SetRequiredTags
>;

/** A secret that was replaced by a newer one. */
export interface FormerSecret {
  readonly key_id: string;
  /** ISO 8601: the end of the overlap. */
  readonly valid_until: string;
  /** The cut-off that was the key's last one when the secret was replaced; absent: none, or the secret ended with it. */
  readonly cut_off_rotation_id?: string;
}

/** Long past: the expiry of a secret that a later rotation ended, whatever the clock of the gateway says. */
const ended = '1970-01-01T00:00:00.000Z';

/** The key as a former secret still opens it: until the overlap ends, and not after a later rotation that ended all. */
export function keyUnderFormerSecret(key: ApiKey, former: FormerSecret): ApiKey {
  const validUntil = former.cut_off_rotation_id === key.cut_off_rotation_id ? former.valid_until : ended;
  const isEarlier = key.expires_at === null || Date.parse(validUntil) < Date.parse(key.expires_at);
  return isEarlier ? { ...key, expires_at: validUntil } : key;
}

/** Whether a key may call models at all. */
export function callsModels({ administers, inference }: Pick<ApiKey, 'administers' | 'inference'>): boolean {
  return administers !== true || inference === true;
}

/** Permissions and limits of a key that can be narrowed. */
export type KeyLimits = Pick<
  ApiKey,
  'allowed_profiles' | 'allow_all_models' | 'max_request_eur' | 'budget_eur' | 'budgets' | 'expires_at'
>;

/** Most keys above one another. */
export const parentsMax = 8;

/** A key as it may be used below the key that made it: no more profiles, money or time, and ended with it. */
export function keyBelow(key: ApiKey, parent: ApiKey): ApiKey {
  const [narrower, wider] = key.allow_all_models ? [parent, key] : [key, parent];
  const known = new Set(wider.allowed_profiles);
  const isListed = (profile: string): boolean => wider.allow_all_models || known.has(profile);
  const { budgets: above = [], required_tags: requiredAbove = [] } = parent;
  return {
    ...key,
    // What it spends counts in theirs too.
    ...(above.length > 0 && { budgets: [...(key.budgets ?? []), ...above] }),
    ...(requiredAbove.length > 0 && { required_tags: [...(key.required_tags ?? []), ...requiredAbove] }),
    revoked: key.revoked || parent.revoked,
    allow_all_models: key.allow_all_models && parent.allow_all_models,
    allowed_profiles: narrower.allowed_profiles.filter(isListed),
    max_request_eur: isAtMost(key.max_request_eur, parent.max_request_eur)
      ? key.max_request_eur
      : parent.max_request_eur,
    expires_at: isSooner(key.expires_at, parent.expires_at) ? key.expires_at : parent.expires_at,
  };
}

/** The first of these limits by which a key would allow more than another one; `null`: none. */
export function firstBeyond(asked: KeyLimits, bound: KeyLimits): keyof KeyLimits | null {
  const unlisted = { ...bound, max_request_eur: null, budget_eur: null, budgets: undefined, expires_at: null };
  if (!isNarrower(asked, unlisted)) return asked.allow_all_models ? 'allow_all_models' : 'allowed_profiles';
  if (!isAtMost(asked.max_request_eur, bound.max_request_eur)) return 'max_request_eur';
  if (!isAtMost(asked.budget_eur, bound.budget_eur)) return 'budget_eur';
  if (!areNarrowerBudgets(asked.budgets, bound.budgets)) return 'budgets';
  return isSooner(asked.expires_at, bound.expires_at) ? null : 'expires_at';
}

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** Commands for an existing key. */
type ApiKeyChangeCommand =
  | (Administered & { readonly type: 'rename_api_key'; readonly name: string })
  /** Its `budgets` are those that change or are added. */
  | (Administered & { readonly type: 'narrow_api_key'; readonly limits: KeyLimits })
  | RaiseKeyBudget
  /** A part of its budget goes to another key; `spent`: what it has spent and holds itself. */
  | (Administered & { readonly type: 'hand_over_budget'; readonly part: NanoEur; readonly spent: NanoEur })
  | (Administered & { readonly type: 'limit_api_key'; readonly limits: RequestLimits })
  | (Administered & { readonly type: 'require_tags'; readonly tags: readonly string[] })
  | (Administered & {
      readonly type: 'rotate_api_key';
      readonly rotationId: string;
      readonly keyHash: string;
      readonly keyPrefix: string;
      /** ISO 8601. */
      readonly previousValidUntil: string;
      /** Whether it ends every earlier secret at once, those of earlier rotations too. */
      readonly endsEarlier: boolean;
    });

/** Commands for a key. */
export type ApiKeyCommand =
  | { readonly type: 'create_api_key'; readonly key: NewKey; readonly actor?: string }
  | { readonly type: 'revoke_api_key'; readonly reason: string; readonly actor?: string }
  | ApiKeyChangeCommand;

/** The rules that can be broken, in the order in which they are checked. */
export const apiKeyRefusals = [
  'api_key_already_created',
  'api_key_not_created',
  'api_key_already_revoked',
  /** The change would allow something that is not allowed now. */
  'api_key_not_narrower',
  'too_many_budgets',
  'budget_not_set',
  /** A raise is above the amount of the budget. */
  'budget_not_raised',
] as const;

/** Why a command was refused: the name of the broken rule. */
export type ApiKeyRefusal = (typeof apiKeyRefusals)[number];

export const apiKey: Decider<ApiKey | null, ApiKeyCommand, ApiKeyEvent, ApiKeyRefusal> = {
  initialState: null,
  evolve: evolveApiKey,
  decide,
};

function decide(command: ApiKeyCommand, state: ApiKey | null): Decision<ApiKeyEvent, ApiKeyRefusal> {
  switch (command.type) {
    case 'create_api_key': {
      if (state !== null) return refuse('api_key_already_created');
      const { allowed_profiles, ...key } = command.key;
      const data = { ...key, allowed_profiles: [...allowed_profiles], ...actorMember(command.actor) };
      return accept({ type: 'ApiKeyCreated', data });
    }
    case 'revoke_api_key': {
      if (state === null) return refuse('api_key_not_created');
      if (state.revoked) return refuse('api_key_already_revoked');
      const data = { key_id: state.key_id, reason: command.reason, ...actorMember(command.actor) };
      return accept({ type: 'ApiKeyRevoked', data });
    }
    case 'rename_api_key':
    case 'narrow_api_key':
    case 'hand_over_budget':
    case 'limit_api_key':
    case 'raise_key_budget':
    case 'require_tags':
    case 'rotate_api_key':
      if (state === null) return refuse('api_key_not_created');
      return decideApiKeyChange(command, state);
  }
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveApiKey(state: ApiKey | null, event: ApiKeyEvent): ApiKey | null {
  switch (event.type) {
    case 'ApiKeyCreated': {
      const { actor, ...key } = event.data;
      return { ...key, revoked: false, ...(actor === undefined ? {} : { created_by: actor }) };
    }
    case 'ApiKeyRevoked': {
      const { actor } = event.data;
      return state === null ? null : { ...state, revoked: true, ...(actor === undefined ? {} : { revoked_by: actor }) };
    }
    case 'ApiKeyRenamed':
    case 'ApiKeyNarrowed':
    case 'ApiKeyLimitsSet':
    case 'ApiKeyBudgetRaised':
    case 'ApiKeyTagsRequired':
    case 'ApiKeyRotated':
      return state === null ? null : evolveApiKeyChange(state, event);
  }
}

/** Why a key that exists may not be used at `now` (milliseconds since the epoch); `null` when it may. */
export function refusalOfKey(key: ApiKey, now: number): 'api_key_revoked' | 'api_key_expired' | null {
  if (key.revoked) return 'api_key_revoked';
  // Written so that an unreadable time counts as past.
  if (key.expires_at !== null && !(now < Date.parse(key.expires_at))) return 'api_key_expired';
  return null;
}

/** Repeating a command is accepted without an event, so that every command may be retried. */
function decideApiKeyChange(command: ApiKeyChangeCommand, state: ApiKey): Decision<ApiKeyChangeEvent, ApiKeyRefusal> {
  if (state.revoked) return refuse('api_key_already_revoked');
  const data = { key_id: state.key_id, ...actorMember(command.actor) };
  switch (command.type) {
    case 'rename_api_key':
      if (command.name === state.name) return accept();
      return accept({ type: 'ApiKeyRenamed', data: { ...data, name: command.name } });
    case 'narrow_api_key': {
      const budgets = budgetsWith(state.budgets, command.limits.budgets);
      const limits = { ...command.limits, budgets };
      if (!isNarrower(limits, state)) return refuse('api_key_not_narrower');
      if (budgets.length > budgetsMax) return refuse('too_many_budgets');
      // Beside all models, each list is as narrow as another.
      const isSameList = limits.allowed_profiles.join() === state.allowed_profiles.join();
      if (isSameList && isNarrower(state, limits)) return accept();
      return accept({ type: 'ApiKeyNarrowed', data: { ...data, ...recordedLimits(limits) } });
    }
    case 'hand_over_budget': {
      if (state.budget_eur === null) return accept();
      const rest = nanoFromEur(state.budget_eur) - command.part;
      if (rest < command.spent) return refuse('api_key_not_narrower');
      const narrowed = recordedLimits({ ...state, budget_eur: eurFromNano(rest) });
      return accept({ type: 'ApiKeyNarrowed', data: { ...data, ...narrowed } });
    }
    case 'raise_key_budget':
      return raiseKeyBudget(command, state, data);
    case 'limit_api_key':
      if (areKnownLimits(state, command.limits, command.actor)) return accept();
      return accept({ type: 'ApiKeyLimitsSet', data: { ...data, ...command.limits } });
    case 'require_tags': {
      const tags = [...new Set(command.tags)].toSorted();
      const { required_tags_by } = withRequiredTags(state, tags, command.actor);
      if (JSON.stringify(required_tags_by) === JSON.stringify(state.required_tags_by)) return accept();
      return accept({ type: 'ApiKeyTagsRequired', data: { ...data, tags } });
    }
    case 'rotate_api_key': {
      if ([state.rotation_id, state.cut_off_rotation_id].includes(command.rotationId)) return accept();
      const cutOff = command.endsEarlier ? command.rotationId : state.cut_off_rotation_id;
      const rotated = {
        rotation_id: command.rotationId,
        key_hash: command.keyHash,
        key_prefix: command.keyPrefix,
        previous_key_hash: state.key_hash,
        previous_valid_until: command.previousValidUntil,
        ...(cutOff === undefined ? {} : { cut_off_rotation_id: cutOff }),
      };
      return accept({ type: 'ApiKeyRotated', data: { ...data, ...rotated } });
    }
  }
}

function recordedLimits({ allowed_profiles, allow_all_models, max_request_eur, expires_at, ...limits }: KeyLimits) {
  const { budget_eur, budgets } = limits;
  const lists = { allowed_profiles: [...allowed_profiles], ...budgetsMember(budgets) };
  return { ...lists, allow_all_models, max_request_eur, budget_eur, expires_at };
}

/** A key without further budgets has none in its events. */
function budgetsMember(budgets: readonly Budget[] = []) {
  return budgets.length === 0 ? {} : { budgets: recordedBudgets(budgets) };
}

function evolveApiKeyChange(state: ApiKey, event: ApiKeyChangeEvent): ApiKey {
  switch (event.type) {
    case 'ApiKeyRenamed':
      return { ...state, name: event.data.name };
    case 'ApiKeyNarrowed': {
      const { actor: _, key_id: _id, budgets, ...limits } = event.data;
      return {
        ...state,
        ...limits,
        ...(budgets !== undefined && { budgets: budgetsAfter(state.budgets, budgets) }),
      };
    }
    case 'ApiKeyLimitsSet': {
      const { actor, key_id: _id, ...limits } = event.data;
      const { limits: _limits, limits_by: _by, ...rest } = state;
      return { ...rest, ...withLimits(state, limits, actor) };
    }
    case 'ApiKeyBudgetRaised':
      return evolveKeyBudgetRaised(state, event.data);
    case 'ApiKeyTagsRequired': {
      const { required_tags: _, required_tags_by: _by, ...rest } = state;
      return { ...rest, ...withRequiredTags(state, event.data.tags, event.data.actor) };
    }
    case 'ApiKeyRotated': {
      const { key_hash, key_prefix, rotation_id, cut_off_rotation_id } = event.data;
      const cutOff = cut_off_rotation_id === undefined ? {} : { cut_off_rotation_id };
      return { ...state, key_hash, key_prefix, rotation_id, ...cutOff };
    }
  }
}

/** Whether `asked` allows nothing that `known` withholds. */
function isNarrower(asked: KeyLimits, known: KeyLimits): boolean {
  const profiles = new Set(known.allowed_profiles);
  const hasProfiles =
    known.allow_all_models ||
    (!asked.allow_all_models && asked.allowed_profiles.every((profile) => profiles.has(profile)));
  return (
    hasProfiles &&
    isAtMost(asked.max_request_eur, known.max_request_eur) &&
    isAtMost(asked.budget_eur, known.budget_eur) &&
    areNarrowerBudgets(asked.budgets, known.budgets) &&
    isSooner(asked.expires_at, known.expires_at)
  );
}

/** `null` means no limit. */
function isAtMost(asked: string | null, known: string | null): boolean {
  if (known === null) return true;
  return asked !== null && nanoFromEur(asked) <= nanoFromEur(known);
}

function isSooner(asked: string | null, known: string | null): boolean {
  if (known === null) return true;
  return asked !== null && Date.parse(asked) <= Date.parse(known);
}
