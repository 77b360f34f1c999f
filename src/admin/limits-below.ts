import { firstBeyond, keyBelow, parentsMax, type ApiKey, type KeyLimits } from '../domain/api-key.ts';
import { displayEur, eurFromNano, nanoFromEur, type NanoEur } from '../domain/money.ts';
import { spendOf } from '../domain/wallet-state.ts';
import { GatewayError } from '../errors.ts';
import { changeApiKey, recordedApiKey } from '../ledger/identities.ts';
import { keepAlert } from './keep-alert.ts';
import type { AdminRequest } from './operation.ts';
import { recordedWallet } from './reads-within.ts';
import { notPossible } from './refusal-advice.ts';

/**
 * A key that is made with a key allows nothing that this one does not, and ends with it: whoever has a limited key gets
 * no unlimited one out of it. A command on the machine that holds the data has no key, and makes any.
 */

/** The key with which an administrator calls. */
interface Acting {
  readonly key: ApiKey;
  /** What it allows below the keys that made it. */
  readonly bound: KeyLimits;
  /** The keys that stand above it, the nearest first. */
  readonly parents: readonly ApiKey[];
}

/** `null`: no key calls. */
async function actingKey({ administrator, deps }: AdminRequest): Promise<Acting | null> {
  const key = administrator.keyId === null ? null : await recordedApiKey(deps.log, administrator.keyId);
  if (key === null) return null;
  const parents = await keysAbove({ deps }, key);
  return { key, bound: parents.reduce(keyBelow, key), parents };
}

async function keysAbove({ deps }: Pick<AdminRequest, 'deps'>, key: ApiKey): Promise<readonly ApiKey[]> {
  const parents: ApiKey[] = [];
  for (let below = key; below.parent_key_id !== undefined && parents.length < parentsMax;) {
    const parent = await recordedApiKey(deps.log, below.parent_key_id);
    if (parent === null) break;
    parents.push(parent);
    below = parent;
  }
  return parents;
}

/** The limits of a new key, absent ones as `undefined`. */
export type AskedLimits = { readonly [Name in keyof KeyLimits]: KeyLimits[Name] | undefined };

export interface LimitsBelow {
  readonly limits: KeyLimits;
  /** The key that makes it; `null`: none does. */
  readonly parentKeyId: string | null;
}

/**
 * The limits of a new key: absent ones are those of the key that makes it, and of the profiles the public ones among
 * its. A budget is handed over: the key that makes it has that much less. Raises `not_permitted` for what that key does not
 * allow itself, and `invalid_value` for a key that calls models and would get none.
 */
export async function limitsBelow(
  request: AdminRequest,
  asked: AskedLimits,
  isForModels: boolean,
): Promise<LimitsBelow> {
  const acting = await actingKey(request);
  // Looked up only where no list is given: a command may have no configuration that names any.
  const publicOf = (bound: KeyLimits) => (): readonly string[] => publicProfilesOf(request, bound, isForModels);
  if (acting === null) return { limits: filled(asked, unlimited, publicOf(unlimited)), parentKeyId: null };
  const { key, bound, parents } = acting;
  if (key.budget_eur !== null && asked.budget_eur === undefined) {
    const detail = 'The key that makes it has a budget, so it needs `budget_eur`, a part of that budget.';
    throw new GatewayError('invalid_value', { detail, param: 'budget_eur' });
  }
  const limits = filled(asked, bound, publicOf(bound));
  // Whatever it spends counts in the budgets above too.
  const budgets = [...(limits.budgets ?? []), ...(bound.budgets ?? [])];
  const beyond = firstBeyond({ ...limits, budgets }, bound);
  if (beyond !== null) throw beyondParent(beyond, bound);
  if (parents.length >= parentsMax) throw notPossible('api_key_too_deep');
  if (limits.budget_eur !== null && key.budget_eur !== null) {
    await handOver(request, key, key.budget_eur, nanoFromEur(limits.budget_eur));
  }
  return { limits, parentKeyId: key.key_id };
}

/**
 * Raises `not_permitted` where the calling key has a budget, ends, or lacks public profiles: who is logged in has no limits
 * of keys, and makes keys without, so a link to log in would lead out of them.
 */
export async function assertUnlimited(request: AdminRequest): Promise<void> {
  const acting = await actingKey(request);
  const ofLogIn = { ...unlimited, allow_all_models: false, allowed_profiles: request.deps.publicProfiles() };
  const beyond = acting === null ? null : firstBeyond(ofLogIn, acting.bound);
  if (acting !== null && beyond !== null) throw beyondParent(beyond, acting.bound);
}

