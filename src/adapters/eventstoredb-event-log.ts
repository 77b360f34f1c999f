import { setTimeout as pause } from 'node:timers/promises';
import { EventLogDenied, EventLogUnavailable } from '../ports/event-log.ts';
import {
  appendEventsMax,
  checkAppend,
  checkExpectedRevision,
  checkReadLimit,
  checkRetention,
} from '../event-log/event-log-limits.ts';
import { RemoteAppendQueue } from './eventstoredb-event-log/append-queue.ts';
import { readCertificateFiles } from './eventstoredb-event-log/certificate-files.ts';
import { parseConnectionString } from './eventstoredb-event-log/connection-string.ts';
import { EngineLink } from './eventstoredb-event-log/engine-link.ts';
import { NewestKnownEvent } from './eventstoredb-event-log/known-event.ts';
import { LogFollower } from './eventstoredb-event-log/log-follower.ts';
import { remoteRowFields } from './eventstoredb-event-log/messages.ts';
import { comparePositions, placeOf, remotePositionOf } from './eventstoredb-event-log/positions.ts';
import type { LogEnd, LogEndOptions, LogEndReader } from '../ports/log-end.ts';
import type { EventLogRetention, StreamRetention } from '../ports/event-log-retention.ts';
import type {
  AppendResult,
  EventLog,
  EventToAppend,
  ExpectedRevision,
  FollowOptions,
  FollowStep,
  Position,
  ReadAllOptions,
  ReadStreamOptions,
  RecordedEvent,
} from '../ports/event-log.ts';
import type { RemoteRowFields } from './eventstoredb-event-log/messages.ts';
import type { LogPlace } from './eventstoredb-event-log/positions.ts';

export interface EventStoreDbEventLogOptions {
  /** `esdb://` or `kurrentdb://`, or either with `+discover`; see `parseConnectionString`. A secret: never logged. */
  readonly connectionString: string;
  /** Most unanswered events; further appends are refused with `EventLogBusy`. At least 1,000, default 50,000. */
  readonly queueEventsMax?: number;
  /**
   * Timeout of one try of a call, milliseconds. The engine's own timeout for a write is 2 s. After a fifth of it, an
   * append at an exact revision whose answer was lost is sent again. Default 5,000.
   */
  readonly callTimeoutMs?: number;
  /**
   * How long the outcome of an append may stay unknown before `AppendOutcomeUnknown`, milliseconds. At least twice
   * `callTimeoutMs`. Default: 14,000, or twice `callTimeoutMs` if that is more.
   */
  readonly outcomeMs?: number;
  /**
   * How long an open connection may be silent before it is replaced and calls are refused at once, milliseconds. Until
   * then calls wait. Default 5,000.
   */
  readonly awayMs?: number;
  /**
   * Whether a stream keeps all its events. After each loss of the connection the log is used only if it still holds the
   * newest known event of such a stream; else it is an older copy, and all calls are refused. Default: none does, and
   * nothing is checked.
   */
  readonly isKept?: (stream: string) => boolean;
  /** Called when the log was found to be an older copy. The message says what to do. */
  readonly onRewound?: (message: string) => void;
  /** How long opening the log waits for the engine, milliseconds. Default 10,000. */
  readonly openMs?: number;
}

/** Counters since the log was opened, for metrics. */
export interface EventStoreDbEventLogStats {
  /** Successful appends, and their events; `events / appends` is the mean group size. */
  readonly appends: number;
  readonly events: number;
  /** Total duration of those appends, from the call to the answer. */
  readonly appendMsTotal: number;
  /** Events accepted and not yet answered. */
  readonly queueEvents: number;
  /** Repeated tries of appends whose outcome was unknown, or that had no answer. */
  readonly repeats: number;
  /** Appends that ended as `AppendOutcomeUnknown`. */
  readonly unknownOutcomes: number;
  /** Connections that were replaced. */
  readonly reconnects: number;
  /** Subscriptions ended by the engine or by this adapter because their consumer was too slow, whatever they were read for. */
  readonly subscriptionCuts: number;
  /** Whether the engine is available. */
  readonly isUp: boolean;
  /** Why the log is refused although the engine answers: it is an older copy. `null`: it is not. */
  readonly rewound: string | null;
}

export interface EventStoreDbEventLog extends EventLog, EventLogRetention, LogEndReader, AsyncDisposable {
  /**
   * Identifies the database, uniquely and for all its clients. Created the first time it is opened, and kept in the
   * metadata of the stream `waybill`. Derived data that holds positions of the log belongs to this id.
   */
  readonly logId: string;
  stats(): EventStoreDbEventLogStats;
}

