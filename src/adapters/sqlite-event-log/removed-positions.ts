import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * The positions whose events were removed by retention. Adjacent positions are stored as one stretch, with the running
 * digest after its last position, from which the digests of later events continue.
 */
export class RemovedPositions {
  readonly #endingAt: StatementSync;
  readonly #beginningAt: StatementSync;
  readonly #drop: StatementSync;
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#endingAt = database.prepare('SELECT first_position FROM removed_events WHERE last_position = ?');
    this.#beginningAt = database.prepare('SELECT last_position, digest FROM removed_events WHERE first_position = ?');
    this.#drop = database.prepare('DELETE FROM removed_events WHERE first_position = ?');
    this.#insert = database.prepare(
      'INSERT INTO removed_events (first_position, last_position, digest) VALUES (?, ?, ?)',
    );
  }

  /** Adds a position. To be called inside the transaction that removes the event. */
  add(position: number, digest: string | null): void {
    const before = this.#endingAt.get(position - 1);
    const after = this.#beginningAt.get(position + 1);
    const first = Number(before?.['first_position'] ?? position);
    const last = Number(after?.['last_position'] ?? position);
    const lastDigest = after === undefined ? digest : after['digest'];
    if (before !== undefined) this.#drop.run(first);
    if (after !== undefined) this.#drop.run(position + 1);
    this.#insert.run(first, last, typeof lastDigest === 'string' ? lastDigest : null);
  }
}
