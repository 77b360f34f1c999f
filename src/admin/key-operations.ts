import { z } from 'zod';
import { apiKeys } from '../../projections/api-keys.ts';
import { keyUseKey, usage, type KeyUse } from '../../projections/usage.ts';
import { ownedPrefix } from '../../projections/owned-ids.ts';
import { principals } from '../../projections/principals.ts';
import { apiKey, type ApiKey, type ApiKeyCommand } from '../domain/api-key.ts';
import { apiKeySecret, shownPrefix } from '../domain/api-key-secret.ts';
import { profilesNamedIn } from '../domain/budgets/budget.ts';
import { eurFromNano, nanoFromEur, nanoFromSum } from '../domain/money.ts';
import type { Principal } from '../domain/principal.ts';
import { GatewayError } from '../errors.ts';
import { recordApiKey, recordedApiKey, untilKnownEverywhere, type NewApiKey } from '../ledger/identities.ts';
import { notFound } from './administrator.ts';
import { changedKey } from './changed-scope.ts';
import { budgetsAsRead, budgetsInput, changedBudgetsInput, keyBudgets } from './budgets/new-budgets.ts';
import { assertSecretBelow, limitsBelow } from './limits-below.ts';
import { keepAlert } from './keep-alert.ts';
import { assertConfigured } from './not-configured.ts';
import {
  eventAmount,
  idInput,
  moneyInput,
  nameInput,
  overlapInput,
  pageInput,
  profilesInput,
  reasonInput,
  uuidInput,
} from './inputs.ts';
import {
  assertMayActFor,
  changeableKey,
  assertTenantOpen,
  keyWithin,
  personWithin,
  placeOfTenant,
  recordedWallet,
} from './reads-within.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { ownedPage } from './owned-page.ts';
import { notPossible } from './refusal-advice.ts';
import { pageOutput, type Shown } from './outputs.ts';
import { keyOutput, newKeyOutput, shownKey, shownKeySpend } from './shown/shown-key.ts';

const msPerDay = 86_400_000;
const daysInput = z.number().int().min(1).max(365).describe('Days from now.');

const createKey = adminOperation({
  id: 'createKey',
  method: 'post',
  path: '/keys',
  command: 'keys create',
  commandNeeds: ['user_id'],
  summary:
    'Create an API key. Only the first answer contains its secret. It allows nothing that the key which makes it does not, and ends with it.',
  action: 'keys.write',
  input: z.strictObject({
    id: idInput,
    name: nameInput,
    user_id: uuidInput.optional().describe('Owner of the key. Absent: the caller.'),
    wallet_id: uuidInput.optional().describe('Wallet that pays for it. Absent: the wallet of the user.'),
    allowed_profiles: profilesInput
      .optional()
      .describe('Names of the current configuration, or 400. Absent: its public profiles.'),
    allow_all_models: z
      .boolean()
      .default(false)
      .describe('The list, and everything that the policies above allow, now and later.'),
    max_request_eur: moneyInput
      .optional()
      .describe('Maximum cost of one request. Absent: that of the key that makes it, if it has one.'),
    budget_eur: moneyInput
      .optional()
      .describe(
        'Maximum cost of all requests together. Required of a key that has a budget itself, which becomes smaller by that.',
      ),
    budgets: budgetsInput
      .default([])
      .describe(
        'Maximum cost of the requests of a day, a week, a month or in total. All apply, with those of the key that makes it.',
      ),
    expires_in_days: daysInput.optional(),
    administers: z.boolean().default(false).describe('Whether it may call this API, with the roles of the user.'),
    inference: z
      .boolean()
      .optional()
      .describe('Whether it may call models. Absent: unless it administers. The keys that it makes may in any case.'),
  }),
  output: newKeyOutput,
  run: async (asked, request) => {
    const { administrator, deps } = request;
    const owner = await ownerOf(request, asked.user_id);
    const { administers, inference = !administers } = asked;
    if (!administers && !inference) {
      const detail = '`inference` is false, and without `administers` the key would be of no use.';
      throw new GatewayError('invalid_value', { detail, param: 'inference' });
    }
    const keyId = request.newId(asked.id);
    const known = await recordedApiKey(deps.log, keyId);
    if (known !== null) return shownAgain(request, known);
    const { budgets, budget_eur } = keyBudgets(asked, deps.createId);
    await assertConfigured(request, asked.allowed_profiles ?? [], { owner });
    await assertConfigured(request, profilesNamedIn(budgets), { owner, param: 'budgets' });
    const walletId = await walletOf(request, owner, asked.wallet_id);
    const secret = apiKeySecret(deps.mintSecret());
    const { expires_in_days: days } = asked;
    const askedLimits = {
      allowed_profiles: asked.allowed_profiles,
      allow_all_models: asked.allow_all_models,
      max_request_eur: asked.max_request_eur === undefined ? undefined : eventAmount(asked.max_request_eur),
      budget_eur: budget_eur ?? undefined,
      budgets,
      expires_at: days === undefined ? undefined : new Date(deps.now() + days * msPerDay).toISOString(),
    };
    const { limits, parentKeyId } = await limitsBelow(request, askedLimits, inference);
    const key: NewApiKey = {
      keyId,
      secret,
      name: asked.name,
      userId: owner.user_id,
      tenantId: owner.tenant_id,
      walletId,
      allowedProfiles: limits.allowed_profiles,
      allowAllModels: limits.allow_all_models,
      maxRequestEur: limits.max_request_eur === null ? null : nanoFromEur(limits.max_request_eur),
      budgetEur: limits.budget_eur === null ? null : nanoFromEur(limits.budget_eur),
      budgets,
      expiresAt: limits.expires_at,
      administers,
      inference,
      ...(parentKeyId !== null && { parentKeyId }),
    };
    const refusal = await recordApiKey({ ...deps, actor: administrator.actor }, key);
    const created = await recordedApiKey(deps.log, keyId);
    if (created === null) throw notFound('key');
    return refusal === null ? { ...shownKey(created), api_key: secret } : shownAgain(request, created);
  },
});

