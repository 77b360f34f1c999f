import { z } from 'zod';
import { payouts } from '../../../projections/payouts.ts';
import { paidNano } from '../../domain/lots/wallet-lots.ts';
import { isMoney, nanoFromEur, nanoPerCent } from '../../domain/money.ts';
import type { Payout } from '../../domain/payments/payout.ts';
import type { AdminAction } from '../../domain/scopes/permissions.ts';
import { GatewayError } from '../../errors.ts';
import { cancelPayout, confirmPayout, recordedPayout, requestPayout } from '../../ledger/administration/payouts.ts';
import { assertBankDate, bankDateInput, bankReferenceInput } from './bank-inputs.ts';
import { bankedWithin } from './banked-within.ts';
import { notFound } from '../administrator.ts';
import { idInput, pageInput, positiveMoneyInput, reasonInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { amountOutput, dayOutput, idOutput, pageOutput, type Shown } from '../outputs.ts';
import { scannedPage } from '../owned-page.ts';
import { sourceWithin } from '../reads-within.ts';
import { notPossible } from '../refusal-advice.ts';
import { tenantInput, tenantPrefix } from '../tenant-input.ts';

/** What is asked for is more than was paid for and is left. */
const unpaid: ReadonlySet<string> = new Set(['amount_not_positive', 'amount_exceeds_available', 'amount_exceeds_paid']);

const payoutOutput = z
  .strictObject({
    id: idOutput,
    object: z.literal('payout'),
    tenant_id: idOutput,
    wallet_id: idOutput,
    amount_eur: amountOutput,
    reason: z.string(),
    status: z.enum(['pending', 'confirmed', 'cancelled']).describe('`pending`: the bank has not paid yet.'),
    bank_reference: z.string().nullable().describe('Of the bank; `null`: not paid.'),
    bank_date: dayOutput.nullable(),
  })
  .meta({ id: 'Payout' });

const requestPayoutOperation = adminOperation({
  id: 'requestPayout',
  method: 'post',
  path: '/payouts',
  command: 'payouts request',
  summary: 'Take paid credit out of a wallet, to be paid by the bank. Credit that was granted is never paid out.',
  action: 'payouts.request',
  input: z.strictObject({
    id: idInput,
    wallet_id: uuidInput,
    amount_eur: positiveMoneyInput
      .refine((eur) => isMoney(eur) && nanoFromEur(eur) % nanoPerCent === 0n, 'whole cents, which banks pay')
      .optional()
      .describe('In whole cents. Absent: all available credit that was paid for, but for parts of a cent.'),
    reason: reasonInput.default('payout'),
  }),
  output: payoutOutput,
  run: async (asked, request) => {
    const { administrator, deps } = request;
    const { wallet_id: walletId, reason } = asked;
    const wallet = await sourceWithin(request, 'payouts.request', walletId);
    const payoutId = request.newId(asked.id);
    const known = request.isRepeat() ? await recordedPayout(deps.log, payoutId) : null;
    const amount = nanoFromEur(asked.amount_eur ?? known?.amount_eur ?? '0');
    const paid = paidNano(wallet);
    const order = {
      payoutId,
      tenantId: wallet.tenantId ?? '',
      walletId,
      amount: amount === 0n ? paid - (paid % nanoPerCent) : amount,
      reason,
      actor: administrator.actor,
    };
    const answer = await requestPayout(deps, order);
    if (answer.accepted) return shownPayout(answer.payout);
    if (answer.refusal === 'payout_id_taken') {
      throw new GatewayError('already_exists', { detail: `Another payout or movement has the id ${payoutId}.` });
    }
    if (!unpaid.has(answer.refusal)) throw notPossible(answer.refusal);
    throw new GatewayError('insufficient_credit', {
      detail: 'The wallet does not have enough available credit that was paid for.',
      param: 'amount_eur',
    });
  },
});

const listPayouts = adminOperation({
  id: 'listPayouts',
  method: 'get',
  path: '/payouts',
  command: 'payouts list',
  summary: 'List payouts in the order of tenant and id.',
  action: 'payouts.read',
  input: z.strictObject({
    ...pageInput,
    tenant_id: tenantInput,
    status: z.enum(['pending', 'confirmed', 'cancelled']).optional(),
  }),
  output: pageOutput(payoutOutput),
  run: async (asked, request) => {
    const prefix = await tenantPrefix(request, 'payouts.read', asked.tenant_id);
    const isWanted = ({ status }: Payout): boolean => asked.status === undefined || status === asked.status;
    return await scannedPage(
      request,
      { prefix, projection: payouts, shown: (payout: Payout) => shownPayout(payout), isWanted },
      asked,
    );
  },
});

const showPayout = adminOperation({
  id: 'showPayout',
  method: 'get',
  path: '/payouts/{payout_id}',
  command: 'payouts show',
  summary: 'Show a payout, and by which payment of the bank it was made.',
  action: 'payouts.read',
  input: z.strictObject({ payout_id: uuidInput }),
  output: payoutOutput,
  run: async ({ payout_id }, request) => shownPayout(await payoutWithin(request, 'payouts.read', payout_id)),
});

const confirmPayoutOperation = adminOperation({
  id: 'confirmPayout',
  method: 'post',
  path: '/payouts/{payout_id}/confirm',
  command: 'payouts confirm',
  summary: 'Confirm that the bank has made the payment. A bank reference is of one payment across the platform.',
  action: 'payouts.confirm',
  input: z.strictObject({
    payout_id: uuidInput,
    bank_reference: bankReferenceInput.describe('Reference of the payment at the bank.'),
    bank_date: bankDateInput,
  }),
  output: payoutOutput,
  run: async ({ payout_id, bank_reference: bankReference, bank_date: bankDate }, request) => {
    await payoutWithin(request, 'payouts.confirm', payout_id);
    assertBankDate(bankDate, request.deps.now());
    const { actor } = request.administrator;
    const answer = await confirmPayout(request.deps, payout_id, { bankReference, bankDate, actor });
    if (answer.accepted) return shownPayout(answer.state);
    if (answer.refusal !== 'bank_reference_used') throw notPossible(answer.refusal);
    throw new GatewayError('bank_reference_used', { param: 'bank_reference' });
  },
});

const cancelPayoutOperation = adminOperation({
  id: 'cancelPayout',
  method: 'post',
  path: '/payouts/{payout_id}/cancel',
  command: 'payouts cancel',
  summary: 'Cancel a payout that the bank has not made, and credit its wallet again.',
  action: 'payouts.cancel',
  input: z.strictObject({ payout_id: uuidInput, reason: reasonInput }),
  output: payoutOutput,
  run: async ({ payout_id, reason }, request) => {
    await payoutWithin(request, 'payouts.cancel', payout_id);
    const answer = await cancelPayout(request.deps, payout_id, { reason, actor: request.administrator.actor });
    if (!answer.accepted) throw notPossible(answer.refusal);
    return shownPayout(answer.state);
  },
});

function payoutWithin(request: AdminRequest, action: AdminAction, id: string): Promise<Payout> {
  return bankedWithin(request, { what: 'payout', action, id }, recordedPayout);
}

function shownPayout(payout: Payout | null): Shown<typeof payoutOutput> {
  if (payout === null) throw notFound('payout');
  const { payout_id, ...rest } = payout;
  return { id: payout_id, object: 'payout', ...rest };
}

/** Operations that pay out what is left of paid credit. */
export const payoutOperations: readonly AdminOperation[] = [
  requestPayoutOperation,
  listPayouts,
  showPayout,
  confirmPayoutOperation,
  cancelPayoutOperation,
];
