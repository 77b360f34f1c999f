import { z } from 'zod';
import { openTransfers } from '../../projections/open-transfers.ts';
import { transfers } from '../../projections/transfers.ts';
import { allocations } from '../../projections/allocations.ts';
import { lotExpiryMax } from '../domain/lots/lot-expiry.ts';
import { nanoFromEur } from '../domain/money.ts';
import type { OpenTransfer } from '../domain/payments/open-payments.ts';
import { allocationFrequencies } from '../domain/payments/allocation-events.ts';
import { basisPointsMax, type Allocation } from '../domain/payments/allocation.ts';
import type { TransferDirection } from '../domain/payments/transfer.ts';
import type { AdminAction } from '../domain/scopes/permissions.ts';
import { GatewayError } from '../errors.ts';
import { advanceAllocation, changeAllocation, recordedAllocation } from '../ledger/administration/allocations.ts';
import type { MovementId } from '../ledger/kept-ids.ts';
import { recordedMovement } from '../ledger/administration/recorded-movement.ts';
import { createTransfer, recordedTransfer } from '../ledger/administration/transfers.ts';
import { walletFigures } from '../domain/wallet-entries/wallet-figures.ts';
import { notFound } from './administrator.ts';
import { idInput, pageInput, positiveMoneyInput, reasonInput, uuidInput } from './inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from './operation.ts';
import { idOutput, pageOutput, type Shown } from './outputs.ts';
import { scannedPage } from './owned-page.ts';
import { tenantInput, tenantPrefix } from './tenant-input.ts';
import { assertTenantOpen, placeOfTenant, recordedWallet, sourceWithin, walletWithin } from './reads-within.ts';
import type { WalletRefusal } from '../domain/wallet-commands.ts';
import { notPossible, refusalAdvice } from './refusal-advice.ts';
import { allocationOutput, shownAllocation } from './shown/shown-allocation.ts';
import { shownTransfer, transferOutput } from './shown/shown-transfer.ts';
import { walletFiguresOutput } from './wallet-operations.ts';

const createTransferOperation = adminOperation({
  id: 'createTransfer',
  method: 'post',
  path: '/transfers',
  command: 'transfers create',
  summary:
    'Transfer money between two wallets. The source is debited first; the amount then arrives at the destination or is returned.',
  action: 'transfers.write',
  input: z.strictObject({
    id: idInput,
    source_id: uuidInput.describe('The wallet that is debited.'),
    destination_id: uuidInput.describe('The wallet that is credited.'),
    amount_eur: positiveMoneyInput,
    reason: reasonInput.default('transfer'),
  }),
  output: transferOutput,
  run: async (asked, request) => {
    const { administrator, deps } = request;
    const { source_id: sourceId, destination_id: destinationId } = asked;
    if (sourceId === destinationId) {
      throw new GatewayError('invalid_value', {
        detail: 'Source and destination are the same wallet.',
        param: 'destination_id',
      });
    }
    const source = await sourceWithin(request, 'transfers.write', sourceId);
    const destination = await walletWithin(request, 'transfers.write', destinationId);
    if (source.tenantId !== destination.tenantId) administrator.reach('transfers.across_tenants');
    const transferId = request.newId(asked.id);
    const answer = await createTransfer(deps, {
      transferId,
      tenantId: source.tenantId ?? '',
      sourceId,
      destinationId,
      amount: nanoFromEur(asked.amount_eur),
      reason: asked.reason,
      actor: administrator.actor,
    });
    if (!answer.accepted) throw refusedMovement(answer.refusal);
    const direction = await recordedTransfer(deps.log, transferId);
    if (direction === null) throw notFound('transfer');
    return shownTransfer(direction, answer.outcome);
  },
});

/** The error for a refusal of a wallet. */
function refusedMovement(refusal: WalletRefusal | 'transfer_id_taken'): GatewayError {
  if (refusal === 'amount_exceeds_available') {
    return new GatewayError('insufficient_credit', {
      detail: 'The wallet does not have enough available credit.',
      next: refusalAdvice.amount_exceeds_available,
      param: 'amount_eur',
    });
  }
  return refusal === 'transfer_id_taken'
    ? new GatewayError('already_exists', { detail: 'Another transfer has this id.' })
    : notPossible(refusal);
}

