import type { DomainEvent } from '../domain/event-catalogue.ts';
import type { Position } from './event-log.ts';

/**
 * A projection: a fold of events into documents that reads nothing but the events. The store keeps its documents and
 * its checkpoint in one transaction, so it can be dropped and rebuilt at any time. Money decisions never read one.
 *
 * Documents are plain JSON: what `evolve` returns must equal itself after `JSON.stringify` and `JSON.parse`.
 */
export type Projection<Document extends object, Event extends DomainEvent = DomainEvent> = ProjectedDocuments<
  Document,
  Event
> &
  (WrittenFold<Document, Event> | { readonly held: HeldFold<Document, Event>; readonly evolve?: undefined });

/** The properties of a projection that do not depend on how events are folded. */
interface ProjectedDocuments<Document extends object, Event extends DomainEvent> {
  /** Kebab-case name, and the version of the fold: a new version is a new, empty read model. */
  readonly name: string;
  readonly version: number;
  /** Only events of streams whose name begins with one of these are delivered. */
  readonly streamPrefixes: readonly string[];
  /** Of the known types, only events of these are delivered and folded; `Event` is their type. Default: all of the streams. */
  readonly eventTypes?: ReadonlySet<Event['type']>;
  /**
   * No document is changed by two streams, or it is the same in whichever order they do. A stream with an unreadable
   * event then waits by itself, see {@link WaitingStream}, and all others go on. Default: such an event stops the
   * projection.
   */
  readonly hasStreamsApart?: true;
  /** Readers let it catch up first, so that events of its streams may be gathered longer while the log is live. */
  readonly mayLag?: true;
  /** The key of the document that this event changes, or `null` when it changes none. */
  keyOf(recorded: PositionedEvent<Event>): string | null;
  /** An event may change more documents than the one of its key. */
  readonly changesOthers?: true;
  /**
   * The part of a document that follows from the events left in the log at `now`, in milliseconds since the epoch: the
   * rest came from events that expire. Only it is compared with the log. Absent: the whole document.
   */
  lastingAt?(document: Document, now: number): Document | null;
  /** A second key to find the document by, e.g. a hash; `null` when it has none. */
  lookupOf?(document: Document): string | null;
}

/** A fold of documents in their written form. */
export interface WrittenFold<Document extends object, Event extends DomainEvent = DomainEvent> {
  readonly held?: undefined;
  /**
   * Returns the next document, or `null` to remove it. Pure, except for `others`: further documents of the projection
   * that the event changes, see `changesOthers`. Must never reject a recorded event.
   */
  evolve(
    document: Document | null,
    recorded: PositionedEvent<Event>,
    others: FoldedDocuments<Document>,
  ): Document | null;
}

/**
 * The form of documents while many events are folded into them, e.g. sums as numbers, which need not be parsed and
 * formatted each time. A held document belongs to one fold, which may change it in place.
 */
export interface HeldFold<
  Document extends object,
  Event extends DomainEvent = DomainEvent,
  Held extends object = object,
> {
  /** Converts a document. The result shares no mutable part with it. */
  hold(document: Document): Held;
  /** The document as stored, served and compared. Shares no mutable part with `held`. */
  written(held: Held): Document;
  /** Like {@link WrittenFold.evolve}. Documents of `others` that were changed in place must also be set. */
  evolve(held: Held | null, recorded: PositionedEvent<Event>, others: FoldedDocuments<Held>): Held | null;
}

/** The documents of a projection while an event is folded into them. */
export interface FoldedDocuments<Document extends object> {
  /** The document after all earlier events; `null`: there is none. Raises what the store raises. */
  get(key: string): Document | null;
  /** `null` removes it. */
  set(key: string, document: Document | null): void;
}

/** A recorded event, decoded, with its position in the log. */
export interface PositionedEvent<Event extends DomainEvent = DomainEvent> {
  readonly position: Position;
  readonly stream: string;
  /** The log's own clock at the append: ISO 8601, UTC, milliseconds. */
  readonly recordedAt: string;
  readonly event: Event;
}

/**
 * A stream that a projection has folded only in part: the type of the next event is unknown to this version of Waybill.
 * It waits until a version that knows the type folds the rest.
 */
export interface WaitingStream {
  readonly stream: string;
  /** The first event that is not folded. */
  readonly revision: number;
  /** Its type. */
  readonly type: string;
}

/** A waiting stream with the position of its next event. */
export type WaitingEvent = WaitingStream & { readonly position: Position };

/** The events of a waiting stream that follow those already folded. */
export interface Resumption {
  /** Where the stream waits; if it no longer waits there, nothing is done. */
  readonly from: WaitingStream;
  readonly events: readonly PositionedEvent[];
  /** Where it waits after `events`; `null`: they reach `checkpoint`, and it no longer waits. */
  readonly next: WaitingStream | null;
  /** The projection's checkpoint when the stream was read. */
  readonly checkpoint: Position | null;
}

