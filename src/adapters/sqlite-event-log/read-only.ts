import { existsSync } from 'node:fs';
import { openSqliteFileUntouched, type UntouchedFile } from '../sqlite-file.ts';
import { FileRefused, versionOf } from './database.ts';

/**
 * Opens an event log only for reading: no journal, no lock file, no instance. Raises {@link FileRefused} if it is not an
 * event log, and what SQLite raises.
 */
export function openReadOnly(path: string): UntouchedFile {
  if (!existsSync(path)) throw new FileRefused(`${path} does not exist`);
  const file = openSqliteFileUntouched(path);
  const { database } = file;
  try {
    if (versionOf(database, path) === 0) throw new FileRefused(`${path} holds no ledger: restore it from a backup`);
    // The file is read once: a larger page cache would only push other data out of the processor's caches.
    database.exec('PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -2048');
    return file;
  } catch (error) {
    database.close();
    throw error;
  }
}
