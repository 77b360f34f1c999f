import { withLockWait } from './lock-wait.ts';
import { saysNotWritten } from './sqlite-errors.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** The commit itself failed, and not for a full disk: after a restart the file may or may not have the changes. */
export class CommitInDoubt extends Error {
  override readonly name = 'CommitInDoubt';
}

/** Write transactions, one at a time. Each takes the write lock first instead of upgrading a read lock. */
export class Transactions {
  readonly #database: DatabaseSync;
  readonly #lockWaitMs: number;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  /** When the last commit succeeded, by `performance.now()`. */
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
   * Runs `work` and commits. Rolls back when it throws, or when it returns `keep: false` (nothing was written). Raises
   * `LockWaitEnded` and {@link CommitInDoubt}.
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
      // The commit record is written last, so it is not in the file, and the changes are not valid.
      if (saysNotWritten(error)) throw error;
      throw new CommitInDoubt(`the commit failed: ${String(error)}`, { cause: error });
    }
  }

  // Some errors make SQLite roll back by itself.
  #undo(): void {
    if (this.#database.isTransaction) this.#rollback.run();
  }
}
