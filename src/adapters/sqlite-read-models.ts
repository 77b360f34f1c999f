import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { foldEvents, type DocumentChange } from '../ports/projection-fold.ts';
import {
  projectionId,
  ProjectionRewound,
  ReadModelsUnavailable,
  type Projection,
  type ProjectionBatch,
  type ProjectionSnapshot,
  type KeptReadModels,
  type PositionedEvent,
  type ReadModelsOrigin,
  type Resumption,
  type WaitingStream,
} from '../ports/read-models.ts';
import type { EventLog, Position } from '../ports/event-log.ts';
import { openReadModelsDatabase, openReadModelsReadOnly, prepareStatements } from './sqlite-read-models/database.ts';
import { RowDigests, RowEdited } from './sqlite-read-models/row-digests.ts';

export interface SqliteReadModelsOptions {
  /** The file; it and its folder are created when absent, readable by their owner only. */
  readonly path: string;
  /** Compares positions of the log, to tell whether an event is already folded. */
  readonly comparePositions: EventLog['comparePositions'];
  /**
   * The key of the digests of rows, which are checked whenever a row is read. Absent: none are made, and none checked.
   */
  readonly key?: Buffer;
  /**
   * Opens without writing anything, not even a journal, for a comparison of the whole: a snapshot then names an edited
   * row instead of raising. Default false.
   */
  readonly readOnly?: boolean;
}

/**
 * Read models in one SQLite file, shared by any number of processes of one machine.
 *
 * Commits do not wait for the disk (`synchronous=NORMAL` in WAL mode): the file is a cache of the log. A power loss may
 * take the last transactions, always whole, documents together with their checkpoint; they are then folded again.
 *
 * Raises {@link ReadModelsUnavailable} when the file cannot be opened, is damaged, or has the layout of another
 * version; later for a row that was edited.
 */
export function openSqliteReadModels(options: SqliteReadModelsOptions): KeptReadModels & Disposable {
  try {
    const database =
      options.readOnly === true ? openReadModelsReadOnly(options.path) : openReadModelsDatabase(options.path);
    return new SqliteReadModels(database, options);
  } catch (error) {
    throw unavailable(`read models ${options.path} cannot be opened`, error);
  }
}

/** What to do where not the file is at fault but its place, by the code of the operating system. */
const adviceOnPlace: Readonly<Record<string, string>> = {
  EACCES: 'run as the user that owns the data directory',
  EROFS: 'set WAYBILL_DATA_DIR to a directory that can be written',
  ENOSPC: 'make room on the disk, then start again',
};

/** The file is a cache, and the message says what that allows. */
function unavailable(what: string, cause: unknown): ReadModelsUnavailable {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const advice =
    adviceOnPlace[code] ??
    'they are a cache of the event log: when the file is damaged, stop, delete it and start again';
  return new ReadModelsUnavailable(`${what}: ${reason} (${advice})`, { cause });
}

/** What the engine raises: a failed statement, or a database that was closed. Anything else is a defect of ours. */
const engineErrorCodes: ReadonlySet<unknown> = new Set(['ERR_SQLITE_ERROR', 'ERR_INVALID_STATE']);

function isEngineError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && engineErrorCodes.has(error.code);
}

class SqliteReadModels implements KeptReadModels, Disposable {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #comparePositions: EventLog['comparePositions'];
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #digests: RowDigests;
  readonly #isReadOnly: boolean;
  /** Reads again what was found edited. */
  #readAgain: () => unknown = () => null;

  constructor(database: DatabaseSync, options: SqliteReadModelsOptions) {
    this.#database = database;
    this.#path = options.path;
    this.#comparePositions = options.comparePositions;
    this.#statements = prepareStatements(database);
    this.#digests = new RowDigests(options.key ?? null);
    this.#isReadOnly = options.readOnly === true;
  }

  checkpoint(projection: Projection<object>): Position | null {
    return this.#guarded(() => this.#progressOf(projectionId(projection)).position);
  }

  apply(
    projection: Projection<object>,
    { after, events, unread = [], upTo }: ProjectionBatch,
  ): readonly string[] | null {
    const id = projectionId(projection);
    return this.#transaction(() => {
      const { position: checkpoint, waiting } = this.#guarded(() => this.#progressOf(id));
      if (after !== null && this.#isAfter(after, checkpoint)) throw new ProjectionRewound(projection);
      if (!this.#isAfter(upTo, checkpoint)) return null;
      const apart = new Set(waiting.map(({ stream }) => stream));
      const isFresh = ({ position, stream }: { readonly position: Position; readonly stream: string }): boolean =>
        this.#isAfter(position, checkpoint) && !apart.has(stream);
      // Events are in log order: if the first is new, all are.
      const areNew = apart.size === 0 && events[0] !== undefined && this.#isAfter(events[0].position, checkpoint);
      const fresh = areNew ? events : events.filter(isFresh);
      const keys = this.#fold(projection, fresh);
      const begun = unread.filter(isFresh);
      for (const wait of begun) this.#wait(id, wait);
      this.#setCheckpoint(id, { position: upTo, waiting: begun.length === 0 ? waiting : this.waiting(projection) });
      return fresh.length === events.length ? keys : null;
    });
  }

