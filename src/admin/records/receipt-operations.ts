import { z } from 'zod';
import { chargeReceipt, type NoReceipt } from '../../ledger/checkpoints/charge-receipt.ts';
import { GatewayError } from '../../errors.ts';
import { uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation } from '../operation.ts';
import { idOutput } from '../outputs.ts';
import { chargeWithin } from './charge-within.ts';

const provenOutput = {
  event: z.string().describe('The bytes of the event: the one that ended the charge, or that of its selection.'),
  entry: z.string().describe('The leaf of the tree: the SHA-256 of the event is a part of it.'),
  proof: z.string().describe('That the leaf is in the tree of a signed checkpoint: a C2SP `tlog-proof`.'),
  verifier_key: z.string().describe('With which anybody checks the signature of the checkpoint.'),
};

const receiptOutput = z
  .strictObject({
    object: z.literal('receipt'),
    reservation_id: idOutput,
    ...provenOutput,
    selection: z
      .strictObject(provenOutput)
      .optional()
      .describe('The same of the choice of the model, where that was charged: its cost is in no other event.'),
  })
  .meta({ id: 'Receipt', description: 'What proves a charge to anybody.' });

/** What hinders a receipt, and what to do. */
const reasons: Readonly<Record<NoReceipt, readonly [detail: string, next: string]>> = {
  not_ended: ['The reservation has not ended.', 'Ask again when it has.'],
  decided_by_person: [
    'A person decided this charge, and the event names them: only platform roles may have its receipt.',
    'Ask whoever runs the gateway.',
  ],
  not_covered: [
    'No checkpoint covers the charge yet.',
    'Ask again in some minutes, or have one signed now: `waybill ledger checkpoint`.',
  ],
};

const showReceipt = adminOperation({
  id: 'showReceipt',
  method: 'get',
  path: '/reservations/{reservation_id}/receipt',
  command: 'receipts show',
  summary:
    'Show what proves a charge to anybody: the recorded event, and that it is in the ledger under a signed checkpoint.',
  action: 'charges.read',
  input: z.strictObject({ reservation_id: uuidInput }),
  output: receiptOutput,
  run: async ({ reservation_id }, request) => {
    const charge = await chargeWithin(request, reservation_id);
    const isForCaller = request.administrator.reach('charges.read') !== 'all';
    const receipt = await chargeReceipt(request.deps.log, charge, { isForCaller });
    if (typeof receipt === 'string') {
      const [detail, next] = reasons[receipt];
      throw new GatewayError('not_possible', { detail, next });
    }
    return { object: 'receipt', reservation_id, ...receipt };
  },
});

export const receiptOperations: readonly AdminOperation[] = [showReceipt];
