import { z } from 'zod';
import { recordedIn, spanOf } from '../../domain/charges/calendar.ts';
import { postingColumns } from '../../ledger/export/postings-table.ts';
import { walletStatement, type WalletEntry } from '../../ledger/wallet-statement.ts';
import type { SheetColumn } from '../../ports/workbook.ts';
import { daysZoneInput, followInput, pageInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { pageOutput, type Shown } from '../outputs.ts';
import { keyOfPageCursor, pageCursor, type CursorList } from '../page-cursor.ts';
import { walletWithin } from '../reads-within.ts';
import { tableOutput, tablePageInput, type TableAnswer } from '../table-answer.ts';
import { keysShownTo } from '../wallet-operations.ts';
import { entryOutput, shownEntry } from '../shown/shown-entry.ts';
import { assertInOrder } from './keys-of-period.ts';
import { followEntries, keyOfPlace, placeOfKey } from './followed-entries.ts';

const asked = {
  wallet_id: uuidInput,
  order: z.enum(['newest_first', 'oldest_first']).default('newest_first').describe('Which entry comes first.'),
  from: z.iso.date().optional().describe('First day of the zone.'),
  to: z.iso.date().optional().describe('Last day of the zone.'),
  zone: daysZoneInput,
};

type Asked = z.infer<typeof pageOfEntries>;
type ShownEntry = Shown<typeof entryOutput>;

const pageOfEntries = z.strictObject({ ...asked, ...pageInput });
const listInput = pageOfEntries.extend(followInput);

const meaning = 'each posting with its kind, cause and actor, and what the wallet had after it';

const listEntries = adminOperation({
  id: 'listEntries',
  method: 'get',
  path: '/wallets/{wallet_id}/entries',
  command: 'wallets entries',
  summary: `Show the statement of a wallet: ${meaning}. A short page may still have a \`next\`.`,
  action: 'wallets.read',
  input: listInput,
  output: pageOutput(entryOutput),
  run: async (input, request) => {
    const { rows, next } = await entriesPage(input, request);
    return { object: 'list', data: rows, next };
  },
  follow: async (input, following) => {
    const { wallet_id: walletId, after } = input;
    const list = listOf({ ...input, order: 'oldest_first' });
    const followed = { walletId, list, ...periodOf(input), after };
    return await followEntries({ ...followed, shownTo: (request) => shownTo(request, input) }, following);
  },
});

const exportEntries = adminOperation({
  id: 'exportEntries',
  method: 'get',
  path: '/wallets/{wallet_id}/entries.csv',
  command: 'wallets export',
  summary: `Show the statement of a wallet as CSV: ${meaning}. The header \`x-waybill-next\` contains \`after\` of the next page.`,
  action: 'wallets.read',
  produces: 'text/csv',
  input: z.strictObject({ ...asked, ...tablePageInput }),
  output: tableOutput,
  run: async (input, request) => ({ columns, ...(await entriesPage(input, request)) }),
});

/** Operations on the statements of wallets. */
export const entryOperations: readonly AdminOperation[] = [listEntries, exportEntries];

const texts = (...names: readonly string[]): readonly SheetColumn[] => names.map((name) => ({ name, kind: 'text' }));

/** Those of an export of postings, and what a statement says more. */
const columns: readonly SheetColumn[] = [
  ...postingColumns.filter(({ name }) => name !== 'tags'),
  { name: 'posting', kind: 'count' },
  ...texts('kind', 'key_id', 'cause', 'cause_id', 'other_wallet_id', 'allocation_id', 'corrects'),
  ...texts('actor', 'actor_user_id', 'actor_key_id', 'actor_role', 'actor_level'),
  ...['change_eur', 'held_eur', 'posted_eur', 'reserved_eur', 'available_eur', 'granted_eur'].map(
    (name) => ({ name, kind: 'amount' }) as const,
  ),
];

/** Raises the errors of access checks, and `invalid_value`. */
async function entriesPage(
  asked: Asked,
  request: AdminRequest,
): Promise<Pick<TableAnswer, 'next'> & { readonly rows: readonly ShownEntry[] }> {
  const { wallet_id: walletId, order, after, limit } = asked;
  await walletWithin(request, 'wallets.read', walletId);
  const list = listOf(asked);
  const { entries, next } = await walletStatement(request.deps.log, {
    walletId,
    ...periodOf(asked),
    isNewestFirst: order === 'newest_first',
    begin: after === undefined ? null : placeOfKey(keyOfPageCursor(request, list, after)),
    limit,
  });
  return {
    rows: entries.map(await shownTo(request, asked)),
    next: next === null ? null : pageCursor(request, list, keyOfPlace(next)),
  };
}

/** A place means something to one period and order only. */
function listOf({ wallet_id, order, from, to, zone }: Asked): CursorList {
  return { name: 'entries', prefix: [wallet_id, order, from, to, zone].join('/') };
}

/** Raises `invalid_value`. */
function periodOf(asked: Asked): ReturnType<typeof spanOf> {
  assertInOrder(asked);
  return spanOf(asked);
}

async function shownTo(
  request: AdminRequest,
  { zone }: Pick<Asked, 'zone'>,
): Promise<(entry: WalletEntry) => ShownEntry> {
  const isKeyShown = await keysShownTo(request);
  return (entry) => ({
    ...shownEntry(entry, request, isKeyShown),
    recorded_at: recordedIn(zone, entry.recorded.recordedAt),
  });
}
