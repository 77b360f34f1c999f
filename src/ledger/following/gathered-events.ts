import type { RecordedEvent } from '../../ports/event-log.ts';
import type { Timer } from '../../time/timer.ts';
import type { AwaitedStreams } from './awaited-streams.ts';
import { BatchInterval } from './batch-interval.ts';

/** Live events gathered before they are folded at once. Bounds how long one fold blocks the thread. */
const eventsMax = 200;
/** The same limit for the characters of their data. */
const charactersMax = 8 * 1024 * 1024;

export interface GatheredEventsOptions {
  readonly awaited: AwaitedStreams;
  /** Least time between two batches, milliseconds; longer for streams that are not awaited. */
  readonly batchMs: number;
  readonly timer: Pick<Timer, 'after'>;
  /** Called at the end of an interval, when the gathered events are due. */
  onDue(): void;
}

/** Events that were read and not folded yet. They are folded together, to save transactions on a busy log. */
export class GatheredEvents {
  readonly #awaited: AwaitedStreams;
  readonly #interval: BatchInterval;
  #events: RecordedEvent[] = [];
  #characters = 0;

  constructor({ awaited, batchMs, timer, onDue }: GatheredEventsOptions) {
    this.#awaited = awaited;
    this.#interval = new BatchInterval({ batchMs, timer, onOver: onDue });
  }

  get count(): number {
    return this.#events.length;
  }

  get oldest(): RecordedEvent | null {
    return this.#events[0] ?? null;
  }

  /** Adds events, in the order of the log. Returns whether all gathered events are due: by time, or by their number. */
  add(events: readonly RecordedEvent[]): boolean {
    this.#events.push(...events);
    for (const { data } of events) this.#characters += data.length;
    const isMuch = this.#events.length >= eventsMax || this.#characters >= charactersMax;
    return isMuch || this.#interval.allows(() => this.#awaited.holdAnyOf(events));
  }

  /** Whether any of them is in a stream with one of the prefixes. */
  hasAnyOf(streamPrefixes: readonly string[]): boolean {
    return this.#events.some(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix)));
  }

  /** Hands over the gathered events as one batch. If there are any, the next interval begins. */
  take(): readonly RecordedEvent[] {
    const events = this.#events;
    this.drop();
    if (events.length > 0) this.#interval.begin({ isLong: !this.#awaited.holdAnyOf(events) });
    return events;
  }

  /** Forgets the events. A running interval continues. */
  drop(): void {
    this.#events = [];
    this.#characters = 0;
  }

  /** Ends the running interval. */
  stop(): void {
    this.#interval.stop();
  }
}
