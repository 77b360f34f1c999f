import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { EventLogUnavailable, StreamTombstoned } from '../../src/ports/event-log.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { events, idsOf } from './_event-log-fixtures.ts';
import type { ExecutionContext } from 'ava';
import type { EventStoreDbEventLog, EventStoreDbEventLogOptions } from '../../src/adapters/eventstoredb-event-log.ts';
import type { EventToAppend, Position } from '../../src/ports/event-log.ts';
import type { EventStoreDbPeer, PeerOptions } from '../_support/eventstoredb-peer/peer.ts';

/** A peer and a log on it, for one test. */
export async function peerAndLog(
  t: ExecutionContext,
  options: Omit<EventStoreDbEventLogOptions, 'connectionString'>,
  peerOptions: PeerOptions = {},
): Promise<{ readonly peer: EventStoreDbPeer; readonly log: EventStoreDbEventLog }> {
  const peer = await startPeer(peerOptions);
  const log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...options });
  t.teardown(async () => {
    await peer[Symbol.asyncDispose]();
    await log[Symbol.asyncDispose]();
  });
  return { peer, log };
}

/**
 * A database that others use and that may be long. Its logs read the log from where it ended at the first opening: each
 * test would have the server look through all events of others. The streams they write are noted, to be tidied.
 */
export class TidyDatabase {
  readonly #connectionString: string;
  readonly #streams = new Set<string>();
  #start: Promise<{ readonly after?: Position }> | null = null;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  async open(options: Omit<EventStoreDbEventLogOptions, 'connectionString'>): Promise<EventStoreDbEventLog> {
    const log = await openEventStoreDbEventLog({ connectionString: this.#connectionString, ...options });
    const start = await (this.#start ??= log.end().then(({ end }) => (end === null ? {} : { after: end })));
    const readAll = log.readAll.bind(log);
    log.readAll = (page) => readAll({ ...start, ...page });
    const follow = log.follow.bind(log);
    log.follow = (followed) => follow({ ...start, ...followed });
    const append = log.append.bind(log);
    log.append = async (stream, ...appended) => {
      const result = await append(stream, ...appended);
      // Only what was written: a refused name may be the stream of somebody else.
      this.#streams.add(stream);
      return result;
    };
    return log;
  }

  /** Closes all these streams for ever: the next scavenge removes their events. */
  async tidy(options: Omit<EventStoreDbEventLogOptions, 'connectionString'>): Promise<void> {
    await using log = await openEventStoreDbEventLog({ connectionString: this.#connectionString, ...options });
    for (const stream of this.#streams) {
      await log.tombstoneStream(stream, 'any').catch((error: unknown) => {
        if (!(error instanceof StreamTombstoned)) throw error;
      });
    }
  }
}

export interface Written {
  readonly stream: string;
  readonly events: readonly EventToAppend[];
}

/** Two appends to each of so many streams, at exact revisions, all streams at once. */
export async function appendTo(log: EventStoreDbEventLog, prefix: string, streams: number): Promise<Written[]> {
  return Promise.all(
    Array.from({ length: streams }, async (_, index) => {
      const stream = `${prefix}-${index}`;
      const [first, second] = [events(3), events(2)];
      await log.append(stream, 'no_stream', first);
      await log.append(stream, 2, second);
      return { stream, events: [...first, ...second] };
    }),
  );
}

/** Each stream holds what was acknowledged, once. */
export async function assertHolds(
  t: ExecutionContext,
  log: EventStoreDbEventLog,
  written: readonly Written[],
): Promise<void> {
  for (const { stream, events } of written) t.deepEqual(idsOf(await readPatiently(log, stream)), idsOf(events), stream);
}

/** Asks again where the engine did not answer in the time of a call, which is short for appends to be repeated soon. */
async function readPatiently(log: EventStoreDbEventLog, stream: string) {
  for (;;) {
    try {
      return await log.readStream(stream);
    } catch (error) {
      if (!(error instanceof EventLogUnavailable)) throw error;
    }
  }
}
