import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ownDigest, runningDigest, noDigest } from '../../domain/event-digest.ts';
import type { ArchivedEvent } from '../../domain/archive/archived-event.ts';
import type { StreamRetention } from '../../ports/event-log-retention.ts';
import { openDatabase } from './database.ts';

export interface RestoredFileOptions {
  /** The file, which must not be there. */
  readonly path: string;
  /** The rules of a stream that loses older events; `null`: it keeps all. */
  readonly retentionOf: (stream: string) => StreamRetention | null;
  /** A stream that may lose events and has no name in any archive: it stands for what was not archived. */
  readonly leftOutStream: string;
}

/** An event log that is written from an archive, in this thread: for a command that does nothing else meanwhile. */
export interface RestoredFile extends Disposable {
  /** Takes the next events, each at its own position, revision and time. Raises `RangeError` for a position of another engine. */
  add(events: readonly ArchivedEvent[]): void;
  /** Ends the file with a position that the log had reached. Raises `RangeError` where the events cannot be of one log. */
  end(lastPosition: string): void;
}

const lockWaitMs = 1_000;
/** Events of a transaction. */
const groupEvents = 10_000;

/**
 * Creates the file of an event log. Positions that are not archived are recorded as removed, as those are that retention
 * removes. Running digests begin anew, because they covered those events too.
 */
export function createRestoredFile(options: RestoredFileOptions): RestoredFile {
  const database = openDatabase({ path: options.path, lockWaitMs, clockSettleMs: 0, mayCreate: true });
  return new Restoring(database, options);
}

class Restoring implements RestoredFile {
  readonly #database: DatabaseSync;
  readonly #options: RestoredFileOptions;
  readonly #streams = new Map<string, number>();
  readonly #stream: StatementSync;
  readonly #event: StatementSync;
  readonly #removed: StatementSync;
  #position = 0;
  #digest: string = noDigest;
  #waiting = 0;

  constructor(database: DatabaseSync, options: RestoredFileOptions) {
    this.#database = database;
    this.#options = options;
    this.#stream = database.prepare(
      'INSERT INTO streams (name, truncate_before, max_count, max_age_seconds) VALUES (?, ?, ?, ?)',
    );
    this.#event = database.prepare(`
      INSERT INTO events (position, stream_id, revision, recorded_at, id, type, data, metadata, digest)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    `);
    this.#removed = database.prepare(
      'INSERT INTO removed_events (first_position, last_position, digest) VALUES (?, ?, ?)',
    );
    database.exec('BEGIN');
  }

  add(events: readonly ArchivedEvent[]): void {
    for (const event of events) this.#add(event);
    this.#waiting += events.length;
    if (this.#waiting < groupEvents) return;
    this.#database.exec('COMMIT; BEGIN');
    this.#waiting = 0;
  }

  end(lastPosition: string): void {
    this.#pass(embeddedPosition(lastPosition) + 1);
    const streams = this.#database
      .prepare(
        'SELECT coalesce(sum(length), 0) AS counted FROM (SELECT max(revision) + 1 AS length FROM events GROUP BY stream_id)',
      )
      .get();
    const leftOut = this.#position - Number(streams?.['counted']);
    if (leftOut < 0) throw new RangeError('the streams have more events than the log has positions');
    if (leftOut > 0) {
      this.#database
        .prepare('INSERT INTO streams (name, revision_floor) VALUES (?, ?)')
        .run(this.#options.leftOutStream, leftOut - 1);
    }
    this.#database.prepare('UPDATE log SET last_position = ?, digest = ?').run(this.#position, this.#digest);
    this.#database.exec('COMMIT');
  }

  [Symbol.dispose](): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #add({ position: name, stream, revision, recordedAt, id, type, data, metadata }: ArchivedEvent): void {
    const position = embeddedPosition(name);
    this.#pass(position);
    const recordedAtMs = Date.parse(recordedAt);
    const digest = ownDigest({ metadata });
    this.#digest = runningDigest(this.#digest, { position, revision, recordedAtMs, digest });
    this.#event.run(position, this.#streamId(stream), revision, recordedAtMs, id, type, data, metadata, this.#digest);
    this.#position = position;
  }

  /** Records the positions before the next one that hold no event. */
  #pass(next: number): void {
    const [first, last] = [this.#position + 1, next - 1];
    if (last < first) return;
    this.#removed.run(first, last, this.#digest);
    this.#position = last;
  }

  #streamId(name: string): number {
    const known = this.#streams.get(name);
    if (known !== undefined) return known;
    const { truncateBefore = null, maxCount = null, maxAgeSeconds = null } = this.#options.retentionOf(name) ?? {};
    const id = Number(this.#stream.run(name, truncateBefore, maxCount, maxAgeSeconds).lastInsertRowid);
    this.#streams.set(name, id);
    return id;
  }
}

/** A position of an embedded log as a number. Raises `RangeError` for one of another engine. */
function embeddedPosition(position: string): number {
  const number = Number(position);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new RangeError('the archive has positions that an embedded ledger cannot hold');
}
