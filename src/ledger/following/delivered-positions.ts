import type { EventLog, Position } from '../../ports/event-log.ts';
import { projectionId, type Projection } from '../../ports/read-models.ts';

/**
 * The position up to which each projection's events were delivered in this process. Another process may fold further
 * into the same file; events that it folded while this process read nothing are never delivered here.
 */
export class DeliveredPositions {
  readonly #comparePositions: EventLog['comparePositions'];
  readonly #positions = new Map<string, Position | null>();

  constructor(comparePositions: EventLog['comparePositions']) {
    this.#comparePositions = comparePositions;
  }

  /** Notes that all events of a projection up to `position` were delivered, or are known to have been missed. */
  reached(projection: Projection<object>, position: Position | null): void {
    const known = this.#positions.get(projectionId(projection)) ?? null;
    if (known === null || this.#isAfter(position, known)) this.#positions.set(projectionId(projection), position);
  }

  /** Whether the stored checkpoint is after the delivered events. A process that just started has missed nothing. */
  hasMissed(projection: Projection<object>, checkpoint: Position | null): boolean {
    const known = this.#positions.get(projectionId(projection));
    return known !== undefined && this.#isAfter(checkpoint, known);
  }

  #isAfter(position: Position | null, known: Position | null): boolean {
    return position !== null && (known === null || this.#comparePositions(position, known) > 0);
  }
}
