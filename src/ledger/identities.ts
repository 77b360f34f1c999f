import { apiKey, type ApiKey, type ApiKeyCommand, type ApiKeyRefusal, type NewKey } from '../domain/api-key.ts';
import type { ApiKeyEvent } from '../domain/api-key-events.ts';
import { shownPrefix } from '../domain/api-key-secret.ts';
import type { Budget } from '../domain/budgets/budget.ts';
import { eurFromNano, type NanoEur } from '../domain/money.ts';
import type { ScopeKind } from '../domain/policy-events.ts';
import type { Policy } from '../domain/policy.ts';
import { levelOf } from '../domain/scopes/level.ts';
import { scopePolicies, type ScopePolicies } from '../domain/scopes/scope-policies.ts';
import { principal, type Principal, type PrincipalCommand, type PrincipalRefusal } from '../domain/principal.ts';
import type { PrincipalEvent } from '../domain/principal-events.ts';
import { directoryStaleMsMax } from '../ports/directory.ts';
import { pause } from '../time/pause.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import { handleCommand, recordedState, type CommandAnswer } from './handle-command.ts';
import { apiKeyStream, policyStream, principalStream } from './stream-names.ts';

/** Commands for keys, users and policies. All raise what the log raises. */

export interface IdentityDeps {
  readonly log: EventLog;
  /** Creates an event id: a UUID. */
  readonly createId: () => string;
  /** The administrator: see `domain/actor.ts`. */
  readonly actor: string;
}

export interface NewApiKey {
  readonly keyId: string;
  /** Shown once to its owner; only its keyed hash is recorded. */
  readonly secret: string;
  readonly name: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly walletId: string;
  readonly allowedProfiles: readonly string[];
  readonly allowAllModels: boolean;
  readonly maxRequestEur: NanoEur | null;
  readonly budgetEur: NanoEur | null;
  /** Further budgets. Default: none. */
  readonly budgets?: readonly Budget[];
  /** ISO 8601; `null`: never. */
  readonly expiresAt: string | null;
  /** Whether it may call the management API. Default: no. */
  readonly administers?: boolean;
  /** Whether it may call models although it administers. Default: no. */
  readonly inference?: boolean;
  /** The key that makes it. Default: none does. */
  readonly parentKeyId?: string;
}

type KeyMakingDeps = IdentityDeps & { readonly keyHasher: KeyHasher };

/** Records a key. Raises `Error` when the id is taken. */
export async function createApiKey(deps: KeyMakingDeps, key: NewApiKey): Promise<void> {
  const refusal = await recordApiKey(deps, key);
  if (refusal !== null) throw new Error(`the key was not created: ${refusal}`);
}

/** Returns the refusal, or `null` when the key is now recorded. */
export async function recordApiKey(
  { log, createId, actor, keyHasher }: KeyMakingDeps,
  key: NewApiKey,
): Promise<ApiKeyRefusal | null> {
  const record: NewKey = {
    key_id: key.keyId,
    name: key.name,
    key_hash: keyHasher.hash(key.secret),
    key_prefix: shownPrefix(key.secret),
    user_id: key.userId,
    tenant_id: key.tenantId,
    wallet_id: key.walletId,
    allowed_profiles: key.allowedProfiles,
    allow_all_models: key.allowAllModels,
    max_request_eur: key.maxRequestEur === null ? null : eurFromNano(key.maxRequestEur),
    budget_eur: key.budgetEur === null ? null : eurFromNano(key.budgetEur),
    ...(key.budgets !== undefined && key.budgets.length > 0 && { budgets: key.budgets }),
    expires_at: key.expiresAt,
    ...(key.administers === true ? { administers: true as const } : {}),
    ...(key.administers === true && key.inference === true ? { inference: true as const } : {}),
    ...(key.parentKeyId === undefined ? {} : { parent_key_id: key.parentKeyId }),
  };
  const options = { log, stream: apiKeyStream(key.keyId), decider: apiKey, createId };
  const answer = await handleCommand({ type: 'create_api_key', key: record, actor }, options);
  return answer.accepted ? null : answer.refusal;
}

/**
 * Returns the refusal, or `null` when the key is now revoked: no gateway on the log accepts it for a new request. Waits
 * until gateways that may have cached it have caught up.
 */
