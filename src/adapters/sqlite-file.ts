import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** An SQLite file that is looked at and not changed. */
export interface UntouchedFile {
  readonly database: DatabaseSync;
  /** Whether nobody may have written the file since it was opened. */
  isUnchanged(): boolean;
}

/** How long a read waits for whoever writes, milliseconds. */
const readTimeoutMs = 5_000;

/**
 * Opens the file for reading, and leaves neither journal nor lock file. Where a journal lies beside it, other processes may
 * be writing: SQLite reads both. Where none does, nobody has the file open, and it is read as it is, even from a disk that
 * cannot be written. Raises what SQLite raises.
 */
export function openSqliteFileUntouched(path: string): UntouchedFile {
  const before = standingOf(path);
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
    isUnchanged: () => before === 'shared' || (standingOf(path) === before && stampOf(path) === stampBefore),
  };
}

/**
 * Of a file and its journal. `at_rest`: there is no journal, and nobody has the file open. `shared`: others may, and SQLite
 * goes between them by a file that it makes or finds. `left`: there is no such file and none can be made, as in a copy
 * on a disk that cannot be written, so that nobody has the file open; its journal is read without one.
 */
type Standing = 'at_rest' | 'shared' | 'left';

const waysToOpen: Readonly<Record<Standing, string>> = {
  at_rest: 'immutable=1',
  shared: 'mode=ro',
  left: 'mode=ro&vfs=unix-none',
};

function standingOf(path: string): Standing {
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