const queueEventsMaxDefault = 50_000;
const callTimeoutMsDefault = 5_000;
const outcomeMsDefault = 14_000;
const awayMsDefault = 5_000;
/** A try that fails this fast counts as refused; opening gives up after `openRefusalsMax` refusals. */
const openRefusedMsMax = 200;
const openRefusalsMax = 5;
const openPauseMs = 100;
const openMsDefault = 10_000;
/** Most rows in one answer of the worker. */
const pageEventsMax = 1_000;

/**
 * The event log in EventStoreDB 23.10 or later, or KurrentDB, over its gRPC protocol. The client runs in a worker
 * thread that is replaced when it fails or falls silent. Appends of unknown outcome are repeated until the outcome is
 * known, or `outcomeMs` has passed. Followers resubscribe. While the engine is unavailable, calls raise
 * `EventLogUnavailable` at once; the log recovers by itself.
 *
 * The engine stores events as JSON, byte for byte as given. Only operators can remove events physically, by scavenging
 * every node: {@link EventStoreDbEventLog.compact} removes nothing and returns `null`.
 *
 * Raises `RangeError` for a connection string that cannot be used, without quoting it; `EventLogUnavailable` when the
 * engine does not answer within `openMs`; `EventLogDenied` at once when it refuses the user.
 */
export async function openEventStoreDbEventLog(options: EventStoreDbEventLogOptions): Promise<EventStoreDbEventLog> {
  const log = new EngineEventLog(options);
  try {
    await log.open(options.openMs ?? openMsDefault);
    return log;
  } catch (error) {
    await log[Symbol.asyncDispose]();
    throw error;
  }
}

class EngineEventLog implements EventStoreDbEventLog {
  readonly #link: EngineLink;
  readonly #queue: RemoteAppendQueue;
  readonly #known: NewestKnownEvent;
  readonly #closing = new AbortController();
  #disposal: Promise<void> | null = null;
  logId = '';

