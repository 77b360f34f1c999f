/**
 * The event log: ordered streams of immutable events, and one total order over all of them.
 *
 * The contract is the part of EventStoreDB's semantics that every engine can provide; one conformance suite
 * (`test/adapters/event-log.contract.ts`) runs on each adapter. Callers must not rely on stronger guarantees.
 */

/**
 * A position in the whole log. Opaque: store it, pass it back, or compare it with {@link EventLog.comparePositions}.
 */
export type Position = string & { readonly __brand: 'Position' };

/**
 * The state of the stream that the writer expects before its append.
 * Retention rules hide events but do not change that state: only deletion does.
 * - a number: the revision of the last event (0-based). The only form, with `no_stream`, on which money may be
 *   appended.
 *   On a soft-deleted stream the number of the last hidden event still holds, and the append brings the stream back.
 * - `no_stream`: never written, or soft-deleted (then the append brings it back, and revisions resume at last + 1).
 * - `stream_exists`: written, and not deleted since.
 * - `any`: no expectation.
 */
export type ExpectedRevision = number | 'no_stream' | 'stream_exists' | 'any';

/** An event to be written. */
export interface EventToAppend {
  /** UUID, created before the first attempt, so that a retry is byte-identical and recognised. */
  readonly id: string;
  /** Event type, e.g. `CreditReserved`. */
  readonly type: string;
  /** JSON text, serialised by the codec. At most 256 KiB of UTF-8. */
  readonly data: string;
  /** JSON text: correlation, causation, schema version. `{}` when empty. */
  readonly metadata: string;
}

/** An event in the log. */
export interface RecordedEvent extends EventToAppend {
  readonly stream: string;
  /** 0-based place in its stream; gapless while nothing was deleted. */
  readonly revision: number;
  readonly position: Position;
  /** The log's own clock at the append: ISO 8601, UTC, milliseconds. */
  readonly recordedAt: string;
}

/** The revision and the position of an append. */
export interface AppendResult {
  /** Revision of the last event of this append. */
  readonly revision: number;
  /** Position of the last event of this append. `null` when an idempotent reply does not include it. */
  readonly position: Position | null;
}

/** Which events of one stream are read, and in which direction. */
export interface ReadStreamOptions {
  /** First revision to return, inclusive, and one that was written. Default: the first; backwards, the last. */
  readonly fromRevision?: number;
  /** `backwards`: the newest comes first. Default `forwards`. */
  readonly direction?: 'forwards' | 'backwards';
  /** Most events to return: 1 to 10,000. Default 1,000. */
  readonly limit?: number;
}

/** Which events of the whole log are read, in log order. */
export interface ReadAllOptions {
  /** Exclusive. Absent: from the beginning. */
  readonly after?: Position;
  /** Most events to return: 1 to 10,000. Default 1,000. */
  readonly limit?: number;
  /** Only streams whose name begins with one of these. Absent: all. */
  readonly streamPrefixes?: readonly string[];
}

/** Where to start following a log, which streams to follow, and when to stop. */
export interface FollowOptions {
  /** Exclusive. Absent: from the beginning. */
  readonly after?: Position;
  readonly streamPrefixes?: readonly string[];
  /**
   * Streams whose live events may be handed over some tenths of a second later, to save work. A look at the end of the
   * log hands over gathered events at once. An engine may ignore this. Absent: none.
   */
  readonly patientPrefixes?: readonly string[];
  /** Ends the iteration without an error. */
  readonly signal: AbortSignal;
}

/**
 * One step of a follower: a batch of events in log order (never empty), or `caught_up`: everything appended before now
 * has been handed over. `caught_up` comes once after the catch-up, and again each time the follower catches up after
 * falling behind.
 */
export type FollowStep =
  { readonly kind: 'events'; readonly events: readonly RecordedEvent[] } | { readonly kind: 'caught_up' };

/**
 * Raises, from every method: {@link EventLogUnavailable} when the engine does not answer or the log is closed.
 */
export interface EventLog {
  /**
   * Appends all of `events` (1 to 1,000, together at most 1 MiB of data, metadata and types) or none, and answers when
   * they are durable: an answered append survives `kill -9` and power loss.
   *
   * Idempotency, as EventStoreDB defines it: with an exact revision or `no_stream` below the stream's end, the append
   * succeeds with the original numbers when every event is already at its revision with the same id; the first
   * difference is a conflict. An exact revision that equals the end always writes, whatever the ids. Payloads are never
   * compared.
   *
   * Raises: {@link RevisionConflict} · {@link StreamTombstoned} · {@link EventLogBusy} (refused before anything was
   * written: try again) · {@link AppendTooLarge} · {@link AppendOutcomeUnknown} (retry the identical append).
   */
  append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<AppendResult>;

  /**
   * The visible events of one stream in revision order, or backwards; `[]` for a stream that is absent or soft-deleted.
   * Raises {@link StreamTombstoned}.
   */
  readStream(stream: string, options?: ReadStreamOptions): Promise<readonly RecordedEvent[]>;

  /** Events of all streams in log order; fewer than `limit` only at the end of the log. */
  readAll(options?: ReadAllOptions): Promise<readonly RecordedEvent[]>;

  /**
   * Catches up from `after`, then stays live, with no event lost or repeated at the hand-over. A slow consumer slows
   * its own follower only. Ends when `signal` aborts; raises {@link EventLogUnavailable} when the log is closed under
   * it.
   */
  follow(options: FollowOptions): AsyncIterable<FollowStep>;

  /** Negative, zero or positive, as in a sort. Pure: needs no I/O. */
  comparePositions(a: Position, b: Position): number;
}

/** The stream is not in the state that the writer expected. Nothing was written: reload and decide again. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Revision of the last event, or `no_stream` when there is none or the stream is soft-deleted. */
  readonly actual: number | 'no_stream';

  constructor(stream: string, expected: ExpectedRevision, actual: number | 'no_stream') {
    super(`stream ${stream} is at ${actual}, the append expected ${expected}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The stream was tombstoned: its name can never be read or appended to again. */
export class StreamTombstoned extends Error {
  override readonly name = 'StreamTombstoned';
  readonly stream: string;

  constructor(stream: string) {
    super(`stream ${stream} was tombstoned and cannot be read or written again`);
    this.stream = stream;
  }
}

/** The log's bounded queue is full, or another process holds the file too long. Nothing was written. */
export class EventLogBusy extends Error {
  override readonly name = 'EventLogBusy';
}

/** The append exceeds a limit of the contract. Nothing was written. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
}

/** No answer came: the append may or may not have been written. A state, not a failure: retry the identical append. */
export class AppendOutcomeUnknown extends Error {
  override readonly name = 'AppendOutcomeUnknown';
}

/** The engine is unavailable or the log was closed. */
export class EventLogUnavailable extends Error {
  override readonly name = 'EventLogUnavailable';
}

/** The engine refuses this process: its password is wrong, or it lacks a right. Waiting does not help; an operator does. */
export class EventLogDenied extends EventLogUnavailable {}
