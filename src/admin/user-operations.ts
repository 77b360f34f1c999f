import { z } from 'zod';
import { ownedPrefix } from '../../projections/owned-ids.ts';
import { principals } from '../../projections/principals.ts';
import type { Principal, PrincipalCommand } from '../domain/principal.ts';
import { mayLift } from '../domain/scopes/level.ts';
import { GatewayError } from '../errors.ts';
import { recordedScope } from '../ledger/administration/scope-changes.ts';
import { recordedPrincipal, registerPrincipal, untilKnownEverywhere } from '../ledger/identities.ts';
import { notFound } from './administrator.ts';
import { changedPerson } from './changed-scope.ts';
import { idInput, pageInput, reasonInput, uuidInput } from './inputs.ts';
import { changeablePerson, personWithin, placeOfTenant, recordedWallet, tenantToFill } from './reads-within.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { onlyPage, ownedPage } from './owned-page.ts';
import { policiesAbove } from './policies-above.ts';
import { blockedGroup } from './refused-scope-change.ts';
import { policyPageOutput, shownPolicies } from './shown/shown-policy.ts';
import { pageOutput, type Shown } from './outputs.ts';
import { shownUser, shownUserSpend, userOutput } from './shown/shown-user.ts';

const roleInput = z
  .string()
  .regex(/^[a-z][a-z_]{0,49}$/, '1 to 50 lower-case letters and _, first a letter')
  .describe('`admin` of the tenant, `reseller_admin` or `member`; any other role counts as a member.');
const platformRoleInput = z
  .enum(['operator', 'finance', 'auditor', 'none'])
  .describe('Role in running the platform. Only the operator may give it.');
const walletInput = uuidInput.describe('Wallet of the tenant that pays for the keys of the user.');

const createUser = adminOperation({
  id: 'createUser',
  method: 'post',
  path: '/users',
  command: 'users create',
  commandNeeds: ['tenant_id'],
  summary: 'Register a user by id; no name is stored. Opens a wallet if none is given.',
  action: 'users.write',
  input: z.strictObject({
    id: idInput,
    tenant_id: uuidInput.optional().describe('Absent: the tenant of the caller.'),
    wallet_id: walletInput.optional(),
    role: roleInput.default('member'),
    platform_role: platformRoleInput.default('none'),
    pii_enabled: z
      .boolean()
      .optional()
      .describe(
        'Whether personal data in their requests must be replaced. Absent: where `personal_data` is configured.',
      ),
    group_ids: z.array(uuidInput).max(20).default([]).describe('Groups of the tenant whose policies apply.'),
  }),
  output: userOutput,
  run: async (asked, request) => {
    const { administrator, deps } = request;
    const tenantId = asked.tenant_id ?? administrator.person?.tenant_id;
    if (tenantId === undefined)
      throw new GatewayError('invalid_value', { detail: '`tenant_id` is missing.', param: 'tenant_id' });
    const place = await tenantToFill(request, 'users.write', tenantId);
    const roles = { role: asked.role, platform_role: platformRole(asked.platform_role) };
    administrator.assertMayGrant(roles);
    for (const group of asked.group_ids) await assertGroup(request, group, tenantId);
    const userId = request.newId(asked.id);
    const known = await recordedPrincipal(deps.log, userId);
    const walletId = asked.wallet_id ?? known?.wallet_id ?? request.newId(undefined, `wallet ${userId}`);
    const person: Principal = {
      user_id: userId,
      tenant_id: tenantId,
      wallet_id: walletId,
      ...roles,
      pii_enabled: asked.pii_enabled ?? deps.protectsPeople(),
      reseller_id: place.resellerId ?? null,
      group_ids: asked.group_ids,
    };
    if (known !== null) return shownAgain(request, known);
    await assertWallet(request, walletId, { tenantId, isOpened: asked.wallet_id === undefined });
    const refusal = await registerPrincipal({ ...deps, actor: administrator.actor }, person);
    if (refusal === null) return shownUser(person);
    return shownAgain(request, (await recordedPrincipal(deps.log, userId)) ?? person);
  },
});

/** A repeated request gets the answer of the first one. */
function shownAgain(request: AdminRequest, known: Principal): Shown<typeof userOutput> {
  if (request.isRepeat()) return shownUser(known);
  throw new GatewayError('already_exists', { detail: `Another user has the id ${known.user_id}.` });
}

