import type { Command } from 'commander';
import type { AcceptedSecrets } from '../../composition/secrets/accept-secrets.ts';
import { commandParts } from '../../composition/command-parts.ts';
import { contentKeyIds, processEnvironment } from '../../config.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { LogIdentity, LogStatus } from '../../ports/log-identity.ts';
import { documented } from '../arguments.ts';
import { dataDirectory, type DataDirectory } from '../data-directory.ts';
import { printJson, printLine } from '../output.ts';
import { refuseWhileRunning } from './refuse-while-running.ts';

export function ledgerAccept(ledger: Command): void {
  const command = ledger
    .command('accept')
    .description(
      'accept the ledger and the secrets of the data directory as they are, after an older ledger was restored or a secret was lost for good. Missing data stays lost; read models are rebuilt',
    )
    .action(accept);
  documented(command, {
    example: 'waybill ledger accept',
    json: '{"ledger_id","position","content_key_id","made":["key-pepper"],"lost":[{"secret","loss"}]}; ledger_id and position are null for a ledger outside the data directory',
  });
}

async function accept({ json = false }: { readonly json?: boolean }): Promise<void> {
  const directory = dataDirectory({ mayContradict: true });
  await refuseWhileRunning(directory);
  const isElsewhere = directory.ledger.engine === 'eventstoredb';
  const { status, contentKeyId, made, lost } = isElsewhere
    ? await acceptElsewhere(directory)
    : await acceptLedger(directory);
  if (json) {
    const place = { ledger_id: status?.logId ?? null, position: status?.position ?? null };
    printJson({ ...place, content_key_id: contentKeyId, made, lost });
    return;
  }
  if (status !== null) printLine(`accepted: ledger ${status.logId}, which ends at position ${status.position}`);
  for (const file of made) printLine(`created: a new ${file}`);
  if (contentKeyId !== null) printLine(`the key in the file content-key has the id ${contentKeyId}`);
  for (const { secret, loss } of lost) printLine(`lost: ${secret}: ${loss}`);
  printLine('next: waybill ledger verify, then start the gateway');
}

type Accepted = AcceptedSecrets & { readonly status: LogStatus | null };

/** For a ledger outside the data directory. */
async function acceptElsewhere(directory: DataDirectory): Promise<Accepted> {
  const { DataDirectoryIdentity } = await import('../../composition/data-directory-identity.ts');
  const known = await DataDirectoryIdentity.fingerprints(directory.path, null);
  const secrets = await acceptSecrets(directory, known, null);
  await DataDirectoryIdentity.accept(directory.path, null);
  return { status: null, ...secrets };
}

async function acceptLedger(directory: DataDirectory): Promise<Accepted> {
  const { path } = directory;
  const { DataDirectoryIdentity } = await import('../../composition/data-directory-identity.ts');
  await using log = await commandParts.anyLedgerFile(directory);
  await DataDirectoryIdentity.assertWhole(path, log, await log.status());
  const secrets = await acceptSecrets(directory, await DataDirectoryIdentity.fingerprints(path, log), log);
  await DataDirectoryIdentity.accept(path, log);
  return { status: await log.status(), ...secrets };
}

async function acceptSecrets(
  directory: DataDirectory,
  known: Readonly<Record<string, string>>,
  log: (LogIdentity & Pick<EventLog, 'readAll' | 'readStream'>) | null,
): Promise<AcceptedSecrets> {
  const { acceptSecrets: inPlace } = await import('../../composition/secrets/accept-secrets.ts');
  return await inPlace({ ...directory, contentKeyIds: contentKeyIds(processEnvironment()), known, log });
}
