import { lotPartsOf, type NewLot } from '../../domain/lots/wallet-lots.ts';
import { eurFromNano, type NanoEur } from '../../domain/money.ts';
import type { MovementCause } from '../../domain/payments/movement-cause.ts';
import { transfer, type TransferDirection } from '../../domain/payments/transfer.ts';
import type { CreditWallet, WalletRefusal } from '../../domain/wallet-commands.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { handleCommand, recordedState } from '../handle-command.ts';
import type { MovementId } from '../kept-ids.ts';
import { transferStream } from '../stream-names.ts';
import { isOfClosedTenant } from './closed-tenants.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { recordedMovement } from './recorded-movement.ts';

/** A transfer of money from one wallet to another. */
export interface TransferOrder {
  readonly transferId: string;
  /** The tenant of the source. */
  readonly tenantId: string;
  readonly sourceId: string;
  readonly destinationId: string;
  readonly amount: NanoEur;
  readonly reason: string;
  readonly actor?: string | undefined;
  /** Set if it is a share of an allocation. */
  readonly allocation?: { readonly id: string; readonly run: string } | undefined;
}

/**
 * `open`: the credit is refused for now, or the wallet has another credit under the id. A reactor retries it, and the
 * transfer is listed as open.
 */
export const transferStates = ['completed', 'undone', 'open'] as const;
/** The name of one. */
export type TransferOutcome = (typeof transferStates)[number];

export type TransferAnswer =
  | { readonly accepted: true; readonly outcome: TransferOutcome }
  | { readonly accepted: false; readonly refusal: WalletRefusal | 'transfer_id_taken' };

type TransferDeps = Omit<PaymentDeps, 'keyHasher'>;

/**
 * Debits the source, then credits the destination. The debit starts the transfer: a refused one leaves nothing behind,
 * and a recorded one is finished or undone, possibly by another process. The same id moves the money only once. Raises
 * what the log raises.
 */
export async function createTransfer(deps: TransferDeps, order: TransferOrder): Promise<TransferAnswer> {
  const { transferId: debitId, sourceId, destinationId, amount, reason, actor } = order;
  const direction = await recordedTransfer(deps.log, debitId);
  // Before anything leaves its wallet. Another process may have debited and undone the very transfer since it was
  // looked for.
  const isTaken =
    direction === null
      ? (await isWayBackTaken(deps, order)) && !(await isDebitOf(deps.log, order))
      : !isOf(direction, order);
  if (isTaken) return { accepted: false, refusal: 'transfer_id_taken' };
  const debit = await deps.wallets.execute(sourceId, {
    type: 'debit_wallet',
    debitId,
    amount,
    reason,
    ...(actor === undefined ? {} : { actor }),
    cause: causeOf(order, destinationId),
  });
  if (!debit.accepted) {
    if (debit.refusal !== 'debit_already_posted') return { accepted: false, refusal: debit.refusal };
    const isSame = direction !== null || (await isDebitOf(deps.log, order));
    if (!isSame) return { accepted: false, refusal: 'transfer_id_taken' };
  }
  return { accepted: true, outcome: await finishTransfer(deps, order) };
}

function isOf(direction: TransferDirection, { sourceId, destinationId, amount }: TransferOrder): boolean {
  return (
    direction.source_id === sourceId &&
    direction.destination_id === destinationId &&
    direction.amount_eur === eurFromNano(amount)
  );
}

/**
 * Whether the credit or debit with the id of a transfer belongs to it: a correction, for example, may have the same id.
 */
async function isOwn(
  log: EventLog,
  kind: MovementId['kind'],
  { order, walletId, otherId }: { readonly order: TransferOrder; readonly walletId: string; readonly otherId: string },
): Promise<boolean> {
  const found = await recordedMovement(log, { kind, walletId, id: order.transferId });
  if (found?.cause === undefined) return false;
  const { id, wallet_id } = found.cause;
  return id === order.transferId && wallet_id === otherId && found.amount_eur === eurFromNano(order.amount);
}

function isDebitOf(log: EventLog, order: TransferOrder): Promise<boolean> {
  return isOwn(log, 'debit', { order, walletId: order.sourceId, otherId: order.destinationId });
}

/**
 * Whether the source of a transfer without a direction was credited under its id. The credit belongs to something else,
 * and a debit could not come back.
 */
async function isWayBackTaken({ wallets }: TransferDeps, order: TransferOrder): Promise<boolean> {
  const back = await wallets.preview(order.sourceId, creditOf(order, order.destinationId));
  return back?.accepted === false && back.refusal === 'credit_already_posted';
}

/**
 * Finishes a debited transfer. The wallet to credit is first recorded in the transfer's own stream, so that any later
 * attempt, even after a crash, credits the same wallet, which accepts the id only once. Lots are credited as they were
 * debited: what was granted stays granted, and expires when it would have.
 */
export async function finishTransfer(deps: TransferDeps, order: TransferOrder): Promise<TransferOutcome> {
  const debit = await recordedMovement(deps.log, { kind: 'debit', walletId: order.sourceId, id: order.transferId });
  const lots = lotPartsOf(debit?.lots);
  const direction = (await recordedTransfer(deps.log, order.transferId)) ?? (await decideDirection(deps, order, lots));
  const isUndone = direction.to === 'source';
  const [to, other] = isUndone ? [order.sourceId, order.destinationId] : [order.destinationId, order.sourceId];
  const credit = await deps.wallets.execute(to, { ...creditOf(order, other), lots });
  if (!credit.accepted) {
    const isPosted = credit.refusal === 'credit_already_posted';
    if (!isPosted || !(await isOwn(deps.log, 'credit', { order, walletId: to, otherId: other }))) return 'open';
  }
  return isUndone ? 'undone' : 'completed';
}

async function decideDirection(
  { log, createId, wallets }: TransferDeps,
  order: TransferOrder,
  lots: readonly NewLot[],
): Promise<TransferDirection> {
  const { transferId, tenantId, sourceId, destinationId, amount, actor } = order;
  const foreseen = await wallets.preview(destinationId, { ...creditOf(order, sourceId), lots });
  // A credit with this id before the transfer has a direction belongs to something else.
  const isForeseen = foreseen === null || foreseen.accepted;
  const isAccepted = isForeseen && !(await isOfClosedTenant(log, destinationId));
  const direction: TransferDirection = {
    transfer_id: transferId,
    tenant_id: tenantId,
    source_id: sourceId,
    destination_id: destinationId,
    amount_eur: eurFromNano(amount),
    to: isAccepted ? 'destination' : 'source',
    ...(actor === undefined ? {} : { actor }),
  };
  const options = { log, createId, stream: transferStream(transferId), decider: transfer };
  const answer = await handleCommand({ type: 'direct_transfer', direction } as const, options);
  return answer.state ?? direction;
}

/** The direction of a transfer; `null`: not recorded, or there is no such transfer. Raises what the log raises. */
export async function recordedTransfer(log: EventLog, transferId: string): Promise<TransferDirection | null> {
  return await recordedState({ log, stream: transferStream(transferId), decider: transfer });
}

function creditOf(order: TransferOrder, other: string): CreditWallet {
  const { transferId: creditId, amount, reason, actor } = order;
  const by = actor === undefined ? {} : { actor };
  return { type: 'credit_wallet', creditId, amount, reason, ...by, cause: causeOf(order, other) };
}

function causeOf({ transferId, allocation }: TransferOrder, wallet_id: string): MovementCause {
  if (allocation === undefined) return { kind: 'transfer', id: transferId, wallet_id };
  return { kind: 'allocation', id: transferId, wallet_id, allocation_id: allocation.id, run: allocation.run };
}
