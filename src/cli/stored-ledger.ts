import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog, Position } from '../ports/event-log.ts';
import type { LogAudit } from '../ports/log-audit.ts';
import type { ReadModels } from '../ports/read-models.ts';
import { dataDirectory, type DataDirectory } from './data-directory.ts';
import { openLog } from './open-ledger.ts';
import { waitingLog } from './waiting-log.ts';

/** The ledger as it lies there, to be looked at: of an embedded one nothing is written, not even a lock. */
export interface StoredLedger {
  readonly log: Pick<EventLog, 'readAll' | 'comparePositions'>;
  /** Of the embedded engine. */
  readonly audit: LogAudit | null;
  /** As they stand: nothing brings them level with the log. */
  readonly readModels: ReadModels;
}

/** Lends the ledger to a piece of work that only reads. */
export async function withStoredLedger<Result>(work: (ledger: StoredLedger) => Promise<Result>): Promise<Result> {
  const directory = dataDirectory();
  if (directory.ledger.connection_string === undefined) return await withStoredFile(directory, work);
  const opened = await openLog(directory);
  await using log = opened.log;
  const { readModels, close } = await storedReadModels(directory, opened.logId, log);
  try {
    return await work({ log: waitingLog(log), audit: null, readModels });
  } finally {
    close();
  }
}

async function withStoredFile<Result>(
  directory: DataDirectory,
  work: (ledger: StoredLedger) => Promise<Result>,
): Promise<Result> {
  const { sqliteLogAudit } = await import('../adapters/sqlite-event-log/audit-thread.ts');
  const { openSqliteLogFile } = await import('../adapters/sqlite-event-log/log-file.ts');
  const { DataDirectoryIdentity } = await import('../composition/data-directory-identity.ts');
  const reached = new DataDirectoryIdentity(directory.path).ledger;
  using log = openSqliteLogFile(directory.ledgerPath, { isAudited: true });
  const { readModels, close } = await storedReadModels(directory, null, log);
  try {
    return await work({ log, audit: sqliteLogAudit(directory.ledgerPath, reached), readModels });
  } finally {
    close();
  }
}

/** Read models that are not there are empty ones. */
async function storedReadModels(
  directory: DataDirectory,
  logId: string | null,
  log: Pick<EventLog, 'comparePositions'>,
): Promise<{ readonly readModels: ReadModels; close(): void }> {
  const { readModelsFile } = await import('../composition/data-directory-identity.ts');
  const path = join(directory.path, readModelsFile(logId));
  const comparePositions = (a: Position, b: Position): number => log.comparePositions(a, b);
  if (!existsSync(path)) {
    const { createMemoryReadModels } = await import('../adapters/memory-read-models.ts');
    return { readModels: createMemoryReadModels({ comparePositions }), close: () => undefined };
  }
  const { openSqliteReadModels } = await import('../adapters/sqlite-read-models.ts');
  const readModels = openSqliteReadModels({ path, comparePositions, readOnly: true });
  return { readModels, close: () => readModels[Symbol.dispose]() };
}
