import type { Position } from './event-log.ts';

/** What is wrong with the bytes of a log, whatever they mean, and where. */
export interface LogFault {
  readonly kind: 'position' | 'revision' | 'event_id' | 'digest' | 'running_digest' | 'missing' | 'hidden' | 'damaged';
  /** `null`: at no single place. */
  readonly position: Position | null;
  readonly stream: string | null;
  readonly revision: number | null;
  readonly expected: string;
  readonly found: string;
}

/** What an audit found: how much of the log is right, and the first fault, if any. */
export interface LogAuditReport {
  /** Events that were found right before the fault, or all. */
  readonly events: number;
  /** How many of them carry no digest of their own: they were recorded by an earlier version. */
  readonly undigested: number;
  /** The last event of an earlier version, without a running digest: before and at it, places and times are not covered. */
  readonly uncoveredUpTo: Position | null;
  readonly fault: LogFault | null;
}

/** A place that a log is known to have reached. */
export interface ReachedPlace {
  readonly position: number;
  /** The running digest there; `null`: it has none. */
  readonly digest: string | null;
}

/** What an audit has to know of the log, and whom it tells how far it is. */
export interface LogAuditOptions {
  /** Streams that may lose older events: their names begin with one of these. */
  readonly thinnedPrefixes: readonly string[];
  /** Called now and then with the number of events looked at so far. */
  readonly onProgress?: (events: number) => void;
}

/**
 * Looks through all that an engine has stored, in its own thread: that places and revisions follow each other, and that
 * each digest is that of what stands there. Ids of events are looked at as well. Raises `EventLogUnavailable`.
 */
export type LogAudit = (options: LogAuditOptions) => Promise<LogAuditReport>;
