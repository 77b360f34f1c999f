import type { EventLog, Position } from '../../ports/event-log.ts';
import { projectionId, type Projection } from '../../ports/read-models.ts';

/**
 * How far this process was handed the events of each projection. Another process may fold further into the same file: what
 * it folded while nothing was read here is never handed over here.
 */
export class HandedPlaces {
  readonly #comparePositions: EventLog['comparePositions'];
  readonly #places = new Map<string, Position | null>();

  constructor(comparePositions: EventLog['comparePositions']) {
    this.#comparePositions = comparePositions;
  }

  /** All that a projection holds up to here was handed over, or is known to have been missed. */
  reached(projection: Projection<object>, place: Position | null): void {
    const known = this.#places.get(projectionId(projection)) ?? null;
    if (known === null || this.#isAfter(place, known)) this.#places.set(projectionId(projection), place);
  }

  /** Whether the stored checkpoint lies beyond what was handed over here. A process that has begun now has missed nothing. */
  hasMissed(projection: Projection<object>, checkpoint: Position | null): boolean {
    const known = this.#places.get(projectionId(projection));
    return known !== undefined && this.#isAfter(checkpoint, known);
  }

  #isAfter(place: Position | null, known: Position | null): boolean {
    return place !== null && (known === null || this.#comparePositions(place, known) > 0);
  }
}