const unlimited: KeyLimits = {
  allowed_profiles: [],
  allow_all_models: true,
  max_request_eur: null,
  budget_eur: null,
  expires_at: null,
};

/** The public profiles that a key may hand on. */
function publicProfilesOf({ deps }: AdminRequest, bound: KeyLimits, isForModels: boolean): readonly string[] {
  const listed = new Set(bound.allowed_profiles);
  const found = deps.publicProfiles().filter((name) => bound.allow_all_models || listed.has(name));
  if (found.length > 0 || !isForModels) return found;
  throw new GatewayError('invalid_value', {
    detail: '`allowed_profiles` is missing, and there is no public profile that this key could get. Name its profiles.',
    param: 'allowed_profiles',
  });
}

function filled(asked: AskedLimits, absent: KeyLimits, absentProfiles: () => readonly string[]): KeyLimits {
  const allowsAll = asked.allow_all_models === true;
  return {
    allow_all_models: allowsAll,
    allowed_profiles: asked.allowed_profiles ?? (allowsAll ? [] : absentProfiles()),
    max_request_eur: asked.max_request_eur ?? absent.max_request_eur,
    budget_eur: asked.budget_eur ?? null,
    budgets: asked.budgets,
    expires_at: asked.expires_at ?? absent.expires_at,
  };
}

/** Raises `not_permitted` if the secret of a key would allow more than the key with which the administrator calls. */
export async function assertSecretBelow(request: AdminRequest, key: ApiKey): Promise<void> {
  const acting = await actingKey(request);
  if (acting === null || acting.key.key_id === key.key_id) return;
  const beyond = firstBeyond((await keysAbove(request, key)).reduce(keyBelow, key), acting.bound);
  if (beyond !== null) throw beyondParent(beyond, acting.bound);
}

/**
 * Raises `not_permitted` if a raise of a key's budget would let the key with which the administrator calls spend more, itself
 * or by a key that it has made. `amount`: of a raise of `budget_eur`; `null`: of another budget.
 */
export async function assertRaiseBelow(request: AdminRequest, key: ApiKey, amount: string | null): Promise<void> {
  const acting = await actingKey(request);
  if (acting === null) return;
  if ([acting.key, ...acting.parents].some(({ key_id }) => key_id === key.key_id)) {
    throw new GatewayError('not_permitted', { detail: 'You call with this key, or with one that it has made.' });
  }
  const asked = { ...acting.bound, budget_eur: amount };
  if (amount !== null && firstBeyond(asked, acting.bound) !== null) throw beyondParent('budget_eur', acting.bound);
}

/** Takes the budget of a new key from that of the key that makes it, first: a process that ends then gives away nothing. */
async function handOver(request: AdminRequest, key: ApiKey, budget: string, part: NanoEur): Promise<void> {
  const wallet = await recordedWallet(request, key.wallet_id);
  const spend = wallet === null ? null : spendOf(wallet, key.key_id);
  const spent = spend === null ? 0n : spend.settled + spend.reserved;
  const rest = nanoFromEur(budget) - part;
  // Before the change too, as where a key is narrowed.
  if (rest >= spent) await keepAlert(request, { ...key, budget_eur: eurFromNano(rest) });
  const deps = { ...request.deps, actor: request.administrator.actor };
  const answer = await changeApiKey(deps, key.key_id, { type: 'hand_over_budget', part, spent });
  if (answer.accepted) {
    if (answer.state !== null) await keepAlert(request, answer.state);
    return;
  }
  if (answer.refusal !== 'api_key_not_narrower') throw notPossible(answer.refusal);
  const now = (await recordedApiKey(request.deps.log, key.key_id))?.budget_eur ?? budget;
  const left = nanoFromEur(now) - spent;
  const detail = `${displayEur(left > 0n ? left : 0n)} are left of the budget of the key that makes it.`;
  throw new GatewayError('not_permitted', { detail, param: 'budget_eur' });
}

function beyondParent(name: keyof KeyLimits, bound: KeyLimits): GatewayError {
  const most = name === 'budgets' ? budgetWords(bound) : bound[name];
  const limit = Array.isArray(most) ? most.join(', ') : String(most);
  return new GatewayError('not_permitted', {
    detail: `The key that you call with allows no more than this itself: ${name} ${limit}.`,
    next: 'Ask for no more than that, or call with a key that is not limited so.',
    param: name,
  });
}

function budgetWords({ budgets = [] }: KeyLimits): string {
  return budgets.map(({ amount_eur, per }) => `${displayEur(nanoFromEur(amount_eur))} per ${per}`).join(', ');
}
