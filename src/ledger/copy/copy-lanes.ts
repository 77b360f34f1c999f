import { retry, type RetryPolicy } from '../retry.ts';
import { appendBytesMax, appendBytesOf, appendEventsMax } from '../../event-log/event-log-limits.ts';
import {
  AppendOutcomeUnknown,
  EventLogBusy,
  EventLogUnavailable,
  RevisionConflict,
  StreamTombstoned,
  type EventLog,
  type EventToAppend,
  type RecordedEvent,
} from '../../ports/event-log.ts';
import { CopyRefused } from './copy-refused.ts';

/** Most events taken and not yet written. Bounds how far the order of two streams may differ from the source's. */
const windowEventsMax = 4_096;
/** Most UTF-16 units of their data, which the number of events does not bound. */
const windowUnitsMax = 16 * 1024 * 1024;
/** An unavailable or busy engine is retried for about 20 seconds; then the copy ends and can be resumed. */
const appendRetries: RetryPolicy = { attemptsMax: 10, pauseMs: 100, pauseMsMax: 5_000 };

export interface CopyLanesOptions {
  readonly target: EventLog;
  /** Called when `events` more events are durable. */
  onCopied(events: number): void;
}

/**
 * Appends events at their original revisions: in order within a stream, and concurrently across streams. Events that
 * arrive for a stream during an append to it go with the next append.
 */
export class CopyLanes {
  readonly #options: CopyLanesOptions;
  /** Waiting events of each stream that is being written. */
  readonly #lanes = new Map<string, RecordedEvent[]>();
  #events = 0;
  #units = 0;
  #failure: { readonly reason: unknown } | null = null;
  #progress = Promise.withResolvers<void>();

  constructor(options: CopyLanesOptions) {
    this.#options = options;
  }

  /** Takes the next events of a stream; waits while too many are in flight. Raises what an earlier append raised. */
  async add(stream: string, events: readonly RecordedEvent[]): Promise<void> {
    while (this.#events + events.length > windowEventsMax || this.#units > windowUnitsMax) {
      if (this.#events === 0) break;
      await this.#step();
    }
    this.#assertWorking();
    this.#events += events.length;
    this.#units += unitsOf(events);
    const waiting = this.#lanes.get(stream);
    if (waiting === undefined) void this.#write(stream, [...events]);
    else waiting.push(...events);
  }

  /** Settles when all events taken are durable. Raises {@link CopyRefused} and what the log raises. */
  async drain(): Promise<void> {
    while (this.#lanes.size > 0) await this.#step();
    this.#assertWorking();
  }

  async #step(): Promise<void> {
    this.#assertWorking();
    await this.#progress.promise;
  }

  #assertWorking(): void {
    if (this.#failure !== null) throw this.#failure.reason;
  }

  async #write(stream: string, waiting: RecordedEvent[]): Promise<void> {
    this.#lanes.set(stream, waiting);
    try {
      while (waiting.length > 0 && this.#failure === null) {
        const group = waiting.splice(0, groupSize(waiting));
        await appendInPlace(this.#options.target, stream, group);
        this.#events -= group.length;
        this.#units -= unitsOf(group);
        this.#options.onCopied(group.length);
        this.#reportProgress();
      }
    } catch (reason) {
      this.#failure ??= { reason };
    }
    this.#lanes.delete(stream);
    this.#reportProgress();
  }

  #reportProgress(): void {
    this.#progress.resolve();
    this.#progress = Promise.withResolvers();
  }
}

function unitsOf(events: readonly RecordedEvent[]): number {
  return events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
}

/** How many of the first events fit into one append. */
function groupSize(events: readonly RecordedEvent[]): number {
  let bytes = 0;
  let size = 0;
  for (const event of events.slice(0, appendEventsMax)) {
    bytes += appendBytesOf(event);
    if (bytes > appendBytesMax && size > 0) break;
    size += 1;
  }
  return size;
}

/** Repeats the identical append until its outcome is known: the engine recognises it by its ids. */
async function appendInPlace(target: EventLog, stream: string, group: readonly RecordedEvent[]): Promise<void> {
  const first = group[0]?.revision ?? 0;
  const events = group.map(({ id, type, data, metadata }): EventToAppend => ({ id, type, data, metadata }));
  const append = () => target.append(stream, first === 0 ? 'no_stream' : first - 1, events);
  try {
    const { revision } = await retry(append, { policy: appendRetries, mayRetry: mayHelp });
    if (revision !== first + group.length - 1) throw writtenByOthers(stream, first, `its end is at ${revision}`);
  } catch (error) {
    if (error instanceof RevisionConflict) throw writtenByOthers(stream, first, `its end is at ${error.actual}`);
    if (error instanceof StreamTombstoned) throw writtenByOthers(stream, first, 'its name is closed for ever');
    throw error;
  }
}

function mayHelp(error: unknown): boolean {
  return error instanceof EventLogBusy || error instanceof AppendOutcomeUnknown || error instanceof EventLogUnavailable;
}

function writtenByOthers(stream: string, revision: number, found: string): CopyRefused {
  return new CopyRefused(
    'target_written',
    `revision ${revision} of ${stream} cannot be written to the target, where ${found}: another program writes there, or did and deleted it. Let nothing else write to it and run the copy again, or copy into an empty database`,
  );
}
