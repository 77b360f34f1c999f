import type { FoldedDocuments, PositionedEvent, Projection } from './read-models.ts';

/** A document before and after a batch; `null`: it does not exist. */
export interface DocumentChange {
  /** `undefined`: it was only set, and nobody looked. */
  readonly before: object | null | undefined;
  readonly after: object | null;
}

/**
 * Folds events into the documents they touch. Each document is read and written once, however many events change it; one
 * that is only set is not read. One that is created and removed within the batch is `null` on both sides; one that was only
 * read is equal on both.
 */
export function foldEvents(
  projection: Projection<object>,
  events: readonly PositionedEvent[],
  read: (key: string) => object | null,
): ReadonlyMap<string, DocumentChange> {
  const form = projection.held;
  const touched = new Map<string, Pick<DocumentChange, 'before'> & { held: object | null; isSet: boolean }>();
  const at = (key: string) => {
    const known = touched.get(key);
    if (known !== undefined) return known;
    const before = read(key);
    const found = { before, held: before === null || form === undefined ? before : form.hold(before), isSet: false };
    touched.set(key, found);
    return found;
  };
  const documents: FoldedDocuments<object> = {
    get: (key) => at(key).held,
    set: (key, held) => {
      const document = touched.getOrInsert(key, { before: undefined, held, isSet: true });
      document.held = held;
      document.isSet = true;
    },
  };
  for (const recorded of events) {
    const key = keyOf(projection, recorded);
    if (key === null) continue;
    const document = at(key);
    document.held = (form ?? projection).evolve(document.held, recorded, documents);
    document.isSet = true;
  }
  const changes = new Map<string, DocumentChange>();
  for (const [key, { before, held, isSet }] of touched) {
    const after = held === null || form === undefined ? held : form.written(held);
    changes.set(key, { before, after: isSet ? after : (before ?? null) });
  }
  return changes;
}

/** The key of the document that an event changes; `null`: it changes none, or the projection does not hear its type. */
function keyOf(projection: Projection<object>, recorded: PositionedEvent): string | null {
  return projection.eventTypes?.has(recorded.event.type) === false ? null : projection.keyOf(recorded);
}

/** Folds one event into documents in their held form. */
export function foldEvent(
  projection: Projection<object>,
  recorded: PositionedEvent,
  documents: FoldedDocuments<object>,
): void {
  const key = keyOf(projection, recorded);
  if (key === null) return;
  const form = projection.held === undefined ? projection : projection.held;
  documents.set(key, form.evolve(documents.get(key), recorded, documents));
}

/** The documents of a projection, folded from its first event on. */
export class FoldedProjectionDocuments<Document extends object> {
  readonly #held = new Map<string, object>();
  readonly #documents = foldedIn(this.#held);
  readonly #projection: Projection<Document>;

  constructor(projection: Projection<Document>) {
    this.#projection = projection;
  }

  /** Folds the next event of the projection's streams. */
  fold(recorded: PositionedEvent): void {
    foldEvent(this.#projection, recorded, this.#documents);
  }

  /** All documents in their written form. */
  written(): ReadonlyMap<string, Document> {
    const form = this.#projection.held;
    // Without a form of its own, documents are held as they are written.
    return new Map(this.#held.entries().map(([key, held]) => [key, form?.written(held) ?? (held as Document)]));
  }
}

/** Documents in a map. */
export function foldedIn<Document extends object>(map: Map<string, Document>): FoldedDocuments<Document> {
  return {
    get: (key) => map.get(key) ?? null,
    set: (key, document) => {
      if (document === null) map.delete(key);
      else map.set(key, document);
    },
  };
}
