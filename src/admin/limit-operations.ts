import { z } from 'zod';
import { levelOf } from '../domain/scopes/level.ts';
import type { AdminAction } from '../domain/scopes/permissions.ts';
import type { Scope } from '../domain/scopes/scope.ts';
import {
  requestLimitsSchema,
  shownLimits,
  type RequestLimits,
  type SetLimits,
} from '../domain/scopes/request-limits.ts';
import { recordedScope } from '../ledger/administration/scope-changes.ts';
import { notFound } from './administrator.ts';
import { changedKey, changedPerson, changedScope } from './changed-scope.ts';
import { uuidInput } from './inputs.ts';
import { idOutput, limitsOutput, type Shown } from './outputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { changeableKey, changeablePerson, placeOfTenant } from './reads-within.ts';

const ofLevels =
  'Replaces the earlier limits of your level; of those of several levels the smallest applies. Without any, lifts those of your level and of those below.';

const limitsAnswer = z
  .strictObject({
    id: idOutput,
    object: z.literal('limits'),
    ...limitsOutput.limits.unwrap().shape,
    limited_by: limitsOutput.limited_by,
  })
  .meta({ id: 'SetLimits', description: 'The smallest limits of all levels after a change.' });

/** The limits that apply after a change, and the level that set each: see {@link shownLimits}. */
function shown(id: string, state: SetLimits | null): Shown<typeof limitsAnswer> {
  const { limits, ...by } = shownLimits(state ?? {});
  return { id, object: 'limits', ...limits, ...by };
}

/** What the level of an administrator has set of them. */
function ownLimits({ administrator }: AdminRequest, known: SetLimits | null): RequestLimits | null {
  return known?.limits_by?.[levelOf(administrator.actor)] ?? null;
}

const limitKey = adminOperation({
  id: 'limitKey',
  method: 'put',
  path: '/keys/{key_id}/limits',
  command: 'keys limit',
  summary: `Set the limits of a key: requests and tokens per minute, and concurrent requests, below the configured ones. ${ofLevels}`,
  action: 'keys.limit',
  input: z.strictObject({ key_id: uuidInput, ...requestLimitsSchema }),
  output: limitsAnswer,
  replaces: async ({ key_id }, request) => ownLimits(request, await changeableKey(request, 'keys.limit', key_id)),
  run: async ({ key_id, ...limits }, request) => {
    await changeableKey(request, 'keys.limit', key_id);
    return shown(key_id, await changedKey(request, key_id, { type: 'limit_api_key', limits }));
  },
});

const limitUser = adminOperation({
  id: 'limitUser',
  method: 'put',
  path: '/users/{user_id}/limits',
  command: 'users limit',
  summary: `Set the limits of all keys of a user together: requests and tokens per minute, and concurrent requests. ${ofLevels}`,
  action: 'users.write',
  input: z.strictObject({ user_id: uuidInput, ...requestLimitsSchema }),
  output: limitsAnswer,
  replaces: async ({ user_id }, request) => ownLimits(request, await changeablePerson(request, user_id)),
  run: async ({ user_id, ...limits }, request) => {
    await changeablePerson(request, user_id);
    return shown(user_id, await changedPerson(request, user_id, { type: 'limit_principal', limits }));
  },
});

/** `null`: a tenant that was created nowhere. Raises `not_permitted`, and `resource_not_found` for an unknown group. */
async function limitedScope(
  request: AdminRequest,
  action: AdminAction,
  { kind, scopeId }: LimitedScope,
): Promise<Scope | null> {
  const found = await recordedScope(request.deps.log, kind, scopeId);
  const place = await placeOfTenant(request, kind === 'tenant' ? scopeId : (found?.parent_id ?? null));
  if (kind === 'group' && found === null) throw notFound(kind);
  request.administrator.assertMay(action, place, kind);
  return found;
}

interface LimitedScope {
  readonly kind: 'group' | 'tenant';
  readonly scopeId: string;
}

/** Limits the keys of a tenant, or of the people in a group. */
const scopeLimits = (
  [
    { kind: 'group', id: 'limitGroup', action: 'groups.write', whose: 'of the people in a group' },
    { kind: 'tenant', id: 'limitTenant', action: 'tenants.write', whose: 'of a tenant' },
  ] as const
).map(({ kind, id, action, whose }) => {
  const idName = `${kind}_id` as const;
  return adminOperation({
    id,
    method: 'put',
    path: `/${kind}s/{${idName}}/limits`,
    command: `${kind}s limit`,
    summary: `Set the limits of all keys ${whose} together: requests and tokens per minute, and concurrent requests. ${ofLevels}`,
    action,
    input: z.strictObject({ [idName]: uuidInput, ...requestLimitsSchema }),
    output: limitsAnswer,
    replaces: async (asked: { readonly [name: string]: unknown }, request) =>
      ownLimits(request, await limitedScope(request, action, { kind, scopeId: String(asked[idName]) })),
    run: async (asked: RequestLimits & { readonly [name: string]: unknown }, request) => {
      const { [idName]: scopeId, ...limits } = asked;
      const scope = { kind, scopeId: String(scopeId) };
      await limitedScope(request, action, scope);
      return shown(scope.scopeId, await changedScope(request, scope, { type: 'limit_scope', limits }));
    },
  });
});

/** Operations on limits. */
export const limitOperations: readonly AdminOperation[] = [limitKey, limitUser, ...scopeLimits];
