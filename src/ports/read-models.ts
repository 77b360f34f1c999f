import type { DomainEvent } from '../domain/event-catalogue.ts';
import type { Position } from './event-log.ts';

/**
 * A projection: a pure fold of events into documents. The store keeps its documents and its checkpoint in one
 * transaction, so it can be dropped and rebuilt at any time. Money decisions never read one.
 *
 * Documents are plain JSON: what `evolve` returns must equal itself after `JSON.stringify` and `JSON.parse`.
 */
export type Projection<Document extends object, Event extends DomainEvent = DomainEvent> = ProjectedDocuments<
  Document,
  Event
> &
  (WrittenFold<Document, Event> | { readonly held: HeldFold<Document, Event>; readonly evolve?: undefined });

/** What a projection says of its documents, however events are folded into them. */
interface ProjectedDocuments<Document extends object, Event extends DomainEvent> {
  /** Kebab-case name, and the version of the fold: a new version is a new, empty read model. */
  readonly name: string;
  readonly version: number;
  /** Only streams whose name begins with one of these are handed over; `Event` is what those streams hold. */
  readonly streamPrefixes: readonly string[];
  /**
   * No document is changed by two streams: one that cannot be read on waits by itself, see {@link WaitingStream}, and all
   * others go on. Default: it stops the projection.
   */
  readonly hasStreamsApart?: true;
  /** Whoever reads it has it caught up first, so that events of its streams are gathered longer while the log is live. */
  readonly mayLag?: true;
  /** The key of the document that this event changes, or `null` when it changes none. */
  keyOf(recorded: PositionedEvent<Event>): string | null;
  /** Which documents come and go with requests, in their thousands; absent: none. */
  isPassing?(key: string): boolean;
  /** An event may change more documents than the one of its key. */
  readonly changesOthers?: true;
  /**
   * Of a read model whose every document is changed by the events of one wallet alone: that wallet's id. Absent of others. Parts
   * of a ledger that are verified apart compare those of their wallets.
   */
  walletOf?(key: string, document: Document): string;
  /** A second key to find the document by, e.g. a hash; `null` when it has none. */
  lookupOf?(document: Document): string | null;
}

/** A fold of documents as they are written. */
export interface WrittenFold<Document extends object, Event extends DomainEvent = DomainEvent> {
  readonly held?: undefined;
  /**
   * The next document, or `null` to remove it. Pure, but for the `others`: further documents of the projection that the event
   * changes, see `changesOthers`. Must never reject a recorded event.
   */
  evolve(
    document: Document | null,
    recorded: PositionedEvent<Event>,
    others: FoldedDocuments<Document>,
  ): Document | null;
}

/**
 * How documents are held while many events are folded into them: sums as numbers, which are added to without being read and
 * written each time. What is held belongs to one fold, which may change it in place.
 */
export interface HeldFold<
  Document extends object,
  Event extends DomainEvent = DomainEvent,
  Held extends object = object,
> {
  /** Shares nothing that is changed in place with the document. */
  hold(document: Document): Held;
  /** As it is stored, served and compared; shares nothing that is changed in place. */
  written(held: Held): Document;
  /** As {@link WrittenFold.evolve}. Of `others`, what was changed in place has to be set as well. */
  evolve(held: Held | null, recorded: PositionedEvent<Event>, others: FoldedDocuments<Held>): Held | null;
}

/** The documents of a projection while an event is folded into them. */
export interface FoldedDocuments<Document extends object> {
  /** As the events before this one have left it; `null`: there is none. Raises what the store raises. */
  get(key: string): Document | null;
  /** `null` removes it. */
  set(key: string, document: Document | null): void;
}

/** A recorded event, decoded, with its place in the log. */
export interface PositionedEvent<Event extends DomainEvent = DomainEvent> {
  readonly position: Position;
  readonly stream: string;
  /** The log's own clock at the append: ISO 8601, UTC, milliseconds. */
  readonly recordedAt: string;
  readonly event: Event;
}

/**
 * A stream of which a projection has folded the beginning only: what follows is of a type that this version of Waybill does
 * not know. It waits until a version that knows the type folds the rest.
 */
export interface WaitingStream {
  readonly stream: string;
  /** The first event that is not folded. */
  readonly revision: number;
  /** Its type. */
  readonly type: string;
}

/** With the place of the event in the log. */
export type WaitingEvent = WaitingStream & { readonly position: Position };

