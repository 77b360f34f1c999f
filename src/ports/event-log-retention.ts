import type { ExpectedRevision } from './event-log.ts';

/** Rules that hide old events of a stream from reads. Absent fields set no rule; `{}` lifts all of them. */
export interface StreamRetention {
  /** Events with a lower revision are hidden. */
  readonly truncateBefore?: number;
  /** Only the newest n events are visible. At least 1. */
  readonly maxCount?: number;
  /** Events recorded longer ago are hidden. Seconds, at least 1. */
  readonly maxAgeSeconds?: number;
}

/**
 * How events leave the log. Deletion and retention hide events at once; {@link EventLogRetention.compact} removes their
 * bytes. Every engine of `ports/event-log.ts` also implements this port. Hidden events stay visible to `readAll` and
 * `follow` until they are compacted, on every engine.
 *
 * Raises, from every method: `EventLogUnavailable`, and `EventLogBusy` when nothing was done and a retry may succeed.
 */
export interface EventLogRetention {
  /**
   * Hides every event of the stream. A later append with `no_stream`, `any` or the last revision brings it back at
   * last + 1, without rules. Does nothing on a deleted stream if `expected` is one of those three. Raises
   * `RevisionConflict` (also for an absent stream, whatever is expected) and `StreamTombstoned`.
   */
  deleteStream(stream: string, expected: ExpectedRevision): Promise<void>;

  /**
   * Hides every event and closes the name forever, whether it is in use or not. Raises `RevisionConflict`,
   * `StreamTombstoned`.
   */
  tombstoneStream(stream: string, expected: ExpectedRevision): Promise<void>;

  /**
   * Replaces the rules of a stream, which need not exist yet. Ignored for a deleted stream. Raises `StreamTombstoned`.
   */
  setRetention(stream: string, retention: StreamRetention): Promise<void>;

  /**
   * Physically removes every hidden event, and returns the space to the file system. Returns the number of removed
   * events; `null` from an engine whose operators have to remove them.
   */
  compact(): Promise<{ readonly eventsRemoved: number | null }>;
}
