import { z } from 'zod';
import { scopes } from '../../projections/scopes.ts';
import { ownedPrefix } from '../../projections/owned-ids.ts';
import { scopeKey } from '../domain/policy-events.ts';
import type { ManagedScopeKind } from '../domain/scopes/scope-events.ts';
import type { AdminAction, ScopePlace } from '../domain/scopes/permissions.ts';
import type { Scope, ScopeCommand } from '../domain/scopes/scope.ts';
import { GatewayError } from '../errors.ts';
import { changeScope, recordedScope } from '../ledger/administration/scope-changes.ts';
import { untilKnownEverywhere } from '../ledger/identities.ts';
import { notFound } from './administrator.ts';
import { idInput, nameInput, pageInput, reasonInput, uuidInput } from './inputs.ts';
import { placeOfTenant, tenantToFill } from './reads-within.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { onlyPage, ownedPage } from './owned-page.ts';
import { payableWallets } from './bank/payable-wallets.ts';
import { refusedScopeChange } from './refused-scope-change.ts';
import { closedTenantOutput, scopeOutput, scopePageOutput, shownScope as shown } from './shown/shown-scope.ts';

interface Kind {
  readonly kind: ManagedScopeKind;
  /** Name of the command group and of the path. */
  readonly plural: string;
  /** Name in the ids of the operations. */
  readonly title: string;
  readonly read: AdminAction;
  readonly write: AdminAction;
  /** The input member with the parent of the scope. */
  readonly parent: 'reseller_id' | 'tenant_id' | null;
}

const kinds: readonly Kind[] = [
  {
    kind: 'reseller',
    plural: 'resellers',
    title: 'Reseller',
    read: 'resellers.read',
    write: 'resellers.write',
    parent: null,
  },
  {
    kind: 'tenant',
    plural: 'tenants',
    title: 'Tenant',
    read: 'tenants.read',
    write: 'tenants.write',
    parent: 'reseller_id',
  },
  { kind: 'group', plural: 'groups', title: 'Group', read: 'groups.read', write: 'groups.write', parent: 'tenant_id' },
];

const parentInputs = {
  reseller_id: uuidInput.optional().describe('The reseller. Absent: the reseller of the caller, if any.'),
  tenant_id: uuidInput.optional().describe('The tenant. Absent: the tenant of the caller.'),
};

const tenantIdInput = idInput.describe(
  'Only the platform may set it, so that the request can be repeated. Absent: generated.',
);

function createOperation(of: Kind): AdminOperation {
  const { kind, plural, title, parent } = of;
  const input = z.strictObject({
    id: kind === 'tenant' ? tenantIdInput : idInput,
    name: nameInput,
    ...(parent === null ? {} : { [parent]: parentInputs[parent] }),
  });
  return adminOperation({
    id: `create${title}`,
    method: 'post',
    path: `/${plural}`,
    command: `${plural} create`,
    ...(kind === 'group' && { commandNeeds: ['tenant_id'] }),
    summary: `Create a ${kind} with a name.`,
    action: of.write,
    input,
    output: scopeOutput,
    run: async (asked, request) => {
      const parent_id = await parentOf(of, asked, request);
      assertMayName(of, asked.id, request);
      const id = request.newId(asked.id);
      const created = { scope_kind: kind, scope_id: id, parent_id, name: asked.name };
      const answer = await changeScope(
        { ...request.deps, actor: request.administrator.actor },
        { kind, scopeId: id },
        { type: 'create_scope', scope: created },
      );
      if (!answer.accepted) throw new GatewayError('already_exists', { detail: `Another ${kind} has the id ${id}.` });
      if (answer.state === null) throw notFound(kind);
      return shown(answer.state);
    },
  });
}

/**
 * Wallets, keys and users may name a tenant that was never created, so the record of a tenant decides who may access
 * everything that already names it. Its id must therefore come from the platform or be generated: nothing checks whether an
 * id is in use. Raises `not_permitted`.
 */
function assertMayName({ kind, write }: Kind, id: string | undefined, { administrator }: AdminRequest): void {
  if (kind !== 'tenant' || id === undefined || administrator.reach(write) === 'all') return;
  throw new GatewayError('not_permitted', {
    detail: 'Only the platform chooses the id of a tenant. Leave `id` out, and send an `Idempotency-Key` instead.',
    param: 'id',
  });
}

