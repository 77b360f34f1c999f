import { numberOf, positionOf } from './positions.ts';
import { checkReadLimit } from '../../event-log/event-log-limits.ts';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { noStreamId } from './emptied-rows.ts';
import { isText } from './event-row.ts';
import { openReadOnly } from './read-only.ts';
import type { UntouchedFile } from '../sqlite-file.ts';
import type { StatementSync } from 'node:sqlite';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';

/** The operations of an event log that read all of it. */
export interface SqliteLogFile extends Pick<EventLog, 'readAll' | 'comparePositions'>, Disposable {}

export interface LogFileOptions {
  /** An audit checks ids and metadata: they are not read here, and are empty. */
  readonly isAudited?: boolean;
}

/** The columns as selected here: ids and metadata come last, if they are read. */
type Row = readonly [
  position: number,
  streamId: number,
  revision: number,
  recordedAtMs: number,
  type: string,
  data: string,
  id?: string,
  metadata?: string,
];

/**
 * Opens the file of an embedded event log to read all of it, in this thread and without its worker. Creates no journal
 * or lock file. For commands that do nothing else meanwhile, because reading a page blocks the thread.
 *
 * Raises `EventLogUnavailable` for a file that cannot be read.
 */
export function openSqliteLogFile(path: string, options: LogFileOptions = {}): SqliteLogFile {
  return new LogFile(path, options);
}

class LogFile implements SqliteLogFile {
  readonly #path: string;
  /** The text columns to select. */
  readonly #columns: string;
  #file: UntouchedFile;
  #rows: StatementSync;
  #streamName: StatementSync;
  readonly #names = new Map<number, string>();

  constructor(path: string, { isAudited = false }: LogFileOptions) {
    this.#path = path;
    this.#columns = isAudited ? 'type, data' : 'type, data, id, metadata';
    this.#file = this.#withLogErrors(() => openReadOnly(path));
    [this.#rows, this.#streamName] = this.#prepare();
  }

  async readAll({ after, limit, streamPrefixes }: Parameters<EventLog['readAll']>[0] = {}) {
    if (streamPrefixes !== undefined) throw new RangeError('the file is read whole');
    return this.#consistent(() => this.#page(Number(after ?? 0), checkReadLimit(limit)));
  }

  comparePositions(a: Position, b: Position): number {
    return numberOf(a) - numberOf(b);
  }

  [Symbol.dispose](): void {
    // It is closed already where it could not be opened again.
    if (this.#file.database.isOpen) this.#file.database.close();
  }

  #page(after: number, limit: number): readonly RecordedEvent[] {
    const events: RecordedEvent[] = [];
    let lastMs = Number.NaN;
    let recordedAt = '';
    // The statement returns arrays of these columns, which the types of node:sqlite do not express.
    for (const row of this.#rows.all(after, limit) as unknown as readonly Row[]) {
      const [position, streamId, revision, recordedAtMs, type, data, id = '', metadata = ''] = row;
      if (!isText(id, type, data, metadata)) throw new TypeError(`the event at position ${position} is damaged`);
      if (recordedAtMs !== lastMs) {
        lastMs = recordedAtMs;
        recordedAt = timeOf(recordedAtMs);
      }
      const stream = this.#nameOf(streamId);
      events.push({ id, type, data, metadata, stream, revision, position: positionOf(position), recordedAt });
    }
    return events;
  }

  #nameOf(streamId: number): string {
    const known = this.#names.get(streamId);
    if (known !== undefined) return known;
    const name = String(this.#streamName.get(streamId)?.['name'] ?? `(no stream ${streamId})`);
    this.#names.set(streamId, name);
    return name;
  }

  #prepare(): [StatementSync, StatementSync] {
    const { database } = this.#file;
    const rows = database.prepare(`
      SELECT position, stream_id, revision, recorded_at, ${this.#columns} FROM events
      WHERE position > ? AND stream_id <> ${noStreamId}
      ORDER BY position LIMIT ?
    `);
    rows.setReturnArrays(true);
    return [rows, database.prepare('SELECT name FROM streams WHERE id = ?')];
  }

  /** Reads again if another process has begun to write the file: what was read, or found damaged, may be inconsistent. */
  #consistent<Value>(read: () => Value): Value {
    for (;;) {
      try {
        const value = this.#withLogErrors(read);
        if (this.#file.isUnchanged()) return value;
      } catch (error) {
        if (this.#file.isUnchanged()) throw error;
      }
      this.#reopen();
    }
  }

  #reopen(): void {
    this.#file.database.close();
    this.#file = this.#withLogErrors(() => openReadOnly(this.#path));
    [this.#rows, this.#streamName] = this.#withLogErrors(() => this.#prepare());
  }

  #withLogErrors<Value>(work: () => Value): Value {
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

/** A damaged file may hold an invalid time, which is then shown as a number. */
function timeOf(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`;
}
