import type { EventLog, Position } from '../../ports/event-log.ts';
import { FoldedProjectionDocuments } from '../../ports/projection-fold.ts';
import {
  projectionId,
  type PositionedEvent,
  type Projection,
  type ProjectionSnapshot,
} from '../../ports/read-models.ts';
import type { LedgerDifference } from './ledger-difference.ts';

/** Most characters of a document in a message: enough to see the difference, at most a screen. */
const shownMax = 2_000;

/** Folds a projection up to the checkpoint of its stored documents, and compares the two. */
export class ProjectionCheck {
  readonly id: string;
  readonly checkpoint: string | null;
  readonly #projection: Projection<object>;
  readonly #log: Pick<EventLog, 'comparePositions'>;
  readonly #stored: ReadonlyMap<string, object>;
  readonly #position: Position | null;
  readonly #folded: FoldedProjectionDocuments<object>;
  readonly #edited: ProjectionSnapshot<object>['edited'];
  /** The revision of the first event that is not folded, by stream. */
  readonly #waiting: ReadonlyMap<string, number>;
  /** Whether the checkpoint covers all of the page that is looked at. */
  #isPageCovered = false;

  /** `id`: the name used in differences. */
  constructor(
    projection: Projection<object>,
    { checkpoint, documents, waiting = [], edited }: ProjectionSnapshot<object>,
    log: Pick<EventLog, 'comparePositions'>,
    id = projectionId(projection),
  ) {
    this.id = id;
    this.checkpoint = checkpoint;
    this.#position = checkpoint;
    this.#projection = projection;
    this.#folded = new FoldedProjectionDocuments(projection);
    this.#log = log;
    this.#stored = documents;
    this.#edited = edited;
    this.#waiting = new Map(waiting.map(({ stream, revision }) => [stream, revision]));
  }

  get documents(): number {
    return this.#stored.size;
  }

  reads(stream: string): boolean {
    return this.#projection.streamPrefixes.some((prefix) => stream.startsWith(prefix));
  }

  /** To be called before the events of a page; `last`: the position of the last of them. */
  begin(last: Position): void {
    this.#isPageCovered = this.#isCovered(last);
  }

  /** Folds the next event of a stream that {@link ProjectionCheck.reads}. */
  fold(recorded: PositionedEvent, revision: number): void {
    if (!this.#isPageCovered && !this.#isCovered(recorded.position)) return;
    if (this.#waiting.size > 0 && revision >= (this.#waiting.get(recorded.stream) ?? Infinity)) return;
    this.#folded.fold(recorded);
  }

  #isCovered(position: Position): boolean {
    return this.#position !== null && this.#log.comparePositions(position, this.#position) <= 0;
  }

  /**
   * To be called after the last event: the first document, in key order, that differs from the fold, or the
   * first row that was edited. `now`: milliseconds since the epoch; what expired by then is not compared.
   */
  difference(now: number): LedgerDifference | null {
    const folded = this.#folded.written();
    const keys = [...new Set([...folded.keys(), ...this.#stored.keys()])].sort();
    for (const key of keys) {
      const expected = this.#textOf(folded.get(key), now);
      const found = this.#textOf(this.#stored.get(key), now);
      if (expected === found) continue;
      const where = { stream: null, revision: null, position: null, projection: this.id, key };
      return { kind: 'projection', ...where, expected: expected.slice(0, shownMax), found: found.slice(0, shownMax) };
    }
    if (this.#edited === undefined) return null;
    const which = this.#edited.key === null ? {} : { key: this.#edited.key };
    const where = { stream: null, revision: null, position: null, projection: this.id, ...which };
    return { kind: 'projection', ...where, expected: 'the digest of the row', found: 'another' };
  }

  #textOf(document: object | undefined, now: number): string {
    const { lastingAt } = this.#projection;
    const lasting = document === undefined || lastingAt === undefined ? document : lastingAt(document, now);
    return lasting === undefined || lasting === null ? 'no document' : JSON.stringify(lasting);
  }
}
