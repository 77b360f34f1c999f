import { z } from 'zod';
import { apiKeys } from '../../projections/api-keys.ts';
import { scopes } from '../../projections/scopes.ts';
import { requestLimitsSchema, shownLimits, type SetLimits } from '../domain/scopes/request-limits.ts';
import { changeScope } from '../ledger/administration/scope-changes.ts';
import { changeApiKey } from '../ledger/identities.ts';
import { notFound } from './administrator.ts';
import { uuidInput } from './inputs.ts';
import { adminOperation, type AdminOperation } from './operation.ts';
import { assertMayActFor, keyWithin, placeOfTenant } from './reads-within.ts';
import { notPossible } from './refusal-advice.ts';
import { refusedScopeChange } from './refused-scope-change.ts';

const ofLevels =
  'Replaces the earlier limits of your level; of those of several levels the smallest applies. Without any, lifts those of your level and of those below.';

/** The limits that apply after a change, and the level that set each: see {@link shownLimits}. */
function shown(id: string, state: SetLimits | null): object {
  const { limits, ...by } = { limits: {}, ...shownLimits(state ?? {}) };
  return { id, object: 'limits', ...limits, ...by };
}

const limitKey = adminOperation({
  id: 'limitKey',
  method: 'put',
  path: '/keys/{key_id}/limits',
  command: 'keys limit',
  summary: `Set the limits of requests per minute and of concurrent requests of a key, below the configured ones. ${ofLevels}`,
  action: 'keys.limit',
  input: z.strictObject({ key_id: uuidInput, ...requestLimitsSchema }),
  run: async ({ key_id, ...limits }, request) => {
    const { deps, administrator } = request;
    await assertMayActFor(request, await keyWithin(request, 'keys.limit', key_id));
    const command = { type: 'limit_api_key', limits } as const;
    const answer = await changeApiKey({ ...deps, actor: administrator.actor }, key_id, command);
    if (!answer.accepted) throw notPossible(answer.refusal);
    // They apply from the next request of this process.
    await deps.catchUp([apiKeys]);
    return shown(key_id, answer.state);
  },
});

const limitTenant = adminOperation({
  id: 'limitTenant',
  method: 'put',
  path: '/tenants/{tenant_id}/limits',
  command: 'tenants limit',
  summary: `Set the limits of requests per minute and of concurrent requests of all keys of a tenant, below the configured ones. ${ofLevels}`,
  action: 'tenants.write',
  input: z.strictObject({ tenant_id: uuidInput, ...requestLimitsSchema }),
  run: async ({ tenant_id, ...limits }, request) => {
    const { deps, administrator } = request;
    administrator.assertMay('tenants.write', await placeOfTenant(request, tenant_id), 'tenant');
    const scope = { kind: 'tenant', scopeId: tenant_id } as const;
    const command = { type: 'limit_scope', limits } as const;
    const answer = await changeScope({ ...deps, actor: administrator.actor }, scope, command);
    if (!answer.accepted)
      throw answer.refusal === 'scope_not_created' ? notFound('tenant') : refusedScopeChange('tenant', answer);
    await deps.catchUp([scopes]);
    return shown(tenant_id, answer.state);
  },
});

/** Operations on limits. */
export const limitOperations: readonly AdminOperation[] = [limitKey, limitTenant];
