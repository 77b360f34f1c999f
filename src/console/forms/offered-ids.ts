import { platformScopeId } from '../../domain/policy-events.ts';
import { rowsOf } from '../../admin/shown/list-columns.ts';
import { writtenAmount } from '../../admin/markup/written-values.ts';
import { valueIn } from '../texts/said-in.ts';
import { callOperation } from '../call-operation.ts';
import type { ConsoleParts } from '../console-parts.ts';
import type { Visit } from '../visit.ts';
import type { FormField } from './form-fields.ts';

/** A list of ids of one kind. */
export interface ListOfIds {
  readonly operation: string;
  readonly group: string;
  /** The member of a row that is the id. */
  readonly member: string;
}

const listOf = (operation: string, group: string, member = 'id'): readonly ListOfIds[] => [
  { operation, group, member },
];

const resellers = listOf('listResellers', 'resellers');
const groups = listOf('listGroups', 'groups');
const users = listOf('listUsers', 'users');
// One may have been created nowhere, and has wallets: its name comes after.
const tenants = [...listOf('listWallets', 'wallets', 'tenant_id'), ...listOf('listTenants', 'tenants')];

/** Where ids of a kind are listed, by the member that has one. */
const listsOfIds: Readonly<Partial<Record<string, readonly ListOfIds[]>>> = {
  user_id: users,
  reseller_id: resellers,
  wallet_id: listOf('listWallets', 'wallets'),
  parent_id: listOf('listWallets', 'wallets'),
  source_id: listOf('listWallets', 'wallets'),
  destination_id: listOf('listWallets', 'wallets'),
  tenant_id: tenants,
  group_id: groups,
  scope_id: [...resellers, ...tenants, ...groups, ...users],
  key_id: listOf('listKeys', 'keys'),
  reservation_id: listOf('listCharges', 'charges'),
  topup_id: listOf('listTopups', 'topups'),
  payout_id: listOf('listPayouts', 'payouts'),
  transfer_id: listOf('listTransfers', 'transfers'),
  allocation_id: listOf('listAllocations', 'allocations'),
  webhook_id: listOf('listWebhooks', 'webhooks'),
};

/** An id that a field may take, and what tells it from the others. */
export interface OfferedId {
  readonly id: string;
  readonly about: string;
}

/** What a field may take. */
export interface Offer {
  readonly ids: readonly OfferedId[];
  /** Whether these are all of them. */
  readonly isWhole: boolean;
  /** Where they are listed, of those lists that the reader may see. */
  readonly lists: readonly ListOfIds[];
}

export type OfferedIds = ReadonlyMap<string, Offer>;

/** The first ids that each needed field may take and its reader may see, by its name. */
export async function offeredIds(
  visit: Visit,
  parts: ConsoleParts,
  fields: readonly FormField[],
  written: URLSearchParams,
): Promise<OfferedIds> {
  const all = fields.flatMap(({ members = [], ...field }) => [field, ...members]);
  const asked = all.flatMap(({ name, isNeeded, isOfPath }) => {
    const lists = listsOfIds[name];
    const isFixed = isOfPath && (written.get(name) ?? '') !== '';
    return isNeeded && lists !== undefined && !isFixed ? [{ name, lists }] : [];
  });
  const kinds = fields.find(({ name }) => name === 'scope_kind')?.choices ?? [];
  const offered = asked.map(async ({ name, lists }) => {
    const isOfScopes = name === 'scope_id';
    const those = isOfScopes ? lists.filter((list) => kinds.includes(kindOf(list))) : lists;
    const found = await Promise.all(those.map((list) => idsOf(visit, parts, list, isOfScopes)));
    const above = isOfScopes && kinds.includes('platform') && isOfPlatform(visit) ? [platform(visit)] : [];
    const each = [...above, ...found.flatMap(({ ids }) => ids)];
    const ids = [...new Map(each.map((each) => [each.id, each])).values()];
    return [
      name,
      { ids, isWhole: found.every(({ isWhole }) => isWhole), lists: found.flatMap(({ lists }) => lists) },
    ] as const;
  });
  return new Map(await Promise.all(offered));
}

function isOfPlatform({ person }: Visit): boolean {
  return person === null || person.platform_role !== null;
}

function platform({ language }: Visit): OfferedId {
  return { id: platformScopeId, about: valueIn(language, 'scope_kind', 'platform') };
}

function kindOf({ group, member }: ListOfIds): string {
  return member === 'id' ? group.replace(/s$/, '') : member.replace(/_id$/, '');
}

/** The first ids of a list. `saysKind`: beside ids of other kinds. */
async function idsOf(visit: Visit, parts: ConsoleParts, list: ListOfIds, saysKind: boolean): Promise<Offer> {
  const answer = await callOperation(visit, parts, list.operation, { limit: '20' });
  const kind = saysKind ? `${valueIn(visit.language, 'scope_kind', kindOf(list))}: ` : '';
  const found = answer?.found ?? {};
  const rows = rowsOf(found) ?? [];
  const keys = list.operation === 'listUsers' && rows.length > 0 ? await keysOfPeople(visit, parts) : new Map();
  const ids = rows.map((row) => {
    const id = String(row[list.member]);
    return {
      id,
      about: kind + [list.member === 'id' ? tellingOf(visit, row) : '', ...(keys.get(id) ?? [])].join(' · '),
    };
  });
  return { ids, isWhole: (Reflect.get(found, 'next') ?? null) === null, lists: answer === null ? [] : [list] };
}

/** The names of the first keys of each person. Nobody else has a name here: it is what people know them by. */
async function keysOfPeople(visit: Visit, parts: ConsoleParts): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = await callOperation(visit, parts, 'listKeys', { limit: '200' });
  const named = new Map<string, string[]>();
  for (const { user_id, name, revoked } of rowsOf(keys?.found ?? {}) ?? []) {
    const names = named.getOrInsertComputed(String(user_id), () => []);
    if (revoked !== true && names.length < 2) names.push(String(name));
  }
  return named;
}

const telling = ['name', 'platform_role', 'role', 'available_eur', 'amount_eur', 'cost_eur', 'url', 'status'];

function tellingOf({ words, language }: Visit, row: Readonly<Record<string, unknown>>): string {
  const name = telling.find((each) => typeof row[each] === 'string' && row[each] !== '') ?? '';
  const text = typeof row[name] === 'string' ? row[name] : '';
  const amount = name.endsWith('_eur') ? writtenAmount(text, words) : null;
  return amount === null ? valueIn(language, name, text) : `${amount.text} €`;
}
