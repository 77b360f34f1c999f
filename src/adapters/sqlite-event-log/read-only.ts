import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { FileRefused, versionOf } from './database.ts';

/** A look at a file that changes nothing: no journal, no lock file, no instance. */
export interface ReadOnlyFile {
  readonly database: DatabaseSync;
  /** Whether the tables have what this version records beside the events. */
  readonly hasDigests: boolean;
  /** Whether nobody may have written the file since it was opened. */
  isUnchanged(): boolean;
}

/**
 * Opens the file for reading. Where a journal lies beside it, other processes may be writing: SQLite reads both. Where none
 * does, nobody has the file open, and it is read as it is, even from a disk that cannot be written.
 *
 * Raises {@link FileRefused} for a file that is no event log, and what SQLite raises.
 */
export function openReadOnly(path: string): ReadOnlyFile {
  if (!existsSync(path)) throw new FileRefused(`${path} does not exist`);
  const before = standingOf(path);
  const stampBefore = stampOf(path);
  const url = new URL(`${pathToFileURL(path).href}?${waysToOpen[before]}`);
  const database = new DatabaseSync(url, { readOnly: true, timeout: 5_000 });
  try {
    if (before === 'left') database.exec('PRAGMA locking_mode = EXCLUSIVE');
    const version = versionOf(database, path);
    if (version === 0) throw new FileRefused(`${path} holds no ledger: restore it from a backup`);
    // The file is walked through once: pages that are kept longer only push others out of the processor's caches.
    database.exec('PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -2048');
    return {
      database,
      hasDigests: version > 1,
      isUnchanged: () => before === 'shared' || (standingOf(path) === before && stampOf(path) === stampBefore),
    };
  } catch (error) {
    database.close();
    throw error;
  }
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