const listTransfers = adminOperation({
  id: 'listTransfers',
  method: 'get',
  path: '/transfers',
  command: 'transfers list',
  summary: 'List transfers in the order of the tenant of their source and of id, including those of allocations.',
  action: 'transfers.read',
  input: z.strictObject({ ...pageInput, tenant_id: tenantInput }),
  output: pageOutput(transferOutput),
  run: async (asked, request) => {
    const prefix = await tenantPrefix(request, 'transfers.read', asked.tenant_id);
    await request.deps.catchUp([openTransfers]);
    const shown = (direction: TransferDirection) => shownWithStatus(request, direction);
    return await scannedPage(request, { prefix, projection: transfers, shown }, asked);
  },
});

const showTransfer = adminOperation({
  id: 'showTransfer',
  method: 'get',
  path: '/transfers/{transfer_id}',
  command: 'transfers show',
  summary: 'Show a transfer, its direction, and whether it has arrived.',
  action: 'transfers.read',
  input: z.strictObject({ transfer_id: uuidInput }),
  output: transferOutput,
  run: async ({ transfer_id }, request) => {
    request.administrator.reach('transfers.read');
    const found = await recordedTransfer(request.deps.log, transfer_id);
    await request.deps.catchUp([openTransfers]);
    if (found === null) return await shownUndirected(request, transfer_id);
    request.administrator.assertMay('transfers.read', await placeOfTenant(request, found.tenant_id), 'transfer');
    return shownWithStatus(request, found);
  },
});

/** A transfer that is debited and not yet credited. */
function openTransfer({ deps }: AdminRequest, transferId: string): OpenTransfer | null {
  const found = deps.readModels.get(openTransfers, transferId);
  return found?.is_credited === true ? null : found;
}

function shownWithStatus(request: AdminRequest, direction: TransferDirection): Shown<typeof transferOutput> {
  const ended = direction.to === 'source' ? 'undone' : 'completed';
  const status = openTransfer(request, direction.transfer_id) === null ? ended : 'open';
  return shownTransfer(direction, status);
}

/** A transfer that stopped after its debit: the process that completes it decides its direction. */
async function shownUndirected(request: AdminRequest, transferId: string): Promise<Shown<typeof transferOutput>> {
  const open = openTransfer(request, transferId);
  const source = open === null ? null : await recordedWallet(request, open.source_id);
  const tenant_id = source?.tenantId ?? '';
  const place = await placeOfTenant(request, tenant_id);
  if (open === null || source === null) throw notFound('transfer');
  request.administrator.assertMay('transfers.read', place, 'transfer');
  const { source_id, destination_id, amount_eur } = open;
  const transfer = { transfer_id: transferId, tenant_id, source_id, destination_id, amount_eur, to: null };
  return shownTransfer(transfer, 'open');
}

const sharesInput = z
  .array(
    z.strictObject({
      wallet_id: uuidInput,
      basis_points: z.number().int().min(1).max(basisPointsMax).describe('Hundredths of a percent.'),
    }),
  )
  .min(1)
  .max(100)
  .refine(
    (shares) => shares.reduce((sum, { basis_points }) => sum + basis_points, 0) <= basisPointsMax,
    'at most 10000 basis points in total',
  )
  .refine(
    (shares) => new Set(shares.map(({ wallet_id }) => wallet_id)).size === shares.length,
    'a list that names each wallet once',
  );

