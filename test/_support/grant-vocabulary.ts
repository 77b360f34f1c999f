import type { ApiKey } from '../../src/domain/api-key.ts';
import type { Policy } from '../../src/domain/policy.ts';
import type { Principal } from '../../src/domain/principal.ts';
import { id, tenantId, userId, walletId } from './wallet-vocabulary.ts';

/** A key, a person and a policy to vary in tests. */

export function keyWith(more: Partial<ApiKey> = {}): ApiKey {
  return {
    key_id: id('d', 1),
    name: 'laptop',
    key_hash: '0f'.repeat(32),
    key_prefix: 'wb_1a2B3',
    user_id: userId,
    tenant_id: tenantId,
    wallet_id: walletId,
    allowed_profiles: ['light', 'average'],
    allow_all_models: false,
    max_request_eur: null,
    budget_eur: null,
    expires_at: null,
    revoked: false,
    ...more,
  };
}

export function principalWith(more: Partial<Principal> = {}): Principal {
  return {
    user_id: userId,
    tenant_id: tenantId,
    wallet_id: walletId,
    role: 'developer',
    platform_role: null,
    pii_enabled: true,
    reseller_id: null,
    group_ids: [id('9', 1), id('9', 2)],
    ...more,
  };
}

export function policyWith(more: Partial<Policy> = {}): Policy {
  return {
    scope_kind: 'tenant',
    scope_id: tenantId,
    allowed_profiles: ['light', 'average', 'advanced'],
    default_profile: 'average',
    pii_required: false,
    max_request_eur: '5.000000000',
    allow_all_models: false,
    ...more,
  };
}
