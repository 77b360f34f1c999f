import { groupOf } from '../admin/operation.ts';
import { askOperation, callOperation } from './call-operation.ts';
import type { ConsoleParts } from './console-parts.ts';
import type { ScopeParts } from './pages/scope-page.ts';
import type { Answer } from './pages/shown-answer.ts';
import type { Visit } from './visit.ts';

const isThere = (answer: Answer | null): answer is Answer => answer !== null;

/** What is shown of a tenant. Raises what the operations raise. */
export async function tenantParts(visit: Visit, parts: ConsoleParts, tenant_id: string): Promise<ScopeParts> {
  // Of no tenant they would be those of all.
  const sums = tenant_id === '' ? null : await callOperation(visit, parts, 'measureWallets', { tenant_id });
  const scope =
    (await callOperation(visit, parts, 'showTenant', { tenant_id })) ??
    (await uncreated(visit, parts, { tenant_id, sums }));
  const all = async (ids: readonly string[], asked: Readonly<Record<string, string>>) =>
    (await Promise.all(ids.map((id) => callOperation(visit, parts, id, { tenant_id, ...asked })))).filter(isThere);
  return {
    kind: 'tenant',
    scope,
    ...(await rulesOf(visit, parts, 'tenant', scope)),
    sums,
    counted: counted(await all(['listUsers', 'listKeys', 'listGroups'], { limit: countedMost })),
    lists: (await all(['listWallets', 'listAllocations', 'listGroups', 'listUsers', 'listCharges'], {})).filter(
      hasRows,
    ),
  };
}

/** A tenant that has wallets, and was created nowhere. Raises what showing it raises where there is none either. */
async function uncreated(
  visit: Visit,
  parts: ConsoleParts,
  { tenant_id: id, sums }: { readonly tenant_id: string; readonly sums: Answer | null },
): Promise<Answer> {
  const operation = parts.frame.operations.find((each) => each.id === 'showTenant');
  const wallets: unknown = Reflect.get(sums?.found ?? {}, 'wallets');
  if (operation === undefined || wallets === undefined || wallets === 0) {
    return await askOperation(visit, parts, 'showTenant', { tenant_id: id });
  }
  return { operation, found: { id, object: 'tenant', parent_id: null }, asked: { tenant_id: id } };
}

/** What is shown of a group. Raises what the operations raise. */
export async function groupParts(visit: Visit, parts: ConsoleParts, group_id: string): Promise<ScopeParts> {
  const scope = await askOperation(visit, parts, 'showGroup', { group_id });
  // `as`: what the operation answers.
  const { parent_id: tenant_id } = scope.found as { readonly parent_id: string };
  const asked = { tenant_id, group_id, limit: countedMost };
  const asks = ['listUsers', 'listKeys'].map((id) => callOperation(visit, parts, id, asked));
  const lists = (await Promise.all(asks)).filter(isThere);
  return {
    kind: 'group',
    scope,
    ...(await rulesOf(visit, parts, 'group', scope)),
    sums: null,
    counted: counted(lists),
    lists: lists.map((answer) => ({ ...answer, found: firstRows(answer.found) })),
  };
}

/** What has none is no part of the page: how many there are stands above. */
function hasRows({ found }: Answer): boolean {
  // `as`: what lists answer.
  return (found as { readonly data: readonly object[] }).data.length > 0;
}

/** Rows that are counted. */
const countedMost = '200';

const counted = (answers: readonly Answer[]): ScopeParts['counted'] =>
  answers.map((answer) => ({ answer, group: groupOf(answer.operation) }));

/** As many rows as a part of a page shows. */
function firstRows(found: object): object {
  // `as`: what lists answer.
  return { ...found, data: (found as { readonly data: readonly object[] }).data.slice(0, 5) };
}

/** What applies to everybody in a tenant or group, by it and by what is above it. */
async function rulesOf(
  visit: Visit,
  parts: ConsoleParts,
  kind: ScopeParts['kind'],
  { found }: Answer,
): Promise<Pick<ScopeParts, 'policies' | 'above'>> {
  // `as`: what the operation answers.
  const { id, parent_id } = found as { readonly id: string; readonly parent_id: string | null };
  const policies = await askOperation(visit, parts, 'showPolicy', { scope_kind: kind, scope_id: id, above: 'true' });
  const shown = async (of: string, name: string, scopeId: unknown): Promise<readonly Answer[]> =>
    typeof scopeId !== 'string' ? [] : [await callOperation(visit, parts, of, { [name]: scopeId })].filter(isThere);
  if (kind === 'tenant') return { policies, above: await shown('showReseller', 'reseller_id', parent_id) };
  const tenants = await shown('showTenant', 'tenant_id', parent_id);
  const reseller = Reflect.get(tenants[0]?.found ?? {}, 'parent_id');
  return { policies, above: [...tenants, ...(await shown('showReseller', 'reseller_id', reseller))] };
}
