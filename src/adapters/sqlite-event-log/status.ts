import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { noDigest } from '../../domain/event-digest.ts';
import { FileRefused } from './database.ts';
import { noStreamId } from './emptied-rows.ts';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { streamTrouble } from './stream-trouble.ts';
import type { LogStatus, StreamTrouble } from '../../ports/log-identity.ts';
import type { Streams } from './streams.ts';
import type { Transactions } from './transaction.ts';

/** A disk with less free space counts as full: one append takes up to half of it. */
const freeBytesMin = 1_048_576;
/** A commit this recent proves that the file is writable. */
const writtenMsMax = 1_000;

/** What the file stores about itself, beside the events. */
export class FileStatus {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #streams: Streams;
  readonly #transactions: Transactions;
  readonly #digestAt: StatementSync;
  readonly #removedAt: StatementSync;

  constructor(database: DatabaseSync, path: string, streams: Streams, transactions: Transactions) {
    this.#database = database;
    this.#path = path;
    this.#streams = streams;
    this.#transactions = transactions;
    this.#digestAt = database.prepare(`SELECT digest FROM events WHERE position = ? AND stream_id <> ${noStreamId}`);
    this.#removedAt = database.prepare(`
      SELECT last_position, digest FROM removed_events WHERE first_position <= ?1 AND last_position >= ?1
      ORDER BY first_position DESC LIMIT 1
    `);
  }

  get logId(): string {
    return String(this.#database.prepare('SELECT id FROM log').get()?.['id']);
  }

  status(): LogStatus {
    this.#streams.refresh();
    const { lastPosition, digest } = this.#streams;
    const kept = this.#database.prepare('SELECT name, fingerprint FROM secrets').all();
    return {
      logId: this.logId,
      position: lastPosition,
      digest,
      fingerprints: Object.fromEntries(kept.map(({ name, fingerprint }) => [String(name), String(fingerprint)])),
    };
  }

  digestAt(position: number): string | null {
    const removed = this.#removedAt.get(position);
    if (removed !== undefined && removed['last_position'] !== position) return null;
    const digest = (removed ?? this.#digestAt.get(position))?.['digest'];
    return typeof digest === 'string' ? digest : noDigest;
  }

  streamTrouble(thinnedPrefixes: readonly string[]): StreamTrouble | null {
    return streamTrouble(this.#database, thinnedPrefixes);
  }

  keepFingerprint(name: string, fingerprint: string): void {
    this.#change(() =>
      this.#database.prepare('INSERT OR IGNORE INTO secrets (name, fingerprint) VALUES (?, ?)').run(name, fingerprint),
    );
  }

  forgetFingerprint(name: string): void {
    this.#change(() => this.#database.prepare('DELETE FROM secrets WHERE name = ?').run(name));
  }

  /** Raises {@link FileRefused} for a full disk, and what a commit raises. */
  assertWritable(): void {
    const { bavail, bsize } = statfsSync(dirname(this.#path));
    if (bavail * bsize < freeBytesMin) throw new FileRefused(`the disk of ${this.#path} is full: make room`);
    if (performance.now() - this.#transactions.committedAtMs < writtenMsMax) return;
    // SQLite skips writes that change nothing, so a row is inserted and deleted.
    this.#change(() =>
      this.#database.exec(
        "INSERT INTO secrets (name, fingerprint) VALUES ('', ''); DELETE FROM secrets WHERE name = '';",
      ),
    );
  }

  #change(work: () => unknown): void {
    this.#transactions.run(() => {
      this.#streams.refresh();
      work();
      return { keep: true };
    });
  }
}
