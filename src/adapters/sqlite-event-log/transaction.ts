import { withLockWait } from './lock-wait.ts';
import { saysNotWritten } from './sqlite-errors.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** The commit itself failed, and not by a full disk: the changes may be found in the file after a restart, or not. */
export class CommitInDoubt extends Error {
  override readonly name = 'CommitInDoubt';
}

/** Write transactions, one at a time. A writer never upgrades a read: it takes the lock first. */
export class Transactions {
  readonly #database: DatabaseSync;
  readonly #lockWaitMs: number;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  /** When something was last written for good, by `performance.now()`. */
  committedAtMs = -Infinity;
  /** How long the last transaction kept others from writing, milliseconds. */
  heldMs = 0;

  constructor(database: DatabaseSync, lockWaitMs: number) {
    this.#database = database;
    this.#lockWaitMs = lockWaitMs;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
  }

  /**
   * Runs `work` and commits; rolls back when it throws, or when it answers `keep: false` (nothing was written, so
   * nothing needs the disk). Raises `LockWaitEnded` and {@link CommitInDoubt}.
   */
  run<Result extends { readonly keep: boolean }>(work: () => Result): Result {
    withLockWait(this.#lockWaitMs, () => this.#begin.run());
    const heldFromMs = performance.now();
    try {
      return this.#finish(work);
    } finally {
      this.heldMs = performance.now() - heldFromMs;
    }
  }

  #finish<Result extends { readonly keep: boolean }>(work: () => Result): Result {
    let result: Result;
    try {
      result = work();
    } catch (error) {
      this.#undo();
      throw error;
    }
    if (result.keep) this.#end();
    else this.#undo();
    return result;
  }

  #end(): void {
    try {
      this.#commit.run();
      this.committedAtMs = performance.now();
    } catch (error) {
      // The record that makes the changes valid is the last one written: it is not in the file.
      if (saysNotWritten(error)) throw error;
      throw new CommitInDoubt(`the commit failed: ${String(error)}`, { cause: error });
    }
  }

  // Some errors make SQLite roll back by itself.
  #undo(): void {
    if (this.#database.isTransaction) this.#rollback.run();
  }
}
