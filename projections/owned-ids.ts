import type { ApiKeyEvent } from '../src/domain/api-key-events.ts';
import type { PrincipalEvent } from '../src/domain/principal-events.ts';
import type { ScopeEvent } from '../src/domain/scopes/scope-events.ts';
import { apiKeyPrefix, principalPrefix, scopePrefix } from '../src/ledger/stream-names.ts';
import type { Projection } from '../src/ports/read-models.ts';

/** The kinds of things listed by owner. */
export type OwnedKind = 'reseller' | 'tenant' | 'group' | 'user' | 'key';

/** Key of the person to whom an account at an issuer was joined last, who may have it no more. */
export function accountKey(accountId: string): string {
  return `account/${accountId}`;
}

/** An entry of the lists. */
export interface OwnedId {
  readonly id: string;
  /** When an account was joined to this person, by the log's clock. Absent for what is owned. */
  readonly joined_at?: string;
}

type OwnedEvent = ScopeEvent | PrincipalEvent | ApiKeyEvent;

/** Stands for the platform in keys. */
const nobody = '-';

/** Prefix of the keys of things of one kind with the same owners, widest owner first; e.g. `key/<tenant>/<user>/`. */
export function ownedPrefix(kind: OwnedKind, ...owners: readonly (string | null)[]): string {
  return [kind, ...owners.map((owner) => owner ?? nobody), ''].join('/');
}

/**
 * One document per reseller, tenant, group, user and key, by kind, owners and id: what one owner has is one range of
 * keys. Owners never change, so a document is written once; that of an account, each time that it is joined. The streams
 * of two people may change it, of which one may be folded later: so it has the time.
 */
export const ownedIds: Projection<OwnedId, OwnedEvent> = {
  name: 'owned-ids',
  version: 3,
  streamPrefixes: [scopePrefix, principalPrefix, apiKeyPrefix],
  hasStreamsApart: true,
  keyOf: ({ event }) => keyOf(event),
  evolve: (known, { event, recordedAt }) =>
    event.type === 'PrincipalAccountJoined'
      ? joinedLast(known, { id: event.data.user_id, joined_at: recordedAt })
      : (known ?? { id: idOf(event) }),
};

function joinedLast(known: OwnedId | null, joined: OwnedId & { readonly joined_at: string }): OwnedId {
  return known?.joined_at !== undefined && known.joined_at > joined.joined_at ? known : joined;
}

function keyOf({ type, data }: OwnedEvent): string | null {
  switch (type) {
    case 'ScopeCreated':
      return ownedPrefix(data.scope_kind, data.parent_id) + data.scope_id;
    case 'PrincipalRegistered':
      return ownedPrefix('user', data.tenant_id) + data.user_id;
    case 'ApiKeyCreated':
      return ownedPrefix('key', data.tenant_id, data.user_id) + data.key_id;
    case 'PrincipalAccountJoined':
      return accountKey(data.account_id);
    case 'ScopeChanged':
    case 'ScopeSuspended':
    case 'ScopeResumed':
    case 'ScopeClosed':
    case 'ScopeLimitsSet':
    case 'ScopeTagsDeclared':
    case 'ScopePricesSet':
    case 'PrincipalPiiChanged':
    case 'PrincipalChanged':
    case 'PlatformRoleGranted':
    case 'PrincipalJoinedGroup':
    case 'PrincipalLeftGroup':
    case 'PrincipalSuspended':
    case 'PrincipalResumed':
    case 'PrincipalLimitsSet':
    case 'PrincipalBudgetsSet':
    case 'PrincipalBudgetRaised':
    case 'PrincipalInvited':
    case 'PrincipalPasskeySet':
    case 'PrincipalPasskeyRemoved':
    case 'ApiKeyBudgetRaised':
    case 'PrincipalClosed':
    case 'ApiKeyRevoked':
    case 'ApiKeyRenamed':
    case 'ApiKeyNarrowed':
    case 'ApiKeyRotated':
    case 'ApiKeyLimitsSet':
    case 'ApiKeyTagsRequired':
      return null;
  }
}

function idOf({ data }: OwnedEvent): string {
  if ('scope_id' in data) return data.scope_id;
  return 'key_id' in data ? data.key_id : data.user_id;
}
