import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { isOfSchema, openSqliteFileUntouched } from '../sqlite-file.ts';

/** How long a write may wait for another process, milliseconds. It blocks the event loop; the feeder retries later. */
const busyTimeoutMs = 100;

/** The same while opening the file, when no request is served yet and several processes may start at once. */
const openTimeoutMs = 5_000;

const schemaVersion = 2;

// Keys and lookups compare by their bytes, so that every process lists in the same order.
// `digest`: keyed, of the rest of the row. That of a checkpoint covers the waiting streams of its projection.
const schema = `
  CREATE TABLE IF NOT EXISTS documents (
    projection TEXT NOT NULL,
    key TEXT NOT NULL,
    lookup TEXT,
    document TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (projection, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS documents_by_lookup ON documents (projection, lookup, key) WHERE lookup IS NOT NULL;
  CREATE TABLE IF NOT EXISTS checkpoints (
    projection TEXT PRIMARY KEY,
    position TEXT NOT NULL,
    digest TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS waiting_streams (
    projection TEXT NOT NULL,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    type TEXT NOT NULL,
    PRIMARY KEY (projection, stream)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS origin (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    log_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    log_digest TEXT NOT NULL,
    digest TEXT NOT NULL
  ) STRICT;
  PRAGMA user_version = ${schemaVersion};
`;

const columns = 'key, lookup, document, digest';

/** The file, with its tables; it and its folder are created when absent, readable by their owner only. */
export function openReadModelsDatabase(path: string): DatabaseSync {
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

/** The file as it is: nothing is written. */
export function openReadModelsReadOnly(path: string): DatabaseSync {
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
  if (found === schemaVersion && !isOfSchema(database, schema))
    throw new Error('it has other tables, indexes or triggers');
  if (found === schemaVersion) return true;
  if (found !== 0) throw new Error(`layout ${found} is not the layout ${schemaVersion} of this version of Waybill`);
  return false;
}

function prepareFile(database: DatabaseSync): void {
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  if (assertLayout(database)) return;
  database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`);
}

/** Every statement on the file. */
export function prepareStatements(database: DatabaseSync) {
  const prepare = (sql: string): StatementSync => database.prepare(sql);
  return {
    checkpoint: prepare('SELECT position, digest FROM checkpoints WHERE projection = ?'),
    setCheckpoint: prepare('INSERT OR REPLACE INTO checkpoints (projection, position, digest) VALUES (?, ?, ?)'),
    removeCheckpoint: prepare('DELETE FROM checkpoints WHERE projection = ?'),
    get: prepare(`SELECT ${columns} FROM documents WHERE projection = ? AND key = ?`),
    // Named, because the planner would rather read all keys in order.
    find: prepare(
      `SELECT ${columns} FROM documents INDEXED BY documents_by_lookup WHERE projection = ? AND lookup = ? ORDER BY key LIMIT 1`,
    ),
    list: prepare(`SELECT ${columns} FROM documents WHERE projection = ? AND key > ? ORDER BY key LIMIT ?`),
    all: prepare(`SELECT ${columns} FROM documents WHERE projection = ? ORDER BY key`),
    put: prepare('INSERT OR REPLACE INTO documents (projection, key, lookup, document, digest) VALUES (?, ?, ?, ?, ?)'),
    remove: prepare('DELETE FROM documents WHERE projection = ? AND key = ?'),
    removeAll: prepare('DELETE FROM documents WHERE projection = ?'),
    waiting: prepare('SELECT stream, revision, type FROM waiting_streams WHERE projection = ? ORDER BY stream'),
    setWaiting: prepare('INSERT INTO waiting_streams (projection, stream, revision, type) VALUES (?, ?, ?, ?)'),
    removeWaiting: prepare('DELETE FROM waiting_streams WHERE projection = ? AND stream = ?'),
    removeAllWaiting: prepare('DELETE FROM waiting_streams WHERE projection = ?'),
    origin: prepare('SELECT log_id, position, log_digest, digest FROM origin'),
    setOrigin: prepare(
      'INSERT OR REPLACE INTO origin (only_row, log_id, position, log_digest, digest) VALUES (1, ?, ?, ?, ?)',
    ),
  };
}