/** The owner of a key, a user that the administrator may act for. */
async function ownerOf(request: AdminRequest, userId: string | undefined): Promise<Principal> {
  const { administrator } = request;
  administrator.reach('keys.write');
  const id = userId ?? administrator.person?.user_id;
  if (id === undefined) throw new GatewayError('invalid_value', { detail: '`user_id` is missing.', param: 'user_id' });
  const person = await personWithin(request, 'keys.write', id);
  if (id !== administrator.person?.user_id) administrator.assertMayGrant(person);
  if (person.status !== undefined) throw notPossible(`user_${person.status}`);
  await assertTenantOpen(request, person.tenant_id);
  return person;
}

/** Members use their own wallet; an administrator of the tenant may name another wallet of the tenant. */
async function walletOf(request: AdminRequest, owner: Principal, asked: string | undefined): Promise<string> {
  if (asked === undefined || asked === owner.wallet_id) return owner.wallet_id;
  const wallet = await recordedWallet(request, asked);
  const place = await placeOfTenant(request, owner.tenant_id);
  if (wallet?.tenantId !== owner.tenant_id || !request.administrator.may('keys.write', place)) throw notFound('wallet');
  return asked;
}

/** A repeated request gets no secret: after a lost answer the key has to be rotated, or revoked and replaced. */
function shownAgain(request: AdminRequest, known: ApiKey): Shown<typeof newKeyOutput> {
  if (request.isRepeat()) return { ...shownKey(known), api_key: null };
  throw new GatewayError('already_exists', { detail: `Another key has the id ${known.key_id}.` });
}

const listKeys = adminOperation({
  id: 'listKeys',
  method: 'get',
  path: '/keys',
  command: 'keys list',
  summary:
    'List keys with the prefix of their secret and the day of their last use, in the order of tenant, user and id.',
  action: 'keys.read',
  input: z.strictObject({
    ...pageInput,
    tenant_id: uuidInput.optional().describe('Absent: the tenant of the caller; for the platform, all tenants.'),
    user_id: uuidInput.optional().describe('Only keys of this user.'),
    group_id: uuidInput.optional().describe('Only keys of people of this group.'),
    key_prefix: z
      .string()
      .regex(/^wb_[0-9A-Za-z]{0,9}$/, 'the beginning of a secret: wb_ and up to 9 letters or digits')
      .optional()
      .describe('Only keys whose secret begins with this.'),
  }),
  output: pageOutput(keyOutput),
  run: async (asked, request) => {
    const prefix = await keysPrefix(request, asked);
    const { key_prefix: begins = '', group_id: group } = asked;
    const isOfGroup = (userId: string): boolean =>
      group === undefined || (request.deps.readModels.get(principals, userId)?.group_ids.includes(group) ?? false);
    const isWanted = ({ key_prefix, user_id }: ApiKey): boolean => key_prefix.startsWith(begins) && isOfGroup(user_id);
    await request.deps.catchUp([usage, principals]);
    const shown = (key: ApiKey) => usedKey(request, key);
    return await ownedPage(request, { prefix, projection: apiKeys, keyOf: (id) => id, shown, isWanted }, asked);
  },
});

