import { join } from 'node:path';
import type { Command } from 'commander';
import { commandParts } from '../composition/command-parts.ts';
import { documented } from './arguments.ts';
import { refused } from './cli-error.ts';
import { dataDirectory, type DataDirectory } from './data-directory.ts';
import { counted, printJson, printLine } from './output.ts';

export function ledgerAccept(ledger: Command): void {
  const command = ledger
    .command('accept')
    .description(
      'take the ledger and the secrets of the data directory as they lie there: after an older ledger was restored, or a secret was lost for good. What is missing stays lost; read models are folded anew',
    )
    .action(accept);
  documented(command, {
    example: 'waybill ledger accept',
    json: '{"ledger_id","position","made":["key-pepper"]}; ledger_id and position are null for a ledger elsewhere',
  });
}

async function accept({ json = false }: { readonly json?: boolean }): Promise<void> {
  const { DataDirectoryIdentity } = await import('../composition/data-directory-identity.ts');
  const directory = dataDirectory({ mayContradict: true });
  await refuseWhileRunning(directory);
  const standing = directory.ledger.engine === 'eventstoredb' ? null : await acceptLedger(directory);
  if (standing === null) await DataDirectoryIdentity.accept(directory.path, null);
  const made = (await commandParts.makeMissingPepper(directory)) ? ['key-pepper'] : [];
  if (json) {
    printJson({ ledger_id: standing?.logId ?? null, position: standing?.position ?? null, made });
    return;
  }
  if (standing !== null) printLine(`accepted: ledger ${standing.logId}, which ends at position ${standing.position}`);
  if (made.length > 0) printLine('made a new key-pepper: no API key that was made before is known any more');
  printLine('next: waybill ledger verify, then start the gateway');
}

async function acceptLedger(directory: DataDirectory) {
  const { path } = directory;
  const { DataDirectoryIdentity, readModelsFile } = await import('../composition/data-directory-identity.ts');
  const { projectionCatalogue } = await import('../../projections/catalogue.ts');
  await using log = await commandParts.anyLedgerFile(directory);
  using readModels = await commandParts.readModels({ path: join(path, readModelsFile(null)), log });
  for (const projection of projectionCatalogue) readModels.reset(projection);
  await DataDirectoryIdentity.accept(path, log);
  return await log.standing();
}

async function refuseWhileRunning({ path }: DataDirectory): Promise<void> {
  const running = (await commandParts.runningInstances(path)).length;
  if (running === 0) return;
  throw refused(
    'gateway_running',
    `${counted(running, 'gateway process runs', 'gateway processes run')} on ${path}: stop ${running === 1 ? 'it' : 'them'} first`,
  );
}
