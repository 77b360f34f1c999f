import type { ApiKeyEvent } from '../../src/domain/api-key-events.ts';
import type { ApiKey } from '../../src/domain/api-key.ts';
import { platformScopeId, type PolicyEvent, type ScopeKind } from '../../src/domain/policy-events.ts';
import type { Policy } from '../../src/domain/policy.ts';
import type { PrincipalEvent } from '../../src/domain/principal-events.ts';
import type { Principal } from '../../src/domain/principal.ts';
import { id, keyA, tenantId, userId, walletId } from './wallet-vocabulary.ts';

/** A key, the person behind it and the policies above it, for tests of the directory. */

export const resellerId = id('1', 1);
export const firstGroupId = id('2', 1);
export const secondGroupId = id('2', 2);
export const keyHash = 'ab'.repeat(32);

export const key: ApiKey = {
  key_id: keyA,
  name: 'laptop',
  key_hash: keyHash,
  key_prefix: 'wb_abc',
  user_id: userId,
  tenant_id: tenantId,
  wallet_id: walletId,
  allowed_profiles: ['average'],
  allow_all_models: false,
  max_request_eur: null,
  budget_eur: null,
  expires_at: null,
  revoked: false,
};

export const person: Principal = {
  user_id: userId,
  tenant_id: tenantId,
  wallet_id: walletId,
  role: 'member',
  platform_role: null,
  pii_enabled: false,
  reseller_id: resellerId,
  group_ids: [firstGroupId, secondGroupId],
};

export function keyCreated(more: Partial<ApiKey> = {}): ApiKeyEvent {
  const { revoked: _, allowed_profiles, ...rest } = { ...key, ...more };
  return { type: 'ApiKeyCreated', data: { ...rest, allowed_profiles: [...allowed_profiles] } };
}

export const keyRevoked: ApiKeyEvent = { type: 'ApiKeyRevoked', data: { key_id: keyA, reason: 'lost' } };

export function personRegistered(more: Partial<Principal> = {}): PrincipalEvent {
  const { group_ids, ...rest } = { ...person, ...more };
  return { type: 'PrincipalRegistered', data: { ...rest, group_ids: [...group_ids] } };
}

export const personPiiChanged: PrincipalEvent = {
  type: 'PrincipalPiiChanged',
  data: { user_id: userId, pii_enabled: true },
};

export function policySet(scope_kind: ScopeKind, scope_id: string, more: Partial<Policy> = {}): PolicyEvent {
  const { allowed_profiles, ...rest } = { ...somePolicy, ...more };
  return { type: 'PolicySet', data: { ...rest, scope_kind, scope_id, allowed_profiles: [...allowed_profiles] } };
}

const somePolicy: Omit<Policy, 'scope_kind' | 'scope_id'> = {
  allowed_profiles: ['average'],
  default_profile: 'average',
  pii_required: false,
  max_request_eur: '1.000000000',
  allow_all_models: true,
};

/** One scope of each kind above the person, from the narrowest to the widest: not the order in which they apply. */
export const scopesAbove: readonly (readonly [kind: ScopeKind, scopeId: string])[] = [
  ['user', userId],
  ['group', secondGroupId],
  ['group', firstGroupId],
  ['tenant', tenantId],
  ['reseller', resellerId],
  ['platform', platformScopeId],
];
