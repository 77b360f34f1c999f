import { z } from 'zod';
import { charges, shownCharge } from '../../../projections/charges.ts';
import { tenantWallets } from '../../../projections/tenant-wallets.ts';
import { billMonthPattern } from '../../domain/bills/bill-events.ts';
import type { BilledHold } from '../../domain/bills/billed-holds.ts';
import { BillTooLarge } from '../../domain/bills/bill-in-making.ts';
import type { AdminAction } from '../../domain/scopes/permissions.ts';
import { GatewayError } from '../../errors.ts';
import { recordedScope } from '../../ledger/administration/scope-changes.ts';
import { closeBill as recordClosing, closedBills } from '../../ledger/bills/close-bill.ts';
import { makeBill, type MadeBill } from '../../ledger/bills/make-bill.ts';
import { originOfLog } from '../../ledger/checkpoints/recorded-checkpoints.ts';
import { workbookType, type Workbook } from '../../ports/workbook.ts';
import { eachDocument } from '../../ledger/read-models/each-document.ts';
import { notFound } from '../administrator.ts';
import { daysZoneInput, languageInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import type { Shown } from '../outputs.ts';
import { placeOfTenant } from '../reads-within.ts';
import { notPossible } from '../refusal-advice.ts';
import { tableOutput } from '../table-answer.ts';
import { billPaper, billWorkbook, type BillHead } from '../papers/bill-paper.ts';
import { billColumns, billRows } from '../papers/bill-rows.ts';
import type { PaperAnswer } from '../papers/paper.ts';
import { paperTexts } from '../papers/paper-texts.ts';
import { billOutput } from './bill-output.ts';

const asked = {
  month: z
    .string()
    .regex(billMonthPattern, 'a month, such as 2026-11')
    .describe('The month, such as `2026-11`.')
    .meta({ examples: ['2026-11'] }),
  tenant_id: uuidInput.optional().describe('The tenant. Absent: the tenant of the caller.'),
  zone: daysZoneInput.describe(
    'IANA time zone by whose calendar the month begins and ends. A closed bill has its own.',
  ),
};

type Asked = z.infer<z.ZodObject<typeof asked>>;

const meaning =
  'what its wallets had, received and used, by day, model and tag, by the time of booking. It is no invoice';

const showBill = adminOperation({
  id: 'showBill',
  method: 'get',
  path: '/bills',
  command: 'bills show',
  commandNeeds: ['tenant_id'],
  summary: `Show the bill of a tenant for a month: ${meaning}.`,
  action: 'bills.read',
  input: z.strictObject(asked),
  output: billOutput,
  run: async (input, request) => shownBill(await billOf(input, request, 'bills.read')),
});

const exportBill = adminOperation({
  id: 'exportBill',
  method: 'get',
  path: '/bills.csv',
  command: 'bills export',
  commandNeeds: ['tenant_id'],
  summary: `Show the bill of a tenant for a month as CSV: ${meaning}.`,
  action: 'bills.read',
  produces: 'text/csv',
  input: z.strictObject(asked),
  output: tableOutput,
  run: async (input, request) => {
    const { figures, digest } = await billOf(input, request, 'bills.read');
    return { columns: billColumns, rows: billRows(figures, `${paperTexts.en.notice} SHA-256: ${digest}`), next: null };
  },
});

const printBill = adminOperation({
  id: 'printBill',
  method: 'get',
  path: '/bills.html',
  command: 'bills print',
  commandNeeds: ['tenant_id'],
  summary: `Show the bill of a tenant for a month as a page that prints: ${meaning}.`,
  action: 'bills.read',
  produces: 'text/html',
  input: z.strictObject({ ...asked, language: languageInput }),
  output: z.custom<PaperAnswer>(),
  run: async ({ language, ...input }, request) => {
    const made = await billOf(input, request, 'bills.read');
    return billPaper(made.figures, await headOf(made, request), language);
  },
});

const exportBillWorkbook = adminOperation({
  id: 'exportBillWorkbook',
  method: 'get',
  path: '/bills.xlsx',
  command: 'bills workbook',
  commandNeeds: ['tenant_id'],
  summary: `Show the bill of a tenant for a month as a workbook for spreadsheets, with amounts as numbers: ${meaning}.`,
  action: 'bills.read',
  produces: workbookType,
  input: z.strictObject(asked),
  output: z.custom<Workbook>(),
  run: async (input, request) => {
    const made = await billOf(input, request, 'bills.read');
    return billWorkbook(made.figures, await headOf(made, request));
  },
});

const closeBill = adminOperation({
  id: 'closeBill',
  method: 'post',
  path: '/bills/close',
  command: 'bills close',
  commandNeeds: ['tenant_id'],
  summary:
    'Close the bill of a tenant for a month that is over: its digest is recorded, nothing of it changes any more, and the next month begins with its closing balance. Months are closed one after another; closing one again changes nothing.',
  action: 'bills.close',
  input: z.strictObject(asked),
  output: billOutput,
  run: async (input, request) => {
    const { administrator, deps } = request;
    const made = await billOf(input, request, 'bills.close');
    if (made.closed !== null) return shownBill(made);
    const { figures, digest, wallets } = made;
    const { tenant_id, month, zone, from_time, before_time, opening_eur, closing_eur } = figures;
    if (Date.parse(before_time) > deps.now()) {
      throw new GatewayError('not_possible', { detail: `The month is over at ${before_time}.` });
    }
    const times = { from_time, before_time };
    const origin = await originOfLog(deps.log);
    if (origin === null) throw notFound('tenant');
    const bill = { tenant_id, month, origin, zone, ...times, opening_eur, closing_eur, digest, wallets: [...wallets] };
    const answer = await recordClosing(deps, { type: 'close_bill', bill, actor: administrator.actor });
    if (!answer.accepted) throw notPossible(answer.refusal);
    // Another process may have closed it meanwhile, with other events.
    return shownBill(await billOf(input, request, 'bills.close'));
  },
});

/** Operations on the bills of tenants. */
export const billOperations: readonly AdminOperation[] = [
  showBill,
  exportBill,
  exportBillWorkbook,
  printBill,
  closeBill,
];

/** Raises the errors of access checks, and `not_possible` for a bill that cannot be made. */
async function billOf({ month, zone, ...input }: Asked, request: AdminRequest, action: AdminAction): Promise<MadeBill> {
  const { administrator, deps } = request;
  administrator.reach(action);
  const tenantId = input.tenant_id ?? administrator.person?.tenant_id;
  if (tenantId === undefined) {
    throw new GatewayError('invalid_value', { detail: '`tenant_id` is missing.', param: 'tenant_id' });
  }
  administrator.assertMay(action, await placeOfTenant(request, tenantId), 'tenant');
  await deps.catchUp([tenantWallets, charges]);
  const walletIds = [...eachDocument(deps.readModels, tenantWallets, `${tenantId}/`)].map(
    ({ document }) => document.id,
  );
  if (walletIds.length === 0 && (await recordedScope(deps.log, 'tenant', tenantId)) === null) throw notFound('tenant');
  const closed = await closedBills(deps.log, tenantId);
  const holdBefore = (id: string): BilledHold => heldBefore(request, id);
  const made = await makeBill(deps.log, { tenantId, month, zone, walletIds, closed, holdBefore }).catch(
    (error: unknown) => {
      if (!(error instanceof BillTooLarge)) throw error;
      throw new GatewayError('not_possible', { detail: `${error.message}: export the usage and the entries instead.` });
    },
  );
  if (made.closed !== null && made.closed.digest !== made.digest) {
    throw new GatewayError('not_possible', {
      detail: `The bill was closed with the digest ${made.closed.digest}, and the ledger that was copied since has other times: the file that was kept with this digest is the bill.`,
    });
  }
  return made;
}

async function headOf({ figures, digest, closed }: MadeBill, { deps }: AdminRequest): Promise<BillHead> {
  const tenant = await recordedScope(deps.log, 'tenant', figures.tenant_id);
  return { tenantName: tenant?.name ?? null, digest, isClosed: closed !== null };
}

function heldBefore({ deps }: AdminRequest, id: string): BilledHold {
  const charge = shownCharge(deps.readModels, id);
  if (charge === null) throw new Error(`the hold of ${id} is not known`);
  const { profile: model, tags, reserved_at: heldAt } = charge;
  return { heldAt, model, tags };
}

function shownBill({ figures, digest, closed }: MadeBill): Shown<typeof billOutput> {
  const status = closed === null ? 'open' : 'closed';
  return {
    object: 'bill',
    notice: paperTexts.en.notice,
    status,
    closed_by: closed?.actor ?? null,
    digest,
    bill: figures,
  };
}
