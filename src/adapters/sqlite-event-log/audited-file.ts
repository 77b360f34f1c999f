import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isEventId, noDigest, runningDigest } from '../../domain/event-digest.ts';
import { StreamChains } from '../../domain/stream-chains.ts';
import { RecentIds } from '../../limits/recent-ids.ts';
import { EventLogUnavailable, type RecordedEvent } from '../../ports/event-log.ts';
import type { AuditedLog, AuditedPage, LogAuditOptions, LogFault, ReachedPosition } from '../../ports/audited-log.ts';
import type { UntouchedFile } from '../sqlite-file.ts';
import { noStreamId } from './emptied-rows.ts';
import { isTextRow, type EventRow } from './event-row.ts';
import { numberOf, positionOf } from './positions.ts';
import { openReadOnly } from './read-only.ts';
import { saysDamaged } from './sqlite-errors.ts';
import { isRuled } from './stream-trouble.ts';

/** Rows fetched at once: fetching them one by one costs twice as much. Few, because parts of contents are 60 KiB each. */
const pageEvents = 250;

type Row = readonly [...EventRow, digest: string | null];

/** What is wrong with an event, without its place. */
type Wrong = Pick<LogFault, 'kind' | 'expected' | 'found'>;

/** Consistent rows of the file: the next ones, or none and what is wrong with its end. */
interface Stretch {
  readonly rows: readonly Row[];
  /** For a row that does not follow the one before it: the running digest of the events removed before it. */
  readonly removed: ReadonlyMap<number, string>;
  readonly fault: LogFault | null;
}

export interface AuditedFile extends AuditedLog, Disposable {}

/**
 * Opens the file of an embedded event log to read and audit all of it, in this thread and without its worker. Creates
 * no journal or lock file: the file may be on a read-only disk, and other processes may write it meanwhile. For commands
 * that do nothing else meanwhile, because reading a page blocks the thread. `reached`: a position that the log is known
 * to have reached, and the running digest there, recorded elsewhere.
 *
 * Raises `EventLogUnavailable` for a file that cannot be read. One that is readable only in part has a fault.
 */
export function openAuditedFile(path: string, reached: ReachedPosition | null = null): AuditedFile {
  const file = new ReadFile(path);
  return {
    comparePositions: (a, b) => numberOf(a) - numberOf(b),
    pages: (options) => new FileAudit(file, reached, options).pages(),
    dataUnder: (prefix) => dataIn(file, prefix),
    [Symbol.dispose]: () => file.close(),
  };
}

/** The file, opened again when another process begins to write it. */
class ReadFile {
  readonly #path: string;
  #file: UntouchedFile;
  #statements: Statements;

