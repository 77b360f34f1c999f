import { createInterface } from 'node:readline/promises';
import { refused, wrongUsage } from './cli-error.ts';
import { note } from './output.ts';

/** Options of a command that asks. */
export interface AskingOptions {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * Says what is about to be done, and asks on a terminal unless `--yes` was given. Raises `CliError` where it is not wanted,
 * or where nobody can be asked.
 */
export async function assertWanted(what: string, { yes = false, json = false }: AskingOptions): Promise<void> {
  if (!yes && !process.stdin.isTTY) throw wrongUsage(`${what}: add --yes to go on.`);
  if (!yes || !json) note(what);
  if (yes) return;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Go on? [y/N] ');
  asking.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw refused('not_wanted', 'nothing was done');
}