  constructor(options: EventStoreDbEventLogOptions) {
    const queueEventsMax = options.queueEventsMax ?? queueEventsMaxDefault;
    const callTimeoutMs = options.callTimeoutMs ?? callTimeoutMsDefault;
    const outcomeMs = options.outcomeMs ?? Math.max(outcomeMsDefault, 2 * callTimeoutMs);
    const awayMs = options.awayMs ?? awayMsDefault;
    if (queueEventsMax < appendEventsMax) {
      throw new RangeError(`queueEventsMax is at least ${appendEventsMax}, the largest append, not ${queueEventsMax}`);
    }
    if (outcomeMs < 2 * callTimeoutMs) throw new RangeError('outcomeMs is at least twice callTimeoutMs');
    const connection = parseConnectionString(options.connectionString);
    this.#known = new NewestKnownEvent(options.isKept ?? (() => false));
    this.#link = new EngineLink(
      { connection, certificates: readCertificateFiles(connection), callTimeoutMs, awayMs },
      {
        appended: (answers) => this.#queue.answered(answers),
        up: () => this.#queue.up(),
        lost: () => this.#queue.lost(),
        down: (error) => this.#queue.down(error),
        tick: (nowMs) => this.#queue.tick(nowMs),
        late: (lateMs) => this.#queue.late(lateMs),
        waitingSinceMs: () => this.#queue.waitingSinceMs(),
        known: () => this.#known.event,
        rewound: (message) => options.onRewound?.(message),
      },
    );
    this.#queue = new RemoteAppendQueue(this.#link, { queueEventsMax, callTimeoutMs, outcomeMs });
  }

  /** Retries while the connection is broken or slow. Gives up after five fast refusals. */
  async open(openMs: number): Promise<void> {
    const lateAtMs = performance.now() + openMs;
    await this.#link.open(openMs);
    for (let refusals = 0; ;) {
      const askedAtMs = performance.now();
      try {
        this.logId = await this.#link.ask({ ask: 'log_id' });
        return;
      } catch (error) {
        const nowMs = performance.now();
        if (nowMs - askedAtMs < openRefusedMsMax) refusals += 1;
        const isOver = refusals >= openRefusalsMax || nowMs >= lateAtMs;
        const mayPass = error instanceof EventLogUnavailable && !(error instanceof EventLogDenied);
        if (isOver || !mayPass) throw error;
        await pause(openPauseMs);
        await this.#link.untilUp(AbortSignal.timeout(Math.max(1, Math.ceil(lateAtMs - performance.now()))));
      }
    }
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<AppendResult> {
    this.#link.assertReachable();
    checkAppend(stream, events);
    checkExpectedRevision(expected);
    const result = await this.#queue.add(stream, expected, events);
    const { revision, position } = result;
    const id = events.at(-1)?.id;
    if (position !== null && id !== undefined) this.#known.note({ stream, revision, id, position });
    return result;
  }

  async readStream(stream: string, options: ReadStreamOptions = {}): Promise<readonly RecordedEvent[]> {
    const limit = checkReadLimit(options.limit);
    const events: RecordedEvent[] = [];
    const isBackwards = options.direction === 'backwards';
    let from = options.fromRevision ?? (isBackwards ? null : 0);
    for (;;) {
      const count = Math.min(limit - events.length, pageEventsMax);
      const rows = await this.#link.ask(
        from === null
          ? { ask: 'newest', stream, limit: count }
          : { ask: isBackwards ? 'stream_back' : 'stream', stream, fromRevision: from, limit: count },
      );
      addRows(events, rows);
      from = (events.at(-1)?.revision ?? 0) + (isBackwards ? -1 : 1);
      if (rows.length < count * remoteRowFields || events.length === limit || from < 0) return events;
    }
  }

  async readAll(options: ReadAllOptions = {}): Promise<readonly RecordedEvent[]> {
    const limit = checkReadLimit(options.limit);
    const prefixes = options.streamPrefixes ?? null;
    const events: RecordedEvent[] = [];
    let after = options.after === undefined ? null : placeOf(options.after);
    for (let atEnd = prefixes?.length === 0; !atEnd && events.length < limit;) {
      const page = await this.#link.ask({ ask: 'all', after, prefixes, limit: limit - events.length });
      addRows(events, page.rows);
      after = page.upTo;
      atEnd = page.atEnd;
    }
    return events;
  }

  async *follow(options: FollowOptions): AsyncGenerator<FollowStep, void> {
    const follower = new LogFollower(this.#link, this.#closing.signal, options);
    for await (const { rows, isLevel } of follower.batches()) {
      const events: RecordedEvent[] = [];
      addRows(events, rows);
      this.#known.noteLast(events);
      if (events.length > 0) yield { kind: 'events', events };
      if (options.signal.aborted) return;
      if (isLevel) yield { kind: 'caught_up' };
    }
  }

  async end(options: LogEndOptions = {}): Promise<LogEnd> {
    const after = options.after === undefined ? null : placeOf(options.after);
    const found = await this.#link.ask({ ask: 'end', after, prefixes: options.streamPrefixes ?? null });
    return {
      newest: found.newest === null ? null : knownPosition(found.newest),
      end: found.end === null ? null : knownPosition(found.end),
    };
  }

  comparePositions(a: Position, b: Position): number {
    return comparePositions(a, b);
  }

  async deleteStream(stream: string, expected: ExpectedRevision): Promise<void> {
    checkExpectedRevision(expected);
    await this.#link.ask({ ask: 'delete', stream, expected });
  }

  async tombstoneStream(stream: string, expected: ExpectedRevision): Promise<void> {
    checkExpectedRevision(expected);
    await this.#link.ask({ ask: 'tombstone', stream, expected });
  }

  async setRetention(stream: string, retention: StreamRetention): Promise<void> {
    checkRetention(retention);
    await this.#link.ask({ ask: 'retention', stream, retention: { ...retention } });
  }

  /** Removes nothing: hidden events are removed when operators scavenge each node. */
  async compact(): Promise<{ readonly eventsRemoved: null }> {
    this.#link.assertReachable();
    return { eventsRemoved: null };
  }

  stats(): EventStoreDbEventLogStats {
    const { appends, eventsAppended, appendMsTotal, events, repeats, unknownOutcomes } = this.#queue;
    const { reconnects, subscriptionCuts, isUp, rewound } = this.#link;
    const appended = { appends, events: eventsAppended, appendMsTotal, queueEvents: events };
    return { ...appended, repeats, unknownOutcomes, reconnects, subscriptionCuts, isUp, rewound };
  }

  /** Refuses new calls, waits for the appends in flight, ends the connection. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    this.#closing.abort();
    this.#link.refuse();
    await this.#queue.drain();
    await this.#link.close();
  }
}

function addRows(events: RecordedEvent[], rows: RemoteRowFields): void {
  let recordedAtMs = Number.NaN;
  let recordedAt = '';
  for (let at = 0; at < rows.length; at += remoteRowFields) {
    // The fields of a row, in the order of `RowFields`.
    const row = rows.slice(at, at + remoteRowFields) as [
      string,
      number,
      string,
      string,
      number,
      string,
      string,
      string,
      string,
    ];
    const [stream, revision, commit, prepare, atMs, id, type, data, metadata] = row;
    if (atMs !== recordedAtMs) {
      recordedAtMs = atMs;
      recordedAt = new Date(atMs).toISOString();
    }
    events.push({
      id,
      type,
      data,
      metadata,
      stream,
      revision,
      position: knownPosition({ commit, prepare }),
      recordedAt,
    });
  }
}

/** Servers before 22.6 return no positions in reads of a stream. */
function knownPosition(place: LogPlace): Position {
  const position = remotePositionOf(place);
  if (position === null)
    throw new EventLogUnavailable('the engine tells no positions: it must be of version 23.10 or later');
  return position;
}
