import type { DirectoryEntry } from '../domain/scopes/directory-entry.ts';

/** Greatest staleness of what a directory says about a known key while the log is available, milliseconds. */
export const directoryStaleMsMax = 250;

/**
 * How long what was known of a key counts while nothing can be read of what happened to it since, milliseconds: longer than an
 * engine takes to elect a leader. After that nobody is let in by it.
 */
export const directoryUnsureMsMax = 15_000;

/**
 * Who a key belongs to and what it may do. An unknown key is looked up again after the projections have caught up with
 * the log, so that a key created by another process is usable at once. The answer for a known key is at most
 * {@link directoryStaleMsMax} old, so that a key revoked by another process is refused everywhere after that time, and
 * after {@link directoryUnsureMsMax} where the log or the read models fail.
 */
export interface Directory {
  /** Finds a key by the keyed hash of its secret. Revoked and expired keys are found too: the caller decides. */
  findKey(keyHash: string): Promise<DirectoryEntry | null> | DirectoryEntry | null;
  /**
   * A person who acts without a key, as recent as a known key, with what stands for one: see `keyless-key.ts`. `null`:
   * nobody is registered under the id.
   */
  findPerson(userId: string): Promise<DirectoryEntry | null>;
}
