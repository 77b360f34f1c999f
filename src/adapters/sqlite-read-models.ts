import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { foldEvents, type DocumentChange } from '../ports/projection-fold.ts';
import {
  projectionId,
  ProjectionRewound,
  ReadModelsUnavailable,
  type Projection,
  type ProjectionBatch,
  type ProjectionSnapshot,
  type ReadModels,
  type PositionedEvent,
  type Resumption,
  type WaitingStream,
} from '../ports/read-models.ts';
import type { EventLog, Position } from '../ports/event-log.ts';
import { openSqliteFileUntouched } from './sqlite-file.ts';

/** How long a write may wait for another process, milliseconds. It blocks the event loop; the feeder retries later. */
const busyTimeoutMs = 100;

/** The same while opening the file, when no request is served yet and several processes may start at once. */
const openTimeoutMs = 5_000;

const schemaVersion = 1;

/** Keys and lookups compare by their bytes, so that every process lists in the same order. */
const schema = `
  CREATE TABLE IF NOT EXISTS documents (
    projection TEXT NOT NULL,
    key TEXT NOT NULL,
    lookup TEXT,
    document TEXT NOT NULL,
    PRIMARY KEY (projection, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS documents_by_lookup ON documents (projection, lookup, key) WHERE lookup IS NOT NULL;
  CREATE TABLE IF NOT EXISTS checkpoints (
    projection TEXT PRIMARY KEY,
    position TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${schemaVersion};
`;

/** Not in the files of earlier versions, which go on with a file that has it. */
const waitingSchema = `
  CREATE TABLE IF NOT EXISTS waiting_streams (
    projection TEXT NOT NULL,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    type TEXT NOT NULL,
    PRIMARY KEY (projection, stream)
  ) STRICT, WITHOUT ROWID;
`;

export interface SqliteReadModelsOptions {
  /** The file; it and its folder are created when absent, readable by their owner only. */
  readonly path: string;
  /** Compares positions of the log, to tell whether an event is already folded. */
  readonly comparePositions: EventLog['comparePositions'];
  /** Opens without writing anything, not even a journal. Default false. */
  readonly readOnly?: boolean;
}

/**
 * Read models in one SQLite file, shared by any number of processes of one machine.
 *
 * Commits do not wait for the disk (`synchronous=NORMAL` in WAL mode): the file is a cache of the log. A power loss may
 * take the last transactions, always whole, documents together with their checkpoint; they are then folded again.
 *
 * Raises {@link ReadModelsUnavailable} when the file cannot be opened, is damaged, or has the layout of another
 * version.
 */
export function openSqliteReadModels(options: SqliteReadModelsOptions): ReadModels & Disposable {
  try {
    const database = options.readOnly === true ? openReadOnly(options.path) : open(options.path);
    return new SqliteReadModels(database, options);
  } catch (error) {
    throw unavailable(`read models ${options.path} cannot be opened`, error);
  }
}