async function keysPrefix(
  request: AdminRequest,
  asked: { readonly tenant_id?: string | undefined; readonly user_id?: string | undefined },
): Promise<string> {
  const { administrator } = request;
  const reach = administrator.reach('keys.read');
  const { person } = administrator;
  const userId = asked.user_id ?? (reach === 'own' ? person?.user_id : undefined);
  if (userId !== undefined) {
    const owner = await personWithin(request, 'keys.read', userId);
    if (asked.tenant_id !== undefined && asked.tenant_id !== owner.tenant_id) throw notFound('tenant');
    return ownedPrefix('key', owner.tenant_id, userId);
  }
  const tenantId = asked.tenant_id ?? (reach === 'all' ? null : (person?.tenant_id ?? null));
  if (tenantId === null) return 'key/';
  administrator.assertMay('keys.read', await placeOfTenant(request, tenantId), 'tenant');
  return ownedPrefix('key', tenantId);
}

const showKey = adminOperation({
  id: 'showKey',
  method: 'get',
  path: '/keys/{key_id}',
  command: 'keys show',
  summary: 'Show a key, without its secret, and the day of its last use.',
  action: 'keys.read',
  input: z.strictObject({ key_id: uuidInput }),
  output: keyOutput,
  run: async ({ key_id }, request) => {
    const key = await keyWithin(request, 'keys.read', key_id);
    await request.deps.catchUp([usage]);
    return { ...usedKey(request, key), ...(await shownKeySpend(request, key)) };
  },
});

const changeKey = adminOperation({
  id: 'changeKey',
  method: 'patch',
  path: '/keys/{key_id}',
  command: 'keys change',
  summary: 'Rename a key.',
  action: 'keys.write',
  input: z.strictObject({ key_id: uuidInput, name: nameInput }),
  output: keyOutput,
  run: async ({ key_id, name }, request) =>
    shownKey(await changedOwnKey(request, key_id, { type: 'rename_api_key', name })),
});

const narrowKey = adminOperation({
  id: 'narrowKey',
  method: 'post',
  path: '/keys/{key_id}/narrow',
  command: 'keys narrow',
  summary:
    'Restrict a key. Omitted limits stay unchanged; a restriction cannot be undone, so `null` is refused where there is one.',
  action: 'keys.write',
  changesRecord: true,
  input: z.strictObject({
    key_id: uuidInput,
    allow_all_models: z
      .boolean()
      .optional()
      .describe('The list, and everything that the policies above allow, now and later.'),
    allowed_profiles: profilesInput
      .optional()
      .describe('Replaces its current profiles. A name that is new to it must be configured.'),
    max_request_eur: moneyInput.nullable().optional().describe('Maximum cost of one request. `null`: none.'),
    budget_eur: moneyInput.nullable().optional().describe('Maximum cost of all requests together. `null`: none.'),
    budgets: changedBudgetsInput.optional().describe('Budgets to be lowered, or to be added. The others stay.'),
    expires_in_days: daysInput.nullable().optional().describe('Days from now. `null`: it does not expire.'),
  }),
  output: keyOutput,
  run: async (asked, request) => {
    const key = await keyWithin(request, 'keys.write', asked.key_id);
    const owner = await assertMayActFor(request, key);
    const { allow_all_models = asked.allowed_profiles === undefined && key.allow_all_models } = asked;
    if (asked.allowed_profiles !== undefined && owner !== null) {
      await assertConfigured(request, asked.allowed_profiles, { owner, kept: key.allowed_profiles });
    }
    const asRead = { ...asked, budgets: budgetsAsRead(asked.budgets ?? [], key.budgets) };
    const { budgets, budget_eur } = keyBudgets(asRead, request.deps.createId);
    if (owner !== null) {
      const kept = profilesNamedIn(key.budgets ?? []);
      await assertConfigured(request, profilesNamedIn(budgets), { owner, kept, param: 'budgets' });
    }
    const dayAfter = (days: number): string => new Date(request.deps.now() + days * msPerDay).toISOString();
    const limits = {
      allowed_profiles: asked.allowed_profiles ?? key.allowed_profiles,
      allow_all_models,
      max_request_eur: replaced(asked.max_request_eur, key.max_request_eur, eventAmount),
      budget_eur: budget_eur === undefined ? key.budget_eur : budget_eur,
      budgets,
      expires_at: replaced(asked.expires_in_days, key.expires_at, dayAfter),
    };
    const command = { type: 'narrow_api_key', limits } as const;
    const foreseen = apiKey.decide(command, key);
    if (!foreseen.accepted) throw notPossible(foreseen.refusal);
    // Before the change: a process that ends in between must not leave an alert with an outdated amount.
    await keepAlert(request, { ...key, ...limits });
    const narrowed = await changedOwnKey(request, asked.key_id, command);
    // And after the change: an alert may have been set in between.
    await keepAlert(request, narrowed);
    return shownKey(narrowed);
  },
});

