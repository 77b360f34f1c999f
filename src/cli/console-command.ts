import type { Command } from 'commander';
import { documented } from './arguments.ts';
import { cliActor } from './cli-actor.ts';
import { refused } from './cli-error.ts';
import { printJson, printLine } from './output.ts';

export function consoleCommand(program: Command): void {
  documented(
    program
      .command('console')
      .description('print a link that opens the console of a running gateway on this machine, once within a minute')
      .action(printLink),
    { example: 'waybill console', json: '{"console_url"}' },
  );
}

async function printLink({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { consoleLink, openConsoleSessions } = await import('../composition/console/open-console.ts');
  const { commandParts } = await import('../composition/command-parts.ts');
  const { loadLedgerConfig, processEnvironment } = await import('../config.ts');
  const { withAdministration } = await import('./administration/with-administration.ts');
  const { dataDirectory } = await import('./data-directory.ts');
  const { path } = dataDirectory();
  if ((await commandParts.runningInstances(path)).length === 0) throw noConsole(path);
  const stored = openConsoleSessions({ dataDir: path, ledger: loadLedgerConfig(processEnvironment()) });
  try {
    const url = await withAdministration(async ({ keyHasher }) => consoleLink(stored, keyHasher, cliActor()));
    if (url === null) throw noConsole(path);
    if (json) printJson({ console_url: url });
    else printLine(url);
  } finally {
    stored.close();
  }
}

function noConsole(path: string) {
  return refused(
    'no_console',
    `no gateway on ${path} has a console on this machine: start one with WAYBILL_ADMIN_PORT`,
  );
}
