import { checkReadLimit } from '../../ports/event-log-limits.ts';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { NO_STREAM } from './emptied-rows.ts';
import { isText, type EventRow } from './event-row.ts';
import { openReadOnly, type ReadOnlyFile } from './read-only.ts';
import type { StatementSync } from 'node:sqlite';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';

/** The part of an event log that reads all of it. */
export interface SqliteLogFile extends Pick<EventLog, 'readAll' | 'comparePositions'>, Disposable {}

/**
 * The file of an embedded event log, to be read whole, in this thread and without its worker: no journal and no lock file
 * is made. For commands that do nothing else meanwhile; a page of events blocks the thread.
 *
 * `isAudited`: an audit looks at ids and metadata, which are empty here. Raises `EventLogUnavailable` for a file that cannot be
 * read.
 */
export function openSqliteLogFile(path: string, { isAudited = false } = {}): SqliteLogFile {
  return new LogFile(path, isAudited);
}

class LogFile implements SqliteLogFile {
  readonly #path: string;
  /** Of ids and metadata. */
  readonly #columns: string;
  #file: ReadOnlyFile;
  #rows: StatementSync;
  #streamName: StatementSync;
  readonly #names = new Map<number, string>();

  constructor(path: string, isAudited: boolean) {
    this.#path = path;
    this.#columns = isAudited ? `'', type, data, ''` : 'id, type, data, metadata';
    this.#file = this.#told(() => openReadOnly(path));
    [this.#rows, this.#streamName] = this.#prepare();
  }

  async readAll({ after, limit, streamPrefixes }: Parameters<EventLog['readAll']>[0] = {}) {
    if (streamPrefixes !== undefined) throw new RangeError('the file is read whole');
    for (;;) {
      const page = this.#told(() => this.#page(Number(after ?? 0), checkReadLimit(limit)));
      if (this.#file.isUnchanged()) return page;
      this.#reopen();
    }
  }

  comparePositions(a: Position, b: Position): number {
    return Number(a) - Number(b);
  }

  [Symbol.dispose](): void {
    this.#file.database.close();
  }

  #page(after: number, limit: number): readonly RecordedEvent[] {
    const events: RecordedEvent[] = [];
    let lastMs = Number.NaN;
    let recordedAt = '';
    // The statement returns arrays of these columns, which the types of node:sqlite do not express.
    for (const row of this.#rows.all(after, limit) as unknown as readonly EventRow[]) {
      const [position, streamId, revision, recordedAtMs, id, type, data, metadata] = row;
      if (!isText(id, type, data, metadata)) throw new TypeError(`the event at position ${position} is damaged`);
      if (recordedAtMs !== lastMs) {
        lastMs = recordedAtMs;
        recordedAt = timeOf(recordedAtMs);
      }
      const stream = this.#names.get(streamId) ?? this.#nameOf(streamId);
      events.push({ id, type, data, metadata, stream, revision, position: String(position) as Position, recordedAt });
    }
    return events;
  }

  #nameOf(streamId: number): string {
    const name = String(this.#streamName.get(streamId)?.['name'] ?? `(no stream ${streamId})`);
    this.#names.set(streamId, name);
    return name;
  }

  #prepare(): [StatementSync, StatementSync] {
    const { database } = this.#file;
    const rows = database.prepare(`
      SELECT position, stream_id, revision, recorded_at, ${this.#columns} FROM events
      WHERE position > ? AND stream_id <> ${NO_STREAM} ORDER BY position LIMIT ?
    `);
    rows.setReturnArrays(true);
    return [rows, database.prepare('SELECT name FROM streams WHERE id = ?')];
  }

  /** Somebody has begun to write the file: what was read of it may be torn. */
  #reopen(): void {
    this.#file.database.close();
    this.#file = this.#told(() => openReadOnly(this.#path));
    [this.#rows, this.#streamName] = this.#prepare();
  }

  #told<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new EventLogUnavailable(
        message.includes(this.#path) ? message : `${this.#path} cannot be read: ${message}`,
        {
          cause: error,
        },
      );
    }
  }
}

/** What a damaged file says may be no time at all. */
function timeOf(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`;
}