export async function revokeApiKey(
  { log, createId, actor }: IdentityDeps,
  keyId: string,
  reason: string,
): Promise<ApiKeyRefusal | null> {
  const options = { log, stream: apiKeyStream(keyId), decider: apiKey, createId };
  const answer = await handleCommand({ type: 'revoke_api_key', reason, actor }, options);
  if (!answer.accepted) return answer.refusal;
  await untilKnownEverywhere();
  return null;
}

/** Resolves when every gateway on the log knows what is recorded now about keys, users and scopes. */
export async function untilKnownEverywhere(): Promise<void> {
  await pause(directoryStaleMsMax);
}

/** A key, folded from its own events; `null`: there is none under the id. */
export async function recordedApiKey(log: EventLog, keyId: string): Promise<ApiKey | null> {
  return await recordedState({ log, stream: apiKeyStream(keyId), decider: apiKey });
}

/** Decides and records a command of one key. */
export async function changeApiKey(
  { log, createId, actor }: IdentityDeps,
  keyId: string,
  command: ApiKeyCommand,
): Promise<CommandAnswer<ApiKey | null, ApiKeyEvent, ApiKeyRefusal>> {
  return await handleCommand({ ...command, actor }, { log, stream: apiKeyStream(keyId), decider: apiKey, createId });
}

/** A user, folded from their own events; `null`: none is registered under the id. */
export async function recordedPrincipal(log: EventLog, userId: string): Promise<Principal | null> {
  return await recordedState({ log, stream: principalStream(userId), decider: principal });
}

/** Returns the refusal, or `null` when the user is now registered. */
export async function registerPrincipal(
  { log, createId, actor }: IdentityDeps,
  person: Principal,
): Promise<PrincipalRefusal | null> {
  const options = { log, stream: principalStream(person.user_id), decider: principal, createId };
  const answer = await handleCommand({ type: 'register_principal', principal: person, actor }, options);
  return answer.accepted ? null : answer.refusal;
}

/** Decides and records a command of one user. */
export async function changePrincipal(
  { log, createId, actor }: IdentityDeps,
  userId: string,
  command: PrincipalCommand,
): Promise<CommandAnswer<Principal | null, PrincipalEvent, PrincipalRefusal>> {
  const options = { log, stream: principalStream(userId), decider: principal, createId };
  return await handleCommand({ ...command, actor }, options);
}

/** The policies of a scope, folded from its own events; `null`: it has none. */
export async function recordedPolicies(log: EventLog, kind: ScopeKind, scopeId: string): Promise<ScopePolicies | null> {
  return await recordedState({ log, stream: policyStream(kind, scopeId), decider: scopePolicies });
}

/** Removes the policies of a scope that the actor's level and those below have set. Returns those of the levels above. */
export async function deletePolicy(
  { log, createId, actor }: IdentityDeps,
  kind: ScopeKind,
  scopeId: string,
): Promise<ScopePolicies | null> {
  const scope = { scope_kind: kind, scope_id: scopeId };
  const options = { log, stream: policyStream(kind, scopeId), decider: scopePolicies, createId };
  return (await handleCommand({ type: 'remove_policy', scope, actor }, options)).state;
}

/** Replaces the policy that the actor's level has set for a scope. Returns who has set it: the same policy stays as it is. */
export async function setPolicy(
  { log, createId, actor }: IdentityDeps,
  rules: Omit<Policy, 'set_by'>,
): Promise<string> {
  const stream = policyStream(rules.scope_kind, rules.scope_id);
  const options = { log, stream, decider: scopePolicies, createId };
  const { state } = await handleCommand({ type: 'set_policy', policy: rules, actor }, options);
  return state?.by_level[levelOf(actor)]?.set_by ?? actor;
}

/** Sets whether a user's requests must be cast before they are forwarded. Returns the refusal, or `null`. */
export async function changePrincipalPii(
  { log, createId, actor }: IdentityDeps,
  userId: string,
  piiEnabled: boolean,
): Promise<PrincipalRefusal | null> {
  const options = { log, stream: principalStream(userId), decider: principal, createId };
  const answer = await handleCommand({ type: 'change_principal_pii', piiEnabled, actor }, options);
  return answer.accepted ? null : answer.refusal;
}
