import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isOfSchema } from '../sqlite-file.ts';
import { withLockWait } from './lock-wait.ts';
import { saysDamaged } from './sqlite-errors.ts';
import type { WorkerOptions } from './messages.ts';

/** Version of the tables below, kept in the file as `user_version`. */
const schemaVersion = 3;
/** "WBEL": tells an event log from any other SQLite file. */
const applicationId = 0x5742454c;
// `revision_floor`: the last revision is at least this, even when its event was removed.
// A row of stream 0 is a removed event.
// `log` has its own row, so that no position is reused after a removal.
// `events.digest`: the running digest of the log after the event. `log.digest`: the same after the last event.
// `removed_events`: ranges of positions removed by retention, with the running digest after the last.
const schema = `
  CREATE TABLE streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'deleted', 'tombstoned')),
    hidden_before INTEGER NOT NULL DEFAULT 0,
    revision_floor INTEGER NOT NULL DEFAULT -1,
    truncate_before INTEGER,
    max_count INTEGER,
    max_age_seconds INTEGER
  ) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream_id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    recorded_at INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    digest TEXT
  ) STRICT;
  CREATE UNIQUE INDEX events_by_stream ON events (stream_id, revision);
  CREATE TABLE log (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    last_position INTEGER NOT NULL,
    digest TEXT,
    id TEXT NOT NULL
  ) STRICT;
  INSERT INTO log VALUES (1, 0, '', lower(hex(randomblob(16))));
  CREATE TABLE removed_events (
    first_position INTEGER PRIMARY KEY,
    last_position INTEGER NOT NULL UNIQUE,
    digest TEXT
  ) STRICT;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`;

// FULL: a commit is on the disk before it is answered. `secure_delete` overwrites deleted content with zeros.
// `trusted_schema` and `cell_size_check` guard against a manipulated or damaged file.
const settings = `
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA cell_size_check = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA cache_size = -16384;
  PRAGMA journal_size_limit = 67108864;
`;

const strange = 'it has other tables, indexes or triggers than an event log';

/** The file cannot serve as an event log; the message says what to do. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}

/**
 * Opens the file, or creates it (mode 0600) if `mayCreate`. Raises {@link FileRefused} for a file that is damaged, of
 * another program, of another version, or missing; `LockWaitEnded`.
 */
export function openDatabase({ path, lockWaitMs, mayCreate }: WorkerOptions): DatabaseSync {
  if (mayCreate) createPrivately(path);
  else if (!existsSync(path)) throw new FileRefused(`${path} has gone: put it back and start again`);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    const version = withLockWait(lockWaitMs, () => versionOf(database, path));
    if (version === 0 && !mayCreate) throw new FileRefused(`${path} is empty: put back the file that was there`);
    // Only possible for a new file: allows unused pages to be freed step by step.
    if (version === 0) withLockWait(lockWaitMs, () => database.exec('PRAGMA auto_vacuum = INCREMENTAL'));
    withLockWait(lockWaitMs, () => database.exec('PRAGMA journal_mode = WAL'));
    database.exec(settings);
    if (version === 0) withLockWait(lockWaitMs, () => createTables(database));
    withLockWait(lockWaitMs, () => assertSound(database, path));
    return database;
  } catch (error) {
    database.close();
    throw saysDamaged(error) ? damaged(path, error) : error;
  }
}

/** The first column of a statement's first row, as a number. */
export function readNumber(database: DatabaseSync, sql: string): number {
  const [value] = Object.values(database.prepare(sql).get() ?? {});
  return Number(value);
}

function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Never opens an existing file: closing it would drop the locks that other connections of this process hold on it.
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** The version of the tables; 0 when they are not created yet. Raises {@link FileRefused}. */
export function versionOf(database: DatabaseSync, path: string): number {
  // One look: another process may be creating the tables.
  database.exec('BEGIN');
  try {
    return versionSeen(database, path);
  } finally {
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

function versionSeen(database: DatabaseSync, path: string): number {
  const version = readNumber(database, 'PRAGMA user_version');
  const owner = readNumber(database, 'PRAGMA application_id');
  const tables = readNumber(database, 'SELECT count(*) FROM sqlite_schema');
  if (tables === 0 && version === 0) return 0;
  if (owner !== applicationId) {
    throw new FileRefused(`${path} belongs to another program: choose another path for the event log`);
  }
  if (version !== schemaVersion) {
    throw new FileRefused(
      `${path} has schema ${version}, this Waybill knows ${schemaVersion}: run the version that wrote it`,
    );
  }
  if (!isOfSchema(database, schema)) throw damaged(path, strange);
  return version;
}

/** Creates the tables, unless another process has. */
function createTables(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    if (readNumber(database, 'PRAGMA user_version') === 0) database.exec(schema);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** One look. SQLite refuses each damaged page that it reads, and an audit reads them all. */
function assertSound(database: DatabaseSync, path: string): void {
  const beyond = readNumber(
    database,
    'SELECT count(*) FROM log WHERE last_position < (SELECT max(position) FROM events)',
  );
  if (beyond > 0) throw damaged(path, 'an event stands beyond the last position');
}

function damaged(path: string, cause: unknown): FileRefused {
  const finding = cause instanceof Error ? cause.message : String(cause);
  return new FileRefused(`${path} is damaged (${finding}): restore it from a backup`, { cause });
}
