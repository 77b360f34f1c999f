import type { RecordedEvent } from '../../ports/event-log.ts';
import type { Projection } from '../../ports/read-models.ts';

/** The streams of projections that may not lag: their events are folded as soon as the shortest interval allows. */
export class AwaitedStreams {
  readonly #prefixes: readonly string[];
  /** Prefixes of the streams that only projections that may lag read. */
  readonly patientPrefixes: readonly string[];

  constructor(projections: readonly Projection<object>[]) {
    this.#prefixes = projections.flatMap(({ mayLag, streamPrefixes }) => (mayLag ? [] : streamPrefixes));
    this.patientPrefixes = projections
      .flatMap(({ streamPrefixes }) => streamPrefixes)
      .filter((prefix) => !this.#prefixes.some((other) => other.startsWith(prefix) || prefix.startsWith(other)));
  }

  /** Whether any of the events is in such a stream. */
  holdAnyOf(events: readonly RecordedEvent[]): boolean {
    return events.some(({ stream }) => this.#prefixes.some((prefix) => stream.startsWith(prefix)));
  }
}