async function assertWallet(
  request: AdminRequest,
  walletId: string,
  { tenantId, isOpened }: { readonly tenantId: string; readonly isOpened: boolean },
): Promise<void> {
  if (isOpened) {
    const { actor } = request.administrator;
    await request.deps.wallets.execute(walletId, { type: 'open_wallet', walletId, tenantId, actor });
  }
  const wallet = await recordedWallet(request, walletId);
  if (wallet?.tenantId !== tenantId) throw notFound('wallet');
}

async function assertGroup(request: AdminRequest, groupId: string, tenantId: string): Promise<void> {
  const group = await recordedScope(request.deps.log, 'group', groupId);
  if (group?.parent_id !== tenantId || group.status === 'closed') throw notFound('group');
}

/** A member must not leave a group to escape from what a wider level suspended or closed. Raises `not_permitted`. */
async function assertMayLeave({ administrator, deps }: AdminRequest, groupId: string): Promise<void> {
  const level = (await recordedScope(deps.log, 'group', groupId))?.blocked_by;
  if (level !== undefined && !mayLift(administrator.actor, level)) throw blockedGroup(level);
}

function platformRole(asked: z.infer<typeof platformRoleInput> | null): Principal['platform_role'] {
  return asked === 'none' ? null : asked;
}

const listUsers = adminOperation({
  id: 'listUsers',
  method: 'get',
  path: '/users',
  command: 'users list',
  summary: 'List the users of a tenant in the order of their ids.',
  action: 'users.read',
  input: z.strictObject({
    ...pageInput,
    tenant_id: uuidInput.optional().describe('Absent: the tenant of the caller; for the platform, all tenants.'),
    group_id: uuidInput.optional().describe('Only people of this group.'),
  }),
  output: pageOutput(userOutput),
  run: async (asked, request) => {
    const { administrator } = request;
    const reach = administrator.reach('users.read');
    const { person } = administrator;
    const tenantId = asked.tenant_id ?? (reach === 'all' ? null : (person?.tenant_id ?? null));
    const isWanted = ({ group_ids }: Principal): boolean =>
      asked.group_id === undefined || group_ids.includes(asked.group_id);
    if (reach === 'own') {
      if (person === null || tenantId !== person.tenant_id) throw notFound('tenant');
      const own = await personWithin(request, 'users.read', person.user_id);
      return onlyPage(isWanted(own) ? [shownUser(own)] : [], asked);
    }
    if (tenantId !== null) {
      administrator.assertMay('users.read', await placeOfTenant(request, tenantId), 'tenant');
    }
    const prefix = tenantId === null ? 'user/' : ownedPrefix('user', tenantId);
    const list = { prefix, projection: principals, keyOf: (id: string): string => id, shown: shownUser, isWanted };
    return await ownedPage(request, list, asked);
  },
});

const showUser = adminOperation({
  id: 'showUser',
  method: 'get',
  path: '/users/{user_id}',
  command: 'users show',
  summary: 'Show a user.',
  action: 'users.read',
  input: z.strictObject({ user_id: uuidInput }),
  output: userOutput,
  run: async ({ user_id }, request) =>
    await shownUserSpend(request, await personWithin(request, 'users.read', user_id)),
});

const listUserPolicies = adminOperation({
  id: 'listUserPolicies',
  method: 'get',
  path: '/users/{user_id}/policies',
  command: 'policies explain',
  summary: 'List the policies that apply to a user, from the widest scope to the narrowest.',
  action: 'users.read',
  input: z.strictObject({ user_id: uuidInput }),
  output: policyPageOutput,
  run: async ({ user_id }, request) => {
    const person = await personWithin(request, 'users.read', user_id);
    return shownPolicies(await policiesAbove(request, person));
  },
});