function open(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite gives its -wal and -shm files the mode of the main file, so this one call covers all three.
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path, { timeout: openTimeoutMs });
  try {
    prepareFile(database);
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function openReadOnly(path: string): DatabaseSync {
  const { database } = openSqliteFileUntouched(path);
  try {
    assertLayout(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether the tables exist. */
function assertLayout(database: DatabaseSync): boolean {
  const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (found === schemaVersion) return true;
  if (found !== 0) throw new Error(`layout ${found} is not the layout ${schemaVersion} of this version of Waybill`);
  return false;
}

function prepareFile(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  if (assertLayout(database) && hasWaiting(database)) return;
  database.exec(`BEGIN IMMEDIATE; ${schema} ${waitingSchema} COMMIT;`);
}

function hasWaiting(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'waiting_streams'").get() !== undefined;
}

/** What to do where not the file is at fault but its place, by the code of the operating system. */
const adviceOnPlace: Readonly<Record<string, string>> = {
  EACCES: 'run as the user that owns the data directory',
  EROFS: 'set WAYBILL_DATA_DIR to a directory that can be written',
  ENOSPC: 'make room on the disk, then start again',
};

/** The file is a cache, and the message says what that allows. */
function unavailable(what: string, cause: unknown): ReadModelsUnavailable {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const advice =
    adviceOnPlace[code] ??
    'they are a cache of the event log: when the file is damaged, stop, delete it and start again';
  return new ReadModelsUnavailable(`${what}: ${reason} (${advice})`, { cause });
}

/** What the engine raises: a failed statement, or a database that was closed. Anything else is a defect of ours. */
const engineErrorCodes: ReadonlySet<unknown> = new Set(['ERR_SQLITE_ERROR', 'ERR_INVALID_STATE']);

function isEngineError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && engineErrorCodes.has(error.code);
}

class SqliteReadModels implements ReadModels, Disposable {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #comparePositions: EventLog['comparePositions'];
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync, options: SqliteReadModelsOptions) {
    this.#database = database;
    this.#path = options.path;
    this.#comparePositions = options.comparePositions;
    this.#statements = prepareStatements(database);
  }

  checkpoint(projection: Projection<object>): Position | null {
    return this.#guarded(() => this.#checkpointOf(projectionId(projection)));
  }

  apply(
    projection: Projection<object>,
    { after, events, unread = [], upTo }: ProjectionBatch,
  ): readonly string[] | null {
    const id = projectionId(projection);
    return this.#transaction(() => {
      const checkpoint = this.#guarded(() => this.#checkpointOf(id));
      if (after !== null && this.#isAfter(after, checkpoint)) throw new ProjectionRewound(projection);
      if (!this.#isAfter(upTo, checkpoint)) return null;
      const waiting = new Set(this.waiting(projection).map(({ stream }) => stream));
      const isFresh = ({ position, stream }: { readonly position: Position; readonly stream: string }): boolean =>
        this.#isAfter(position, checkpoint) && !waiting.has(stream);
      // Events are in log order: if the first is new, all are.
      const areNew = waiting.size === 0 && events[0] !== undefined && this.#isAfter(events[0].position, checkpoint);
      const fresh = areNew ? events : events.filter(isFresh);
      const keys = this.#fold(projection, fresh);
      for (const wait of unread.filter(isFresh)) this.#wait(id, wait);
      this.#guarded(() => this.#statements.setCheckpoint.run(id, upTo));
      return fresh.length === events.length ? keys : null;
    });
  }

  waiting(projection: Projection<object>): readonly WaitingStream[] {
    const rows = this.#guarded(() => this.#statements.waiting?.all(projectionId(projection)) ?? []);
    return rows.map(({ stream, revision, type }) => ({
      stream: String(stream),
      revision: Number(revision),
      type: String(type),
    }));
  }

  resume(projection: Projection<object>, { from, events, next, checkpoint }: Resumption): boolean {
    const id = projectionId(projection);
    return this.#transaction(() => {
      const waiting = this.waiting(projection).find(({ stream }) => stream === from.stream);
      if (waiting?.revision !== from.revision) return false;
      if (next === null && this.#guarded(() => this.#checkpointOf(id)) !== checkpoint) return false;
      this.#fold(projection, events);
      this.#guarded(() => this.#statements.removeWaiting?.run(id, from.stream));
      if (next !== null) this.#wait(id, next);
      return true;
    });
  }

  get<Document extends object>(projection: Projection<Document>, key: string): Document | null {
    return documentOf(
      projection,
      this.#guarded(() => this.#statements.get.get(projectionId(projection), key)),
    );
  }

  find<Document extends object>(projection: Projection<Document>, lookup: string): Document | null {
    return documentOf(
      projection,
      this.#guarded(() => this.#statements.find.get(projectionId(projection), lookup)),
    );
  }

  list<Document extends object>(
    projection: Projection<Document>,
    options: { readonly afterKey?: string; readonly limit?: number } = {},
  ): readonly { readonly key: string; readonly document: Document }[] {
    const { afterKey = '', limit = 1_000 } = options;
    const id = projectionId(projection);
    const rows = this.#guarded(() => this.#statements.list.all(id, afterKey, Math.min(limit, 10_000)));
    return rows.map((row) => ({ key: String(row['key']), document: documentIn(projection, row) }));
  }

  snapshot<Document extends object>(projection: Projection<Document>): ProjectionSnapshot<Document> {
    const id = projectionId(projection);
    return this.#transaction(
      () =>
        this.#guarded(() => {
          const rows = this.#statements.all.all(id);
          const entries = rows.map((row) => [String(row['key']), documentIn(projection, row)] as const);
          const waiting = this.waiting(projection);
          const held = { checkpoint: this.#checkpointOf(id), documents: new Map(entries) };
          return waiting.length === 0 ? held : { ...held, waiting };
        }),
      'DEFERRED',
    );
  }

  replace<Document extends object>(projection: Projection<Document>, snapshot: ProjectionSnapshot<Document>): void {
    this.#transaction(() => {
      this.#clear(projection);
      this.#guarded(() => {
        for (const [key, after] of snapshot.documents) this.#write(projection, key, { before: null, after });
        if (snapshot.checkpoint === null) return;
        this.#statements.setCheckpoint.run(projectionId(projection), snapshot.checkpoint);
      });
      for (const wait of snapshot.waiting ?? []) this.#wait(projectionId(projection), wait);
    });
  }

  reset(projection: Projection<object>): void {
    this.#transaction(() => this.#clear(projection));
  }

  [Symbol.dispose](): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #fold(projection: Projection<object>, events: readonly PositionedEvent[]): readonly string[] {
    const changes = foldEvents(projection, events, (key) => this.get(projection, key));
    this.#guarded(() => {
      for (const [key, change] of changes) this.#write(projection, key, change);
    });
    return [...changes.keys()];
  }

  #wait(id: string, { stream, revision, type }: WaitingStream): void {
    this.#guarded(() => this.#statements.setWaiting?.run(id, stream, revision, type));
  }

  #write(projection: Projection<object>, key: string, { before, after }: DocumentChange): void {
    const id = projectionId(projection);
    if (after === before) return;
    if (after === null) {
      this.#statements.remove.run(id, key);
      return;
    }
    this.#statements.put.run(id, key, projection.lookupOf?.(after) ?? null, JSON.stringify(after));
  }

  #clear(projection: Projection<object>): void {
    const id = projectionId(projection);
    this.#guarded(() => {
      this.#statements.removeAll.run(id);
      this.#statements.removeCheckpoint.run(id);
      this.#statements.removeAllWaiting?.run(id);
    });
  }

  #checkpointOf(id: string): Position | null {
    const row = this.#statements.checkpoint.get(id);
    return row === undefined ? null : (String(row['position']) as Position); // stored by apply, as the log gave it
  }

  #isAfter(position: Position, checkpoint: Position | null): boolean {
    return checkpoint === null || this.#comparePositions(position, checkpoint) > 0;
  }

  /** Takes the write lock first: SQLite refuses to upgrade a read lock at once, whatever the timeout. */
  #transaction<Result>(work: () => Result, kind: 'IMMEDIATE' | 'DEFERRED' = 'IMMEDIATE'): Result {
    this.#guarded(() => this.#database.exec(`BEGIN ${kind}`));
    try {
      const result = work();
      this.#guarded(() => this.#database.exec('COMMIT'));
      return result;
    } catch (error) {
      // Some failures (a full disk) have ended the transaction already.
      if (this.#database.isOpen && this.#database.isTransaction) this.#guarded(() => this.#database.exec('ROLLBACK'));
      throw error;
    }
  }

  #guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw isEngineError(error) ? unavailable(`read models ${this.#path} cannot be used`, error) : error;
    }
  }
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => database.prepare(sql);
  return {
    checkpoint: prepare('SELECT position FROM checkpoints WHERE projection = ?'),
    setCheckpoint: prepare('INSERT OR REPLACE INTO checkpoints (projection, position) VALUES (?, ?)'),
    removeCheckpoint: prepare('DELETE FROM checkpoints WHERE projection = ?'),
    get: prepare('SELECT document FROM documents WHERE projection = ? AND key = ?'),
    find: prepare('SELECT document FROM documents WHERE projection = ? AND lookup = ? ORDER BY key LIMIT 1'),
    list: prepare('SELECT key, document FROM documents WHERE projection = ? AND key > ? ORDER BY key LIMIT ?'),
    all: prepare('SELECT key, document FROM documents WHERE projection = ? ORDER BY key'),
    put: prepare('INSERT OR REPLACE INTO documents (projection, key, lookup, document) VALUES (?, ?, ?, ?)'),
    remove: prepare('DELETE FROM documents WHERE projection = ? AND key = ?'),
    removeAll: prepare('DELETE FROM documents WHERE projection = ?'),
    ...(hasWaiting(database) && {
      waiting: prepare('SELECT stream, revision, type FROM waiting_streams WHERE projection = ? ORDER BY stream'),
      setWaiting: prepare('INSERT INTO waiting_streams (projection, stream, revision, type) VALUES (?, ?, ?, ?)'),
      removeWaiting: prepare('DELETE FROM waiting_streams WHERE projection = ? AND stream = ?'),
      removeAllWaiting: prepare('DELETE FROM waiting_streams WHERE projection = ?'),
    }),
  };
}

type Row = Record<string, unknown>;

function documentOf<Document extends object>(projection: Projection<Document>, row: Row | undefined): Document | null {
  return row === undefined ? null : documentIn(projection, row);
}

/** The projection determines the type of its documents; the store only keeps their text. */
function documentIn<Document extends object>(_projection: Projection<Document>, row: Row): Document {
  return JSON.parse(String(row['document'])) as Document;
}
