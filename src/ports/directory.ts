import type { DirectoryEntry } from '../domain/scopes/directory-entry.ts';

/** What a directory tells of a known key was in the log so many milliseconds ago at most, unless the log is away. */
export const DIRECTORY_STALE_MS_MAX = 250;

/**
 * Who a key belongs to and what it may do. A key that is unknown is looked for once more after the projections have
 * caught up with the log, so that one created by another process is usable at once; what is told of a known one is at most
 * {@link DIRECTORY_STALE_MS_MAX} old, so that one revoked by another process is refused after that time everywhere.
 */
export interface Directory {
  /** By the keyed hash of the secret. Revoked and expired keys are found too: the caller decides. */
  findKey(keyHash: string): Promise<DirectoryEntry | null> | DirectoryEntry | null;
}
