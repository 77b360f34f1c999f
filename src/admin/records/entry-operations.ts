import { z } from 'zod';
import { recordedIn, spanOf } from '../../domain/charges/calendar.ts';
import { eurFromNano } from '../../domain/money.ts';
import { GatewayError } from '../../errors.ts';
import { postingColumns, postingRows } from '../../ledger/export/postings-table.ts';
import { subjectOfMovement } from '../../ledger/export/movements.ts';
import { walletStatement, type WalletEntry, type StatementPlace } from '../../ledger/wallet-statement.ts';
import type { SheetColumn, SheetRow } from '../../ports/workbook.ts';
import { daysZoneInput, pageInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { otherList, type Page } from '../owned-page.ts';
import { keyOfPageCursor, pageCursor } from '../page-cursor.ts';
import { walletWithin } from '../reads-within.ts';
import { shownActor } from '../shown/shown-actor.ts';
import { tablePageInput, type TableAnswer } from '../table-answer.ts';
import { keysShownTo } from '../wallet-operations.ts';

const asked = {
  wallet_id: uuidInput,
  order: z.enum(['newest_first', 'oldest_first']).default('newest_first').describe('Which entry comes first.'),
  from: z.iso.date().optional().describe('First day of the zone.'),
  to: z.iso.date().optional().describe('Last day of the zone.'),
  zone: daysZoneInput,
};

type Asked = z.infer<typeof listInput>;

const listInput = z.strictObject({ ...asked, ...pageInput });

const meaning = 'each posting with its kind, cause and actor, and what the wallet had after it';

const listEntries = adminOperation({
  id: 'listEntries',
  method: 'get',
  path: '/wallets/{wallet_id}/entries',
  command: 'wallets entries',
  summary: `Show the statement of a wallet: ${meaning}. A short page may still have a \`next\`.`,
  action: 'wallets.read',
  input: listInput,
  run: async (input, request): Promise<Page> => {
    const { rows, next } = await entriesPage(input, request);
    return { object: 'list', data: rows.map((row) => ({ object: 'entry', ...row })), next };
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
  run: async (input, request): Promise<TableAnswer> => ({ columns, ...(await entriesPage(input, request)) }),
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
  { wallet_id: walletId, order, from, to, zone, after, limit }: Asked,
  request: AdminRequest,
): Promise<Omit<TableAnswer, 'columns'>> {
  await walletWithin(request, 'wallets.read', walletId);
  if (from !== undefined && to !== undefined && from > to) {
    throw new GatewayError('invalid_value', { detail: '`to` is before `from`.', param: 'to' });
  }
  // A place means something to one period and order only.
  const list = { name: 'entries', prefix: [walletId, order, from, to, zone].join('/') };
  const { entries, next } = await walletStatement(request.deps.log, {
    walletId,
    ...spanOf({ zone, from, to }),
    isNewestFirst: order === 'newest_first',
    begin: after === undefined ? null : placeOf(keyOfPageCursor(request, list, after)),
    limit,
  });
  const isKeyShown = await keysShownTo(request);
  return {
    rows: entries.map((entry) => {
      const row = shownEntry(entry, request, isKeyShown);
      return { ...row, recorded_at: recordedIn(zone, entry.recorded.recordedAt) };
    }),
    next: next === null ? null : pageCursor(request, list, `${next.revision}.${next.passed}`),
  };
}

function placeOf(key: string | null): StatementPlace {
  if (key === null) throw otherList();
  const [revision = 0, passed = 0] = key.split('.').map(Number);
  return { revision, passed };
}

function shownEntry(
  { event: { data }, recorded, number, kind, posting, change, after }: WalletEntry,
  { administrator }: AdminRequest,
  isKeyShown: (keyId: string) => boolean,
): SheetRow {
  const keyId = 'key_id' in data ? data.key_id : null;
  // Of a wallet that pays for others too, a member sees what it had, and not whose requests it paid for.
  const isShown = keyId === null || isKeyShown(keyId);
  const [row] = postingRows({
    event: recorded,
    postings: [posting],
    subject: isShown ? subjectOfMovement(data) : null,
    tags: null,
  });
  const cause = 'postings' in data && 'cause' in data ? data.cause : undefined;
  return {
    ...row,
    ...(!isShown && { subject: null, subject_id: null }),
    posting: number,
    kind,
    key_id: isShown ? keyId : null,
    cause: cause?.kind ?? null,
    cause_id: cause?.id ?? null,
    other_wallet_id: cause?.wallet_id ?? null,
    allocation_id: cause?.allocation_id ?? null,
    corrects: cause?.corrects ?? null,
    ...shownActor('actor' in data ? data.actor : undefined, administrator, 'wallets.read'),
    change_eur: eurFromNano(change.posted),
    held_eur: eurFromNano(change.reserved),
    posted_eur: eurFromNano(after.posted),
    reserved_eur: eurFromNano(after.reserved),
    available_eur: eurFromNano(after.posted - after.reserved),
    granted_eur: eurFromNano(after.granted),
  };
}
