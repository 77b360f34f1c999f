import type { ApiKey } from '../api-key.ts';
import type { Principal } from '../principal.ts';

/**
 * What stands for a key where a person acts without one: their requests are counted by it. It is recorded nowhere, no
 * secret opens it, and it calls no model.
 */
export function keylessKey({ user_id, tenant_id, wallet_id }: Principal): ApiKey {
  return {
    key_id: user_id,
    name: '',
    key_hash: '',
    key_prefix: '',
    user_id,
    tenant_id,
    wallet_id,
    allowed_profiles: [],
    allow_all_models: false,
    max_request_eur: null,
    budget_eur: null,
    expires_at: null,
    revoked: false,
    administers: true,
  };
}
