import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectionCatalogue } from '../projections/catalogue.ts';
import { createMemoryEventLog } from './adapters/memory-event-log.ts';
import { createMemoryReadModels } from './adapters/memory-read-models.ts';
import { openSqliteEventLog } from './adapters/sqlite-event-log.ts';
import { openSqliteReadModels } from './adapters/sqlite-read-models.ts';
import { followProjections, type ProjectionFollower } from './ledger/follow.ts';
import type { ProjectedBatch } from './ledger/projection-feed.ts';
import { Wallets } from './ledger/wallets.ts';
import type { EventLogRetention } from './ports/event-log-retention.ts';
import type { EventLog } from './ports/event-log.ts';
import type { Projection, ReadModels } from './ports/read-models.ts';

export interface EmbeddedLedgerOptions {
  readonly dataDir: string;
  readonly engine: 'sqlite' | 'memory';
  readonly queueEventsMax?: number;
  readonly walletCommandsMax?: number;
  readonly batchMs?: number;
  /** Wraps the log before anything uses it, e.g. to watch or to disturb it in a test. */
  readonly wrapLog?: (log: EventLog) => EventLog;
  readonly onError?: (error: unknown, projection: Projection<object> | null) => void;
}

export interface EmbeddedLedger {
  readonly log: EventLog;
  readonly retention: EventLogRetention;
  readonly readModels: ReadModels;
  readonly wallets: Wallets;
  readonly follower: ProjectionFollower;
  /** Calls `listener` for each projection that was just handed events. */
  onBatch(listener: (batch: ProjectedBatch) => void): void;
  readonly stats: () => { readonly appends: number; readonly commits: number; readonly queueEvents: number };
  close(): Promise<void>;
}

/** The ledger of one machine: the log, its read models and their follower, in one data directory (mode 0700). */
export async function openEmbeddedLedger(options: EmbeddedLedgerOptions): Promise<EmbeddedLedger> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const { engine, stats } = await openEngine(options);
  const log = options.wrapLog?.(engine) ?? engine;
  const readModels = openReadModels(options, log);
  const listeners: ((batch: ProjectedBatch) => void)[] = [];
  const follower = followProjections({
    log,
    readModels,
    projections: projectionCatalogue,
    batchMs: options.batchMs ?? 100,
    onBatch: (batch) => {
      for (const listener of listeners) listener(batch);
    },
    onError: options.onError ?? (() => undefined),
  });
  const wallets = new Wallets({
    log,
    mintId: randomUUID,
    ...(options.walletCommandsMax === undefined ? {} : { commandsMax: options.walletCommandsMax }),
  });
  return {
    log,
    retention: engine,
    readModels,
    wallets,
    follower,
    onBatch: (listener) => listeners.push(listener),
    stats,
    close: async () => {
      await follower.stop();
      if (Symbol.dispose in readModels) readModels[Symbol.dispose]();
      await engine[Symbol.asyncDispose]();
    },
  };
}

async function openEngine({ engine, dataDir, queueEventsMax }: EmbeddedLedgerOptions): Promise<{
  readonly engine: EventLog & EventLogRetention & AsyncDisposable;
  readonly stats: EmbeddedLedger['stats'];
}> {
  if (engine === 'memory') {
    return { engine: createMemoryEventLog(), stats: () => ({ appends: 0, commits: 0, queueEvents: 0 }) };
  }
  const path = join(dataDir, 'ledger.db');
  const log = await openSqliteEventLog({ path, ...(queueEventsMax === undefined ? {} : { queueEventsMax }) });
  return { engine: log, stats: () => log.stats() };
}

/** Positions belong to one log: what a log in memory forgets at its end, its read models must forget too. */
function openReadModels(
  { engine, dataDir }: EmbeddedLedgerOptions,
  log: EventLog,
): ReadModels | (ReadModels & Disposable) {
  const comparePositions = log.comparePositions.bind(log);
  if (engine === 'memory') return createMemoryReadModels({ comparePositions });
  return openSqliteReadModels({ path: join(dataDir, 'read-models.db'), comparePositions });
}
