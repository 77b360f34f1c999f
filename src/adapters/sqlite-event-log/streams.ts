import { noDigest } from '../../domain/event-digest.ts';
import { RecentMap } from '../../limits/recent-map.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StreamRetention } from '../../ports/event-log-retention.ts';
import type { StreamStatus } from '../../event-log/stream-status.ts';

/** A stream in the worker's cache. */
export interface Stream extends StreamStatus {
  readonly id: number;
  readonly name: string;
  lastRevision: number;
  state: StreamStatus['state'];
  hiddenBefore: number;
  retention: StreamRetention;
}

const cachedStreamsMax = 50_000;

const columns = `
  id, name, state, hidden_before, truncate_before, max_count, max_age_seconds,
  max(revision_floor, coalesce((SELECT max(revision) FROM events WHERE stream_id = streams.id), -1)) AS last_revision
`;

/**
 * A cache of the streams and the end of the log, kept between transactions. It is valid until another connection
 * commits, which {@link Streams.refresh} detects by SQLite's `data_version`. After an error inside a transaction it is
 * invalid, and discarded with the connection.
 */
export class Streams {
  readonly #byName = new RecentMap<string, Stream>(cachedStreamsMax);
  readonly #selectEnd: StatementSync;
  readonly #dataVersion: StatementSync;
  readonly #select: StatementSync;
  readonly #selectRuled: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  #knownVersion = -1;
  /** The position of the last event ever written; 0 before the first. */
  lastPosition = 0;
  /** The running digest after it; none before the first event. */
  digest: string = noDigest;

  constructor(database: DatabaseSync) {
    this.#selectEnd = database.prepare('SELECT last_position, digest FROM log');
    this.#dataVersion = database.prepare('PRAGMA data_version');
    this.#dataVersion.setReturnArrays(true);
    this.#select = database.prepare(`SELECT ${columns} FROM streams WHERE name = ?`);
    this.#selectRuled = database.prepare(`
      SELECT ${columns} FROM streams
      WHERE id > ? AND (hidden_before > 0 OR coalesce(truncate_before, max_count, max_age_seconds) IS NOT NULL)
      ORDER BY id LIMIT ?
    `);
    this.#insert = database.prepare('INSERT INTO streams (name) VALUES (?)');
    this.#update = database.prepare(`
      UPDATE streams SET state = ?, hidden_before = ?, truncate_before = ?, max_count = ?, max_age_seconds = ?
      WHERE id = ?
    `);
  }

  /** Clears the cache if another connection has committed. Inside a transaction it then stays valid until the end. */
  refresh(): void {
    // The statement returns arrays, which the types of node:sqlite do not express.
    const [version] = this.#dataVersion.get() as unknown as [number];
    if (version === this.#knownVersion) return;
    this.forget();
    const { last_position, digest } = this.#selectEnd.get() ?? {};
    this.lastPosition = Number(last_position);
    this.digest = typeof digest === 'string' ? digest : noDigest;
    this.#knownVersion = version;
  }

  /** Clears the cache: after a rollback it may hold changes that were undone. */
  forget(): void {
    this.#byName.clear();
    this.#knownVersion = -1;
  }

  find(name: string): Stream | undefined {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const row = this.#select.get(name);
    return row === undefined ? undefined : this.#remember(streamOf(row));
  }

  findOrCreate(name: string): Stream {
    const found = this.find(name);
    if (found !== undefined) return found;
    const id = Number(this.#insert.run(name).lastInsertRowid);
    return this.#remember({ id, name, lastRevision: -1, state: 'open', hiddenBefore: 0, retention: {} });
  }

  /** Streams with id above `afterStream` that may hide events, in id order. */
  ruled(afterStream: number, limit: number): Stream[] {
    return this.#selectRuled.all(afterStream, limit).map(streamOf);
  }

  /** Writes state and rules to the file. */
  save({ id, state, hiddenBefore, retention }: Stream): void {
    const { truncateBefore = null, maxCount = null, maxAgeSeconds = null } = retention;
    this.#update.run(state, hiddenBefore, truncateBefore, maxCount, maxAgeSeconds, id);
  }

  #remember(stream: Stream): Stream {
    this.#byName.set(stream.name, stream);
    return stream;
  }
}

function streamOf(row: ReturnType<StatementSync['all']>[number]): Stream {
  const rule = (name: string, value: unknown): object => (value === null ? {} : { [name]: Number(value) });
  return {
    id: Number(row['id']),
    name: String(row['name']),
    state: row['state'] as Stream['state'], // the table has a CHECK on it
    lastRevision: Number(row['last_revision']),
    hiddenBefore: Number(row['hidden_before']),
    retention: {
      ...rule('truncateBefore', row['truncate_before']),
      ...rule('maxCount', row['max_count']),
      ...rule('maxAgeSeconds', row['max_age_seconds']),
    },
  };
}
