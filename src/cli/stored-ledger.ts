import { join } from 'node:path';
import { commandParts } from '../composition/command-parts.ts';
import type { LedgerDifference } from '../ledger/verify/ledger-difference.ts';
import type { ReadableLog } from '../ledger/verify/replayed-log.ts';
import type { Projection, ProjectionRebuild, ProjectionSnapshot } from '../ports/read-models.ts';
import { dataDirectory, type DataDirectory } from './data-directory.ts';
import { openLog } from './open-ledger.ts';
import { storedReadModels } from './verify/stored-read-models.ts';
import { waitingLog } from './waiting-log.ts';

/** The stored ledger, read-only: nothing is written to an embedded one, not even a lock. */
export interface StoredLedger {
  readonly log: ReadableLog;
  /** Checks that a remote database still contains what it had recorded; absent: the log checks it itself. */
  readonly reached?: () => Promise<LedgerDifference | null>;
  /** The stored read models, without catching up with the log. */
  readonly readModels: Pick<ProjectionRebuild, 'snapshot'>;
  /** Read models that are stored in the log itself; absent: there are none. */
  readonly storedReadModel?: (projection: Projection<object>) => Promise<ProjectionSnapshot<object> | null>;
}

/** Opens the ledger for reading, runs `work`, and closes it. */
export async function withStoredLedger<Result>(work: (ledger: StoredLedger) => Promise<Result>): Promise<Result> {
  const directory = dataDirectory();
  if (directory.ledger.connection_string === undefined) return await withStoredFile(directory, work);
  const { storedReadModel } = await import('../ledger/read-models/stored-read-model.ts');
  const { DataDirectoryIdentity } = await import('../composition/data-directory-identity.ts');
  const { reachedDifference } = await import('../ledger/verify/reached-event.ts');
  const opened = await openLog(directory);
  await using log = opened.log;
  using stored = await storedReadModels(await readModelsPath(directory, opened.logId), log);
  const patient = waitingLog(log);
  const held = new DataDirectoryIdentity(directory.path).remoteEvent(opened.logId ?? '');
  return await work({
    log: patient,
    reached: async () => (held === null ? null : await reachedDifference(patient, held)),
    readModels: stored.readModels,
    storedReadModel: (projection) => storedReadModel(patient, projection),
  });
}

async function withStoredFile<Result>(
  directory: DataDirectory,
  work: (ledger: StoredLedger) => Promise<Result>,
): Promise<Result> {
  const { DataDirectoryIdentity } = await import('../composition/data-directory-identity.ts');
  const reached = new DataDirectoryIdentity(directory.path).ledger;
  using log = await commandParts.auditedLedgerFile(directory.ledgerPath, reached);
  using stored = await storedReadModels(await readModelsPath(directory, null), log);
  return await work({ log, readModels: stored.readModels });
}

async function readModelsPath(directory: DataDirectory, logId: string | null): Promise<string> {
  const { readModelsFile } = await import('../composition/data-directory-identity.ts');
  return join(directory.path, readModelsFile(logId));
}
