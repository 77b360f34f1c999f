import { statSync } from 'node:fs';
import { FileRefused } from './database.ts';
import type { FileStanding } from './standing.ts';

/** A place in the log that was durable once. */
export interface DurablePlace {
  readonly position: number;
  readonly digest: string;
}

/**
 * Watches that the file at a path stays the one that was opened. A connection goes on writing into a file that was
 * removed or replaced, and reads from memory what was cut off: what it then answers is in no file that anybody finds.
 */
export class FilePlace {
  readonly #path: string;
  #file: { readonly dev: number; readonly ino: number } | null = null;
  #size = 0;
  #logId: string | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Before the file is opened again. Raises {@link FileRefused} when it is gone, or another. */
  opening(): void {
    if (this.#file !== null) this.look();
  }

  /** After every opening. Raises {@link FileRefused} for another file than before, or an earlier state of it. */
  opened(standing: FileStanding, durable: DurablePlace): void {
    const { logId } = standing;
    if (this.#logId !== null && this.#logId !== logId) throw this.#refused('was replaced by another ledger');
    if (standing.standing().position < durable.position) throw this.#refused('was replaced by an older one');
    const digest = durable.position === 0 ? null : standing.digestAt(durable.position);
    if (digest !== null && durable.digest !== '' && digest !== durable.digest) {
      throw this.#refused('was replaced by one with another history');
    }
    this.#logId = logId;
    this.look();
  }

  /**
   * `shrunk`: the file is shorter than it was, by a compaction or because it was cut off: it has to be opened anew. Raises
   * {@link FileRefused} when it is gone, or another.
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