/** The named parent, or that of the administrator. Raises the errors of access checks. */
async function parentOf(
  of: Kind,
  asked: Readonly<Record<string, unknown>>,
  request: AdminRequest,
): Promise<string | null> {
  const { administrator, deps } = request;
  const named = of.parent === null ? undefined : asked[of.parent];
  const id = typeof named === 'string' ? named : null;
  if (of.kind === 'tenant') {
    const resellerId = id ?? administrator.person?.reseller_id ?? null;
    administrator.assertMay(of.write, { resellerId }, 'reseller');
    if (resellerId === null) return null;
    const reseller = await recordedScope(deps.log, 'reseller', resellerId);
    if (reseller === null || reseller.status === 'closed') throw notFound('reseller');
    return resellerId;
  }
  if (of.kind === 'group') {
    const tenantId = id ?? administrator.person?.tenant_id;
    if (tenantId === undefined) {
      throw new GatewayError('invalid_value', { detail: '`tenant_id` is missing.', param: 'tenant_id' });
    }
    await tenantToFill(request, of.write, tenantId);
    return tenantId;
  }
  administrator.assertMay(of.write, {}, 'reseller');
  return null;
}

function listOperation(of: Kind): AdminOperation {
  const { kind, plural, title, parent } = of;
  return adminOperation({
    id: `list${title}s`,
    method: 'get',
    path: `/${plural}`,
    command: `${plural} list`,
    summary: `List ${plural} in the order of their ids.`,
    action: of.read,
    input: z.strictObject({ ...pageInput, ...(parent === null ? {} : { [parent]: parentInputs[parent] }) }),
    output: scopePageOutput,
    run: async (asked, request) => {
      const prefix = await listPrefix(of, asked, request);
      const own = ownScopeId(of, request);
      if (own !== null) {
        const found = await recordedScope(request.deps.log, kind, own);
        const named = parent === null ? undefined : (asked as Readonly<Record<string, unknown>>)[parent];
        const isListed = found !== null && (named === undefined || found.parent_id === named);
        return onlyPage(isListed ? [shown(found)] : [], asked);
      }
      const list = { prefix, projection: scopes, keyOf: (id: string): string => scopeKey(kind, id), shown };
      return await ownedPage(request, list, asked);
    },
  });
}

/** The only scope of an administrator who sees just their own; `null`: they see a range of scopes. */
function ownScopeId({ kind, read }: Kind, { administrator }: AdminRequest): string | null {
  const reach = administrator.reach(read);
  if (kind === 'reseller' && reach === 'reseller') return administrator.person?.reseller_id ?? null;
  return kind === 'tenant' && reach === 'tenant' ? (administrator.person?.tenant_id ?? null) : null;
}

/** The place of a reseller or tenant, which its own administrators can access. */
function ownPlace({ scope_kind, scope_id, parent_id }: Scope): ScopePlace {
  return scope_kind === 'tenant' ? { tenantId: scope_id, resellerId: parent_id } : { resellerId: scope_id };
}

async function listPrefix(of: Kind, asked: Readonly<Record<string, unknown>>, request: AdminRequest): Promise<string> {
  const { administrator } = request;
  const reach = administrator.reach(of.read);
  const named = of.parent === null ? undefined : asked[of.parent];
  const id = typeof named === 'string' ? named : null;
  if (of.kind === 'reseller') return ownedPrefix('reseller', null);
  if (of.kind === 'tenant') {
    const resellerId = id ?? (reach === 'all' ? null : (administrator.person?.reseller_id ?? null));
    // An administrator of a tenant sees only their own tenant.
    const isOwn = id !== null && id === administrator.person?.reseller_id;
    if (id !== null && !isOwn) administrator.assertMay(of.read, { resellerId }, 'reseller');
    return resellerId === null && reach === 'all' ? 'tenant/' : ownedPrefix('tenant', resellerId);
  }
  const tenantId = id ?? (reach === 'all' ? null : (administrator.person?.tenant_id ?? null));
  if (tenantId === null) return 'group/';
  administrator.assertMay(of.read, await placeOfTenant(request, tenantId), 'tenant');
  return ownedPrefix('group', tenantId);
}

