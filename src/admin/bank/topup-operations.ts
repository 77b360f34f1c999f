import { z } from 'zod';
import { topups } from '../../../projections/topups.ts';
import type { Topup } from '../../domain/payments/topup.ts';
import type { AdminAction } from '../../domain/scopes/permissions.ts';
import { GatewayError } from '../../errors.ts';
import { workbookType, type Workbook } from '../../ports/workbook.ts';
import { recordedScope } from '../../ledger/administration/scope-changes.ts';
import { changeTopup, confirmTopup, recordedTopup } from '../../ledger/administration/topups.ts';
import { assertBankDate, bankDateInput, bankReferenceInput } from './bank-inputs.ts';
import { bankedWithin } from './banked-within.ts';
import {
  eventAmount,
  idInput,
  languageInput,
  pageInput,
  positiveMoneyInput,
  reasonInput,
  uuidInput,
} from '../inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { pageOutput } from '../outputs.ts';
import { scannedPage } from '../owned-page.ts';
import { tenantInput, tenantPrefix } from '../tenant-input.ts';
import { assertTenantOpen, walletWithin } from '../reads-within.ts';
import { notPossible } from '../refusal-advice.ts';
import type { PaperAnswer } from '../papers/paper.ts';
import { topupPaper, topupWorkbook, type TopupHead } from '../papers/topup-paper.ts';
import { bankTransferOf, shownTopup, topupOutput, waitingTopupOutput } from '../shown/shown-topup.ts';

const msPerDay = 86_400_000;

const requestTopup = adminOperation({
  id: 'requestTopup',
  method: 'post',
  path: '/topups',
  command: 'topups request',
  commandNeeds: ['wallet_id'],
  summary:
    'Request a bank payment into a wallet, by default the own one. The payer must include the `reference` of the answer.',
  action: 'topups.request',
  input: z.strictObject({
    id: idInput,
    wallet_id: uuidInput.optional().describe('The wallet to be credited. Absent: the wallet of the caller.'),
    amount_eur: positiveMoneyInput,
    expires_in_days: z.number().int().min(1).max(365).default(30).describe('Days until the top-up expires.'),
  }),
  output: topupOutput,
  run: async (asked, request) => {
    const { administrator, deps } = request;
    administrator.reach('topups.request');
    const wallet_id = asked.wallet_id ?? administrator.person?.wallet_id;
    if (wallet_id === undefined) {
      throw new GatewayError('invalid_value', { detail: '`wallet_id` is missing.', param: 'wallet_id' });
    }
    const { tenantId } = await walletWithin(request, 'topups.request', wallet_id);
    if (tenantId !== null) await assertTenantOpen(request, tenantId);
    const topup_id = request.newId(asked.id);
    const topup = {
      topup_id,
      tenant_id: tenantId ?? '',
      wallet_id,
      amount_eur: eventAmount(asked.amount_eur),
      reference: referenceOf(request, topup_id),
      expires_at: new Date(deps.now() + asked.expires_in_days * msPerDay).toISOString(),
    };
    const answer = await changeTopup(deps, topup_id, { type: 'request_topup', topup, actor: administrator.actor });
    if (!answer.accepted)
      throw new GatewayError('already_exists', { detail: `Another top-up has the id ${topup_id}.` });
    return shownTopup(answer.state);
  },
});

/**
 * The reference on the payment, a keyed hash of the id: a client that chooses the id cannot choose the reference, and so
 * cannot receive the payments for another top-up.
 */
function referenceOf({ deps }: AdminRequest, topupId: string): string {
  const hash = deps.keyHasher.hash(JSON.stringify(['top-up reference', topupId]));
  return `WB-${hash.slice(0, 16).toUpperCase()}`;
}

const listTopups = adminOperation({
  id: 'listTopups',
  method: 'get',
  path: '/topups',
  command: 'topups list',
  summary: 'List top-ups in the order of tenant and id.',
  action: 'topups.read',
  input: z.strictObject({
    ...pageInput,
    tenant_id: tenantInput,
    status: z.enum(['pending', 'confirmed', 'credited', 'cancelled', 'expired']).optional(),
  }),
  output: pageOutput(topupOutput),
  run: async (asked, request) => {
    const prefix = await tenantPrefix(request, 'topups.read', asked.tenant_id);
    const { administrator } = request;
    const own = administrator.reach('topups.read') === 'own' ? administrator.person?.wallet_id : undefined;
    const isWanted = ({ status, wallet_id }: Topup): boolean =>
      (asked.status === undefined || status === asked.status) && (own === undefined || wallet_id === own);
    return await scannedPage(
      request,
      { prefix, projection: topups, shown: (topup: Topup) => shownTopup(topup), isWanted },
      asked,
    );
  },
});