  constructor(path: string) {
    this.#path = path;
    [this.#file, this.#statements] = this.#opened();
  }

  /** Reads in one transaction; again where another process has begun to write: the first result may be inconsistent. */
  consistent<Value>(read: (statements: Statements) => Value): Value {
    for (;;) {
      try {
        const value = this.#transaction(read);
        if (this.#file.isUnchanged()) return value;
      } catch (error) {
        if (this.#file.isUnchanged()) throw error;
      }
      this.close();
      [this.#file, this.#statements] = this.#opened();
    }
  }

  /** An error of SQLite as one of the port. */
  unavailable(error: unknown): EventLogUnavailable {
    const message = error instanceof Error ? error.message : String(error);
    const words = message.includes(this.#path) ? message : `${this.#path} cannot be read: ${message}`;
    return new EventLogUnavailable(words, { cause: error });
  }

  close(): void {
    // It is closed already where it could not be opened again.
    if (this.#file.database.isOpen) this.#file.database.close();
  }

  #transaction<Value>(read: (statements: Statements) => Value): Value {
    const { database } = this.#file;
    database.exec('BEGIN');
    try {
      return read(this.#statements);
    } finally {
      database.exec('COMMIT');
    }
  }

  #opened(): [UntouchedFile, Statements] {
    try {
      const file = openReadOnly(this.#path);
      return [file, new Statements(file.database)];
    } catch (error) {
      throw this.unavailable(error);
    }
  }
}

class Statements {
  readonly #database: DatabaseSync;
  readonly #rows: StatementSync;
  readonly #removed: StatementSync;
  readonly #streamName: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#rows = database.prepare(`
      SELECT position, stream_id, revision, recorded_at, id, type, data, metadata, digest
      FROM events WHERE position > ? AND stream_id <> ${noStreamId} ORDER BY position LIMIT ${pageEvents}
    `);
    this.#rows.setReturnArrays(true);
    this.#removed = database.prepare(
      'SELECT digest FROM removed_events WHERE last_position = ? AND first_position <= ?',
    );
    this.#streamName = database.prepare('SELECT name FROM streams WHERE id = ?');
  }

  rowsAfter(position: number): readonly Row[] {
    // The statement returns arrays of these columns, which the types of node:sqlite do not express.
    return this.#rows.all(position) as unknown as readonly Row[];
  }

  /** The running digest after removed events; `null`: their removal is not recorded. */
  removedDigest(first: number, last: number): string | null {
    const removed = this.#removed.get(last, first);
    if (removed === undefined) return null;
    return typeof removed['digest'] === 'string' ? removed['digest'] : noDigest;
  }

  dataUnder(streamPrefix: string): readonly unknown[] {
    return this.#database
      .prepare(
        'SELECT data FROM events WHERE stream_id IN (SELECT id FROM streams WHERE name >= ? AND name < ?) ORDER BY stream_id, revision',
      )
      .all(streamPrefix, `${streamPrefix}\u{10ffff}`)
      .map(({ data }) => data);
  }

  streamName(id: number): string | null {
    const row = this.#streamName.get(id);
    return row === undefined ? null : String(row['name']);
  }

  /** The end of the log by its header. */
  get log(): ReturnType<StatementSync['get']> {
    return this.#database.prepare('SELECT * FROM log').get();
  }

  streams(): Iterable<Readonly<Record<string, unknown>>> {
    return this.#database
      .prepare(`SELECT id, name, revision_floor AS floor, ${isRuled} AS is_ruled FROM streams`)
      .iterate();
  }

  /** Positions that are said to be removed, and those at which there is no event. */
  removedPositions(): { readonly said: number; readonly gone: number } {
    const found = this.#database
      .prepare(
        `SELECT
          (SELECT coalesce(sum(max(last_position - first_position + 1, 1)), 0) FROM removed_events) AS said,
          (SELECT last_position FROM log) - (SELECT count(*) FROM events WHERE stream_id <> ${noStreamId}) AS gone`,
      )
      .get();
    return { said: Number(found?.['said']), gone: Number(found?.['gone']) };
  }

  /** SQLite's own check of the file's structure and indexes, through which streams are read; `ok`: nothing found. */
  get structure(): string {
    return String(Object.values(this.#database.prepare('PRAGMA integrity_check(1)').get() ?? {})[0]);
  }
}

interface StreamName {
  readonly name: string;
  readonly isThinned: boolean;
}

/** Checks the whole file, event by event, up to the first that is not as it was written. */
class FileAudit {
  readonly #file: ReadFile;
  readonly #thinnedPrefixes: readonly string[];
  readonly #reached: ReachedPosition | null;
  readonly #names = new Map<number, StreamName>();
  readonly #chains = new StreamChains();
  readonly #eventIds = new RecentIds();
  #lastPosition = 0;
  #running: string = noDigest;
  #lastMs = Number.NaN;
  #recordedAt = '';

  constructor(file: ReadFile, reached: ReachedPosition | null, { thinnedPrefixes }: LogAuditOptions) {
    this.#file = file;
    this.#reached = reached;
    this.#thinnedPrefixes = thinnedPrefixes;
  }

  *pages(): Generator<AuditedPage, void> {
    for (;;) {
      const stretch = this.#next();
      const page = this.#page(stretch);
      yield page;
      if (page.fault !== null || stretch.rows.length === 0) return;
    }
  }

  #next(): Stretch {
    try {
      return this.#file.consistent((statements) => {
        const rows = statements.rowsAfter(this.#lastPosition);
        for (const [, streamId] of rows) this.#learnName(streamId, statements);
        const fault =
          rows.length > 0 ? null : (this.#end(statements) ?? structureFault(statements) ?? overstated(statements));
        return { rows, removed: this.#removedBefore(rows, statements), fault };
      });
    } catch (error) {
      if (!saysDamaged(error)) throw error instanceof EventLogUnavailable ? error : this.#file.unavailable(error);
      return { rows: [], removed: new Map(), fault: damaged(String(error)) };
    }
  }

  /** A gap in the positions must be recorded as removed events. The rows of a damaged file may go back. */
  #removedBefore(rows: readonly Row[], statements: Statements): ReadonlyMap<number, string> {
    const removed = new Map<number, string>();
    let next = this.#lastPosition + 1;
    for (const [position] of rows) {
      const digest = position > next ? statements.removedDigest(next, position - 1) : null;
      if (digest !== null) removed.set(position, digest);
      next = position + 1;
    }
    return removed;
  }

  #page({ rows, removed, fault: endFault }: Stretch): AuditedPage {
    const events: RecordedEvent[] = [];
    let fault = endFault;
    for (const row of rows) {
      const [position, streamId, revision, recordedAtMs, id, type, data, metadata] = row;
      const stream = this.#nameOf(streamId);
      const place = { position: positionOf(position), stream: stream.name, revision };
      if (!isTextRow(id, type, data, metadata)) {
        fault = { kind: 'damaged', ...place, expected: 'text in every column of text', found: 'other bytes' };
        break;
      }
      const event = { id, type, data, metadata, ...place, recordedAt: this.#timeOf(recordedAtMs) };
      events.push(event);
      const wrong = this.#wrong(row, event, removed);
      if (wrong === null) continue;
      fault = { ...wrong, ...place };
      break;
    }
    return { events, fault };
  }

  #wrong(
    [position, streamId, revision, recordedAtMs, , , , , digest]: Row,
    event: RecordedEvent,
    removed: Stretch['removed'],
  ): Wrong | null {
    const next = this.#lastPosition + 1;
    if (position !== next) {
      const before = removed.get(position);
      if (before === undefined) {
        return { kind: 'missing', expected: `an event at ${next}`, found: `none before ${position}` };
      }
      this.#running = before;
    }
    if (!isEventId(event.id)) return { kind: 'event_id', expected: 'a UUID', found: event.id };
    const broken = this.#chains.check(streamId, event, this.#nameOf(streamId).isThinned);
    if (broken !== null) return broken;
    if (!this.#eventIds.add(streamId, event.id)) {
      return { kind: 'event_id', expected: 'a new id', found: `${event.id} again` };
    }
    this.#lastPosition = position;
    this.#running = runningDigest(this.#running, {
      position,
      revision,
      recordedAtMs,
      digest: this.#chains.lastDigest,
    });
    const reached = this.#reached?.position === position ? this.#reached.digest : this.#running;
    const expected = this.#running === digest ? reached : this.#running;
    return expected === digest ? null : { kind: 'running_digest', expected, found: digest ?? 'none' };
  }

  /** After the last event: checks that the log ends where its header says. */
  #end(statements: Statements): LogFault | null {
    const { last_position, digest } = statements.log ?? {};
    const end = Number(last_position);
    const reached = this.#reached?.position ?? 0;
    if (end < reached) return atEnd('missing', `events up to ${reached}, which was reached`, `none after ${end}`);
    if (end < this.#lastPosition) return atEnd('position', `no event after ${end}`, `one at ${this.#lastPosition}`);
    const running = end > this.#lastPosition ? statements.removedDigest(this.#lastPosition + 1, end) : this.#running;
    if (running === null) return atEnd('missing', `events up to ${end}`, `none after ${this.#lastPosition}`);
    if (digest !== running) return atEnd('running_digest', running, String(digest ?? 'none'));
    return this.#hiddenStream(statements) ?? this.#uncounted(statements, end);
  }

  /**
   * Every position was once an event of a stream, streams are never removed, and each counts its revisions from 0. So an
   * event that was taken from the end of a stream is missed, also where its position is said to be removed.
   */
  #uncounted(statements: Statements, end: number): LogFault | null {
    let counted = 0;
    for (const { id, floor } of statements.streams()) {
      counted += Math.max(Number(floor) + 1, this.#chains.lengthOf(Number(id)));
    }
    return counted === end ? null : atEnd('missing', `${end} events in all streams`, String(counted));
  }

  /** Streams that keep all events must have some and hide none: a wallet would be read without its beginning. */
  #hiddenStream(statements: Statements): LogFault | null {
    for (const { id, name, is_ruled: isHiding } of statements.streams()) {
      if ((isHiding === 0 && this.#names.has(Number(id))) || this.#isThinned(String(name))) continue;
      const stream = { position: null, stream: String(name), revision: null };
      return isHiding === 0
        ? { kind: 'missing', ...stream, expected: 'the events of the stream', found: 'none' }
        : { kind: 'hidden', ...stream, expected: 'all of its events to be visible', found: 'a rule that hides some' };
    }
    return null;
  }

  #learnName(streamId: number, statements: Statements): void {
    if (this.#names.has(streamId)) return;
    const name = statements.streamName(streamId) ?? `(no stream ${streamId})`;
    this.#names.set(streamId, { name, isThinned: this.#isThinned(name) });
  }

  #nameOf(streamId: number): StreamName {
    // Learnt when the row was read.
    return this.#names.get(streamId) as StreamName;
  }

  #isThinned(name: string): boolean {
    return this.#thinnedPrefixes.some((prefix) => name.startsWith(prefix));
  }

  #timeOf(ms: number): string {
    if (ms === this.#lastMs) return this.#recordedAt;
    this.#lastMs = ms;
    // A damaged file may hold an invalid time, which is then shown as a number.
    this.#recordedAt = Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : `${ms} ms`;
    return this.#recordedAt;
  }
}

function structureFault(statements: Statements): LogFault | null {
  const { structure } = statements;
  return structure === 'ok' ? null : damaged(structure);
}

/** Every gap is said to be removed, as was checked at each; then nothing more may be, or an event that is there is. */
function overstated(statements: Statements): LogFault | null {
  const { said, gone } = statements.removedPositions();
  return said === gone ? null : atEnd('missing', `${gone} removed positions`, `${said}, said to be removed`);
}

function damaged(found: string): LogFault {
  return atEnd('damaged', 'a file that SQLite can read', found);
}

/** A damaged file may have other values than text, or refuse to be read: an audit says more. */
function dataIn(file: ReadFile, streamPrefix: string): readonly string[] {
  try {
    return file
      .consistent((statements) => statements.dataUnder(streamPrefix))
      .filter((data) => typeof data === 'string');
  } catch (error) {
    if (saysDamaged(error)) return [];
    throw error instanceof EventLogUnavailable ? error : file.unavailable(error);
  }
}

function atEnd(kind: LogFault['kind'], expected: string, found: string): LogFault {
  return { kind, position: null, stream: null, revision: null, expected, found };
}
