import { foldEvents } from '../ports/projection-fold.ts';
import {
  projectionId,
  ProjectionRewound,
  type PositionedEvent,
  type Projection,
  type ProjectionBatch,
  type ProjectionSnapshot,
  type ReadModels,
  type Resumption,
  type WaitingStream,
} from '../ports/read-models.ts';
import type { EventLog, Position } from '../ports/event-log.ts';

interface StoredDocument {
  /** As JSON text, like in a file, so that no caller can change what is stored. */
  readonly json: string;
  readonly lookup: string | null;
}

interface Shelf {
  checkpoint: Position | null;
  documents: Map<string, StoredDocument>;
  /** By name. */
  waiting: Map<string, WaitingStream>;
}

/** Read models in the memory of the process: for tests and comparisons. Lost when the process ends. */
export function createMemoryReadModels(options: {
  readonly comparePositions: EventLog['comparePositions'];
}): ReadModels {
  return new MemoryReadModels(options.comparePositions);
}

class MemoryReadModels implements ReadModels {
  readonly #comparePositions: EventLog['comparePositions'];
  readonly #shelves = new Map<string, Shelf>();

  constructor(comparePositions: EventLog['comparePositions']) {
    this.#comparePositions = comparePositions;
  }

  checkpoint(projection: Projection<object>): Position | null {
    return this.#shelf(projection).checkpoint;
  }

  apply(
    projection: Projection<object>,
    { after, events, unread = [], upTo }: ProjectionBatch,
  ): readonly string[] | null {
    const shelf = this.#shelf(projection);
    const { checkpoint } = shelf;
    if (after !== null && this.#isAfter(after, checkpoint)) throw new ProjectionRewound(projection);
    if (!this.#isAfter(upTo, checkpoint)) return null;
    const isFresh = ({ position, stream }: { readonly position: Position; readonly stream: string }): boolean =>
      this.#isAfter(position, checkpoint) && !shelf.waiting.has(stream);
    const [freshEvents, freshWaits] = [events.filter(isFresh), unread.filter(isFresh)];
    const keys = this.#fold(projection, freshEvents);
    for (const { stream, revision, type } of freshWaits) shelf.waiting.set(stream, { stream, revision, type });
    shelf.checkpoint = upTo;
    return freshEvents.length === events.length ? keys : null;
  }

  waiting(projection: Projection<object>): readonly WaitingStream[] {
    const { waiting } = this.#shelf(projection);
    return [...waiting.keys()].sort().flatMap((stream) => waiting.get(stream) ?? []);
  }

  resume(projection: Projection<object>, { from, events, next, checkpoint }: Resumption): boolean {
    const shelf = this.#shelf(projection);
    if (shelf.waiting.get(from.stream)?.revision !== from.revision) return false;
    if (next === null && shelf.checkpoint !== checkpoint) return false;
    this.#fold(projection, events);
    if (next === null) shelf.waiting.delete(from.stream);
    else shelf.waiting.set(from.stream, next);
    return true;
  }

  get<Document extends object>(projection: Projection<Document>, key: string): Document | null {
    return documentOf(projection, this.#shelf(projection).documents.get(key));
  }

  find<Document extends object>(projection: Projection<Document>, lookup: string): Document | null {
    const { documents } = this.#shelf(projection);
    const keys = [...documents].filter(([, document]) => document.lookup === lookup).map(([key]) => key);
    const first = keys.sort()[0];
    return first === undefined ? null : this.get(projection, first);
  }

  list<Document extends object>(
    projection: Projection<Document>,
    options: { readonly afterKey?: string; readonly limit?: number } = {},
  ): readonly { readonly key: string; readonly document: Document }[] {
    const { afterKey, limit = 1_000 } = options;
    const keys = [...this.#shelf(projection).documents.keys()].sort();
    const rest = afterKey === undefined ? keys : keys.filter((key) => key > afterKey);
    return rest.slice(0, Math.min(limit, 10_000)).flatMap((key) => {
      const document = this.get(projection, key);
      return document === null ? [] : [{ key, document }];
    });
  }

  snapshot<Document extends object>(projection: Projection<Document>): ProjectionSnapshot<Document> {
    const { checkpoint, documents } = this.#shelf(projection);
    const entries = [...documents].map(([key, document]) => [key, documentIn(projection, document)] as const);
    const waiting = this.waiting(projection);
    return { checkpoint, documents: new Map(entries), ...(waiting.length > 0 && { waiting }) };
  }

  replace<Document extends object>(projection: Projection<Document>, snapshot: ProjectionSnapshot<Document>): void {
    const entries = [...snapshot.documents].map(([key, document]) => [key, stored(projection, document)] as const);
    const waiting = new Map((snapshot.waiting ?? []).map((wait) => [wait.stream, wait]));
    const { checkpoint } = snapshot;
    this.#shelves.set(projectionId(projection), { checkpoint, documents: new Map(entries), waiting });
  }

  reset(projection: Projection<object>): void {
    this.#shelves.delete(projectionId(projection));
  }

  #fold(projection: Projection<object>, events: readonly PositionedEvent[]): readonly string[] {
    const { documents } = this.#shelf(projection);
    const changes = foldEvents(projection, events, (key) => this.get(projection, key));
    for (const [key, { before, after }] of changes) {
      if (after === before) continue;
      if (after === null) documents.delete(key);
      else documents.set(key, stored(projection, after));
    }
    return [...changes.keys()];
  }

  #shelf(projection: Projection<object>): Shelf {
    const id = projectionId(projection);
    const shelf = this.#shelves.get(id) ?? { checkpoint: null, documents: new Map(), waiting: new Map() };
    this.#shelves.set(id, shelf);
    return shelf;
  }

  #isAfter(position: Position, checkpoint: Position | null): boolean {
    return checkpoint === null || this.#comparePositions(position, checkpoint) > 0;
  }
}

function stored(projection: Projection<object>, document: object): StoredDocument {
  return { json: JSON.stringify(document), lookup: projection.lookupOf?.(document) ?? null };
}

function documentOf<Document extends object>(
  projection: Projection<Document>,
  document: StoredDocument | undefined,
): Document | null {
  return document === undefined ? null : documentIn(projection, document);
}

/** The projection determines the type of its documents; the store only keeps their text. */
function documentIn<Document extends object>(_projection: Projection<Document>, document: StoredDocument): Document {
  return JSON.parse(document.json) as Document;
}
