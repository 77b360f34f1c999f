import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { openEventStoreDbEventLog } from '../adapters/eventstoredb-event-log.ts';
import type {
  EventStoreDbEventLog,
  EventStoreDbEventLogOptions,
  EventStoreDbEventLogStats,
} from '../adapters/eventstoredb-event-log.ts';
import { createMemoryEventLog } from '../adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../adapters/memory-read-models.ts';
import { openSqliteEventLog } from '../adapters/sqlite-event-log.ts';
import { readModelsKey } from '../adapters/secret-file.ts';
import { openSqliteReadModels } from '../adapters/sqlite-read-models.ts';
import { chainedLog } from '../ledger/chained-log.ts';
import {
  followProjections,
  type FollowProjectionsOptions,
  type ProjectionFollower,
} from '../ledger/following/follow.ts';
import { ProgressWatch } from '../ledger/following/progress-watch.ts';
import type { ProjectedBatch } from '../ledger/following/projection-feed.ts';
import { restoreReadModels } from '../ledger/read-models/restore-read-models.ts';
import type { ClosingTimes, WalletCloserOptions } from '../ledger/wallet-closer.ts';
import { isThinned } from '../ledger/stream-names.ts';
import { BankEntries } from '../ledger/administration/bank-entries.ts';
import { Wallets } from '../ledger/wallets.ts';
import { DataDirectoryIdentity, disposedWhereRefused, readModelsFile } from './data-directory-identity.ts';
import { assertFoldedFrom } from './assert-folded-from.ts';
import { NewestEvent, HighWaterMark } from './high-water-mark.ts';
import type { LogIdentity } from '../ports/log-identity.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import type { EventLog, RecordedEvent } from '../ports/event-log.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import type { KeptReadModels, Projection, ReadModels, WaitingStream } from '../ports/read-models.ts';
import { SteadyClock } from '../time/steady-clock.ts';

/** The options of EventStoreDB have no effect on other engines. */
export interface OpenedLedgerOptions extends Partial<
  Omit<EventStoreDbEventLogOptions, 'outcomeMs' | 'isKept' | 'queueEventsMax'>
> {
  readonly dataDir: string;
  readonly engine: 'sqlite' | 'memory' | 'eventstoredb';
  readonly closingTimes?: ClosingTimes;
  readonly onClosingFailed?: WalletCloserOptions['onFailed'];
  /** The read models that follow the log. Default: all. */
  readonly projections?: readonly Projection<object>[];
  readonly batchMs?: number;
  /** See {@link SteadyClock}. Default 0. */
  readonly clockSettleMs?: number;
  /** Wraps the log before anything uses it, e.g. to observe or disturb it in a test. */
  readonly wrapLog?: (log: EventLog) => EventLog;
  /** Wraps the reader of its end, which followers and sweeps use. */
  readonly wrapLogEnd?: (end: LogEndReader) => LogEndReader;
  readonly onError?: (error: unknown, projection: Projection<object> | null) => void;
  readonly onWaiting?: (projection: Projection<object>, waiting: WaitingStream) => void;
  /**
   * Called when a follower is restarted because it made no progress for this time, milliseconds, while the log grew.
   */
  readonly onStuck?: (follower: string, stuckMs: number) => void;
}

/** Counters of the engine since the opening, for metrics. */
interface LedgerStats {
  /** Successful appends. */
  readonly appends: number;
  /** Transactions for these appends on the embedded engine; other engines need one per append. */
  readonly commits: number;
  /** Events accepted and not yet written. */
  readonly queueEvents: number;
  /** Additional counters of a remote engine; `null`: an embedded engine. */
  readonly remote: RemoteStats | null;
}

/** Counters of the connection to a remote engine. */
type RemoteStats = Pick<
  EventStoreDbEventLogStats,
  'events' | 'appendMsTotal' | 'repeats' | 'unknownOutcomes' | 'reconnects' | 'subscriptionCuts' | 'isUp' | 'rewound'
>;

