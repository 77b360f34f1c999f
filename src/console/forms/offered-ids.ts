import { rowsOf } from '../../admin/shown/list-columns.ts';
import { writtenAmount } from '../../admin/markup/written-values.ts';
import { valueIn } from '../texts/said-in.ts';
import { callOperation } from '../call-operation.ts';
import type { ConsoleParts } from '../console-parts.ts';
import type { Visit } from '../visit.ts';
import type { FormField } from './form-fields.ts';

interface ListOfIds {
  readonly operation: string;
  readonly group: string;
  /** The member of a row that is the id. */
  readonly member: string;
}

const listOf = (operation: string, group: string, member = 'id'): ListOfIds => ({ operation, group, member });

/** Where ids of a kind are listed, by the member that has one. A tenant may have been created nowhere, and has wallets. */
export const listsOfIds: Readonly<Partial<Record<string, ListOfIds>>> = {
  user_id: listOf('listUsers', 'users'),
  reseller_id: listOf('listResellers', 'resellers'),
  wallet_id: listOf('listWallets', 'wallets'),
  source_id: listOf('listWallets', 'wallets'),
  destination_id: listOf('listWallets', 'wallets'),
  tenant_id: listOf('listWallets', 'wallets', 'tenant_id'),
  group_id: listOf('listGroups', 'groups'),
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

export type OfferedIds = ReadonlyMap<string, readonly OfferedId[]>;

/** The first ids that each needed field may take and its reader may see, by its name. */
export async function offeredIds(
  visit: Visit,
  parts: ConsoleParts,
  fields: readonly FormField[],
  written: URLSearchParams,
): Promise<OfferedIds> {
  const asked = fields.flatMap(({ name, isNeeded }) => {
    const list = listsOfIds[name];
    return isNeeded && list !== undefined && (written.get(name) ?? '') === '' ? [{ name, ...list }] : [];
  });
  const offered = asked.map(async ({ name, operation, member }) => {
    const answer = await callOperation(visit, parts, operation, { limit: '20' });
    const ids = (rowsOf(answer?.found ?? {}) ?? []).map((row) => ({
      id: String(row[member]),
      about: tellingOf(visit, row),
    }));
    return [name, [...new Map(ids.map((each) => [each.id, each])).values()]] as const;
  });
  return new Map(await Promise.all(offered));
}

const telling = ['name', 'platform_role', 'role', 'available_eur', 'amount_eur', 'cost_eur', 'url', 'status'];

function tellingOf({ words, language }: Visit, row: Readonly<Record<string, unknown>>): string {
  const name = telling.find((each) => typeof row[each] === 'string' && row[each] !== '') ?? '';
  const text = typeof row[name] === 'string' ? row[name] : '';
  const amount = name.endsWith('_eur') ? writtenAmount(text, words) : null;
  return amount === null ? valueIn(language, name, text) : `${amount.text} €`;
}
