/** What became of a write: `exists`: an object with this name was there, and stays as it is. */
export type StoreOutcome = 'written' | 'exists';

/**
 * Where an archive is kept: named objects that are written once and never changed. Raises, from every method,
 * {@link ArchiveUnavailable} and {@link ArchiveRefused}.
 */
export interface ArchiveStore {
  /** What the place is called in messages, without a secret. */
  readonly place: string;
  /** Writes a whole object, unless there is one with this name. `sha256`: hex, of the bytes, which the store checks. */
  put(name: string, bytes: Uint8Array, sha256: string): Promise<StoreOutcome>;
  /** The bytes of an object as they arrive; `null`: there is none. A cut raises {@link ArchiveUnavailable}. */
  get(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Whether there is an object with this name. */
  has(name: string): Promise<boolean>;
  /** The names of all objects in a folder, in ascending order. */
  list(folder: string): AsyncIterable<string>;
}

/** The store did not answer, or not to the end. Trying again may help. */
export class ArchiveUnavailable extends Error {
  override readonly name = 'ArchiveUnavailable';
}

/** The store refuses: rights, bucket, region, or a checksum. Trying again does not help before somebody has seen to it. */
export class ArchiveRefused extends Error {
  override readonly name = 'ArchiveRefused';
}

/** What is stored is not what an archive of Waybill is made of. */
export class ArchiveDamaged extends Error {
  override readonly name = 'ArchiveDamaged';
}
