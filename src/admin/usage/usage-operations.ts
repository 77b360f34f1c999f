import { z } from 'zod';
import { tagRowsPrefix, usage, usageRowsPrefix } from '../../../projections/usage.ts';
import { pricedCounters } from '../../domain/price-list.ts';
import type { UsageRow } from '../../domain/usage-hours/usage-hour.ts';
import { nextLoopTurn } from '../../ports/done-in-turns.ts';
import { workbookType, type ColumnKind, type SheetColumn } from '../../ports/workbook.ts';
import { notFound } from '../administrator.ts';
import { daysZoneInput, pageInput, textInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import {
  amountOutput,
  countOutput,
  dayOutput,
  idOutput,
  pageOutput,
  walletTenantOutput,
  type Shown,
} from '../outputs.ts';
import { pageOf } from '../owned-page.ts';
import { assertInOrder } from '../records/keys-of-period.ts';
import { personWithin, placeOfTenant } from '../reads-within.ts';
import { tableOutput, tablePageInput, type TableAnswer } from '../table-answer.ts';
import { tenantInput } from '../tenant-input.ts';
import { usageDays, type AskedUsage } from './usage-days.ts';

/** The filters of usage. */
export const usageFilters = {
  tenant_id: tenantInput,
  user_id: uuidInput.optional().describe('Only usage of this user.'),
  key_id: uuidInput.optional().describe('Only usage of this key.'),
  wallet_id: uuidInput.optional().describe('Only usage paid by this wallet.'),
  model: textInput(200).optional().describe('Only usage of this profile.'),
  surface: textInput(50).optional().describe('Only usage of this surface.'),
  from: z.iso.date().default('0001-01-01').describe('First day of the zone.'),
  to: z.iso.date().default('9999-12-31').describe('Last day of the zone.'),
  zone: daysZoneInput,
  by: z
    .string()
    .regex(/^tag:[a-z][a-z0-9_]{0,31}$/, '`tag:` and the name of a tag')
    .optional()
    .describe('`tag:<name>`: by the values of this tag too. Requests without the tag are left out.'),
};

type Filters = z.infer<z.ZodObject<typeof usageFilters>>;

const meaning = 'by tenant, day, user, key, surface, model and wallet';

const usageOutput = z
  .strictObject({
    object: z.literal('usage'),
    tenant_id: walletTenantOutput,
    day: dayOutput.describe('Of the zone.'),
    user_id: idOutput,
    key_id: idOutput,
    surface: z.string(),
    model: z.string().describe('The profile that answered.'),
    wallet_id: idOutput,
    tag: z.string().optional().describe('With `by`: the name of the tag.'),
    tag_value: z.string().optional(),
    requests: countOutput.describe('Finished ones.'),
    errors: countOutput.describe('Those without a charge for an answer.'),
    overruns: countOutput.describe('Charges above their hold, or after it was released.'),
    estimates: countOutput.describe('Charges by something else than counters.'),
    selections: countOutput.describe('Requests whose model was chosen by the gateway.'),
    cost_eur: amountOutput,
    overrun_eur: amountOutput.describe('The part of the cost that no hold covered.'),
    selection_eur: amountOutput.describe('The part of it for choosing models.'),
    counters: z
      .record(z.string(), countOutput)
      .describe('Quantities by counter: tokens, characters, milliseconds, uses. Absent: none.'),
  })
  .meta({ id: 'Usage', description: 'What was used on one day, of whom and of what.' });

const usagePageOutput = pageOutput(usageOutput);

const listUsage = adminOperation({
  id: 'listUsage',
  method: 'get',
  path: '/usage',
  command: 'usage list',
  summary: `Show usage ${meaning}: requests, counters and cost. A short page may still have a \`next\`.`,
  action: 'usage.read',
  input: z.strictObject({ ...pageInput, ...usageFilters }),
  output: usagePageOutput,
  run: async (asked, request) => await usagePage(asked, request),
});

const of = (kind: ColumnKind, ...names: readonly string[]): readonly SheetColumn[] =>
  names.map((name) => ({ name, kind }));

const columns: readonly SheetColumn[] = [
  ...of('text', 'tenant_id'),
  ...of('day', 'day'),
  ...of('text', 'user_id', 'key_id', 'surface', 'model', 'wallet_id'),
  ...of('count', 'requests', 'errors', 'overruns', 'estimates', 'selections'),
  ...of('amount', 'cost_eur', 'overrun_eur', 'selection_eur'),
  ...of('count', ...pricedCounters),
];

const tableInput = z.strictObject({
  ...tablePageInput,
  ...usageFilters,
});

const exportUsage = adminOperation({
  id: 'exportUsage',
  method: 'get',
  path: '/usage.csv',
  command: 'usage export',
  summary: `Show usage ${meaning} as CSV, with one column per counter. The header \`x-waybill-next\` contains \`after\` of the next page.`,
  action: 'usage.read',
  produces: 'text/csv',
  input: tableInput,
  output: tableOutput,
  run: usageTable,
});

const exportUsageWorkbook = adminOperation({
  id: 'exportUsageWorkbook',
  method: 'get',
  path: '/usage.xlsx',
  command: 'usage workbook',
  summary: `Show usage ${meaning} as a workbook for spreadsheets, with amounts as numbers and a sheet of totals. The header \`x-waybill-next\` contains \`after\` of the next page.`,
  action: 'usage.read',
  produces: workbookType,
  input: tableInput,
  output: tableOutput,
  run: usageTable,
});

/** Pages read for one part of a table, and the most rows of each: a page takes about 10 ms of the process. */
const pagesOfPart = 25;
const rowsOfPage = 1_000;

async function usageTable(asked: z.infer<typeof tableInput>, request: AdminRequest): Promise<TableAnswer> {
  const found: Shown<typeof usageOutput>[] = [];
  let next = asked.after ?? null;
  for (let page = 0; page < pagesOfPart && found.length < asked.limit; page += 1) {
    const limit = Math.min(asked.limit - found.length, rowsOfPage);
    const { data, next: after } = await usagePage({ ...asked, limit, after: next ?? undefined }, request);
    found.push(...data);
    next = after;
    if (next === null) break;
    await nextLoopTurn();
  }
  const rows = found.map(({ counters, ...row }) => ({ ...row, ...counters }));
  return { columns: asked.by === undefined ? columns : [...columns, ...of('text', 'tag', 'tag_value')], rows, next };
}

/** Raises the errors of access checks. */
async function usagePage(
  asked: Filters & { readonly limit: number; readonly after?: string | undefined },
  request: AdminRequest,
): Promise<Shown<typeof usagePageOutput>> {
  const within = await usageWithin(asked, request);
  const { prefix, tenantId } = within;
  const list = usageDays(request.deps.readModels, within);
  const place = { name: usage.name, prefix: prefix + (tenantId === null ? '' : `${tenantId}/`), list };
  return pageOf(request, place, asked, (row) => (isUsageOf(asked, row) ? { object: 'usage' as const, ...row } : null));
}

/** The usage that is asked for, within what its reader reaches, as it is now. Raises the errors of access checks. */
export async function usageWithin(asked: Filters, request: AdminRequest): Promise<AskedUsage> {
  assertInOrder(asked);
  const { tenantId, userId } = await usageScope(asked, request);
  const prefix = asked.by === undefined ? usageRowsPrefix : tagRowsPrefix(asked.by.slice('tag:'.length));
  await request.deps.catchUp([usage]);
  return { prefix, tenantId, userId, days: asked };
}

/** Whether a row passes the filters. */
export function isUsageOf(
  asked: Pick<Filters, 'key_id' | 'wallet_id' | 'model' | 'surface'>,
  row: Pick<UsageRow, 'key_id' | 'wallet_id' | 'model' | 'surface'>,
): boolean {
  return (['key_id', 'wallet_id', 'model', 'surface'] as const).every(
    (name) => asked[name] === undefined || asked[name] === row[name],
  );
}

interface UsageScope {
  /** `null`: all tenants. */
  readonly tenantId: string | null;
  /** Absent: all users. */
  readonly userId?: string;
}

/** Members always get their own usage. */
async function usageScope(asked: Filters, request: AdminRequest): Promise<UsageScope> {
  const { administrator } = request;
  const reach = administrator.reach('usage.read');
  const { person } = administrator;
  const tenantId = asked.tenant_id ?? (reach === 'all' ? null : (person?.tenant_id ?? null));
  if (reach === 'own' && person !== null && tenantId !== person.tenant_id) throw notFound('tenant');
  const userId = asked.user_id ?? (reach === 'own' ? person?.user_id : undefined);
  if (userId !== undefined) {
    const found = await personWithin(request, 'usage.read', userId);
    if (asked.tenant_id !== undefined && asked.tenant_id !== found.tenant_id) throw notFound('tenant');
    return { tenantId: found.tenant_id, userId };
  }
  if (tenantId !== null) administrator.assertMay('usage.read', await placeOfTenant(request, tenantId), 'tenant');
  return { tenantId };
}

/** Operations on usage. */
export const usageOperations: readonly AdminOperation[] = [listUsage, exportUsage, exportUsageWorkbook];
