import { actualRevision, standsAsExpected } from '../../event-log/stream-status.ts';
import { EmptiedRows } from './emptied-rows.ts';
import { visiblePart } from './reads.ts';
import { StepSize } from './step-size.ts';
import type { SteadyClock } from '../../time/steady-clock.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Answers, Failure, Question } from './messages.ts';
import type { Stream, Streams } from './streams.ts';
import type { Transactions } from './transaction.ts';

/** Largest step of a removal. Appends wait during a step, so most steps are smaller: see {@link StepSize}. */
const stepEventsMax = 1_000;
const stepStreamsMax = 500;
/** Most bytes of events in a step, or one event: they are overwritten with zeros. */
const stepBytesMax = 1024 * 1024;

interface RemovalsOptions {
  readonly database: DatabaseSync;
  readonly streams: Streams;
  readonly transactions: Transactions;
  readonly clock: SteadyClock;
  readonly stepSize?: StepSize;
}

/** Hides events, and removes hidden events. */
export class Removals {
  readonly #database: DatabaseSync;
  readonly #streams: Streams;
  readonly #clock: SteadyClock;
  readonly #transactions: Transactions;
  readonly #below: StatementSync;
  readonly #older: StatementSync;
  readonly #rows: EmptiedRows;
  readonly #removedPositions: RemovedPositions;
  readonly #size: StepSize;
  readonly #keepRevision: StatementSync;
  /** Bytes that this step may still remove. */
  #bytesLeft = 0;

  constructor({ database, streams, transactions, clock, stepSize = new StepSize() }: RemovalsOptions) {
    this.#size = stepSize;
    this.#clock = clock;
    this.#database = database;
    this.#streams = streams;
    this.#transactions = transactions;
    const select = (where: string): StatementSync =>
      database.prepare(`
        SELECT position, digest, octet_length(data) + octet_length(metadata) AS bytes FROM events
        WHERE stream_id = ? AND ${where} ORDER BY revision LIMIT ?
      `);
    this.#below = select('revision < ?');
    this.#older = select('recorded_at < ?');
    this.#rows = new EmptiedRows(database, { transactions, size: stepSize });
    this.#removedPositions = new RemovedPositions(database);
    this.#keepRevision = database.prepare('UPDATE streams SET revision_floor = max(revision_floor, ?) WHERE id = ?');
  }

  /** Soft deletion or tombstone. Returns the refusal, if any. */
  hide({ ask, stream: name, expected }: Question & { readonly ask: 'delete' | 'tombstone' }): Failure | null {
    return this.#change((): Failure | null => {
      const known = this.#streams.find(name);
      if (ask === 'delete' && (known === undefined || known.lastRevision < 0) && known?.state !== 'tombstoned') {
        return { code: 'conflict', actual: 'no_stream' };
      }
      const stream = known ?? this.#streams.findOrCreate(name);
      if (stream.state === 'tombstoned') return { code: 'tombstoned' };
      if (!standsAsExpected(stream, expected)) return { code: 'conflict', actual: actualRevision(stream) };
      stream.state = ask === 'delete' ? 'deleted' : 'tombstoned';
      stream.hiddenBefore = stream.lastRevision + 1;
      if (ask === 'delete') stream.retention = {};
      this.#streams.save(stream);
      return null;
    });
  }

  /** Replaces the retention rules. Returns the refusal, if any. */
  setRetention({ stream: name, retention }: Question & { readonly ask: 'retention' }): Failure | null {
    return this.#change((): Failure | null => {
      const stream = this.#streams.findOrCreate(name);
      if (stream.state === 'tombstoned') return { code: 'tombstoned' };
      if (stream.state === 'deleted') return null;
      stream.retention = { ...retention };
      this.#streams.save(stream);
      return null;
    });
  }

  /** Runs one short step of removing hidden events, stream by stream; `lastStream` is `null` after the last step. */
  removeHidden(afterStream: number): Answers['remove_hidden'] {
    const eventsMax = this.#size.of(stepEventsMax);
    const { answer } = this.#transactions.run(() => {
      this.#streams.refresh();
      const streams = this.#streams.ruled(afterStream, stepStreamsMax);
      let eventsRemoved = 0;
      this.#bytesLeft = this.#size.of(stepBytesMax);
      let lastStream = streams.length < stepStreamsMax ? null : (streams.at(-1)?.id ?? null);
      for (const stream of streams) {
        eventsRemoved += this.#removeFrom(stream, eventsMax - eventsRemoved);
        if (eventsRemoved < eventsMax && this.#bytesLeft > 0) continue;
        // This stream may have more events: the next step starts with it.
        lastStream = stream.id - 1;
        break;
      }
      return { answer: { eventsRemoved, lastStream }, keep: eventsRemoved > 0 };
    });
    this.#size.took(this.#transactions.heldMs);
    return answer;
  }

  /** Runs one short step of deleting empty rows; `lastStretch` is `null` after the last step. */
  dropEmptied(afterStretch: number): Answers['drop_emptied'] {
    return this.#rows.drop(afterStretch);
  }

  /** Runs one short step of freeing space. Returns whether it was the last. */
  reclaimSpace(): Answers['reclaim_space'] {
    return { isDone: !this.#rows.shrink() };
  }

  /** Empties the journal, which still holds overwritten content. Fails while another process reads or writes it. */
  emptyJournal(): Answers['empty_journal'] {
    // Pages copied here need not be copied below, where other writers are blocked.
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    return { isDone: this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0 };
  }

  #removeFrom(stream: Stream, limit: number): number {
    const { firstRevision, oldestMs } = visiblePart(stream, this.#clock);
    let removed = this.#removeAll(this.#below.all(stream.id, firstRevision, limit));
    if (oldestMs > 0 && this.#bytesLeft > 0) {
      removed += this.#removeAll(this.#older.all(stream.id, oldestMs, limit - removed));
    }
    if (removed > 0) this.#keepRevision.run(stream.lastRevision, stream.id);
    return removed;
  }

  #removeAll(places: ReturnType<StatementSync['all']>): number {
    let removed = 0;
    for (const { position, digest, bytes } of places) {
      if (this.#bytesLeft <= 0) break;
      this.#rows.empty(Number(position));
      this.#removedPositions.add(Number(position), typeof digest === 'string' ? digest : null);
      this.#bytesLeft -= Number(bytes);
      removed += 1;
    }
    return removed;
  }

  #change(work: () => Failure | null): Failure | null {
    const { failure } = this.#transactions.run(() => {
      this.#streams.refresh();
      const refusal = work();
      return { failure: refusal, keep: refusal === null };
    });
    // A refused change may have created a stream, which was rolled back.
    if (failure !== null) this.#streams.forget();
    return failure;
  }
}

/**
 * The positions whose events were removed by retention. Adjacent positions are stored as one stretch, with the running
 * digest after its last position, from which the digests of later events continue.
 */
class RemovedPositions {
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
