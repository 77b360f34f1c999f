import type { ReadModelEvent } from '../../domain/read-models/read-model-events.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeEvent } from '../codec.ts';
import type { ProjectedBatch } from '../following/projection-feed.ts';
import { storedStatus, storingOf, type StoredDocument } from './stored-read-model.ts';
import { readModelStream } from '../stream-names.ts';
import { untilKnown } from '../until-known.ts';
import type { EventLogRetention } from '../../ports/event-log-retention.ts';
import { RevisionConflict, type EventLog, type Position } from '../../ports/event-log.ts';
import { projectionId, type DocumentReader, type Projection, type ProjectionFold } from '../../ports/read-models.ts';

/** Read models with more documents are not stored, because the texts of all of them would be in memory. */
const documentsMax = 200_000;
/** Documents read per turn of the event loop, so that requests are served in between. */
const pageDocuments = 1_000;
/** Changes are stored until they exceed the size of all documents, and at least this; characters. */
const changesMin = 1_000_000;

export interface StoreReadModelsDeps {
  readonly log: EventLog;
  readonly retention: EventLogRetention;
  readonly readModels: DocumentReader & Pick<ProjectionFold, 'checkpoint' | 'waiting'>;
  readonly projections: readonly Projection<object>[];
  readonly createId: () => string;
  /** How far this process has folded a projection. */
  readonly foldedUpTo: (projection: Projection<object>) => Position | null;
  /** A read model is due after this many events of its streams, or as many as it has documents if that is more. */
  readonly eventsMin: number;
  /** It is also due after this many events of the whole log. */
  readonly passedMin: number;
}

/** A read model, and what has changed since it was last stored. */
interface TrackedReadModel {
  readonly projection: Projection<object>;
  /** At least the keys of documents changed after `since`; `null`: not all of them are known. */
  changed: Set<string> | null;
  since: Position | null;
  /** Number of events of its streams, and of all streams. */
  events: number;
  passed: number;
  documents: number;
  /** Characters of all documents when they were stored, and of the changes since. */
  whole: number;
  changes: number;
}

interface Taken {
  readonly upTo: Position;
  readonly documents: readonly StoredDocument[];
}

/**
 * Stores read models in the log, each in its own stream: all documents from time to time, and the changes in between.
 * Processes that do the same exclude each other by the revision of the stream; the loser has nothing to do.
 */
export class ReadModelStore {
  readonly #deps: StoreReadModelsDeps;
  readonly #tracked: readonly TrackedReadModel[];

