import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectionCatalogue } from '../projections/catalogue.ts';
import { createMemoryEventLog } from './adapters/memory-event-log.ts';
import { openSqliteEventLog } from './adapters/sqlite-event-log.ts';
import { openSqliteReadModels } from './adapters/sqlite-read-models.ts';
import { followProjections, type ProjectionFollower } from './ledger/follow.ts';
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
  /** Which projections a batch has just changed. */
  readonly onBatch?: (projection: Projection<object>) => void;
  readonly onError?: (error: unknown) => void;
}

export interface EmbeddedLedger {
  readonly log: EventLog;
  readonly retention: EventLogRetention;
  readonly readModels: ReadModels;
  readonly wallets: Wallets;
  readonly follower: ProjectionFollower;
  readonly stats: () => { readonly appends: number; readonly commits: number; readonly queueEvents: number };
  close(): Promise<void>;
}

/** The ledger of one machine: the log, its read models and their follower, in one data directory (mode 0700). */
export async function openEmbeddedLedger(options: EmbeddedLedgerOptions): Promise<EmbeddedLedger> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const engine =
    options.engine === 'memory'
      ? createMemoryEventLog()
      : await openSqliteEventLog({
          path: join(options.dataDir, 'ledger.db'),
          ...(options.queueEventsMax === undefined ? {} : { queueEventsMax: options.queueEventsMax }),
        });
  const log = options.wrapLog?.(engine) ?? engine;
  const readModels = openSqliteReadModels({
    path: join(options.dataDir, 'read-models.db'),
    comparePositions: log.comparePositions.bind(log),
  });
  const follower = followProjections({
    log,
    readModels,
    projections: projectionCatalogue,
    batchMs: options.batchMs ?? 100,
    onBatch: options.onBatch ?? (() => undefined),
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
    stats: () => ('stats' in engine ? engine.stats() : { appends: 0, commits: 0, queueEvents: 0 }),
    close: async () => {
      await follower.stop();
      readModels[Symbol.dispose]();
      await engine[Symbol.asyncDispose]();
    },
  };
}