const createAllocation = adminOperation({
  id: 'createAllocation',
  method: 'post',
  path: '/allocations',
  command: 'allocations create',
  summary: 'Distribute the available credit of a wallet, once or on a UTC calendar. The first run is immediate.',
  action: 'allocations.write',
  input: z.strictObject({
    id: idInput,
    parent_id: uuidInput.describe('The wallet whose credit is distributed.'),
    allocations: sharesInput.describe('Share of each wallet; the rest stays.'),
    frequency: z.enum(allocationFrequencies).default('once'),
  }),
  output: allocationOutput,
  run: async (asked, request) => {
    const { administrator, deps } = request;
    const parent = await sourceWithin(request, 'allocations.write', asked.parent_id);
    for (const [nth, { wallet_id }] of asked.allocations.entries()) {
      if (wallet_id === asked.parent_id) {
        throw new GatewayError('invalid_value', {
          detail: 'A wallet cannot get a share of itself.',
          param: `allocations.${nth}.wallet_id`,
        });
      }
      const wallet = await walletWithin(request, 'allocations.write', wallet_id);
      if (wallet.tenantId !== parent.tenantId) administrator.reach('transfers.across_tenants');
    }
    const allocation_id = request.newId(asked.id);
    const { parent_id, frequency, allocations: shares } = asked;
    const allocation = { allocation_id, tenant_id: parent.tenantId ?? '', parent_id, frequency, shares };
    const { actor } = administrator;
    const answer = await changeAllocation(deps, allocation_id, { type: 'create_allocation', allocation, actor });
    if (!answer.accepted) {
      throw new GatewayError('already_exists', { detail: `Another allocation has the id ${allocation_id}.` });
    }
    return shownAllocation(await advanceAllocation(deps, allocation_id, deps.now()));
  },
});

const listAllocations = adminOperation({
  id: 'listAllocations',
  method: 'get',
  path: '/allocations',
  command: 'allocations list',
  summary: 'List allocations in the order of tenant and id.',
  action: 'allocations.read',
  input: z.strictObject({ ...pageInput, tenant_id: tenantInput }),
  output: pageOutput(allocationOutput),
  run: async (asked, request) => {
    const prefix = await tenantPrefix(request, 'allocations.read', asked.tenant_id);
    return await scannedPage(
      request,
      { prefix, projection: allocations, shown: (allocation: Allocation) => shownAllocation(allocation) },
      asked,
    );
  },
});

async function allocationWithin(request: AdminRequest, action: AdminAction, id: string): Promise<Allocation> {
  request.administrator.reach(action);
  const found = await recordedAllocation(request.deps.log, id);
  const place = await placeOfTenant(request, found?.tenant_id ?? null);
  if (found === null) throw notFound('allocation');
  request.administrator.assertMay(action, place, 'allocation');
  return found;
}

const showAllocation = adminOperation({
  id: 'showAllocation',
  method: 'get',
  path: '/allocations/{allocation_id}',
  command: 'allocations show',
  summary: 'Show an allocation, its last run, and the payments of that run that are still open.',
  action: 'allocations.read',
  input: z.strictObject({ allocation_id: uuidInput }),
  output: allocationOutput,
  run: async ({ allocation_id }, request) =>
    shownAllocation(await allocationWithin(request, 'allocations.read', allocation_id)),
});

const stopAllocation = adminOperation({
  id: 'stopAllocation',
  method: 'post',
  path: '/allocations/{allocation_id}/stop',
  command: 'allocations stop',
  summary: 'Stop an allocation.',
  action: 'allocations.write',
  input: z.strictObject({ allocation_id: uuidInput }),
  output: allocationOutput,
  run: async ({ allocation_id }, request) => {
    await allocationWithin(request, 'allocations.write', allocation_id);
    const { actor } = request.administrator;
    const answer = await changeAllocation(request.deps, allocation_id, { type: 'stop_allocation', actor });
    if (!answer.accepted) throw notPossible(answer.refusal);
    return shownAllocation(answer.state);
  },
});

const movedOutput = z.strictObject({ id: idOutput, wallet: walletFiguresOutput });