function showOperation(of: Kind): AdminOperation {
  const { kind, plural, title } = of;
  return adminOperation({
    id: `show${title}`,
    method: 'get',
    path: `/${plural}/{${kind}_id}`,
    command: `${plural} show`,
    summary: `Show a ${kind}.`,
    action: of.read,
    input: z.strictObject({ [`${kind}_id`]: uuidInput }),
    output: scopeOutput,
    run: async (asked, request) => shown(await scopeWithin(of, of.read, String(asked[`${kind}_id`]), request)),
  });
}

async function scopeWithin(of: Kind, action: AdminAction, id: string, request: AdminRequest): Promise<Scope> {
  request.administrator.reach(action);
  const found = await recordedScope(request.deps.log, of.kind, id);
  const above = of.kind === 'group' ? await placeOfTenant(request, found?.parent_id ?? null) : null;
  if (found === null) throw notFound(of.kind);
  request.administrator.assertMay(action, above ?? ownPlace(found), of.kind);
  return found;
}

interface Change {
  readonly verb: 'change' | 'suspend' | 'resume' | 'close';
  /** `kind`: the kind of scope, in words. */
  summary(kind: string): string;
  readonly input: z.ZodRawShape;
  command(asked: Readonly<Record<string, unknown>>): ScopeCommand;
}

const changes: readonly Change[] = [
  {
    verb: 'change',
    summary: (kind) => `Rename a ${kind}.`,
    input: { name: nameInput },
    command: ({ name }) => ({ type: 'rename_scope', name: String(name) }),
  },
  {
    verb: 'suspend',
    summary: (kind) =>
      `Suspend all keys of a ${kind} until it is resumed. The answer comes when no gateway accepts them any more.`,
    input: { reason: reasonInput },
    command: ({ reason }) => ({ type: 'suspend_scope', reason: String(reason) }),
  },
  {
    verb: 'resume',
    summary: (kind) => `End the suspension of a ${kind}. Only the level that suspended it, or one above, can.`,
    input: {},
    command: () => ({ type: 'resume_scope' }),
  },
  {
    verb: 'close',
    summary: (kind) =>
      `Refuse all keys of a ${kind} permanently. The answer comes when no gateway accepts them any more${kind === 'tenant' ? ', with the paid credit of its wallets: `POST /payouts` pays it out' : ''}.`,
    input: { reason: reasonInput },
    command: ({ reason }) => ({ type: 'close_scope', reason: String(reason) }),
  },
];

function changeOperations(of: Kind): readonly AdminOperation[] {
  const { kind, plural, title } = of;
  const id = `${kind}_id`;
  return changes.map(({ verb, summary, input, command }) =>
    adminOperation({
      id: `${verb}${title}`,
      method: verb === 'change' ? 'patch' : 'post',
      path: verb === 'change' ? `/${plural}/{${id}}` : `/${plural}/{${id}}/${verb}`,
      command: `${plural} ${verb}`,
      summary: summary(kind),
      action: of.write,
      input: z.strictObject({ [id]: uuidInput, ...input }),
      output: kind === 'tenant' && verb === 'close' ? closedTenantOutput : scopeOutput,
      run: async (asked: Readonly<Record<string, unknown>>, request) => {
        const { scope_id: scopeId } = await scopeWithin(of, of.write, String(asked[id]), request);
        const deps = { ...request.deps, actor: request.administrator.actor };
        const answer = await changeScope(deps, { kind, scopeId }, command(asked));
        if (!answer.accepted) throw refusedScopeChange(kind, answer);
        if (answer.state === null) throw notFound(kind);
        // A repeated request may arrive before the first one is answered.
        if (verb !== 'change') await untilKnownEverywhere();
        const payable =
          kind === 'tenant' && verb === 'close' ? { payable: await payableWallets(request, scopeId) } : {};
        return { ...shown(answer.state), ...payable };
      },
    }),
  );
}

/** Operations on resellers, tenants and groups: the same for each kind. */
export const scopeOperations: readonly AdminOperation[] = kinds.flatMap((kind) => [
  createOperation(kind),
  listOperation(kind),
  showOperation(kind),
  ...changeOperations(kind),
]);
