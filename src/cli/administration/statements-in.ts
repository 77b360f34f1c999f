import { commandParts } from '../../composition/command-parts.ts';
import type { BankStatement } from '../../ports/bank-statement.ts';
import { bytesOf } from '../bytes-of.ts';
import { refused } from '../cli-error.ts';

/** The bank statements in a file of any format. Raises `CliError` for one that cannot be read. */
export async function statementsIn(file: string): Promise<readonly BankStatement[]> {
  const { statementBytesMax, StatementUnreadable } = await import('../../ports/bank-statement.ts');
  const bytes = bytesOf(file, statementBytesMax);
  try {
    return await commandParts.bankStatements(bytes);
  } catch (error) {
    if (error instanceof StatementUnreadable) throw refused('statement_unreadable', `${file}: ${error.message}`);
    throw error;
  }
}