const changeUser = adminOperation({
  id: 'changeUser',
  method: 'patch',
  path: '/users/{user_id}',
  command: 'users change',
  summary: 'Change the role or wallet of a user, or switch the protection of their personal data.',
  action: 'users.write',
  input: z.strictObject({
    user_id: uuidInput,
    wallet_id: walletInput.optional(),
    role: roleInput.optional(),
    platform_role: platformRoleInput.nullable().optional().meta({
      description: 'Role in running the platform. Only the operator may give it. `null`, or `none`, takes it away.',
    }),
    pii_enabled: z.boolean().optional().describe('Whether personal data in their requests must be replaced.'),
  }),
  output: userOutput,
  run: async (asked, request) => {
    const { administrator } = request;
    const person = await changeablePerson(request, asked.user_id);
    // Absent, it stays as it is when the change is recorded: somebody else may be taking or giving it now.
    const platformRoleAsked = asked.platform_role === undefined ? undefined : platformRole(asked.platform_role);
    const platform_role = platformRoleAsked === undefined ? person.platform_role : platformRoleAsked;
    const role = asked.role ?? person.role;
    administrator.assertMayGrant({ role, platform_role });
    const isOwn = person.user_id === administrator.person?.user_id;
    if (isOwn && (role !== person.role || platform_role !== person.platform_role)) throw ownRole();
    if (asked.wallet_id !== undefined) {
      await assertWallet(request, asked.wallet_id, { tenantId: person.tenant_id, isOpened: false });
    }
    const { wallet_id: walletId, pii_enabled: piiEnabled } = asked;
    const roles = { role: asked.role, platformRole: platformRoleAsked };
    const changed = { type: 'change_principal', walletId, ...roles } as const;
    const state = await changedPerson(request, person.user_id, changed);
    if (piiEnabled === undefined) return shownUser(state);
    return shownUser(await changedPerson(request, person.user_id, { type: 'change_principal_pii', piiEnabled }));
  },
});

/** Two people are needed for a role: who gives it, and who gets it. */
function ownRole(): GatewayError {
  return new GatewayError('not_permitted', {
    detail: 'Nobody changes their own roles.',
    next: 'Ask another administrator, or use `waybill users change` on the machine of the gateway.',
  });
}

const statuses = [
  {
    verb: 'suspend',
    summary:
      'Suspend all keys of a user until the user is resumed. The answer comes when no gateway accepts them any more.',
    input: { reason: reasonInput },
    command: (reason: string): PrincipalCommand => ({ type: 'suspend_principal', reason }),
  },
  {
    verb: 'resume',
    summary: 'End the suspension of a user. Only the level that suspended the user, or one above, can.',
    input: {},
    command: (): PrincipalCommand => ({ type: 'resume_principal' }),
  },
  {
    verb: 'close',
    summary: 'Refuse all keys of a user permanently. The answer comes when no gateway accepts them any more.',
    input: { reason: reasonInput },
    command: (reason: string): PrincipalCommand => ({ type: 'close_principal', reason }),
  },
] as const;

const statusOperations = statuses.map(({ verb, summary, input, command }) =>
  adminOperation({
    id: `${verb}User`,
    method: 'post',
    path: `/users/{user_id}/${verb}`,
    command: `users ${verb}`,
    summary,
    action: 'users.write',
    input: z.strictObject({ user_id: uuidInput, ...input }),
    output: userOutput,
    run: async (asked: { readonly user_id: string; readonly reason?: string }, request) => {
      await changeablePerson(request, asked.user_id);
      const state = await changedPerson(request, asked.user_id, command(asked.reason ?? ''));
      await untilKnownEverywhere();
      return shownUser(state);
    },
  }),
);

const memberships = (['join', 'leave'] as const).map((verb) =>
  adminOperation({
    id: verb === 'join' ? 'joinGroup' : 'leaveGroup',
    method: verb === 'join' ? 'put' : 'delete',
    path: '/groups/{group_id}/members/{user_id}',
    command: `groups ${verb}`,
    summary: verb === 'join' ? 'Add a user to a group, whose policies then apply.' : 'Remove a user from a group.',
    action: 'users.write',
    input: z.strictObject({ group_id: uuidInput, user_id: uuidInput }),
    output: userOutput,
    run: async ({ group_id: groupId, user_id }, request) => {
      const person = await changeablePerson(request, user_id);
      if (verb === 'join') await assertGroup(request, groupId, person.tenant_id);
      else if (person.group_ids.includes(groupId)) await assertMayLeave(request, groupId);
      const command = { type: verb === 'join' ? 'join_group' : 'leave_group', groupId } as const;
      return shownUser(await changedPerson(request, user_id, command));
    },
  }),
);

/** Operations on users and their groups. */
export const userOperations: readonly AdminOperation[] = [
  createUser,
  listUsers,
  showUser,
  listUserPolicies,
  changeUser,
  ...statusOperations,
  ...memberships,
];
