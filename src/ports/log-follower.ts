import type { FollowOptions, FollowStep, Position, RecordedEvent } from './event-log.ts';

/** A stretch of the log that was looked through. */
export interface LogPage {
  readonly events: readonly RecordedEvent[];
  /** How far the stretch went, whether its events matched or not; `undefined` before the first event of the log. */
  readonly upTo: Position | undefined;
  /** Nothing stood beyond `upTo` when the page was read. */
  readonly atEnd: boolean;
}

/** What an embedded engine offers a follower. */
export interface FollowedLog {
  /** The next page after `after`. Raises `EventLogUnavailable`. */
  page(after: Position | undefined, streamPrefixes: readonly string[] | undefined): Promise<LogPage>;
  /** Settles when something may stand beyond `after`, or `signal` aborts. Raises `EventLogUnavailable` on closing. */
  grown(after: Position | undefined, signal: AbortSignal): Promise<void>;
}

/**
 * Follows a log by pulling: pages until the end, then a wake-up and the next page. There is no hand-over between
 * catching up and being live, so nothing can be lost or repeated there, and a slow consumer buffers nothing.
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

/** Those who wait for the log to grow. */
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
