import { nanoFromEur } from '../../domain/money.ts';
import {
  allocation,
  isDue,
  periodOf,
  type Allocation,
  type AllocationCommand,
  type AllocationRefusal,
} from '../../domain/payments/allocation.ts';
import type { AllocationEvent } from '../../domain/payments/allocation-events.ts';
import { availableNano } from '../../domain/wallet-state.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { handleCommand, recordedState, type CommandAnswer } from '../handle-command.ts';
import { allocationStream } from '../stream-names.ts';
import { recordedWalletState } from '../wallet-fold.ts';
import { administrationId } from './administration-ids.ts';
import { isTenantBlocked } from './closed-tenants.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { createTransfer } from './transfers.ts';

/** An allocation, folded from its own events; `null`: none has the id. Raises what the log raises. */
export async function recordedAllocation(log: EventLog, allocationId: string): Promise<Allocation | null> {
  return await recordedState({ log, stream: allocationStream(allocationId), decider: allocation });
}

/** Decides and records a command of one allocation. Raises what the log raises. */
export async function changeAllocation(
  { log, createId }: Pick<PaymentDeps, 'log' | 'createId'>,
  allocationId: string,
  command: AllocationCommand,
): Promise<CommandAnswer<Allocation | null, AllocationEvent, AllocationRefusal>> {
  return await handleCommand(command, { log, createId, stream: allocationStream(allocationId), decider: allocation });
}

/**
 * Makes the due run, if any, and finishes one that was begun. The payments of a run are recorded before they are made.
 * Each share is a transfer whose id is derived from allocation, run and wallet, so that a repeated run pays nothing
 * twice. Several missed runs are made up by one. While the tenant, or its reseller, is suspended or closed, none begins
 * after the first. `now`: milliseconds since the epoch. Raises what the log raises.
 */
export async function advanceAllocation(
  deps: PaymentDeps,
  allocationId: string,
  now: number,
): Promise<Allocation | null> {
  const state = await recordedAllocation(deps.log, allocationId);
  if (state === null) return null;
  if (state.unpaid !== null) return await endRun(deps, state);
  const run = periodOf(state.frequency, now);
  if (!isDue(state, run)) return state;
  // The first run belongs to the creation, which is refused to whom it must be.
  if (state.last_run !== null && (await isTenantBlocked(deps.log, state.tenant_id))) return state;
  const transferIds = new Map(
    state.shares.map(({ wallet_id }) => [
      wallet_id,
      administrationId(deps.keyHasher, JSON.stringify(['allocation', allocationId, run, wallet_id])),
    ]),
  );
  const available = await availableIn(deps.log, state.parent_id);
  const begun = await changeAllocation(deps, allocationId, { type: 'run_allocation', run, available, transferIds });
  return begun.state === null ? null : await endRun(deps, begun.state);
}

async function endRun(deps: PaymentDeps, state: Allocation): Promise<Allocation> {
  const { allocation_id, tenant_id, parent_id, last_run: run, unpaid } = state;
  if (unpaid === null || run === null) return state;
  const left: string[] = [];
  for (const { transfer_id, wallet_id, amount_eur } of unpaid) {
    const answer = await createTransfer(deps, {
      transferId: transfer_id,
      tenantId: tenant_id,
      sourceId: parent_id,
      destinationId: wallet_id,
      amount: nanoFromEur(amount_eur),
      reason: 'allocation',
      actor: 'system:allocations',
      allocation: { id: allocation_id, run },
    });
    if (!answer.accepted) left.push(transfer_id);
  }
  const ended = await changeAllocation(deps, allocation_id, { type: 'end_run', run, unpaid: left });
  return ended.state ?? state;
}

async function availableIn(log: EventLog, walletId: string): Promise<bigint> {
  const state = await recordedWalletState(log, walletId);
  return state === null ? 0n : availableNano(state);
}