export interface OpenedLedger {
  readonly log: EventLog;
  readonly logEnd: LogEndReader;
  readonly retention: EventLogRetention;
  readonly readModels: ReadModels;
  readonly wallets: Wallets;
  readonly bankEntries: BankEntries;
  readonly follower: ProjectionFollower;
  /** Watches the followers of this process, including the relay if it runs here. */
  readonly watch: ProgressWatch;
  /** Calls `listener` for each projection that was just given events. */
  onBatch(listener: (batch: ProjectedBatch) => void): void;
  /** Calls `listener` with the events of the follower's subscription before they are folded. */
  onReceived(listener: (events: readonly RecordedEvent[]) => void): void;
  readonly stats: () => LedgerStats;
  /** A secret that the ledger depends on: see {@link DataDirectoryIdentity.secret}. */
  secret(name: string, read: (mayMake: boolean) => Buffer): Promise<Buffer>;
  /** Names of the secrets that the ledger was written with. */
  secretNames(): Promise<readonly string[]>;
  /** A fingerprint of each of them, by name. */
  secretFingerprints(): Promise<Readonly<Record<string, string>>>;
  /** Raises `EventLogUnavailable` while nothing can be recorded, `ReadModelsUnavailable` while an edited one is known. */
  assertWritable(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the ledger for this process: the log, embedded or remote, and the read models with their follower in the data
 * directory (mode 0700).
 */
export async function openLedger(options: OpenedLedgerOptions): Promise<OpenedLedger> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const identity = options.engine === 'memory' ? null : new DataDirectoryIdentity(options.dataDir);
  const { engine, stats, logId, file } = await openEngine(options, identity);
  const brought = new NewestEvent();
  const chained = chainedLog(engine);
  const log = options.wrapLog?.(chained) ?? chained;
  const logEnd = options.wrapLogEnd?.(engine) ?? engine;
  const kept = openKeptReadModels(options, log, logId);
  if (file !== null && kept !== null) {
    await disposedWhereRefused(engine, async () => assertFoldedFrom(options.dataDir, kept, file));
  }
  const readModels = kept ?? createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
  const highWaterMark = startHighWaterMark(identity, { file, logId, readModels: kept }, brought);
  await restoreReadModels(log, readModels, options.projections ?? projectionCatalogue);
  const wallets = new Wallets({
    log,
    createId: randomUUID,
    ...(options.closingTimes && { closingTimes: options.closingTimes }),
    onClosingFailed: options.onClosingFailed,
  });
  const { follower, onBatch, onReceived } = startFollower(options, {
    log,
    logEnd,
    readModels,
    // A command may end before its subscription has delivered what a look has read.
    ...(logId !== null && { onTaken: (events) => brought.take(events) }),
  });
  // Only for a remote engine. On a shared file the notification would arrive too late to help, and appends and reads
  // are fast.
  if (options.engine === 'eventstoredb') onReceived((events) => wallets.observe(events));
  const watch = new ProgressWatch({
    logEnd,
    comparePositions: (a, b) => log.comparePositions(a, b),
    now: () => performance.now(),
    onStuck: options.onStuck ?? (() => undefined),
  });
  watch.add(follower.watched);
  return {
    log,
    logEnd,
    retention: engine,
    readModels,
    wallets,
    bankEntries: new BankEntries({ log, createId: randomUUID }),
    follower,
    watch,
    onBatch,
    onReceived,
    stats,
    ...secretsOf(options.dataDir, identity, file),
    assertWritable: async () => {
      await log.readAll({ limit: 1 });
      kept?.assertUnedited();
      await file?.assertWritable();
    },
    close: async () => {
      watch.stop();
      await highWaterMark?.stop();
      await follower.stop();
      kept?.[Symbol.dispose]();
      await engine[Symbol.asyncDispose]();
    },
  };
}

/** Follows the log for the read models, and reports what it receives to any number of listeners. */
function startFollower(
  options: OpenedLedgerOptions,
  followed: Pick<OpenedLedger, 'log' | 'logEnd' | 'readModels'> & Pick<FollowProjectionsOptions, 'onTaken'>,
): Pick<OpenedLedger, 'follower' | 'onBatch' | 'onReceived'> {
  const batchListeners: ((batch: ProjectedBatch) => void)[] = [];
  const eventListeners: ((events: readonly RecordedEvent[]) => void)[] = [];
  const follower = followProjections({
    ...followed,
    projections: options.projections ?? projectionCatalogue,
    batchMs: options.batchMs ?? 100,
    onReceived: (events) => {
      for (const listener of eventListeners) listener(events);
    },
    onBatch: (batch) => {
      for (const listener of batchListeners) listener(batch);
    },
    onError: options.onError ?? (() => undefined),
    ...(options.onWaiting && { onWaiting: options.onWaiting }),
  });
  return {
    follower,
    onBatch: (listener) => batchListeners.push(listener),
    onReceived: (listener) => eventListeners.push(listener),
  };
}

function secretsOf(
  dataDir: string,
  identity: DataDirectoryIdentity | null,
  file: LogIdentity | null,
): Pick<OpenedLedger, 'secret' | 'secretNames' | 'secretFingerprints'> {
  return {
    secret: async (name, read) => (identity === null ? read(true) : await identity.secret(name, file, read)),
    secretNames: async () => (identity === null ? [] : await identity.secretNames(file)),
    secretFingerprints: async () => (identity === null ? {} : await DataDirectoryIdentity.fingerprints(dataDir, file)),
  };
}

interface OpenedEngine {
  readonly engine: EventLog & EventLogRetention & LogEndReader & AsyncDisposable;
  readonly stats: OpenedLedger['stats'];
  /** Id of a log outside the data directory; `null`: it is in the directory or in memory. */
  readonly logId: string | null;
  /** The log in the data directory; `null`: it is remote or in memory. */
  readonly file: LogIdentity | null;
}

function startHighWaterMark(
  identity: DataDirectoryIdentity | null,
  { file, logId, readModels }: Pick<OpenedEngine, 'file' | 'logId'> & { readonly readModels: KeptReadModels | null },
  brought: NewestEvent,
): HighWaterMark | null {
  if (identity === null) return null;
  if (file !== null && readModels !== null) return HighWaterMark.ofFile(file, identity, readModels);
  return logId === null ? null : HighWaterMark.ofDatabase(logId, brought, identity);
}

async function openEngine(options: OpenedLedgerOptions, identity: DataDirectoryIdentity | null): Promise<OpenedEngine> {
  const { engine, dataDir, connectionString = '', clockSettleMs = 0 } = options;
  if (engine === 'eventstoredb') {
    const { awayMs, callTimeoutMs, openMs } = options;
    const times = {
      ...(awayMs && { awayMs }),
      ...(callTimeoutMs && { callTimeoutMs }),
      ...(openMs && { openMs }),
    };
    const onRewound = options.onRewound && { onRewound: options.onRewound };
    const isKept = (stream: string): boolean => !isThinned(stream);
    const log = await openEventStoreDbEventLog({ connectionString, isKept, ...onRewound, ...times });
    // Waits as long as the options of the caller allow.
    const asked = options.wrapLog?.(log) ?? log;
    const { logId } = log;
    await disposedWhereRefused(log, async () =>
      identity?.assertSameDatabase({
        logId,
        readStream: (stream, read) => asked.readStream(stream, read),
        readAll: (read) => asked.readAll(read),
      }),
    );
    return { engine: log, stats: () => remoteStats(log), logId: log.logId, file: null };
  }
  if (engine === 'memory') {
    const stats = { appends: 0, commits: 0, queueEvents: 0, remote: null };
    const clock = new SteadyClock({ settleMs: clockSettleMs });
    return { engine: createMemoryEventLog({ clock }), stats: () => stats, logId: null, file: null };
  }
  identity?.assertLedgerThere();
  const log = await openSqliteEventLog({ path: join(dataDir, 'ledger.db'), clockSettleMs });
  await disposedWhereRefused(log, async () => identity?.assertSameLedger(log));
  return { engine: log, stats: () => ({ ...log.stats(), remote: null }), logId: null, file: log };
}

function remoteStats(log: EventStoreDbEventLog): LedgerStats {
  const { appends, queueEvents, ...remote } = log.stats();
  return { appends, commits: appends, queueEvents, remote };
}

/**
 * Positions belong to one log: the read models of a log in memory must end with it (`null`), and each remote database
 * has its own read models.
 */
function openKeptReadModels(
  { engine, dataDir }: OpenedLedgerOptions,
  log: EventLog,
  logId: string | null,
): (KeptReadModels & Disposable) | null {
  if (engine === 'memory') return null;
  const key = readModelsKey(dataDir);
  const comparePositions = log.comparePositions.bind(log);
  return openSqliteReadModels({ path: join(dataDir, readModelsFile(logId)), comparePositions, key });
}
