import type { DomainEvent } from '../domain/event-catalogue.ts';
import type { Position } from './event-log.ts';

/**
 * A projection: a pure fold of events into documents. The store keeps its documents and its checkpoint in one
 * transaction, so it can be dropped and rebuilt at any time. Money decisions never read one.
 */
export interface Projection<Document extends object> {
  /** Kebab-case name, and the version of the fold: a new version is a new, empty read model. */
  readonly name: string;
  readonly version: number;
  /** Only streams whose name begins with one of these are handed over. */
  readonly streamPrefixes: readonly string[];
  /** The key of the document that this event changes, or `null` when it changes none. */
  keyOf(event: DomainEvent): string | null;
  /** The next document, or `null` to remove it. Pure. Must never reject a recorded event. */
  evolve(document: Document | null, event: DomainEvent): Document | null;
  /** A second key to find the document by, e.g. a hash; `null` when it has none. */
  lookupOf?(document: Document): string | null;
}

/** A recorded event, decoded, with its place in the log. */
export interface PositionedEvent {
  readonly position: Position;
  readonly event: DomainEvent;
}

/**
 * Where documents live. Synchronous on purpose: an embedded store, small documents.
 * Raises `ReadModelsUnavailable` when the file cannot be opened or written.
 */
export interface ReadModels {
  /** The position up to which `projection` has been folded; `null` before its first event. */
  checkpoint(projection: Projection<object>): Position | null;
  /**
   * Folds `events` (in log order) into the documents and moves the checkpoint to `upTo`, in one transaction. Events at
   * or before the stored checkpoint are skipped, so several processes may feed the same file.
   */
  apply(projection: Projection<object>, events: readonly PositionedEvent[], upTo: Position): void;
  get<Document extends object>(projection: Projection<Document>, key: string): Document | null;
  find<Document extends object>(projection: Projection<Document>, lookup: string): Document | null;
  /** Documents in key order, beginning after `afterKey`; at most `limit` (1 to 10,000, default 1,000). */
  list<Document extends object>(
    projection: Projection<Document>,
    options?: { readonly afterKey?: string; readonly limit?: number },
  ): readonly { readonly key: string; readonly document: Document }[];
  /** Drops the documents and the checkpoint of one projection. */
  reset(projection: Projection<object>): void;
}

export class ReadModelsUnavailable extends Error {
  override readonly name = 'ReadModelsUnavailable';
}
