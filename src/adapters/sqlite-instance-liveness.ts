import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { InstanceLiveness } from '../ports/instance-liveness.ts';

/** The form of instance ids. Anything else, e.g. a path, is never looked up in the directory. */
const instanceIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const suffix = '.lock';

/** Number of newest claims of ended processes that are kept, so that these are known to be dead. */
const endedClaimsMax = 1_000;

const sqliteBusy = 5;

/**
 * Claims an instance id for this process. The claim is a lock that the process holds on `<directory>/<id>.lock`, an
 * empty SQLite file; the operating system takes it back with the process, however that ends. The directory has to be on
 * a local disk.
 *
 * A file without a lock is the tombstone of its process: it stays, so that the answer stays `dead`. The newest 1,000 of
 * these are kept; an id without a file is `unknown`.
 *
 * Raises what the file system raises when the directory cannot be written.
 */
export function createSqliteInstanceLiveness(options: { readonly directory: string }): InstanceLiveness {
  mkdirSync(options.directory, { recursive: true, mode: 0o700 });
  forgetOldest(options.directory);
  const instanceId = randomUUID();
  const claim = lock(join(options.directory, instanceId + suffix));
  const release = (): void => {
    if (claim.isOpen) claim.close();
  };
  return {
    instanceId,
    check: async (id) => {
      if (id === instanceId && claim.isOpen) return 'alive';
      return instanceIdPattern.test(id) ? probe(join(options.directory, id + suffix)) : 'unknown';
    },
    release: async () => release(),
  };
}

/** The instances of a directory whose processes run; none if there is no directory. */
export function liveInstances(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  const claims = readdirSync(directory).filter((file) => file.endsWith(suffix));
  return claims.filter((file) => probe(join(directory, file)) === 'alive').map((file) => file.slice(0, -suffix.length));
}

/** Removes the files of a folder whose names do not begin with the id of an instance that runs, and a dot. */
export function removeFilesOfEnded(folder: string, directory: string): void {
  if (!existsSync(folder)) return;
  const alive = new Set(liveInstances(directory));
  for (const file of readdirSync(folder)) {
    if (!alive.has(file.split('.')[0] ?? '')) rmSync(join(folder, file), { force: true });
  }
}

/**
 * A rollback journal, as in WAL mode even an exclusive transaction lets others read and would look dead to them; in
 * memory, as nothing is ever written and no second file has to be left behind.
 */
function lock(path: string): DatabaseSync {
  closeSync(openSync(path, 'ax', 0o600));
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Probes by a read, which a claim excludes: several processes may probe at once without mistaking each other for the
 * owner. Only SQLite ever opens the file while a process may hold it: closing any other descriptor of the file would
 * drop the locks that this process holds on it.
 */
function probe(path: string): 'alive' | 'dead' | 'unknown' {
  if (!existsSync(path)) return 'unknown';
  try {
    using database = new DatabaseSync(new URL(`${pathToFileURL(path).href}?mode=ro`), { timeout: 0 });
    database.exec('SELECT 1 FROM sqlite_schema');
    return 'dead';
  } catch (error) {
    return isBusy(error) ? 'alive' : 'unknown';
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

function forgetOldest(directory: string): void {
  const claims = readdirSync(directory).filter((file) => file.endsWith(suffix));
  const tooMany = claims.length - endedClaimsMax;
  if (tooMany <= 0) return;
  const oldest = claims.map((file) => join(directory, file)).sort((a, b) => madeAtMs(a) - madeAtMs(b));
  for (const path of oldest.slice(0, tooMany)) {
    if (probe(path) === 'dead') rmSync(path, { force: true });
  }
}

/** When a claim was last changed; 0 for a missing file, which another process may have removed. */
function madeAtMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
