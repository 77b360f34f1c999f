import { statSync } from 'node:fs';
import { FileRefused } from './database.ts';
import type { FileStatus } from './status.ts';

/** A position in the log that is known to have been durable. */
export interface DurablePosition {
  readonly position: number;
  readonly digest: string;
}

/**
 * Checks that the file at a path is still the one that was opened. SQLite keeps writing to a file that was removed or
 * replaced, and reads truncated pages from memory: such answers would be in no file that can be found.
 */
export class FilePlace {
  readonly #path: string;
  #file: { readonly dev: number; readonly ino: number } | null = null;
  #size = 0;
  #logId: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** To be called before the file is reopened. Raises {@link FileRefused} when it is missing, or a different file. */
  opening(): void {
    if (this.#file !== null) this.look();
  }

  /** To be called after every opening. Raises {@link FileRefused} for a different ledger or an older copy of it. */
  opened(status: FileStatus, durable: DurablePosition): void {
    const { logId } = status;
    if (this.#logId !== null && this.#logId !== logId) throw this.#refused('was replaced by another ledger');
    if (status.status().position < durable.position) throw this.#refused('was replaced by an older one');
    const digest = status.digestAt(durable.position);
    if (digest !== null && digest !== durable.digest) {
      throw this.#refused('was replaced by one with another history');
    }
    this.#logId = logId;
    this.look();
  }

  /**
   * `shrunk`: the file is shorter than before, after a compaction or a truncation, and must be reopened. Raises
   * {@link FileRefused} when it is missing, or a different file.
   */
  look(): 'same' | 'shrunk' {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (found === undefined) throw new FileRefused(`${this.#path} has gone: put it back and start again`);
    this.#file ??= { dev: found.dev, ino: found.ino };
    if (found.ino !== this.#file.ino || found.dev !== this.#file.dev) throw this.#refused('was replaced');
    const isShrunk = found.size < this.#size;
    this.#size = found.size;
    return isShrunk ? 'shrunk' : 'same';
  }

  #refused(what: string): FileRefused {
    return new FileRefused(
      `${this.#path} ${what} while it was in use: put back the file that was there, or start again`,
    );
  }
}
