import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { openEventStoreDbEventLog } from '../adapters/eventstoredb-event-log.ts';
import type { EventStoreDbEventLog, EventStoreDbEventLogStats } from '../adapters/eventstoredb-event-log.ts';
import { createMemoryEventLog } from '../adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../adapters/memory-read-models.ts';
import { openSqliteEventLog } from '../adapters/sqlite-event-log.ts';
import { openSqliteReadModels } from '../adapters/sqlite-read-models.ts';
import { chainedLog } from '../ledger/chained-log.ts';
import { followProjections, type ProjectionFollower } from '../ledger/follow.ts';
import { ProgressWatch } from '../ledger/progress-watch.ts';
import type { ProjectedBatch } from '../ledger/projection-feed.ts';
import { restoreReadModels } from '../ledger/read-models/restore-read-models.ts';
import type { ClosingTimes, WalletCloserOptions } from '../ledger/wallet-closer.ts';
import { Wallets } from '../ledger/wallets.ts';
import { DataDirectoryIdentity, disposedWhereRefused, readModelsFile } from './data-directory-identity.ts';
import { NewestEvent, HighWaterMark } from './high-water-mark.ts';
import type { LogIdentity } from '../ports/log-identity.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import type { EventLog, Position, RecordedEvent } from '../ports/event-log.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import type { Projection, ReadModels, WaitingStream } from '../ports/read-models.ts';
import { SteadyClock } from '../ports/steady-clock.ts';

export interface OpenedLedgerOptions {
  readonly dataDir: string;
  readonly engine: 'sqlite' | 'memory' | 'eventstoredb';
  /** Where EventStoreDB is; for that engine only. Holds a password. */
  readonly connectionString?: string;
  /** For EventStoreDB only, milliseconds. */
  readonly awayMs?: number;
  readonly callTimeoutMs?: number;
  /** How long it may take until the engine answers for the first time, milliseconds. */
  readonly openMs?: number;
  readonly queueEventsMax?: number;
  readonly walletCommandsMax?: number;
  readonly closingTimes?: ClosingTimes;
  readonly onClosingFailed?: WalletCloserOptions['onFailed'];
  /** The read models that are kept level with the log. Default: all. */
  readonly projections?: readonly Projection<object>[];
  readonly batchMs?: number;
  /** See {@link SteadyClock}. Default 0. */
  readonly clockSettleMs?: number;
  /** Wraps the log before anything uses it, e.g. to watch or to disturb it in a test. */
  readonly wrapLog?: (log: EventLog) => EventLog;
  /** The same of its end, at which followers and sweeps look. */
  readonly wrapLogEnd?: (end: LogEndReader) => LogEndReader;
  readonly onError?: (error: unknown, projection: Projection<object> | null) => void;
  readonly onWaiting?: (projection: Projection<object>, waiting: WaitingStream) => void;
  /** Told of a follower that was begun anew, as it had not moved for so many milliseconds while the log went on. */
  readonly onStuck?: (follower: string, stuckMs: number) => void;
}

/** Counters of the engine since the opening, for metrics. */
interface LedgerStats {
  /** Appends answered with success. */
  readonly appends: number;
  /** Transactions that these took on the embedded engine; the other groups by stream: one each. */
  readonly commits: number;
  /** Events accepted and not yet answered. */
  readonly queueEvents: number;
  /** What an engine on other machines has to tell beside; `null` for the embedded ones. */
  readonly remote: RemoteStats | null;
}

/** Counters of a connection to an engine on other machines. */
type RemoteStats = Pick<
  EventStoreDbEventLogStats,
  'events' | 'appendMsTotal' | 'repeats' | 'unknownOutcomes' | 'reconnects' | 'subscriptionCuts' | 'isUp'
>;

