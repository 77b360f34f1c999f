import { existsSync } from 'node:fs';
import { openSqliteFileUntouched, type UntouchedFile } from '../sqlite-file.ts';
import { FileRefused, versionOf } from './database.ts';

/** An event log opened only for reading: no journal, no lock file, no instance. */
export interface ReadOnlyFile extends UntouchedFile {
  /** Whether the tables have the digests of schema 2. */
  readonly hasDigests: boolean;
}

/** Opens the file for reading. Raises {@link FileRefused} if it is not an event log, and what SQLite raises. */
export function openReadOnly(path: string): ReadOnlyFile {
  if (!existsSync(path)) throw new FileRefused(`${path} does not exist`);
  const file = openSqliteFileUntouched(path);
  const { database } = file;
  try {
    const version = versionOf(database, path);
    if (version === 0) throw new FileRefused(`${path} holds no ledger: restore it from a backup`);
    // The file is read once: a larger page cache would only push other data out of the processor's caches.
    database.exec('PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -2048');
    return { ...file, hasDigests: version > 1 };
  } catch (error) {
    database.close();
    throw error;
  }
}
