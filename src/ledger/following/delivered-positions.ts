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
    const id = projectionId(projection);
    if (!this.#positions.has(id) || this.hasMissed(projection, position)) this.#positions.set(id, position);
  }

  /** Whether the stored checkpoint is after the delivered events. A process that just started has missed nothing. */
  hasMissed(projection: Projection<object>, checkpoint: Position | null): boolean {
    const known = this.#positions.get(projectionId(projection));
    if (known === undefined || checkpoint === null) return false;
    return known === null || this.#comparePositions(checkpoint, known) > 0;
  }
}
