import type { BillEvent, ClosedBill } from '../../domain/bills/bill-events.ts';
import { billing, type billRefusals, type CloseBill } from '../../domain/bills/bill.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { handleCommand, recordedState, type CommandAnswer } from '../handle-command.ts';
import { billStream } from '../stream-names.ts';

/** The closed bills of a tenant, the oldest first. Raises what the log raises. */
export async function closedBills(log: EventLog, tenantId: string): Promise<readonly ClosedBill[]> {
  return await recordedState({ log, stream: billStream(tenantId), decider: billing });
}

/** Closes a bill, once. Raises what the log raises. */
export async function closeBill(
  { log, createId }: { readonly log: EventLog; readonly createId: () => string },
  command: CloseBill,
): Promise<CommandAnswer<readonly ClosedBill[], BillEvent, (typeof billRefusals)[number]>> {
  return await handleCommand(command, { log, createId, stream: billStream(command.bill.tenant_id), decider: billing });
}
