import { AppendWriter } from './appends.ts';
import { openDatabase } from './database.ts';
import { EventReader } from './reads.ts';
import { Removals } from './removals.ts';
import { FileStatus } from './status.ts';
import { Streams } from './streams.ts';
import { Transactions } from './transaction.ts';
import type { SteadyClock } from '../../time/steady-clock.ts';
import type { WorkerOptions } from './messages.ts';

/** One open connection and the objects that use it. */
export interface Session {
  readonly streams: Streams;
  readonly appends: AppendWriter;
  readonly reads: EventReader;
  readonly removals: Removals;
  readonly status: FileStatus;
  close(): void;
}

/** Opens a session. `clock` dates new events and gives the age of recorded ones. Raises what `openDatabase` raises. */
export function openSession(options: WorkerOptions, clock: SteadyClock): Session {
  const database = openDatabase(options);
  const streams = new Streams(database);
  const transactions = new Transactions(database, options.lockWaitMs);
  return {
    streams,
    appends: new AppendWriter(database, streams, transactions, clock),
    reads: new EventReader(database, streams, clock),
    removals: new Removals({ database, streams, transactions, clock }),
    status: new FileStatus(database, options.path, streams, transactions),
    close: () => database.close(),
  };
}