export interface OpenedLedger {
  readonly log: EventLog;
  readonly logEnd: LogEndReader;
  readonly retention: EventLogRetention;
  readonly readModels: ReadModels;
  readonly wallets: Wallets;
  readonly follower: ProjectionFollower;
  /** Over the followers of this process; the relay joins where it runs. */
  readonly watch: ProgressWatch;
  /** Calls `listener` for each projection that was just handed events. */
  onBatch(listener: (batch: ProjectedBatch) => void): void;
  /** Calls `listener` with what the follower's subscription brings, before it is folded. */
  onReceived(listener: (events: readonly RecordedEvent[]) => void): void;
  readonly stats: () => LedgerStats;
  /** A secret that the ledger depends on, as {@link DataDirectoryIdentity.secret} has it. */
  secret(name: string, read: (mayMake: boolean) => Buffer): Promise<Buffer>;
  /** Names of the secrets that the ledger was written with. */
  secretNames(): Promise<readonly string[]>;
  /** Raises `EventLogUnavailable` while nothing can be recorded. */
  assertWritable(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The ledger as this process holds it: the log, embedded or on another machine, and the read models with their follower in
 * the data directory (mode 0700).
 */
export async function openLedger(options: OpenedLedgerOptions): Promise<OpenedLedger> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const identity = options.engine === 'memory' ? null : new DataDirectoryIdentity(options.dataDir);
  const { engine, stats, logId, file } = await openEngine(options, identity);
  const brought = new NewestEvent();
  const highWaterMark = startHighWaterMark(identity, { file, logId }, brought);
  const chained = chainedLog(engine);
  const log = options.wrapLog?.(chained) ?? chained;
  const logEnd = options.wrapLogEnd?.(engine) ?? engine;
  const readModels = openReadModels(options, log, logId);
  if (file !== null) resetReadModelsAhead(readModels, log, (await file.standing()).position);
  await restoreReadModels(log, readModels, options.projections ?? projectionCatalogue);
  const wallets = new Wallets({
    log,
    mintId: randomUUID,
    ...(options.walletCommandsMax === undefined ? {} : { commandsMax: options.walletCommandsMax }),
    ...(options.closingTimes && { closingTimes: options.closingTimes }),
    onClosingFailed: options.onClosingFailed,
  });
  const listeners: ((batch: ProjectedBatch) => void)[] = [];
  const receivers: ((events: readonly RecordedEvent[]) => void)[] = [];
  // Processes on one file hear of each other too late for it to help; an append to a file is soon done, and a read too.
  if (options.engine === 'eventstoredb') receivers.push((events) => wallets.observe(events));
  if (logId !== null) receivers.push((events) => brought.take(events));
  const follower = followProjections({
    log,
    logEnd,
    readModels,
    projections: options.projections ?? projectionCatalogue,
    batchMs: options.batchMs ?? 100,
    onReceived: (events) => {
      for (const receive of receivers) receive(events);
    },
    onBatch: (batch) => {
      for (const listener of listeners) listener(batch);
    },
    onError: options.onError ?? (() => undefined),
    ...(options.onWaiting && { onWaiting: options.onWaiting }),
  });
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
    follower,
    watch,
    onBatch: (listener) => listeners.push(listener),
    onReceived: (listener) => receivers.push(listener),
    stats,
    ...secretsOf(identity, file),
    assertWritable: async () => {
      await log.readAll({ limit: 1 });
      await file?.assertWritable();
    },
    close: async () => {
      watch.stop();
      await highWaterMark?.stop();
      await follower.stop();
      if (Symbol.dispose in readModels) readModels[Symbol.dispose]();
      await engine[Symbol.asyncDispose]();
    },
  };
}

function secretsOf(
  identity: DataDirectoryIdentity | null,
  file: LogIdentity | null,
): Pick<OpenedLedger, 'secret' | 'secretNames'> {
  return {
    secret: async (name, read) => (identity === null ? read(true) : await identity.secret(name, file, read)),
    secretNames: async () => (identity === null ? [] : await identity.secretNames(file)),
  };
}

interface OpenedEngine {
  readonly engine: EventLog & EventLogRetention & LogEndReader & AsyncDisposable;
  readonly stats: OpenedLedger['stats'];
  /** Names a log that is not in the data directory; `null`: it is there, or nowhere. */
  readonly logId: string | null;
  /** The log in the data directory; `null`: it is elsewhere, or nowhere. */
  readonly file: LogIdentity | null;
}

function startHighWaterMark(
  identity: DataDirectoryIdentity | null,
  { file, logId }: Pick<OpenedEngine, 'file' | 'logId'>,
  brought: NewestEvent,
): HighWaterMark | null {
  if (identity === null) return null;
  if (file !== null) return HighWaterMark.ofFile(file, identity);
  return logId === null ? null : HighWaterMark.ofDatabase(logId, brought, identity);
}

async function openEngine(options: OpenedLedgerOptions, identity: DataDirectoryIdentity | null): Promise<OpenedEngine> {
  const { engine, dataDir, queueEventsMax, connectionString = '', clockSettleMs = 0 } = options;
  const limits = queueEventsMax === undefined ? {} : { queueEventsMax };
  if (engine === 'eventstoredb') {
    const { awayMs, callTimeoutMs, openMs } = options;
    const times = {
      ...(awayMs && { awayMs }),
      ...(callTimeoutMs && { callTimeoutMs }),
      ...(openMs && { openMs }),
    };
    const log = await openEventStoreDbEventLog({ connectionString, ...limits, ...times });
    // With the patience of whoever opens it.
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
  const log = await openSqliteEventLog({ path: join(dataDir, 'ledger.db'), clockSettleMs, ...limits });
  await disposedWhereRefused(log, async () => identity?.assertSameLedger(log));
  return { engine: log, stats: () => ({ ...log.stats(), remote: null }), logId: null, file: log };
}

function remoteStats(log: EventStoreDbEventLog): LedgerStats {
  const { appends, queueEvents, ...remote } = log.stats();
  return { appends, commits: appends, queueEvents, remote };
}

/**
 * Positions belong to one log: what a log in memory forgets at its end, its read models must forget too, and another
 * database has read models of its own.
 */
function openReadModels(
  { engine, dataDir }: OpenedLedgerOptions,
  log: EventLog,
  logId: string | null,
): ReadModels | (ReadModels & Disposable) {
  const comparePositions = log.comparePositions.bind(log);
  if (engine === 'memory') return createMemoryReadModels({ comparePositions });
  return openSqliteReadModels({ path: join(dataDir, readModelsFile(logId)), comparePositions });
}

/** Read models that know of places which the log has not reached were folded from another: they are folded anew. */
function resetReadModelsAhead(readModels: ReadModels, log: EventLog, reached: number): void {
  const end = String(reached) as Position; // as the embedded log writes it
  for (const projection of projectionCatalogue) {
    const checkpoint = readModels.checkpoint(projection);
    if (checkpoint !== null && log.comparePositions(checkpoint, end) > 0) readModels.reset(projection);
  }
}