  waiting(projection: Projection<object>): readonly WaitingStream[] {
    return this.#guarded(() => this.#waitingOf(projectionId(projection)));
  }

  resume(projection: Projection<object>, { from, events, next, checkpoint }: Resumption): boolean {
    const id = projectionId(projection);
    return this.#transaction(() => {
      const { position: stored, waiting } = this.#guarded(() => this.#progressOf(id));
      if (waiting.find(({ stream }) => stream === from.stream)?.revision !== from.revision) return false;
      if (next === null && stored !== checkpoint) return false;
      this.#fold(projection, events);
      this.#guarded(() => this.#statements.removeWaiting.run(id, from.stream));
      if (next !== null) this.#wait(id, next);
      if (stored !== null) this.#setCheckpoint(id, { position: stored, waiting: this.waiting(projection) });
      return true;
    });
  }

  get<Document extends object>(projection: Projection<Document>, key: string): Document | null {
    return this.#guarded(
      () => {
        const row = this.#statements.get.get(projectionId(projection), key);
        return row === undefined ? null : this.#documentIn(projection, row);
      },
      () => this.get(projection, key),
    );
  }

  find<Document extends object>(projection: Projection<Document>, lookup: string): Document | null {
    return this.#guarded(
      () => {
        const row = this.#statements.find.get(projectionId(projection), lookup);
        return row === undefined ? null : this.#documentIn(projection, row);
      },
      () => this.find(projection, lookup),
    );
  }

  list<Document extends object>(
    projection: Projection<Document>,
    options: { readonly afterKey?: string; readonly limit?: number } = {},
  ): readonly { readonly key: string; readonly document: Document }[] {
    const { afterKey = '', limit = 1_000 } = options;
    const id = projectionId(projection);
    return this.#guarded(
      () => {
        const rows = this.#statements.list.all(id, afterKey, Math.min(limit, 10_000));
        return rows.map((row) => ({ key: String(row['key']), document: this.#documentIn(projection, row) }));
      },
      () => this.list(projection, options),
    );
  }

  snapshot<Document extends object>(projection: Projection<Document>): ProjectionSnapshot<Document> {
    const id = projectionId(projection);
    return this.#transaction(
      () =>
        this.#guarded(() => {
          const rows = this.#statements.all.all(id);
          const entries = rows.map((row) => [String(row['key']), this.#comparedOf(projection, row)] as const);
          const { position: checkpoint, waiting, isEdited } = this.#storedProgress(id);
          const edited = isEdited ? { key: null, error: editedCheckpoint(id) } : this.#editedIn(projection, rows);
          if (edited !== undefined && !this.#isReadOnly) throw edited.error;
          return {
            checkpoint,
            documents: new Map(entries),
            ...(waiting.length > 0 && { waiting }),
            ...(edited && { edited }),
          };
        }),
      'DEFERRED',
    );
  }

  replace<Document extends object>(projection: Projection<Document>, snapshot: ProjectionSnapshot<Document>): void {
    this.#transaction(() => {
      this.#clear(projection);
      this.#guarded(() => {
        for (const [key, after] of snapshot.documents) this.#write(projection, key, { before: null, after });
      });
      for (const wait of snapshot.waiting ?? []) this.#wait(projectionId(projection), wait);
      const { checkpoint: position } = snapshot;
      if (position !== null) {
        this.#setCheckpoint(projectionId(projection), { position, waiting: this.waiting(projection) });
      }
    });
  }

  reset(projection: Projection<object>): void {
    this.#transaction(() => this.#clear(projection));
  }

  origin(): ReadModelsOrigin | null {
    return this.#guarded(() => {
      const row = this.#statements.origin.get();
      if (row === undefined) return null;
      const origin = {
        logId: String(row['log_id']),
        position: Number(row['position']),
        digest: String(row['log_digest']),
      };
      if (!this.#digests.isOf(row, originParts(origin))) throw new RowEdited('their record of the ledger was edited');
      return origin;
    });
  }

  setOrigin(origin: ReadModelsOrigin): void {
    const { logId, position, digest } = origin;
    this.#guarded(() => this.#statements.setOrigin.run(logId, position, digest, this.#digests.of(originParts(origin))));
  }

  assertUnedited(): void {
    this.#readAgain();
    this.#readAgain = () => null;
  }

  [Symbol.dispose](): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #fold(projection: Projection<object>, events: readonly PositionedEvent[]): readonly string[] {
    const changes = foldEvents(projection, events, (key) => this.get(projection, key));
    this.#guarded(() => {
      for (const [key, change] of changes) this.#write(projection, key, change);
    });
    return [...changes.keys()];
  }

  #wait(id: string, { stream, revision, type }: WaitingStream): void {
    this.#guarded(() => this.#statements.setWaiting.run(id, stream, revision, type));
  }

  #write(projection: Projection<object>, key: string, { before, after }: DocumentChange): void {
    const id = projectionId(projection);
    if (after === before) return;
    if (after === null) {
      this.#statements.remove.run(id, key);
      return;
    }
    const [lookup, document] = [projection.lookupOf?.(after) ?? null, JSON.stringify(after)];
    this.#statements.put.run(id, key, lookup, document, this.#digests.of([id, key, lookup ?? '', document]));
  }

  #clear(projection: Projection<object>): void {
    const id = projectionId(projection);
    this.#guarded(() => {
      this.#statements.removeAll.run(id);
      this.#statements.removeCheckpoint.run(id);
      this.#statements.removeAllWaiting.run(id);
    });
  }

  /** The checkpoint, and what waits behind it. Raises for one that was edited. */
  #progressOf(id: string): Progress {
    const progress = this.#storedProgress(id);
    if (progress.isEdited) throw editedCheckpoint(id);
    return progress;
  }

  #storedProgress(id: string): Progress & { readonly isEdited: boolean } {
    const row = this.#statements.checkpoint.get(id);
    const waiting = this.#waitingOf(id);
    if (row === undefined) return { position: null, waiting, isEdited: false };
    const position = String(row['position']) as Position; // stored by apply, as the log gave it
    return { position, waiting, isEdited: !this.#digests.isOf(row, checkpointParts(id, { position, waiting })) };
  }

  #waitingOf(id: string): readonly WaitingStream[] {
    return this.#statements.waiting.all(id).map(({ stream, revision, type }) => ({
      stream: String(stream),
      revision: Number(revision),
      type: String(type),
    }));
  }

  #setCheckpoint(id: string, progress: Progress): void {
    this.#guarded(() =>
      this.#statements.setCheckpoint.run(id, progress.position, this.#digests.of(checkpointParts(id, progress))),
    );
  }

  #documentIn<Document extends object>(projection: Projection<Document>, row: Row): Document {
    if (this.#isEdited(projection, row)) throw editedDocument(projection);
    return documentOf(projection, row);
  }

  /** A text that is no JSON was edited, and equals no document. */
  #comparedOf<Document extends object>(projection: Projection<Document>, row: Row): Document {
    try {
      return documentOf(projection, row);
    } catch {
      return {} as Document;
    }
  }

  #isEdited(projection: Projection<object>, { key, lookup, document, digest }: Row): boolean {
    const parts = [projectionId(projection), String(key), lookup === null ? '' : String(lookup), String(document)];
    return !this.#digests.isOf({ digest }, parts);
  }

  /** The first row of a projection that is not as it was written. */
  #editedIn(
    projection: Projection<object>,
    rows: readonly Row[],
  ): { readonly key: string; readonly error: Error } | undefined {
    const row = rows.find((one) => this.#isEdited(projection, one));
    return row && { key: String(row['key']), error: editedDocument(projection) };
  }

  #isAfter(position: Position, checkpoint: Position | null): boolean {
    return checkpoint === null || this.#comparePositions(position, checkpoint) > 0;
  }

  /** Takes the write lock first: SQLite refuses to upgrade a read lock at once, whatever the timeout. */
  #transaction<Result>(work: () => Result, kind: 'IMMEDIATE' | 'DEFERRED' = 'IMMEDIATE'): Result {
    this.#guarded(() => this.#database.exec(`BEGIN ${kind}`));
    try {
      const result = work();
      this.#guarded(() => this.#database.exec('COMMIT'));
      return result;
    } catch (error) {
      // Some failures (a full disk) have ended the transaction already.
      if (this.#database.isOpen && this.#database.isTransaction) this.#guarded(() => this.#database.exec('ROLLBACK'));
      throw error;
    }
  }

  /** `again`: does the work once more, to see whether what was edited still is. */
  #guarded<Result>(work: () => Result, again: () => unknown = work): Result {
    try {
      return work();
    } catch (error) {
      if (error instanceof RowEdited) {
        this.#readAgain = again;
        throw unavailable(`read models ${this.#path} cannot be trusted`, error);
      }
      throw isEngineError(error) ? unavailable(`read models ${this.#path} cannot be used`, error) : error;
    }
  }
}

type Row = Record<string, SQLOutputValue>;

/** The checkpoint of a projection, and the streams that wait behind it. */
interface Progress {
  readonly position: Position | null;
  readonly waiting: readonly WaitingStream[];
}

function editedCheckpoint(id: string): RowEdited {
  return new RowEdited(`the checkpoint of ${id} was edited`);
}

function editedDocument(projection: Projection<object>): RowEdited {
  return new RowEdited(`a document of ${projectionId(projection)} was edited`);
}

/** What the digest of a checkpoint covers. */
function checkpointParts(id: string, { position, waiting }: Progress): readonly string[] {
  return [id, position ?? '', ...waiting.flatMap(({ stream, revision, type }) => [stream, String(revision), type])];
}

function originParts({ logId, position, digest }: ReadModelsOrigin): readonly string[] {
  return ['origin', logId, String(position), digest];
}

/** The projection determines the type of its documents; the store only keeps their text. */
function documentOf<Document extends object>(_projection: Projection<Document>, row: Row): Document {
  return JSON.parse(String(row['document'])) as Document;
}