/** A limit after a change: absent, it stays; `null`: there is none. */
function replaced<Asked>(asked: Asked | null | undefined, known: string | null, written: (asked: Asked) => string) {
  if (asked === undefined) return known;
  return asked === null ? null : written(asked);
}

const rotateKey = adminOperation({
  id: 'rotateKey',
  method: 'post',
  path: '/keys/{key_id}/rotate',
  command: 'keys rotate',
  summary:
    'Replace the secret of a key. Only the first answer contains the new one. Id, limits and spending stay; the old secret is valid until the overlap ends. Without an overlap every earlier secret ends, and the answer comes when no gateway accepts one any more.',
  action: 'keys.write',
  input: z.strictObject({
    key_id: uuidInput,
    id: idInput,
    overlap_seconds: overlapInput.describe(
      'How long both secrets are valid. 0: every earlier secret of the key ends at once.',
    ),
  }),
  output: newKeyOutput,
  run: async ({ key_id, id, overlap_seconds }, request) => {
    const { deps } = request;
    const key = await keyWithin(request, 'keys.write', key_id);
    await assertSecretBelow(request, key);
    const rotationId = request.newId(id, `rotation ${key_id}`);
    const endsEarlier = overlap_seconds === 0;
    if (key.rotation_id === rotationId) {
      // A repeated request may arrive before the first one is answered.
      if (endsEarlier) await untilKnownEverywhere();
      return { ...shownKey(key), api_key: null };
    }
    const secret = apiKeySecret(deps.mintSecret());
    const state = await changedOwnKey(request, key_id, {
      type: 'rotate_api_key',
      rotationId,
      keyHash: deps.keyHasher.hash(secret),
      keyPrefix: shownPrefix(secret),
      previousValidUntil: new Date(deps.now() + overlap_seconds * 1_000).toISOString(),
      endsEarlier,
    });
    if (endsEarlier) await untilKnownEverywhere();
    const isNew = state.key_hash === deps.keyHasher.hash(secret);
    return { ...shownKey(state), api_key: isNew ? secret : null };
  },
});

const revokeKey = adminOperation({
  id: 'revokeKey',
  method: 'post',
  path: '/keys/{key_id}/revoke',
  command: 'keys revoke',
  summary: 'Revoke a key permanently. The answer comes when no gateway accepts it any more; running requests finish.',
  action: 'keys.write',
  input: z.strictObject({ key_id: uuidInput, reason: reasonInput }),
  output: keyOutput,
  run: async ({ key_id, reason }, request) => {
    const key = await changeableKey(request, 'keys.write', key_id);
    const state = key.revoked ? key : await changedOwnKey(request, key_id, { type: 'revoke_api_key', reason });
    // A repeated request may arrive before the first one is answered.
    await untilKnownEverywhere();
    return shownKey(state);
  },
});

async function changedOwnKey(request: AdminRequest, keyId: string, command: ApiKeyCommand): Promise<ApiKey> {
  await changeableKey(request, 'keys.write', keyId);
  return await changedKey(request, keyId, command);
}

/** Operations on keys. */
export const keyOperations: readonly AdminOperation[] = [
  createKey,
  listKeys,
  showKey,
  changeKey,
  narrowKey,
  rotateKey,
  revokeKey,
];

/** A key with the UTC day on which its last request ended, `null`: none has; and what this month, UTC, has cost. */
function usedKey({ deps }: AdminRequest, key: ApiKey): Shown<typeof keyOutput> {
  const use = deps.readModels.get(usage, keyUseKey(key.wallet_id, key.key_id)) as KeyUse | null;
  const isOfMonth = use?.last_used_on.slice(0, 7) === new Date(deps.now()).toISOString().slice(0, 7);
  const cost_of_month_eur = eurFromNano(isOfMonth ? nanoFromSum(use?.month_eur ?? '0') : 0n);
  return { ...shownKey(key), last_used_on: use?.last_used_on ?? null, cost_of_month_eur };
}
