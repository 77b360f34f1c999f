import { numberOf, positionOf } from './positions.ts';
import { checkReadLimit } from '../../event-log/event-log-limits.ts';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { readNumber } from './database.ts';
import { noStreamId } from './emptied-rows.ts';
import { isText } from './event-row.ts';
import { openReadOnly } from './read-only.ts';
import type { UntouchedFile } from '../sqlite-file.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';

/** Positions searched per step for events that are taken. */
const stepPositions = 20_000;
/** Most streams that SQLite itself filters, a byte each. Events of other streams are filtered here. */
const filteredStreamsMax = 1024 * 1024;

/** The operations of an event log that read all of it. */
export interface SqliteLogFile extends Pick<EventLog, 'readAll' | 'comparePositions'>, Disposable {
  /** Number of streams whose names begin with `prefix`, counted up to `upTo`. */
  countStreams(prefix: string, upTo: number): number;
}

export interface LogFileOptions {
  /** An audit checks ids and metadata: they are not read here, and are empty. */
  readonly isAudited?: boolean;
  /** Reads only streams that are taken, and events of these types from all other streams. Absent: reads everything. */
  readonly only?: { takes(stream: string): boolean; readonly takenTypes: readonly string[] };
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

/** The name of a stream, and whether it is read. */
interface KnownStream {
  readonly name: string;
  readonly isTaken: boolean;
}

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
  readonly #only: LogFileOptions['only'];
  #file: UntouchedFile;
  #rows: StatementSync;
  #streamName: StatementSync;
  /** One byte per stream id, from 1 on: 0 if it is not taken. `null`: all are taken. */
  #taken: Uint8Array | null = null;
  readonly #streams = new Map<number, KnownStream>();

  constructor(path: string, { isAudited = false, only }: LogFileOptions) {
    this.#path = path;
    this.#only = only;
    this.#columns = isAudited ? 'type, data' : 'type, data, id, metadata';
    this.#file = this.#withLogErrors(() => openReadOnly(path));
    [this.#rows, this.#streamName] = this.#prepare();
  }

  async readAll({ after, limit, streamPrefixes }: Parameters<EventLog['readAll']>[0] = {}) {
    if (streamPrefixes !== undefined) throw new RangeError('the file is read whole');
    return this.#consistent(() => this.#page(Number(after ?? 0), checkReadLimit(limit)));
  }

  countStreams(prefix: string, upTo: number): number {
    const some = 'SELECT 1 FROM streams WHERE substr(name, 1, length(:prefix)) = :prefix LIMIT :upTo';
    const counted = this.#consistent(() => {
      return this.#file.database.prepare(`SELECT count(*) AS streams FROM (${some})`).get({ prefix, upTo });
    });
    return Number(counted?.['streams'] ?? 0);
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
    for (const row of this.#next(after, limit)) {
      const [position, streamId, revision, recordedAtMs, type, data, id = '', metadata = ''] = row;
      if (!isText(id, type, data, metadata)) throw new TypeError(`the event at position ${position} is damaged`);
      if (recordedAtMs !== lastMs) {
        lastMs = recordedAtMs;
        recordedAt = timeOf(recordedAtMs);
      }
      const stream = this.#stream(streamId).name;
      events.push({ id, type, data, metadata, stream, revision, position: positionOf(position), recordedAt });
    }
    return events;
  }

  /** Searches in steps when few events are taken, because each step keeps the journal from being emptied. */
  #next(after: number, limit: number): readonly Row[] {
    if (this.#only === undefined) return this.#between(after, Number.MAX_SAFE_INTEGER, limit);
    for (let from = after; ;) {
      const rows = this.#between(from, from + stepPositions, limit);
      const taken = rows.filter(([, streamId, , , type]) => this.#isTaken(streamId, type));
      if (taken.length > 0) return taken;
      from = rows.length < limit ? from + stepPositions : (rows.at(-1)?.[0] ?? from);
      if (from >= readNumber(this.#file.database, 'SELECT max(position) FROM events')) return taken;
    }
  }

  #between(after: number, upTo: number, limit: number): readonly Row[] {
    const parameters = this.#taken === null ? [] : [this.#taken];
    // The statement returns arrays of these columns, which the types of node:sqlite do not express.
    return this.#rows.all(...parameters, after, upTo, limit) as unknown as readonly Row[];
  }

  #isTaken(streamId: number, type: string): boolean {
    return this.#stream(streamId).isTaken || this.#only?.takenTypes.includes(type) === true;
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
    this.#taken = this.#only === undefined ? null : takenStreams(database, this.#only);
    const rows = database.prepare(`
      SELECT position, stream_id, revision, recorded_at, ${this.#columns} FROM events
      WHERE ${this.#condition()} position > ? AND position <= ? AND stream_id <> ${noStreamId}
      ORDER BY position LIMIT ?
    `);
    rows.setReturnArrays(true);
    return [rows, database.prepare('SELECT name FROM streams WHERE id = ?')];
  }

  /** SQLite skips rows that are not taken, without reading their texts. */
  #condition(): string {
    if (this.#only === undefined) return '';
    const types = this.#only.takenTypes.map((type) => `'${type.replaceAll("'", "''")}'`);
    const ofType = types.length === 0 ? '' : ` OR type IN (${types.join()})`;
    return `(stream_id < 1 OR substr(?, stream_id, 1) <> x'00'${ofType}) AND`;
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

/** A byte per stream for the SQL filter: it takes a fiftieth of the time of calling a function for each row. */
function takenStreams(database: DatabaseSync, { takes }: NonNullable<LogFileOptions['only']>): Uint8Array {
  const last = readNumber(database, 'SELECT coalesce(max(id), 0) FROM streams');
  const taken = new Uint8Array(Math.max(0, Math.min(last, filteredStreamsMax)));
  const streams = database.prepare('SELECT id, name FROM streams WHERE id BETWEEN 1 AND ?');
  // Ids without a stream are not skipped, so that reading them reveals the damage.
  taken.fill(1);
  for (const { id, name } of streams.iterate(taken.length)) taken[Number(id) - 1] = takes(String(name)) ? 1 : 0;
  return taken;
}

/** A damaged file may hold an invalid time, which is then shown as a number. */
function timeOf(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`;
}
