import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** An SQLite file opened without changing it. */
export interface UntouchedFile {
  readonly database: DatabaseSync;
  /** Whether the file was certainly not written since it was opened, or SQLite's locks make reads consistent. */
  isUnchanged(): boolean;
}

/** How long a read waits for a writer, milliseconds. */
const readTimeoutMs = 5_000;

/**
 * Opens the file for reading, and creates no journal or lock file. With a journal beside it, other processes may be
 * writing, and SQLite reads both. Without one, no process has the file open, and it is read without locks, even from a
 * read-only disk. Raises what SQLite raises.
 */
export function openSqliteFileUntouched(path: string): UntouchedFile {
  const before = statusOf(path);
  const stampBefore = stampOf(path);
  const url = new URL(`${pathToFileURL(path).href}?${waysToOpen[before]}`);
  const database = new DatabaseSync(url, { readOnly: true, timeout: readTimeoutMs });
  try {
    if (before === 'left') database.exec('PRAGMA locking_mode = EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    database,
    isUnchanged: () => before === 'shared' || (statusOf(path) === before && stampOf(path) === stampBefore),
  };
}

/**
 * The state of a file and its journal. `at_rest`: there is no journal, and no process has the file open. `shared`:
 * others may have it open, and SQLite coordinates them by a shared-memory file. `left`: that file is missing and cannot
 * be created, as for a copy on a read-only disk, so no process has the file open; its journal is read without it.
 */
type Status = 'at_rest' | 'shared' | 'left';

const waysToOpen: Readonly<Record<Status, string>> = {
  at_rest: 'immutable=1',
  shared: 'mode=ro',
  left: 'mode=ro&vfs=unix-none',
};

function statusOf(path: string): Status {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return 'at_rest';
  return existsSync(`${path}-shm`) || isWritable(dirname(path)) ? 'shared' : 'left';
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function stampOf(path: string): string {
  const [file, journal] = [path, `${path}-wal`].map((name) => statSync(name, { throwIfNoEntry: false }));
  return [file?.ino, file?.size, file?.mtimeMs, journal?.ino, journal?.size, journal?.mtimeMs].join(' ');
}

/**
 * Whether a file has the tables and indexes of its schema, as that makes them, and nothing else: a trigger or a view would
 * change what is written or read, whatever the rows say of themselves. Statistics of SQLite's own may be there.
 */
export function isOfSchema(database: DatabaseSync, schema: string): boolean {
  using own = new DatabaseSync(':memory:');
  own.exec(schema);
  const [made, found] = [own, database].map((each) =>
    JSON.stringify(
      each
        .prepare(
          "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\' ORDER BY type, name",
        )
        .all(),
    ),
  );
  return made === found;
}