function topupWithin(request: AdminRequest, action: AdminAction, id: string): Promise<Topup> {
  return bankedWithin(request, { what: 'top-up', action, id }, recordedTopup);
}

const showTopup = adminOperation({
  id: 'showTopup',
  method: 'get',
  path: '/topups/{topup_id}',
  command: 'topups show',
  summary:
    'Show a top-up, and how to pay it: account, amount, creditor reference, and a QR code that banking apps read.',
  action: 'topups.read',
  input: z.strictObject({ topup_id: uuidInput }),
  output: waitingTopupOutput,
  run: async ({ topup_id }, request) => {
    const found = await topupWithin(request, 'topups.read', topup_id);
    return { ...shownTopup(found), bank_transfer: await bankTransferOf(request, found) };
  },
});

const printTopup = adminOperation({
  id: 'printTopup',
  method: 'get',
  path: '/topups/{topup_id}/receipt.html',
  command: 'topups print',
  summary: 'Show a receipt for the payments of a top-up that were credited, as a page that prints. It is no invoice.',
  action: 'topups.read',
  produces: 'text/html',
  input: z.strictObject({ topup_id: uuidInput, language: languageInput }),
  output: z.custom<PaperAnswer>(),
  run: async ({ topup_id, language }, request) => {
    const { found, head } = await creditedTopup(request, topup_id);
    return topupPaper(found, head, language);
  },
});

const exportTopup = adminOperation({
  id: 'exportTopup',
  method: 'get',
  path: '/topups/{topup_id}/receipt.xlsx',
  command: 'topups workbook',
  summary: 'Show a receipt for the payments of a top-up that were credited, as a workbook. It is no invoice.',
  action: 'topups.read',
  produces: workbookType,
  input: z.strictObject({ topup_id: uuidInput }),
  output: z.custom<Workbook>(),
  run: async ({ topup_id }, request) => {
    const { found, head } = await creditedTopup(request, topup_id);
    return topupWorkbook(found, head);
  },
});

/** A top-up of which something was credited, and what stands beside it on its receipt. Raises `not_possible`. */
async function creditedTopup(
  request: AdminRequest,
  id: string,
): Promise<{ readonly found: Topup; readonly head: TopupHead }> {
  const found = await topupWithin(request, 'topups.read', id);
  if (!found.payments.some(({ status }) => status === 'credited')) {
    throw new GatewayError('not_possible', { detail: 'Nothing of this top-up has been credited.' });
  }
  const tenant = await recordedScope(request.deps.log, 'tenant', found.tenant_id);
  return { found, head: { tenantName: tenant?.name ?? null, account: request.deps.bankAccount() } };
}

const confirmTopupOperation = adminOperation({
  id: 'confirmTopup',
  method: 'post',
  path: '/topups/{topup_id}/confirm',
  command: 'topups confirm',
  summary:
    'Confirm that the bank has received the payment, and credit the wallet with it. A bank reference is credited once across the platform.',
  action: 'topups.confirm',
  input: z.strictObject({
    topup_id: uuidInput,
    bank_reference: bankReferenceInput.describe('Reference of the payment at the bank.'),
    bank_date: bankDateInput,
    received_eur: positiveMoneyInput,
  }),
  output: topupOutput,
  run: async ({ topup_id, bank_reference, bank_date, received_eur }, request) => {
    await topupWithin(request, 'topups.confirm', topup_id);
    assertBankDate(bank_date, request.deps.now());
    const received = { bank_reference, bank_date, received_eur: eventAmount(received_eur) };
    const { actor } = request.administrator;
    const answer = await confirmTopup(request.deps, topup_id, { received, actor });
    if (answer.accepted) return shownTopup(answer.topup);
    if (answer.refusal !== 'bank_reference_used') throw notPossible(answer.refusal);
    throw new GatewayError('bank_reference_used', { param: 'bank_reference' });
  },
});

const cancelTopup = adminOperation({
  id: 'cancelTopup',
  method: 'post',
  path: '/topups/{topup_id}/cancel',
  command: 'topups cancel',
  summary: 'Cancel a top-up.',
  action: 'topups.cancel',
  input: z.strictObject({ topup_id: uuidInput, reason: reasonInput }),
  output: topupOutput,
  run: async ({ topup_id, reason }, request) => {
    await topupWithin(request, 'topups.cancel', topup_id);
    const { actor } = request.administrator;
    const answer = await changeTopup(request.deps, topup_id, { type: 'cancel_topup', reason, actor });
    if (!answer.accepted) throw notPossible(answer.refusal);
    return shownTopup(answer.state);
  },
});

/** Operations on bank payments. */
export const topupOperations: readonly AdminOperation[] = [
  requestTopup,
  listTopups,
  showTopup,
  printTopup,
  exportTopup,
  confirmTopupOperation,
  cancelTopup,
];
