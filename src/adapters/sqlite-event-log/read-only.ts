import { existsSync, statSync } from 'node:fs';
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
  const journal = `${path}-wal`;
  const isAtRest = (): boolean => (statSync(journal, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const wasAtRest = isAtRest();
  const stampBefore = stampOf(path);
  const mode = wasAtRest ? 'immutable=1' : 'mode=ro';
  const database = new DatabaseSync(new URL(`${pathToFileURL(path).href}?${mode}`), { readOnly: true, timeout: 5_000 });
  try {
    const version = versionOf(database, path);
    if (version === 0) throw new FileRefused(`${path} holds no ledger: restore it from a backup`);
    // The file is walked through once: pages that are kept longer only push others out of the processor's caches.
    database.exec('PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -2048');
    return {
      database,
      hasDigests: version > 1,
      isUnchanged: () => !wasAtRest || (isAtRest() && stampOf(path) === stampBefore),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function stampOf(path: string): string {
  const { ino, size, mtimeMs } = statSync(path);
  return `${ino} ${size} ${mtimeMs}`;
}
