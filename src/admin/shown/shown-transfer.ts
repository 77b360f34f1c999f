import { z } from 'zod';
import { transferStates } from '../../ledger/administration/transfers.ts';
import type { TransferDirection } from '../../domain/payments/transfer.ts';
import { actorOutput, amountOutput, idOutput, type Shown } from '../outputs.ts';

/** A transfer. */
export const transferOutput = z
  .strictObject({
    id: idOutput,
    object: z.literal('transfer'),
    tenant_id: z.string().describe('The tenant of the source; empty for a wallet of none.'),
    source_id: idOutput,
    destination_id: idOutput,
    amount_eur: amountOutput,
    to: z
      .enum(['destination', 'source'])
      .nullable()
      .describe('Where it is credited. `source`: the destination cannot take it. `null`: not decided yet.'),
    status: z.enum(transferStates).describe('`open`: debited and not credited yet. `undone`: it went back.'),
    actor: actorOutput.optional(),
  })
  .meta({ id: 'Transfer' });

/** A transfer as answers contain it. */
export function shownTransfer(
  { transfer_id, ...rest }: Omit<TransferDirection, 'to'> & { readonly to: TransferDirection['to'] | null },
  status: Shown<typeof transferOutput>['status'],
): Shown<typeof transferOutput> {
  return { id: transfer_id, object: 'transfer', ...rest, status };
}
