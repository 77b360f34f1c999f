import type { Position } from './event-log.ts';

/** How far back from the end of the log to search, and in which streams. */
export interface LogEndOptions {
  /** How far back to search, exclusive. Absent: to the beginning. */
  readonly after?: Position;
  /** Only streams whose name begins with one of these. Absent: all. */
  readonly streamPrefixes?: readonly string[];
}

/** The result of a search back from the end of the log. */
export interface LogEnd {
  /** The newest event of the streams asked for; `null`: there is none after `after`. */
  readonly newest: Position | null;
  /** The last event of the whole log; `null`: the log is empty. A follower that handled `newest` is level with it. */
  readonly end: Position | null;
}

/**
 * Finds the end of a log, by which a follower's lag is measured. It searches back from the end only as far as `after`,
 * so that a periodic call costs only as much as was appended meanwhile.
 */
export interface LogEndReader {
  /** Raises `EventLogUnavailable`. */
  end(options?: LogEndOptions): Promise<LogEnd>;
}