/** The events of a waiting stream that follow on what is folded of it. */
export interface Resumption {
  /** As it waits; when it does so no longer, nothing is done. */
  readonly from: WaitingStream;
  readonly events: readonly PositionedEvent[];
  /** Where it waits after `events`; `null`: they go up to `checkpoint`, and it waits no longer. */
  readonly next: WaitingStream | null;
  /** The projection's, at which the stream was read. */
  readonly checkpoint: Position | null;
}

/** Consecutive events of a projection's streams, in log order. */
export interface ProjectionBatch {
  /** The checkpoint that the feeder built on; no event of the projection between it and the first one here is missing. */
  readonly after: Position | null;
  readonly events: readonly PositionedEvent[];
  /** Events that cannot be read, the first of each stream; what follows them is not in `events`. */
  readonly unread?: readonly WaitingEvent[];
  /** The place up to which nothing is missing but of waiting streams: the last event's, or a later one. */
  readonly upTo: Position;
}

/** All documents of a projection at one checkpoint. */
export interface ProjectionSnapshot<Document extends object> {
  readonly checkpoint: Position | null;
  /** By key. */
  readonly documents: ReadonlyMap<string, Document>;
  /** Absent: none waits. */
  readonly waiting?: readonly WaitingStream[];
}

/** Documents, read by whoever serves them. Raises {@link ReadModelsUnavailable} when the file cannot be read. */
export interface DocumentReader {
  /** The document that is filed under a key, as of the checkpoint; `null`: there is none. */
  get<Document extends object>(projection: Projection<Document>, key: string): Document | null;
  /** When several documents carry the same lookup: the one with the lowest key. */
  find<Document extends object>(projection: Projection<Document>, lookup: string): Document | null;
  /** Documents in key order, beginning after `afterKey`; at most `limit` (1 to 10,000, default 1,000). */
  list<Document extends object>(
    projection: Projection<Document>,
    options?: { readonly afterKey?: string; readonly limit?: number },
  ): readonly { readonly key: string; readonly document: Document }[];
}

/** What a follower of the log folds into. Raises {@link ReadModelsUnavailable} when the file cannot be read or written. */
export interface ProjectionFold {
  /** The position up to which `projection` has been folded; `null` before its first event. */
  checkpoint(projection: Projection<object>): Position | null;
  /**
   * Folds a batch into the documents and moves the checkpoint to its `upTo`, in one transaction. Events at or before the
   * stored checkpoint are skipped and the checkpoint never moves back, so several processes may feed the same file. Events
   * of streams that wait are skipped too. Answers the keys of the documents that the events were folded into, or `null` where
   * some were skipped: whoever folded those knows theirs. Raises {@link ProjectionRewound}.
   */
  apply(projection: Projection<object>, batch: ProjectionBatch): readonly string[] | null;
  /** The streams that wait, by name. */
  waiting(projection: Projection<object>): readonly WaitingStream[];
  /**
   * Folds what a waiting stream has missed, in one transaction. `false`: it waits elsewhere or no longer, or its last events
   * were handed over for another checkpoint; nothing was changed, look again.
   */
  resume(projection: Projection<object>, resumption: Resumption): boolean;
}

/** A whole projection, compared or made anew. Raises {@link ReadModelsUnavailable} when the file cannot be read or written. */
export interface ProjectionRebuild {
  /** Everything that one projection holds, read at one moment. For comparisons, not for serving. */
  snapshot<Document extends object>(projection: Projection<Document>): ProjectionSnapshot<Document>;
  /** Puts a snapshot in the place of what the projection holds, in one transaction: a rebuild is never seen half done. */
  replace<Document extends object>(projection: Projection<Document>, snapshot: ProjectionSnapshot<Document>): void;
  /** Drops the documents, the waiting streams and the checkpoint of one projection. */
  reset(projection: Projection<object>): void;
}

/** Where documents live, in all its roles. Synchronous on purpose: an embedded store, small documents. */
export interface ReadModels extends DocumentReader, ProjectionFold, ProjectionRebuild {}

/** `wallet-balances@1`: what a projection's documents are filed under. */
export function projectionId(projection: Projection<object>): string {
  return `${projection.name}@${projection.version}`;
}

/** The store cannot be read or written now. Nothing was changed. */
export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
}

/**
 * The stored checkpoint lies before the one that the batch builds on: the projection was reset or rebuilt meanwhile.
 * Nothing was changed: read on from the stored checkpoint.
 */
export class ProjectionRewound extends Error {
  override readonly name = 'ProjectionRewound';

  constructor(projection: Projection<object>) {
    super(`projection ${projectionId(projection)} stands before the place that the batch builds on`);
  }
}
