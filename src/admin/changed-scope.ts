import { apiKeys } from '../../projections/api-keys.ts';
import { principals } from '../../projections/principals.ts';
import { scopes } from '../../projections/scopes.ts';
import type { ApiKey, ApiKeyCommand } from '../domain/api-key.ts';
import type { Principal, PrincipalCommand } from '../domain/principal.ts';
import type { ManagedScopeKind } from '../domain/scopes/scope-events.ts';
import type { Scope, ScopeCommand } from '../domain/scopes/scope.ts';
import { changeScope } from '../ledger/administration/scope-changes.ts';
import { changeApiKey, changePrincipal } from '../ledger/identities.ts';
import { notFound } from './administrator.ts';
import type { AdminRequest } from './operation.ts';
import { notPossible } from './refusal-advice.ts';
import { refusedScopeChange, refusedUserChange } from './refused-scope-change.ts';

/** Changes of whom requests belong to, by an administrator: they apply from the next request of this process. */

/** A key after a change. Raises the refusal. */
export async function changedKey(
  { administrator, deps }: AdminRequest,
  keyId: string,
  command: ApiKeyCommand,
): Promise<ApiKey> {
  const answer = await changeApiKey({ ...deps, actor: administrator.actor }, keyId, command);
  if (!answer.accepted) throw notPossible(answer.refusal);
  if (answer.state === null) throw notFound('key');
  await deps.catchUp([apiKeys]);
  return answer.state;
}

/** A user after a change. Raises the refusal. */
export async function changedPerson(
  { administrator, deps }: AdminRequest,
  userId: string,
  command: PrincipalCommand,
): Promise<Principal> {
  const answer = await changePrincipal({ ...deps, actor: administrator.actor }, userId, command);
  if (!answer.accepted) throw refusedUserChange(answer);
  if (answer.state === null) throw notFound('user');
  await deps.catchUp([principals]);
  return answer.state;
}

/** A reseller, tenant or group after a change. Raises the refusal, and `not_found` for one that was not created. */
export async function changedScope(
  { administrator, deps }: AdminRequest,
  scope: { readonly kind: ManagedScopeKind; readonly scopeId: string },
  command: ScopeCommand,
): Promise<Scope | null> {
  const { kind } = scope;
  const answer = await changeScope({ ...deps, actor: administrator.actor }, scope, command);
  if (!answer.accepted) {
    throw answer.refusal === 'scope_not_created' ? notFound(kind) : refusedScopeChange(kind, answer);
  }
  await deps.catchUp([scopes]);
  return answer.state;
}
