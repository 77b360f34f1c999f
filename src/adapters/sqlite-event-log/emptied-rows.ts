import { readNumber } from './database.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StepSize } from './step-size.ts';
import type { Transactions } from './transaction.ts';

/** The stream id of removed events: no stream has this number. */
export const noStreamId = 0;

/** Largest step. Appends wait during a step, so most steps are smaller: see {@link StepSize}. */
const stepRowsMax = 1_000;
const stepStretchesMax = 2_000;
/** 1 MiB of pages. */
const stepPagesMax = 256;
/**
 * Emptied rows that stay at both ends of a stretch: more than any three pages hold. When rows are deleted, the B-tree
 * moves rows of the two neighbouring pages and leaves stale copies in free space, so these must not be rows of events.
 */
const marginRows = 600;

interface EmptiedRowsOptions {
  readonly transactions: Transactions;
  readonly size: StepSize;
}

/**
 * Rows of removed events. A row is first emptied in place, which moves no other row: the bytes of the event are
 * overwritten with zeros. It is deleted when all rows around it are empty too.
 */
export class EmptiedRows {
  readonly #database: DatabaseSync;
  readonly #transactions: Transactions;
  readonly #size: StepSize;
  readonly #empty: StatementSync;
  readonly #stretches: StatementSync;
  readonly #fromStart: StatementSync;
  readonly #fromEnd: StatementSync;
  readonly #drop: StatementSync;

  constructor(database: DatabaseSync, { transactions, size }: EmptiedRowsOptions) {
    this.#database = database;
    this.#size = size;
    this.#transactions = transactions;
    this.#empty = database.prepare(`
      UPDATE events SET stream_id = ${noStreamId}, revision = position, recorded_at = 0, id = '', type = '', data = '',
        metadata = '', digest = NULL
      WHERE position = ?
    `);
    this.#stretches = database.prepare(`
      SELECT first_position, last_position FROM removed_events WHERE first_position > ?
      ORDER BY first_position LIMIT ${stepStretchesMax}
    `);
    const edge = (order: 'ASC' | 'DESC'): StatementSync =>
      database.prepare(`
        SELECT revision FROM events WHERE stream_id = ${noStreamId} AND revision BETWEEN ? AND ?
        ORDER BY revision ${order} LIMIT 1 OFFSET ${marginRows}
      `);
    this.#fromStart = edge('ASC');
    this.#fromEnd = edge('DESC');
    this.#drop = database.prepare(`
      DELETE FROM events WHERE position IN (
        SELECT revision FROM events WHERE stream_id = ${noStreamId} AND revision BETWEEN ? AND ? LIMIT ?
      )
    `);
  }

  /** Empties a row. To be called inside the transaction that removes the event. */
  empty(position: number): void {
    this.#empty.run(position);
  }

  /** Runs one short step through the stretches after `afterStretch`; `lastStretch` is `null` after the last one. */
  drop(afterStretch: number): { readonly lastStretch: number | null } {
    const rowsMax = this.#size.of(stepRowsMax);
    const { lastStretch } = this.#transactions.run(() => {
      const stretches = this.#stretches.all(afterStretch);
      let dropped = 0;
      for (const stretch of stretches) {
        const [first, last] = [Number(stretch['first_position']), Number(stretch['last_position'])];
        if (last - first < 2 * marginRows) continue;
        dropped += this.#dropWithin(first, last, rowsMax - dropped);
        // This stretch may have more rows: the next step starts with it.
        if (dropped >= rowsMax) return { lastStretch: first - 1, keep: true };
      }
      const isLast = stretches.length < stepStretchesMax;
      return { lastStretch: isLast ? null : Number(stretches.at(-1)?.['first_position']), keep: dropped > 0 };
    });
    this.#size.took(this.#transactions.heldMs);
    return { lastStretch };
  }

  #dropWithin(first: number, last: number, limit: number): number {
    const from = this.#fromStart.get(first, last)?.['revision'];
    const to = this.#fromEnd.get(first, last)?.['revision'];
    if (typeof from !== 'number' || typeof to !== 'number' || from > to) return 0;
    return Number(this.#drop.run(from, to, limit).changes);
  }

  /** Runs one short step of freeing unused pages. Returns whether there are more. */
  shrink(): boolean {
    const unused = (): number => readNumber(this.#database, 'PRAGMA freelist_count');
    if (unused() === 0) return false;
    const { isMore } = this.#transactions.run(() => {
      this.#database.exec(`PRAGMA incremental_vacuum(${this.#size.of(stepPagesMax)})`);
      return { isMore: unused() > 0, keep: true };
    });
    this.#size.took(this.#transactions.heldMs);
    return isMore;
  }
}
