import type { LogNote } from '../domain/log-note.ts';
import type { Position } from './event-log.ts';

/** What is wrong with the stored bytes of a log, and where. */
export interface LogFault {
  readonly kind:
    'position' | 'revision' | 'event_id' | 'digest' | 'running_digest' | 'noted' | 'missing' | 'hidden' | 'damaged';
  /** `null`: the fault has no single position. */
  readonly position: Position | null;
  readonly stream: string | null;
  readonly revision: number | null;
  readonly expected: string;
  readonly found: string;
}

/** The result of an audit: how much of the log is correct, and the first fault, if any. */
export interface LogAuditReport {
  /** Number of correct events before the fault, or of all events. */
  readonly events: number;
  /** The note of the events checked; `null`: there were none, or they cannot be read. */
  readonly note: LogNote | null;
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
  /** A note taken earlier, with which the log must agree; absent or `null`: there is none. */
  readonly noted?: LogNote | null;
  /** Called from time to time with the number of events checked so far. */
  readonly onProgress?: (events: number) => void;
}

/**
 * Checks everything that an engine has stored, in its own thread: positions and revisions are in order, digests match
 * the events, and event ids are valid and unique. Raises `EventLogUnavailable`.
 */
export type LogAudit = (options: LogAuditOptions) => Promise<LogAuditReport>;