/** Consecutive events of a projection's streams, in log order. */
export interface ProjectionBatch {
  /** The checkpoint that the batch builds on: no event of the projection between it and the first one is missing. */
  readonly after: Position | null;
  readonly events: readonly PositionedEvent[];
  /** The first unreadable event of each stream; events after it are not in `events`. */
  readonly unread?: readonly WaitingEvent[];
  /** Up to here only events of waiting streams are missing: the last event's position, or a later one. */
  readonly upTo: Position;
}

/** All documents of a projection at one checkpoint. */
export interface ProjectionSnapshot<Document extends object> {
  readonly checkpoint: Position | null;
  /** By key. */
  readonly documents: ReadonlyMap<string, Document>;
  /** Absent: none waits. */
  readonly waiting?: readonly WaitingStream[];
  /** The first row that was edited: the key of a document, or `null` for the checkpoint. Absent: none is known. */
  readonly edited?: { readonly key: string | null };
}

/** Reads documents. Raises {@link ReadModelsUnavailable} when the file cannot be read. */
export interface DocumentReader {
  /** The document of a key, as of the checkpoint; `null`: there is none. */
  get<Document extends object>(projection: Projection<Document>, key: string): Document | null;
  /** The document with a lookup key; if several have it, the one with the lowest key. */
  find<Document extends object>(projection: Projection<Document>, lookup: string): Document | null;
  /** Documents in key order, after `afterKey`; at most `limit` (1 to 10,000, default 1,000). */
  list<Document extends object>(
    projection: Projection<Document>,
    options?: { readonly afterKey?: string; readonly limit?: number },
  ): readonly { readonly key: string; readonly document: Document }[];
}

/** Folds events into documents. Raises {@link ReadModelsUnavailable} when the file cannot be read or written. */
export interface ProjectionFold {
  /** The position up to which `projection` has been folded; `null` before its first event. */
  checkpoint(projection: Projection<object>): Position | null;
  /**
   * Folds a batch into the documents and moves the checkpoint to its `upTo`, in one transaction. Events at or before
   * the stored checkpoint are skipped and the checkpoint never moves back, so several processes may feed the same file.
   * Events of waiting streams are skipped too. Returns the keys of the changed documents, or `null` if events were
   * skipped because another process had folded them. Raises {@link ProjectionRewound}.
   */
  apply(projection: Projection<object>, batch: ProjectionBatch): readonly string[] | null;
  /** The waiting streams, ordered by name. */
  waiting(projection: Projection<object>): readonly WaitingStream[];
  /**
   * Folds the missed events of a waiting stream, in one transaction. `false`: it waits elsewhere or no longer, or the
   * checkpoint has moved since the stream was read. Nothing was changed: read it again.
   */
  resume(projection: Projection<object>, resumption: Resumption): boolean;
}

/** Compares or rebuilds a whole projection. Raises {@link ReadModelsUnavailable} when the file cannot be accessed. */
export interface ProjectionRebuild {
  /** A consistent snapshot of one projection. For comparisons, not for serving. */
  snapshot<Document extends object>(projection: Projection<Document>): ProjectionSnapshot<Document>;
  /** Replaces the projection by a snapshot, in one transaction: readers never see a partial rebuild. */
  replace<Document extends object>(projection: Projection<Document>, snapshot: ProjectionSnapshot<Document>): void;
  /** Drops the documents, the waiting streams and the checkpoint of one projection. */
  reset(projection: Projection<object>): void;
}

/** The store of documents, in all its roles. Synchronous by design: an embedded store with small documents. */
export interface ReadModels extends DocumentReader, ProjectionFold, ProjectionRebuild {}

/** The ledger that read models were folded from. */
export interface ReadModelsOrigin {
  readonly logId: string;
  /** A position that the ledger had reached, and the running digest there. */
  readonly position: number;
  readonly digest: string;
}

/** Read models in a file, which may be edited by hand. All methods raise {@link ReadModelsUnavailable}. */
export interface KeptReadModels extends ReadModels {
  /** `null`: none is recorded yet. Also raises for a record that was edited. */
  origin(): ReadModelsOrigin | null;
  /** Replaces the record. */
  setOrigin(origin: ReadModelsOrigin): void;
  /** Raises while a row that was found edited still is. */
  assertUnedited(): void;
}

/** The id under which a projection's documents are stored, e.g. `wallet-balances@1`. */
export function projectionId(projection: Projection<object>): string {
  return `${projection.name}@${projection.version}`;
}

/** Milliseconds since 1970 that no date reaches. */
const afterAll = 10 ** 13;

/** A part of a key that says when something was, so that later ones come first. `atMs`: milliseconds since 1970. */
export function newestFirstKey(atMs: number): string {
  return String(afterAll - Math.min(Math.max(atMs, 0), afterAll)).padStart(14, '0');
}

/** The store cannot be read or written now. Nothing was changed. */
export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
}

/**
 * The stored checkpoint is before the one that the batch builds on: the projection was reset or rebuilt meanwhile.
 * Nothing was changed: continue from the stored checkpoint.
 */
export class ProjectionRewound extends Error {
  override readonly name = 'ProjectionRewound';

  constructor(projection: Projection<object>) {
    super(`the checkpoint of projection ${projectionId(projection)} is before the one that the batch builds on`);
  }
}
