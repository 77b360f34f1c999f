import type { EventLog, Position } from '../../ports/event-log.ts';
import { projectionId, type Projection } from '../../ports/read-models.ts';

/**
 * The position up to which each projection's events were delivered in this process. Another process may fold further
 * into the same file; events that it folded while this process read nothing are never delivered here.
 */
export class DeliveredPositions {
  readonly #comparePositions: EventLog['comparePositions'];
  readonly #places = new Map<string, Position | null>();

  constructor(comparePositions: EventLog['comparePositions']) {
    this.#comparePositions = comparePositions;
  }

  /** Notes that all events of a projection up to `place` were delivered, or are known to have been missed. */
  reached(projection: Projection<object>, place: Position | null): void {
    const known = this.#places.get(projectionId(projection)) ?? null;
    if (known === null || this.#isAfter(place, known)) this.#places.set(projectionId(projection), place);
  }

  /** Whether the stored checkpoint is after the delivered events. A process that just started has missed nothing. */
  hasMissed(projection: Projection<object>, checkpoint: Position | null): boolean {
    const known = this.#places.get(projectionId(projection));
    return known !== undefined && this.#isAfter(checkpoint, known);
  }

  #isAfter(place: Position | null, known: Position | null): boolean {
    return place !== null && (known === null || this.#comparePositions(place, known) > 0);
  }
}
