import { checkReadLimit } from '../../ports/event-log-limits.ts';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { readNumber } from './database.ts';
import { NO_STREAM } from './emptied-rows.ts';
import { isText, type EventRow } from './event-row.ts';
import { openReadOnly, type ReadOnlyFile } from './read-only.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';

/** Places that are looked through at once for what is taken. */
const STEP_PLACES = 20_000;

/** The part of an event log that reads all of it. */
export interface SqliteLogFile extends Pick<EventLog, 'readAll' | 'comparePositions'>, Disposable {
  /** How many streams have names that begin so, counted up to a number. */
  countStreams(prefix: string, upTo: number): number;
}

export interface LogFileOptions {
  /** An audit looks at ids and metadata, which are empty here. */
  readonly isAudited?: boolean;
  /** Others read the rest: what is read are streams that are taken, and of all others events of these types. */
  readonly only?: { takes(stream: string): boolean; readonly takenTypes: readonly string[] };
}

/** What is read of a stream. */
interface KnownStream {
  readonly name: string;
  readonly isTaken: boolean;
}

/**
 * The file of an embedded event log, to be read whole, in this thread and without its worker: no journal and no lock file
 * is made. For commands that do nothing else meanwhile; a page of events blocks the thread.
 *
 * Raises `EventLogUnavailable` for a file that cannot be read.
 */
export function openSqliteLogFile(path: string, options: LogFileOptions = {}): SqliteLogFile {
  return new LogFile(path, options);
}

class LogFile implements SqliteLogFile {
  readonly #path: string;
  /** Of ids and metadata. */
  readonly #columns: string;
  readonly #only: LogFileOptions['only'];
  #file: ReadOnlyFile;
  #rows: StatementSync;
  #streamName: StatementSync;
  readonly #streams = new Map<number, KnownStream>();

  constructor(path: string, { isAudited = false, only }: LogFileOptions) {
    this.#path = path;
    this.#only = only;
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

  countStreams(prefix: string, upTo: number): number {
    const some = 'SELECT 1 FROM streams WHERE substr(name, 1, length(:prefix)) = :prefix LIMIT :upTo';
    const counted = this.#told(() => {
      return this.#file.database.prepare(`SELECT count(*) AS streams FROM (${some})`).get({ prefix, upTo });
    });
    return Number(counted?.['streams'] ?? 0);
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
    for (const row of this.#next(after, limit)) {
      const [position, streamId, revision, recordedAtMs, id, type, data, metadata] = row;
      if (!isText(id, type, data, metadata)) throw new TypeError(`the event at position ${position} is damaged`);
      if (recordedAtMs !== lastMs) {
        lastMs = recordedAtMs;
        recordedAt = timeOf(recordedAtMs);
      }
      const stream = this.#stream(streamId).name;
      events.push({ id, type, data, metadata, stream, revision, position: String(position) as Position, recordedAt });
    }
    return events;
  }

  /** Where little is taken, much is passed over: in steps, as each keeps the journal from being emptied. */
  #next(after: number, limit: number): readonly EventRow[] {
    if (this.#only === undefined) return this.#between(after, Number.MAX_SAFE_INTEGER, limit);
    for (let from = after; ; from += STEP_PLACES) {
      const rows = this.#between(from, from + STEP_PLACES, limit);
      if (rows.length > 0 || from >= readNumber(this.#file.database, 'SELECT max(position) FROM events')) return rows;
    }
  }

  #between(after: number, upTo: number, limit: number): readonly EventRow[] {
    // The statement returns arrays of these columns, which the types of node:sqlite do not express.
    return this.#rows.all(after, upTo, limit) as unknown as readonly EventRow[];
  }

  #stream(streamId: number): KnownStream {
    const known = this.#streams.get(streamId);
    if (known !== undefined) return known;
    const name = String(this.#streamName.get(streamId)?.['name'] ?? `(no stream ${streamId})`);
    const stream = { name, isTaken: this.#only?.takes(name) ?? true };
    this.#streams.set(streamId, stream);
    return stream;
  }

  #prepare(): [StatementSync, StatementSync] {
    const { database } = this.#file;
    const rows = database.prepare(`
      SELECT position, stream_id, revision, recorded_at, ${this.#columns} FROM events
      WHERE position > ? AND position <= ? AND stream_id <> ${NO_STREAM} ${this.#condition(database)}
      ORDER BY position LIMIT ?
    `);
    rows.setReturnArrays(true);
    return [rows, database.prepare('SELECT name FROM streams WHERE id = ?')];
  }

  /** Rows that are not taken are passed over by SQLite: their texts are not even read. */
  #condition(database: DatabaseSync): string {
    if (this.#only === undefined) return '';
    database.function('is_taken', { deterministic: true }, (id) => (this.#stream(Number(id)).isTaken ? 1 : 0));
    const types = this.#only.takenTypes.map((type) => `'${type.replaceAll("'", "''")}'`);
    return `AND (is_taken(stream_id)${types.length === 0 ? '' : ` OR type IN (${types.join()})`})`;
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
