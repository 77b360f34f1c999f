import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { commandParts } from '../composition/command-parts.ts';
import type { OpenedLedger } from '../composition/opened-ledger.ts';
import { closingTimesOf } from '../config/ledger-section.ts';
import type { Wallets } from '../ledger/wallets.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { LogIdentity } from '../ports/log-identity.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import { retry, type RetryPolicy } from '../ledger/retry.ts';
import { ReadModelsUnavailable, type Projection, type ReadModels } from '../ports/read-models.ts';
import { dataDirectory, type DataDirectory } from './data-directory.ts';
import { note } from './output.ts';
import { remoteTimes, waitingLog, waitingLogEnd } from './waiting-log.ts';
import { Progress } from './progress.ts';

/** Another process may lock the read models while it writes a batch. */
const catchUpPolicy: RetryPolicy = { pauseMs: 100, pauseMsMax: 100, attemptsMax: 50 };

/** Opens only the log, runs `work`, and closes it. */
export async function withLog<Result>(
  work: (log: EventLog, directory: DataDirectory) => Promise<Result>,
): Promise<Result> {
  const directory = dataDirectory();
  const { chainedLog } = await import('../ledger/chained-log.ts');
  await using log = (await openLog(directory)).log;
  return await work(waitingLog(chainedLog(log)), directory);
}

/** Opens only the log, runs `work` with what records the commands of wallets, and closes it. */
export async function withWallets<Result>(work: (log: EventLog, wallets: Wallets) => Promise<Result>): Promise<Result> {
  const { Wallets } = await import('../ledger/wallets.ts');
  return await withLog((log, { ledger }) =>
    work(log, new Wallets({ log, createId: randomUUID, closingTimes: closingTimesOf(ledger) })),
  );
}

/** Opens the log and the read models as they are, without catching up, runs `work`, and closes them. */
export async function withStoredReadModels<Result>(
  work: (log: EventLog, readModels: ReadModels, logEnd: LogEndReader) => Promise<Result>,
): Promise<Result> {
  const { readModelsFile } = await import('../composition/data-directory-identity.ts');
  const directory = dataDirectory();
  const opened = await openLog(directory);
  await using log = opened.log;
  using readModels = await commandParts.readModels({ path: join(directory.path, readModelsFile(opened.logId)), log });
  if (opened.file !== null) await commandParts.assertFoldedFrom(directory, readModels, opened.file);
  return await work(waitingLog(log), readModels, waitingLogEnd(log));
}

interface OpenedLog {
  readonly log: EventLog & LogEndReader & AsyncDisposable;
  /** Id of a log outside the data directory. */
  readonly logId: string | null;
  /** The log in the directory; `null`: it is elsewhere. */
  readonly file: LogIdentity | null;
}

/** Opens the log of the gateway. */
export async function openLog(directory: DataDirectory): Promise<OpenedLog> {
  const { connection_string: connectionString } = directory.ledger;
  if (connectionString === undefined) {
    const file = await commandParts.ledgerFile(directory);
    return { log: file, logId: null, file };
  }
  const log = await commandParts.ledgerElsewhere({ connectionString, ...remoteTimes(directory.ledger) });
  return { log, logId: log.logId, file: null };
}

/**
 * Opens the ledger with the named read models caught up, runs `work`, and closes it. Prints a notice about events that the
 * read models cannot fold. Other read models do not catch up, because that takes time proportional to the log.
 */
export async function withLedger<Result>(
  projections: readonly Projection<object>[],
  work: (ledger: OpenedLedger, directory: DataDirectory) => Promise<Result>,
): Promise<Result> {
  const directory = dataDirectory();
  const { openLedger } = await import('../composition/opened-ledger.ts');
  const { countedLog } = await import('../ledger/patient-log.ts');
  const { engine, connection_string: connectionString } = directory.ledger;
  const progress = new Progress('events read');
  const ledger = await openLedger({
    dataDir: directory.path,
    // A ledger in memory exists only in the gateway process.
    engine: engine === 'memory' ? 'sqlite' : engine,
    projections,
    closingTimes: closingTimesOf(directory.ledger),
    ...(connectionString === undefined ? {} : { connectionString, ...remoteTimes(directory.ledger) }),
    wrapLog: (log) => countedLog(waitingLog(log), (events) => progress.show(events)),
    wrapLogEnd: waitingLogEnd,
  });
  try {
    await catchUp(ledger);
    progress.end();
    const { statusNotices } = await import('../ledger/status-notices.ts');
    for (const notice of statusNotices(ledger)) note(notice);
    return await work(ledger, directory);
  } finally {
    progress.end();
    await ledger.close();
  }
}

async function catchUp({ follower }: OpenedLedger): Promise<void> {
  const mayRetry = (error: unknown): boolean => error instanceof ReadModelsUnavailable;
  await retry(() => follower.caughtUp(), { policy: catchUpPolicy, mayRetry });
}