  constructor(deps: StoreReadModelsDeps) {
    this.#deps = deps;
    this.#tracked = deps.projections.map((projection) => ({
      projection,
      changed: new Set(),
      since: deps.readModels.checkpoint(projection),
      events: 0,
      passed: 0,
      documents: 0,
      whole: 0,
      changes: 0,
    }));
  }

  /** Takes what the follower has just folded. */
  folded({ projection, events, keys, hasMissed }: ProjectedBatch): void {
    const tracked = this.#tracked.find((each) => each.projection === projection);
    if (tracked === undefined) return;
    tracked.events += events.length;
    if (hasMissed) tracked.changed = null;
    if (projection.changesOthers === true) {
      if (keys === null) tracked.changed = null;
      else for (const key of keys) tracked.changed?.add(key);
      return;
    }
    for (const event of events) {
      const key = projection.keyOf(event);
      if (key !== null) tracked.changed?.add(key);
    }
  }

  /** Counts received events of any streams. */
  passed(events: number): void {
    for (const tracked of this.#tracked) tracked.passed += events;
  }

  /** Stores the read models that are due. Raises what the log and the read models raise. */
  async storeDue(): Promise<void> {
    const { eventsMin, passedMin } = this.#deps;
    for (const tracked of this.#tracked) {
      const isDue = tracked.events >= Math.max(eventsMin, tracked.documents) || tracked.passed >= passedMin;
      if (isDue) await this.#store(tracked);
    }
  }

  async #store(tracked: TrackedReadModel): Promise<void> {
    const { log, passedMin } = this.#deps;
    // It stays due.
    if (!this.#isLevel(tracked)) return;
    const status = await storedStatus(log, tracked.projection);
    if (status.upTo !== null && this.#isAfter(status.upTo, tracked.since)) {
      // Another process has stored it. The keys noted here include all changes since then.
      Object.assign(tracked, { since: status.upTo, events: 0, passed: 0 });
      return;
    }
    if (status.upTo !== null && !this.#hasFoldedBeyond(status.upTo, tracked)) {
      // The documents here are older than the stored ones.
      Object.assign(tracked, { events: 0, passed: 0 });
      return;
    }
    const isAddition =
      tracked.changed !== null &&
      status.upTo !== null &&
      tracked.since === status.upTo &&
      tracked.changes < Math.max(changesMin, tracked.whole);
    const taken = isAddition ? this.#changes(tracked) : await this.#whole(tracked);
    if (taken === 'not_now') {
      tracked.passed = passedMin;
      return;
    }
    if (taken === null) return;
    const events = storingOf(tracked.projection, { ...taken, after: isAddition ? status.upTo : null });
    try {
      await this.#append(tracked.projection, status.revision, events, !isAddition);
    } catch (error) {
      tracked.changed = null;
      if (error instanceof RevisionConflict) return;
      throw error;
    }
    const size = taken.documents.reduce((sum, [key, text]) => sum + key.length + (text?.length ?? 0), 0);
    Object.assign(tracked, { since: taken.upTo, changes: isAddition ? tracked.changes + size : 0 });
    if (!isAddition) tracked.whole = size;
  }

  /**
   * All documents: page by page while others change, and then again those that have changed meanwhile. `null`: there
   * are too many.
   */
  async #whole(tracked: TrackedReadModel): Promise<Taken | 'not_now' | null> {
    const { readModels } = this.#deps;
    const { projection } = tracked;
    this.#begin(tracked);
    const documents: StoredDocument[] = [];
    for (let afterKey = ''; ;) {
      const page = readModels.list(projection, { afterKey, limit: pageDocuments });
      for (const { key, document } of page) documents.push([key, JSON.stringify(document)]);
      const last = page.at(-1);
      if (last === undefined || page.length < pageDocuments || documents.length > documentsMax) break;
      afterKey = last.key;
      await nextTurn();
    }
    tracked.documents = documents.length;
    const changes = tracked.changed === null ? 'not_now' : this.#changes(tracked);
    const isTaken = changes !== 'not_now' && documents.length <= documentsMax;
    if (isTaken) return { upTo: changes.upTo, documents: [...documents, ...changes.documents] };
    tracked.changed = null;
    return documents.length > documentsMax ? null : 'not_now';
  }

  /** The changed documents. `not_now`: another process has folded more into the same file, with unknown changes. */
  #changes(tracked: TrackedReadModel): Taken | 'not_now' {
    const { readModels } = this.#deps;
    const { projection, changed } = tracked;
    const upTo = readModels.checkpoint(projection);
    const documents = [...(changed ?? [])].map((key): StoredDocument => {
      const document = readModels.get(projection, key);
      return [key, document === null ? null : JSON.stringify(document)];
    });
    if (upTo === null || upTo !== readModels.checkpoint(projection) || !this.#isLevel(tracked)) return 'not_now';
    this.#begin(tracked);
    return { upTo, documents };
  }

  /** Whether this process has folded everything in the read model, and no stream waits for a later version. */
  #isLevel({ projection }: TrackedReadModel): boolean {
    const { readModels, foldedUpTo } = this.#deps;
    const upTo = readModels.checkpoint(projection);
    return upTo !== null && upTo === foldedUpTo(projection) && readModels.waiting(projection).length === 0;
  }

  #begin(tracked: TrackedReadModel): void {
    Object.assign(tracked, { changed: new Set(), events: 0, passed: 0 });
  }

  #hasFoldedBeyond(position: Position, { projection }: TrackedReadModel): boolean {
    const foldedTo = this.#deps.readModels.checkpoint(projection);
    return foldedTo !== null && this.#isAfter(foldedTo, position);
  }

  #isAfter(a: Position, b: Position | null): boolean {
    return b === null || this.#deps.log.comparePositions(a, b) > 0;
  }

  async #append(
    projection: Projection<object>,
    revision: number | null,
    events: readonly ReadModelEvent[],
    isWhole: boolean,
  ): Promise<void> {
    const { log, retention, createId } = this.#deps;
    const stream = readModelStream(projectionId(projection));
    let expected: number | 'no_stream' = revision ?? 'no_stream';
    for (const event of events) {
      const encoded = encodeEvent(event, createId());
      const at = expected;
      ({ revision: expected } = await untilKnown(() => log.append(stream, at, [encoded])));
    }
    // Earlier events are no longer needed.
    if (isWhole && revision !== null) await retention.setRetention(stream, { truncateBefore: revision + 1 });
  }
}
