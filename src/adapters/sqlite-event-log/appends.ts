import { ownDigest, runningDigest } from '../../domain/event-digest.ts';
import {
  absentStream,
  actualRevision,
  judgeAppend,
  judgeComparison,
  revisionOf,
} from '../../event-log/stream-status.ts';
import { eventFields } from './messages.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../../time/clock.ts';
import type { ExpectedRevision } from '../../ports/event-log.ts';
import type { AppendFields, Failure, GroupAnswer } from './messages.ts';
import type { Streams } from './streams.ts';
import type { Transactions } from './transaction.ts';

/** Appends as they crossed the thread boundary. */
export interface AppendGroup {
  readonly fields: AppendFields;
  readonly appends: number;
}

/** One append inside {@link AppendFields}. */
interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Index of the first field of its first event. */
  readonly at: number;
  readonly events: number;
}

/** The answer to a group, while it is being written. */
interface Draft {
  readonly numbers: Float64Array;
  readonly refusals: { index: number; failure: Failure }[];
  readonly writtenAfter: number;
  writtenUpTo: number;
}

/** Writes a group of appends in one transaction. Each append is judged on its own. */
export class AppendWriter {
  readonly #streams: Streams;
  readonly #clock: Clock;
  readonly #transactions: Transactions;
  readonly #insert: StatementSync;
  readonly #eventAt: StatementSync;
  readonly #savePosition: StatementSync;
  #recordedAtMs = 0;
  #written = 0;

  constructor(database: DatabaseSync, streams: Streams, transactions: Transactions, clock: Clock) {
    this.#clock = clock;
    this.#streams = streams;
    this.#transactions = transactions;
    this.#insert = database.prepare(`
      INSERT INTO events (position, stream_id, revision, recorded_at, id, type, data, metadata, digest)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    `);
    this.#eventAt = database.prepare('SELECT id, position FROM events WHERE stream_id = ? AND revision = ?');
    this.#savePosition = database.prepare('UPDATE log SET last_position = ?, digest = ?');
  }

  /**
   * Commits the acceptable appends of a group together, or nothing. Raises what `Transactions.run` raises, and any error
   * of SQLite before the commit.
   */
  write(group: AppendGroup): GroupAnswer {
    this.#written = 0;
    const { draft, keep } = this.#transactions.run(() => this.#writeAll(group));
    const { lastPosition } = this.#streams;
    return { ...draft, commits: keep ? 1 : 0, lastPosition, recordedAtMs: this.#recordedAtMs };
  }

  #writeAll(group: AppendGroup): { readonly draft: Draft; readonly keep: boolean } {
    this.#streams.refresh();
    this.#recordedAtMs = this.#clock.now();
    const draft = this.#writeGroup(group);
    const keep = this.#written > 0;
    if (keep) this.#savePosition.run(this.#streams.lastPosition, this.#streams.digest);
    return { draft, keep };
  }

  #writeGroup({ fields, appends }: AppendGroup): Draft {
    const writtenAfter = this.#streams.lastPosition;
    const numbers = new Float64Array(appends * 2);
    const draft: Draft = { numbers, refusals: [], writtenAfter, writtenUpTo: writtenAfter };
    let at = 0;
    for (let index = 0; index < appends; index += 1) {
      // The main thread laid the fields out: stream, expected revision, number of events.
      const [stream, expected, events] = fields.slice(at, at + 3) as [string, ExpectedRevision, number];
      const append = { stream, expected, at: at + 3, events };
      const failure = this.#judge(append, fields, draft.numbers.subarray(index * 2, index * 2 + 2));
      if (failure !== null) draft.refusals.push({ index, failure });
      at = append.at + events * eventFields;
    }
    draft.writtenUpTo = this.#streams.lastPosition;
    return draft;
  }

  #judge(append: Append, fields: AppendFields, numbers: Float64Array): Failure | null {
    const status = this.#streams.find(append.stream) ?? absentStream;
    let verdict: ReturnType<typeof judgeAppend> | 'repeated' = judgeAppend(status, append.expected);
    if (verdict === 'compare') {
      const matching = this.#matching(append, fields, numbers);
      verdict = judgeComparison(status, append.expected, { matching, total: append.events });
    }
    if (verdict === 'tombstoned') return { code: 'tombstoned' };
    if (verdict === 'conflict') return { code: 'conflict', actual: actualRevision(status) };
    if (verdict === 'write') this.#write(append, fields, numbers);
    return null;
  }

  #write({ stream: name, at, events }: Append, fields: AppendFields, numbers: Float64Array): void {
    const stream = this.#streams.findOrCreate(name);
    if (stream.state === 'deleted') {
      stream.state = 'open';
      this.#streams.save(stream);
    }
    for (let field = at; field < at + events * eventFields; field += eventFields) {
      // The main thread laid the fields out.
      const [id, type, data, metadata] = fields.slice(field, field + eventFields) as [string, string, string, string];
      const revision = (stream.lastRevision += 1);
      const position = (this.#streams.lastPosition += 1);
      const recordedAtMs = this.#recordedAtMs;
      const digest = ownDigest({ metadata });
      const running = runningDigest(this.#streams.digest, { position, revision, recordedAtMs, digest });
      this.#streams.digest = running;
      this.#insert.run(position, stream.id, revision, recordedAtMs, id, type, data, metadata, running);
    }
    this.#written += events;
    numbers[0] = stream.lastRevision;
    numbers[1] = this.#streams.lastPosition;
  }

  /** Number of leading events already at their places. Stores revision and position of the last one in `numbers`. */
  #matching({ stream, expected, at, events }: Append, fields: AppendFields, numbers: Float64Array): number {
    const streamId = this.#streams.find(stream)?.id ?? 0;
    const first = revisionOf(expected as number | 'no_stream') + 1; // only those two are compared
    for (let index = 0; index < events; index += 1) {
      const row = this.#eventAt.get(streamId, first + index);
      if (row === undefined || row['id'] !== fields[at + index * eventFields]) return index;
      numbers[0] = first + index;
      numbers[1] = Number(row['position']);
    }
    return events;
  }
}
