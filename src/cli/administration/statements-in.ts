import { readFileSync, statSync } from 'node:fs';
import { commandParts } from '../../composition/command-parts.ts';
import type { BankStatement } from '../../ports/bank-statement.ts';
import { refused, wrongUsage } from '../cli-error.ts';

/** The bank statements in a file of any format. Raises `CliError` for one that cannot be read. */
export async function statementsIn(file: string): Promise<readonly BankStatement[]> {
  const { statementBytesMax, StatementUnreadable } = await import('../../ports/bank-statement.ts');
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw wrongUsage(`${file} does not exist`);
  // A pipe may never end.
  if (!found.isFile()) throw wrongUsage(`${file} is not a file`);
  if (found.size > statementBytesMax) throw wrongUsage(`${file} is larger than ${statementBytesMax} bytes`);
  try {
    return await commandParts.bankStatements(readFileSync(file));
  } catch (error) {
    if (error instanceof StatementUnreadable) throw refused('statement_unreadable', `${file}: ${error.message}`);
    throw error;
  }
}
