import type { EventLog, Position, RecordedEvent } from '../../ports/event-log.ts';

/** How far a follower has read the log, by its subscription and by its own looks at the log together. */
export class ReadPosition {
  readonly #comparePositions: EventLog['comparePositions'];
  #upTo: Position | null = null;
  #onRead: (() => void)[] = [];

  constructor(comparePositions: EventLog['comparePositions']) {
    this.#comparePositions = comparePositions;
  }

  /** Everything up to here was read; `null`: nothing. */
  get upTo(): Position | null {
    return this.#upTo;
  }

  /** Begins again after a position, also one that is earlier. */
  begin(upTo: Position | null): void {
    this.#upTo = upTo;
  }

  hasReached(position: Position): boolean {
    return this.#upTo !== null && this.#comparePositions(position, this.#upTo) <= 0;
  }

  /** The later one of this position and another. */
  orLater(position: Position | null): Position | null {
    return position === null || this.hasReached(position) ? this.#upTo : position;
  }

  /** The events that were not read before, so that an event that comes from two sources is taken once. */
  take(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
    const fresh = events.filter(({ position }) => !this.hasReached(position));
    this.#upTo = fresh.at(-1)?.position ?? this.#upTo;
    for (const resolve of this.#onRead.splice(0)) resolve();
    return fresh;
  }

  /** Advances to `end`, before which no wanted event is left: the next look starts there. */
  passOver(end: Position | null): void {
    this.#upTo = this.orLater(end);
  }

  /** Resolves the next time that events are taken. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#onRead.push(resolve));
  }
}
