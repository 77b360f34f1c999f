import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import { changedLog } from '../../src/ledger/changed-log.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { RevisionConflict, type EventLog } from '../../src/ports/event-log.ts';
import type { LogEndReader } from '../../src/ports/log-end.ts';
import type { ReadModels } from '../../src/ports/read-models.ts';

/** Appends events to a stream, whatever stands there. */
export async function record(log: EventLog, stream: string, ...events: readonly DomainEvent[]): Promise<void> {
  const last = (await log.readStream(stream, { limit: 10_000 })).at(-1);
  await log.append(
    stream,
    last?.revision ?? 'no_stream',
    events.map((event) => encodeEvent(event, randomUUID())),
  );
}

/** An event as a later version of Waybill might write it. */
export async function recordUnknown(log: EventLog, stream: string): Promise<void> {
  const last = (await log.readStream(stream, { limit: 10_000 })).at(-1);
  try {
    await log.append(stream, last?.revision ?? 'no_stream', [
      { id: randomUUID(), type: 'FromTheFuture', data: '{}', metadata: '{"v":9}' },
    ]);
  } catch (error) {
    // A gateway wrote meanwhile.
    if (!(error instanceof RevisionConflict)) throw error;
    await recordUnknown(log, stream);
  }
}

/** The same log with some methods of its own. */
export function logWith(
  log: EventLog & Partial<LogEndReader>,
  methods: Partial<EventLog & LogEndReader>,
): EventLog & LogEndReader {
  return {
    end: async (options) => {
      if (log.end === undefined) throw new TypeError('the log that was wrapped cannot tell its end');
      return log.end(options);
    },
    ...changedLog(log, methods),
    ...methods,
  };
}

/** The same read models, whose `apply` is first handed to `before`; what that raises is what the caller gets. */
export function readModelsWith(
  readModels: ReadModels,
  before: (...batch: Parameters<ReadModels['apply']>) => void,
): ReadModels {
  return {
    checkpoint: (projection) => readModels.checkpoint(projection),
    apply: (projection, batch) => {
      before(projection, batch);
      return readModels.apply(projection, batch);
    },
    waiting: (projection) => readModels.waiting(projection),
    resume: (projection, resumption) => readModels.resume(projection, resumption),
    get: (projection, key) => readModels.get(projection, key),
    find: (projection, lookup) => readModels.find(projection, lookup),
    list: (projection, options) => readModels.list(projection, options),
    snapshot: (projection) => readModels.snapshot(projection),
    replace: (projection, snapshot) => readModels.replace(projection, snapshot),
    reset: (projection) => readModels.reset(projection),
  };
}
