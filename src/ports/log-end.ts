import type { Position } from './event-log.ts';

/** How far back from the end of the log is looked, and at which streams. */
export interface LogEndOptions {
  /** Exclusive: how far to look back. Absent: to the beginning. */
  readonly after?: Position;
  /** Only streams whose name begins with one of these. Absent: all. */
  readonly streamPrefixes?: readonly string[];
}

/** What a look back from the end of the log found. */
export interface LogEnd {
  /** The newest event of the streams asked for; `null`: there is none beyond `after`. */
  readonly newest: Position | null;
  /** The last event of the whole log; `null`: the log is empty. Whoever has handled `newest` has handled up to here. */
  readonly end: Position | null;
}

/**
 * How far a log goes: what tells a follower that it lags behind, and one that stands still that it does. It looks back
 * from the end over what is beyond `after` only, so a look on a timer costs as much as was appended meanwhile.
 */
export interface LogEndReader {
  /** Raises `EventLogUnavailable`. */
  end(options?: LogEndOptions): Promise<LogEnd>;
}
