import type { EventLog, Position, RecordedEvent } from './event-log.ts';

/** What is wrong with the stored bytes of a log, and where. */
export interface LogFault {
  readonly kind: 'position' | 'revision' | 'event_id' | 'digest' | 'running_digest' | 'missing' | 'hidden' | 'damaged';
  /** `null`: the fault has no single position. */
  readonly position: Position | null;
  readonly stream: string | null;
  readonly revision: number | null;
  readonly expected: string;
  readonly found: string;
}

/** The next events of a log. */
export interface AuditedPage {
  /** Up to the faulty event, which is the last of them where it can be read. */
  readonly events: readonly RecordedEvent[];
  /** The first fault, of an event or after the last one: no page follows. `null`: none so far. */
  readonly fault: LogFault | null;
}

/** A position that a log is known to have reached. */
export interface ReachedPosition {
  readonly position: number;
  /** The running digest there. */
  readonly digest: string;
}

/** Options of an audit. */
export interface LogAuditOptions {
  /** Prefixes of streams that may lose older events. */
  readonly thinnedPrefixes: readonly string[];
}

/** A log that checks everything that its engine has stored while it is read. */
export interface AuditedLog extends Pick<EventLog, 'comparePositions'> {
  /**
   * All events in log order: positions and revisions are in order, digests match the events, and event ids are valid
   * and unique. Raises `EventLogUnavailable`.
   */
  pages(options: LogAuditOptions): Iterable<AuditedPage>;
  /**
   * The data of the events of the streams whose names begin so, stream by stream, unchecked, as far as it can be read. Raises
   * `EventLogUnavailable`.
   */
  dataUnder(streamPrefix: string): readonly string[];
}
