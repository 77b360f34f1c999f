import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { openReservations } from '../../projections/open-reservations.ts';
import { usage } from '../../projections/usage.ts';
import { walletBalances } from '../../projections/wallet-balances.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import type { ProjectedBatch } from '../../src/ledger/following/projection-feed.ts';
import { catchUpApart } from '../_support/catch-up-apart.ts';
import { DeliveredPositions } from '../../src/ledger/following/delivered-positions.ts';
import { ReadModelStore } from '../../src/ledger/read-models/read-model-store.ts';
import { restoreReadModels } from '../../src/ledger/read-models/restore-read-models.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import type { EventLogRetention } from '../../src/ports/event-log-retention.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { LogEndReader } from '../../src/ports/log-end.ts';
import type { Projection, ReadModels } from '../../src/ports/read-models.ts';
import { logWith, record } from '../_support/recorded-log.ts';
import * as words from '../_support/wallet-vocabulary.ts';

export const projections: readonly Projection<object>[] = [walletBalances, openReservations, usage];

type ReadLog = EventLog & LogEndReader;

/** A process with read models of its own that stores them when it is told to. */
export class Keeper {
  readonly #log: ReadLog;
  readonly readModels: ReadModels;
  readonly store: ReadModelStore;
  readonly #delivered: DeliveredPositions;

  /** With `passedMin` 0 each read model is due at any time. */
  constructor(
    log: ReadLog,
    retention: EventLogRetention,
    {
      readModels = createMemoryReadModels(log),
      passedMin = 1_000,
      isLevel = () => true,
    }: { readModels?: ReadModels; passedMin?: number; isLevel?: () => boolean } = {},
  ) {
    this.#log = log;
    this.readModels = readModels;
    this.#delivered = new DeliveredPositions((a, b) => log.comparePositions(a, b));
    this.store = new ReadModelStore({
      log,
      retention,
      readModels,
      projections,
      eventsMin: 1,
      passedMin,
      createId: randomUUID,
      foldedUpTo: (projection) => (isLevel() ? readModels.checkpoint(projection) : null),
    });
  }

  async fold(): Promise<void> {
    const onBatch = (batch: ProjectedBatch): void => this.store.folded(batch);
    await catchUpApart(
      { log: this.#log, readModels: this.readModels, delivered: this.#delivered, onBatch },
      projections,
    );
  }

  async foldAndStore(): Promise<void> {
    await this.fold();
    await this.store.storeDue();
  }
}

export const walletOf = (n: number): string => walletStream(`wallet-${n}`);

export async function credit(log: EventLog, n: number): Promise<void> {
  await record(log, walletOf(n), words.credited('1'));
}

/** As request `n` does; the wallet is one of five. */
export async function reserve(log: EventLog, n: number): Promise<void> {
  await record(log, walletOf(n % 5), words.reserved('1', { reservationId: words.id('e', n) }));
}

/** Changes a row of usage that the event does not name. */
export async function settle(log: EventLog, n: number): Promise<void> {
  const ended = { cost: '1', postings: [], reservationId: words.id('e', n) };
  await record(log, walletOf(n % 5), words.settled(ended));
}

/** What somebody has who begins with nothing, and how many events of the log were read for it. */
export async function joined(log: ReadLog): Promise<{ readonly readModels: ReadModels; readonly read: number }> {
  const readModels = createMemoryReadModels(log);
  let read = 0;
  const counted = logWith(log, {
    readAll: async (options) => {
      const page = await log.readAll(options);
      read += page.length;
      return page;
    },
  });
  await restoreReadModels(counted, readModels, projections);
  await catchUpApart({ log: counted, readModels }, projections);
  return { readModels, read };
}

/** The same from the events alone. */
async function folded(log: ReadLog): Promise<ReadModels> {
  const readModels = createMemoryReadModels(log);
  await catchUpApart({ log, readModels }, projections);
  return readModels;
}

export async function assertAsFolded(t: ExecutionContext, log: ReadLog, readModels: ReadModels): Promise<void> {
  const anew = await folded(log);
  for (const projection of projections) {
    const { documents } = readModels.snapshot(projection);
    t.deepEqual(
      Object.fromEntries(documents),
      Object.fromEntries(anew.snapshot(projection).documents),
      projection.name,
    );
  }
}
