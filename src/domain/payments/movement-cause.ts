import { z } from 'zod';

/** What a credit or debit is a part of. */
export const movementCauseSchema = z
  .strictObject({
    kind: z
      .enum(['topup', 'transfer', 'allocation', 'correction', 'grant', 'payout'])
      .describe('What moved the money; `correction` and `grant`: a person of the finance department.'),
    id: z
      .uuid()
      .describe(
        'Of the top-up, the transfer, the correction, the grant or the payout; of an allocation the transfer of one share.',
      ),
    wallet_id: z.uuid().optional().describe('For a transfer or an allocation: the wallet at the other end.'),
    allocation_id: z.uuid().optional().describe('For an allocation: its id.'),
    run: z.string().max(20).optional().describe('For an allocation: the day, week or month, or `once`.'),
    corrects: z
      .uuid()
      .optional()
      .describe('For a correction: the reservation, credit, debit or event that it corrects.'),
  })
  .meta({ title: 'cause', description: 'What a credit or debit is a part of. Absent: it stands by itself.' });

/** What a credit or a debit is a part of. */
export type MovementCause = Readonly<z.infer<typeof movementCauseSchema>>;
