import { z } from 'zod';
import { allocationFrequencies } from '../../domain/payments/allocation-events.ts';
import type { Allocation } from '../../domain/payments/allocation.ts';
import { notFound } from '../administrator.ts';
import { amountOutput, idOutput, type Shown } from '../outputs.ts';

const shareOutput = z
  .strictObject({ wallet_id: idOutput, basis_points: z.int().describe('Hundredths of a percent.') })
  .meta({ id: 'AllocationShare' });
const sharePaymentOutput = z
  .strictObject({ transfer_id: idOutput, wallet_id: idOutput, amount_eur: amountOutput })
  .meta({ id: 'SharePayment' });

/** An allocation. */
export const allocationOutput = z
  .strictObject({
    id: idOutput,
    object: z.literal('allocation'),
    tenant_id: z.string().describe('The tenant of its wallet; empty for a wallet of none.'),
    parent_id: idOutput.describe('The wallet whose credit is distributed.'),
    allocations: z.array(shareOutput),
    frequency: z.enum(allocationFrequencies),
    stopped: z.boolean(),
    last_run: z.string().nullable().describe('The day, week or month of the last run, or `once`; `null`: none.'),
    unpaid: z
      .array(sharePaymentOutput)
      .nullable()
      .describe('What the last run still has to pay; `null`: it has ended.'),
  })
  .meta({ id: 'Allocation' });

/** An allocation as answers contain it. Raises `resource_not_found` for none. */
export function shownAllocation(allocation: Allocation | null): Shown<typeof allocationOutput> {
  if (allocation === null) throw notFound('allocation');
  const { allocation_id, shares, ...rest } = allocation;
  return { id: allocation_id, object: 'allocation', allocations: shares, ...rest };
}
