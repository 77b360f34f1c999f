import { setTimeout as pause } from 'node:timers/promises';
import { openSqliteEventLog } from '../adapters/sqlite-event-log.ts';
import type { EmbeddedLedger } from '../embedded-ledger.ts';
import type { EventLog } from '../ports/event-log.ts';
import { ReadModelsUnavailable, type ReadModels } from '../ports/read-models.ts';
import { dataDirectory, type DataDirectory } from './data-directory.ts';
import { note } from './output.ts';

/** Another process may hold the read models while it writes a batch. */
const catchUpAttemptsMax = 50;
const catchUpPauseMs = 100;

/** Catching up takes a moment only when much was missed; then a person is told. */
const quietMs = 1_000;

/** Lends the log, and nothing else, to a piece of work. */
export async function withLog<Result>(
  work: (log: EventLog, directory: DataDirectory) => Promise<Result>,
): Promise<Result> {
  const directory = dataDirectory();
  await using log = await openSqliteEventLog({ path: directory.ledgerPath });
  return await work(log, directory);
}

/** Lends the log and the read models as they stand: nothing brings them level with each other. */
export async function withStoredReadModels<Result>(
  work: (log: EventLog, readModels: ReadModels) => Promise<Result>,
): Promise<Result> {
  const { openSqliteReadModels } = await import('../adapters/sqlite-read-models.ts');
  return await withLog(async (log, { readModelsPath }) => {
    using readModels = openSqliteReadModels({
      path: readModelsPath,
      comparePositions: (a, b) => log.comparePositions(a, b),
    });
    return await work(log, readModels);
  });
}

/** Lends the whole ledger, its read models level with the log. */
export async function withLedger<Result>(
  work: (ledger: EmbeddedLedger, directory: DataDirectory) => Promise<Result>,
): Promise<Result> {
  const directory = dataDirectory();
  const { openEmbeddedLedger } = await import('../embedded-ledger.ts');
  const ledger = await openEmbeddedLedger({ dataDir: directory.path, engine: 'sqlite' });
  try {
    await catchUp(ledger);
    return await work(ledger, directory);
  } finally {
    await ledger.close();
  }
}

async function catchUp({ follower }: EmbeddedLedger): Promise<void> {
  const slow = setTimeout(() => {
    if (process.stderr.isTTY) note('bringing the read models level with the log');
  }, quietMs);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await follower.caughtUp();
        return;
      } catch (error) {
        if (!(error instanceof ReadModelsUnavailable) || attempt >= catchUpAttemptsMax) throw error;
        await pause(catchUpPauseMs);
      }
    }
  } finally {
    clearTimeout(slow);
  }
}