const correctWallet = adminOperation({
  id: 'correctWallet',
  method: 'post',
  path: '/wallets/{wallet_id}/corrections',
  command: 'wallets correct',
  summary:
    'Correct a wallet by a credit or debit, with a reason and the corrected record. Recorded events never change.',
  action: 'wallets.correct',
  input: z.strictObject({
    wallet_id: uuidInput,
    id: idInput,
    direction: z.enum(['credit', 'debit']),
    amount_eur: positiveMoneyInput,
    reason: reasonInput,
    corrects: uuidInput.describe('The reservation, credit, debit or event that it corrects.'),
  }),
  output: movedOutput.extend({ object: z.literal('correction') }).meta({ id: 'Correction' }),
  run: async (asked, request) => {
    const { administrator, deps } = request;
    const { wallet_id, direction, reason, corrects } = asked;
    await walletWithin(request, 'wallets.correct', wallet_id);
    const id = request.newId(asked.id);
    const movement = {
      amount: nanoFromEur(asked.amount_eur),
      reason,
      actor: administrator.actor,
      cause: { kind: 'correction', id, corrects },
    } as const;
    const answer = await deps.wallets.execute(
      wallet_id,
      direction === 'credit'
        ? { type: 'credit_wallet', creditId: id, ...movement }
        : { type: 'debit_wallet', debitId: id, ...movement },
    );
    if (!answer.accepted) {
      const isPosted = answer.refusal === 'credit_already_posted' || answer.refusal === 'debit_already_posted';
      if (!isPosted) throw refusedMovement(answer.refusal);
      await assertOwnMovement(request, { kind: direction, walletId: wallet_id, id }, 'correction');
    }
    const wallet = await walletWithin(request, 'wallets.correct', wallet_id);
    return { id, object: 'correction', wallet: walletFigures(wallet_id, wallet) };
  },
});

/** Raises `already_exists` unless this very request has made the movement before. */
async function assertOwnMovement(
  request: AdminRequest,
  movement: MovementId,
  kind: 'correction' | 'grant',
): Promise<void> {
  const posted = request.isRepeat() ? await recordedMovement(request.deps.log, movement) : null;
  if (posted?.cause?.kind === kind) return;
  throw new GatewayError('already_exists', { detail: `Another movement has the id ${movement.id}.` });
}

const grantCredit = adminOperation({
  id: 'grantCredit',
  method: 'post',
  path: '/wallets/{wallet_id}/grants',
  command: 'wallets grant',
  summary: 'Grant credit that nobody paid for. It is used before paid credit, is no revenue, and is never paid out.',
  action: 'wallets.correct',
  input: z.strictObject({
    wallet_id: uuidInput,
    id: idInput,
    amount_eur: positiveMoneyInput,
    reason: reasonInput,
    expires_at: z.iso
      .datetime({ offset: true })
      .refine((time) => Date.parse(time) <= lotExpiryMax, 'a time before the year 10000 of UTC')
      .optional()
      .describe('When what is left of it expires; absent: never. Requests that run then still use what they hold.'),
  }),
  output: movedOutput.extend({ object: z.literal('grant') }).meta({ id: 'Grant' }),
  run: async (asked, request) => {
    const { administrator, deps } = request;
    const { wallet_id, reason, expires_at } = asked;
    // A repeat has passed this before, and is answered as it was then.
    const isOver = expires_at !== undefined && !(Date.parse(expires_at) > deps.now());
    if (isOver && !request.isRepeat()) {
      throw new GatewayError('invalid_value', { detail: 'The credit would expire at once.', param: 'expires_at' });
    }
    const { tenantId } = await walletWithin(request, 'wallets.correct', wallet_id);
    if (tenantId !== null) await assertTenantOpen(request, tenantId);
    const creditId = request.newId(asked.id);
    const amount = nanoFromEur(asked.amount_eur);
    const expiresAt = expires_at === undefined ? null : new Date(expires_at).toISOString();
    const answer = await deps.wallets.execute(wallet_id, {
      type: 'credit_wallet',
      creditId,
      amount,
      reason,
      lots: [{ kind: 'granted', expiresAt, amount }],
      actor: administrator.actor,
      cause: { kind: 'grant', id: creditId },
    });
    if (!answer.accepted) {
      if (answer.refusal !== 'credit_already_posted') throw refusedMovement(answer.refusal);
      await assertOwnMovement(request, { kind: 'credit', walletId: wallet_id, id: creditId }, 'grant');
    }
    const wallet = await walletWithin(request, 'wallets.correct', wallet_id);
    return { id: creditId, object: 'grant', wallet: walletFigures(wallet_id, wallet) };
  },
});

/** Operations that transfer, distribute and correct money. */
export const paymentOperations: readonly AdminOperation[] = [
  createTransferOperation,
  listTransfers,
  showTransfer,
  createAllocation,
  listAllocations,
  showAllocation,
  stopAllocation,
  correctWallet,
  grantCredit,
];
