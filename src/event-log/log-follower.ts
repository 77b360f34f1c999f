import type { FollowOptions, FollowStep, Position, RecordedEvent } from '../ports/event-log.ts';

/** A stretch of the log that was searched for events. */
export interface LogPage {
  readonly events: readonly RecordedEvent[];
  /** The end of the stretch, whether its events matched or not; `undefined` before the first event of the log. */
  readonly upTo: Position | undefined;
  /** There was nothing after `upTo` when the page was read. */
  readonly atEnd: boolean;
}

/** The operations of an embedded engine that a follower uses. */
export interface FollowedLog {
  /** The next page after `after`. Raises `EventLogUnavailable`. */
  page(after: Position | undefined, streamPrefixes: readonly string[] | undefined): Promise<LogPage>;
  /** Settles when there may be events after `after`, or `signal` aborts. Raises `EventLogUnavailable` on closing. */
  grown(after: Position | undefined, signal: AbortSignal): Promise<void>;
}

/**
 * Follows a log by pulling: pages until the end, then a wake-up and the next page. Catching up and live reading are the
 * same loop, so no event is lost or repeated between them, and nothing is buffered for a slow consumer.
 */
export async function* followPages(log: FollowedLog, options: FollowOptions): AsyncGenerator<FollowStep, void> {
  const { streamPrefixes, signal } = options;
  let cursor = options.after;
  let level = false;
  while (!signal.aborted) {
    const page = await log.page(cursor, streamPrefixes);
    cursor = page.upTo;
    if (page.events.length > 0 && !signal.aborted) yield { kind: 'events', events: page.events };
    if (signal.aborted) return;
    if (!page.atEnd) {
      level = false;
    } else if (level) {
      await log.grown(cursor, signal);
    } else {
      level = true;
      yield { kind: 'caught_up' };
    }
  }
}

/** Wakes followers that wait for the log to grow. */
export class GrowthBell {
  readonly #waiting = new Set<() => void>();

  /** Wakes everyone. */
  ring(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Settles at the next ring or when `signal` aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    this.#waiting.add(wake);
    signal.addEventListener('abort', wake);
    await promise;
    signal.removeEventListener('abort', wake);
    this.#waiting.delete(wake);
  }
}
