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
 * How events leave the log. Deletion and retention hide at once; {@link EventLogRetention.compact} removes the bytes.
 * Every engine of `ports/event-log.ts` implements this beside it. Hidden events stay visible to `readAll` and `follow`
 * until they are compacted, on every engine.
 *
 * Raises, from every method: `EventLogUnavailable`, and `EventLogBusy` when nothing was done and trying again may help.
 */
export interface EventLogRetention {
  /**
   * Hides every event of the stream. A later append with `no_stream`, `any` or the last revision brings it back at
   * last + 1, without rules. On a stream that is deleted already: nothing, when `expected` is one of those three.
   * Raises `RevisionConflict` (also on a stream that is absent, whatever is expected) and `StreamTombstoned`.
   */
  deleteStream(stream: string, expected: ExpectedRevision): Promise<void>;

  /**
   * Hides every event and closes the name for ever, be it in use or not. Raises `RevisionConflict`, `StreamTombstoned`.
   */
  tombstoneStream(stream: string, expected: ExpectedRevision): Promise<void>;

  /**
   * Replaces the rules of a stream, which need not exist yet. A deleted stream takes none. Raises `StreamTombstoned`.
   */
  setRetention(stream: string, retention: StreamRetention): Promise<void>;

  /**
   * Physically removes every hidden event, and returns the space to the file system. Answers how many went; `null` from
   * an engine that removes nothing on behalf of its clients: there the operators see to it.
   */
  compact(): Promise<{ readonly eventsRemoved: number | null }>;
}
