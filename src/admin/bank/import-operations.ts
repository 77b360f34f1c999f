import { z } from 'zod';
import { topups } from '../../../projections/topups.ts';
import { GatewayError } from '../../errors.ts';
import { StatementUnreadable, type BankStatement } from '../../ports/bank-statement.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { amountOutput, dayOutput, idOutput } from '../outputs.ts';
import { importStatements } from './import-statements.ts';

/** Largest file, bytes: a larger one is read by the command, which keeps no request waiting. */
export const importedBytesMax = 1_048_576;
/** Four characters for three bytes. */
const importedCharactersMax = Math.ceil(importedBytesMax / 3) * 4;

const matchedOutput = z
  .strictObject({ bank_reference: z.string(), bank_date: dayOutput, topup_id: idOutput, amount_eur: amountOutput })
  .meta({ id: 'MatchedPayment', description: 'An entry that is of a top-up.' });

const unmatchedOutput = z
  .strictObject({
    bank_reference: z.string(),
    bank_date: z.string().describe('As the bank wrote it; empty: it gave none.'),
    amount: z.string(),
    currency: z.string(),
    why: z.string(),
    text: z.string().describe('What the payer wrote. It is recorded nowhere.'),
    topup_ids: z.array(idOutput).describe('The top-ups that it names.'),
  })
  .meta({ id: 'UnmatchedPayment', description: 'An entry without effect, which a person has to look at.' });

const importOutput = z
  .strictObject({
    object: z.literal('payments_import'),
    booked: z.boolean().describe('Whether it was booked; else this is what would become of the entries.'),
    credited: z.array(matchedOutput),
    already: z.array(matchedOutput).describe('Credited or reversed before.'),
    reversed: z.array(matchedOutput),
    returned: z
      .array(matchedOutput.extend({ text: z.string() }).meta({ id: 'ReturnedPayment' }))
      .describe('Paid back by the bank, and not reversed here.'),
    refused: z.array(matchedOutput.extend({ refusal: z.string() }).meta({ id: 'RefusedPayment' })),
    unmatched: z.array(unmatchedOutput),
  })
  .meta({ id: 'PaymentsImport', description: 'What became of the entries of a file of the bank.' });

const importPayments = adminOperation({
  id: 'importPayments',
  method: 'post',
  path: '/payments/import',
  command: 'payments import',
  summary:
    'Read a file of the bank (camt.052, camt.053, camt.054, MT940, CSV, or a zip of them), and credit the top-ups that are paid by it. A payment is credited once. Without `book` nothing is written: the answer is what would become of the entries.',
  action: 'topups.confirm',
  bodyBytesMax: importedCharactersMax + 1_024,
  keepsNoAnswer: true,
  input: z.strictObject({
    statement: z.base64('base64').min(4).max(importedCharactersMax).describe('The bytes of the file, in base64.'),
    book: z.boolean().default(false).describe('Whether to book what it says.'),
    reverse_returns: z
      .boolean()
      .default(false)
      .describe('Whether to debit the wallets of payments that the bank has paid back.'),
  }),
  output: importOutput,
  run: async ({ statement, book, reverse_returns }, request) => {
    const { administrator, deps } = request;
    administrator.reach('topups.confirm');
    const statements = await statementsOf(request, Buffer.from(statement, 'base64'));
    await deps.catchUp([topups]);
    const imported = await importStatements(deps, statements, {
      actor: administrator.actor,
      books: book,
      reversesReturns: reverse_returns,
      progress: () => undefined,
    });
    return { object: 'payments_import', booked: book, ...imported };
  },
});

/** Operations on files of the bank. */
export const importOperations: readonly AdminOperation[] = [importPayments];

/** Raises `invalid_value` for a file that is no statement. */
async function statementsOf({ deps }: AdminRequest, file: Buffer): Promise<readonly BankStatement[]> {
  try {
    return await deps.readStatements(file);
  } catch (error) {
    if (!(error instanceof StatementUnreadable)) throw error;
    throw new GatewayError('invalid_value', {
      detail: `The file cannot be read as a bank statement: ${error.message}.`,
      next: 'Send the file as the bank gives it.',
      param: 'statement',
    });
  }
}
