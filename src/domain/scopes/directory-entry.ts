import { keyBelow, type ApiKey } from '../api-key.ts';
import { platformScopeId, scopeKey, type ScopeKind } from '../policy-events.ts';
import type { Policy } from '../policy.ts';
import type { Principal } from '../principal.ts';
import { isAsWide, type Level } from './level.ts';
import { levelOfPerson } from './permissions.ts';
import { callerPrices, type CallerPrices } from '../prices/price-terms.ts';
import { tagTerms, type TagTerms } from '../tags/tag-terms.ts';
import type { RequestLimits } from './request-limits.ts';
import type { Scope } from './scope.ts';
import { policiesOf, type ScopePolicies } from './scope-policies.ts';

/** Limits of a scope or a person, below the configured ones, for all their keys together. */
export interface LimitsAbove {
  readonly kind: ScopeKind;
  readonly id: string;
  readonly limits: RequestLimits;
}

/** A key with the person behind it and the policies above it, widest scope first, and in a scope the widest level. */
export interface DirectoryEntry {
  /** As the keys that made it bound it. */
  readonly key: ApiKey;
  /** The keys that made it, the nearest first; absent: none did. */
  readonly parents?: readonly ApiKey[];
  readonly principal: Principal;
  /** The reseller of the tenant; absent: it has none. */
  readonly resellerId?: string;
  readonly policies: readonly Policy[];
  /** The widest scope above the key that is suspended or closed; absent: none is. */
  readonly suspended?: ScopeKind;
  /**
   * The same, of the scopes that the level of the person or one above it has suspended or closed: only these keep the person
   * from the management API. Otherwise a reseller could shut out the operator whose person is in one of its tenants.
   */
  readonly shutOut?: ScopeKind;
  /** Those that were set for the scopes above the key; absent: none were. */
  readonly limitsAbove?: readonly LimitsAbove[];
  /** What the tags of its requests have to be; absent: its tenant has declared none. */
  readonly tags?: TagTerms;
  /** The prices that levels have set for it; absent: the configured ones. */
  readonly prices?: CallerPrices;
}

/** The known policies and scopes, by scope key; `null`: unknown. */
export interface KnownScopes {
  scope(scopeKey: string): Scope | null;
  policies(scopeKey: string): ScopePolicies | null;
}

/** Everything that applies to a key: the policies, status and limits of all scopes above it. */
export function directoryEntry(
  { key, parents = [] }: Pick<DirectoryEntry, 'key' | 'parents'>,
  principal: Principal,
  known: KnownScopes,
): DirectoryEntry {
  const tenant = known.scope(scopeKey('tenant', principal.tenant_id));
  const resellerId = tenant?.parent_id ?? principal.reseller_id;
  const above = scopesAbove(principal, tenant?.parent_id ?? null);
  const policies = above.flatMap(([kind, id]) => policiesOf(known.policies(scopeKey(kind, id))));
  const blocked = above.flatMap(([kind, id]) => {
    const by = blockedBy(kind, id, principal, known);
    return by === null ? [] : [{ kind, by }];
  });
  const [suspended] = blocked;
  const level = levelOfPerson(principal);
  const shutOut = blocked.find(({ kind, by }) => kind === 'user' || isAsWide(by, level));
  const limitsAbove = above.flatMap(([kind, id]) => {
    const { limits } = (kind === 'user' ? principal : known.scope(scopeKey(kind, id))) ?? {};
    return limits === undefined ? [] : [{ kind, id, limits }];
  });
  const bound = parents.reduce(keyBelow, key);
  const reseller = resellerId === null ? null : known.scope(scopeKey('reseller', resellerId));
  const prices = callerPrices(tenant, reseller, resellerId);
  return {
    key: bound,
    ...(parents.length > 0 && { parents }),
    principal,
    ...(resellerId !== null && { resellerId }),
    policies,
    ...(suspended !== undefined && { suspended: suspended.kind }),
    ...(shutOut !== undefined && { shutOut: shutOut.kind }),
    ...(limitsAbove.length > 0 && { limitsAbove }),
    ...(tenant?.tags !== undefined && { tags: tagTerms(tenant.tags, bound.required_tags ?? []) }),
    ...(prices !== undefined && { prices }),
  };
}

/** The level that suspended or closed a scope; `null`: it is active. */
function blockedBy(kind: ScopeKind, id: string, principal: Principal, known: KnownScopes): Level | null {
  const { status = 'active', blocked_by: by = 'platform' } =
    kind === 'user' ? principal : (known.scope(scopeKey(kind, id)) ?? {});
  return status === 'active' ? null : by;
}

/**
 * The scopes above a key, widest first, as in `scopeKinds`. Includes the reseller of the tenant: a person who was
 * registered before the tenant was created, or by a command without a reseller, has none of their own.
 */
export function scopesAbove(
  { reseller_id, tenant_id, group_ids, user_id }: Principal,
  resellerOfTenant: string | null,
): readonly (readonly [kind: ScopeKind, id: string])[] {
  const resellers = new Set([reseller_id, resellerOfTenant].filter((id) => id !== null));
  return [
    ['platform', platformScopeId],
    ...[...resellers].map((reseller) => ['reseller', reseller] as const),
    ['tenant', tenant_id],
    ...group_ids.map((group) => ['group', group] as const),
    ['user', user_id],
  ];
}
