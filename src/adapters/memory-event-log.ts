import { EventLogUnavailable, RevisionConflict, StreamTombstoned } from '../ports/event-log.ts';
import { systemClock } from '../time/clock.ts';
import { checkAppend, checkReadLimit, checkRetention, followBatchEventsMax } from '../event-log/event-log-limits.ts';
import { followPages, GrowthBell } from '../event-log/log-follower.ts';
import {
  absentStream,
  actualRevision,
  judgeAppend,
  judgeComparison,
  revisionOf,
  standsAsExpected,
} from '../event-log/stream-status.ts';
import type { Clock } from '../time/clock.ts';
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
import type { LogEnd, LogEndOptions, LogEndReader } from '../ports/log-end.ts';
import type { LogPage } from '../event-log/log-follower.ts';
import type { StreamStatus } from '../event-log/stream-status.ts';

interface Stream {
  lastRevision: number;
  state: StreamStatus['state'];
  /** Events with a lower revision were deleted with the stream. */
  hiddenBefore: number;
  retention: StreamRetention;
  events: RecordedEvent[];
}

const positionPattern = /^\d{1,15}$/;

/** The event log in the memory of the process: for tests and demonstrations. Lost when the process ends. */
export function createMemoryEventLog(
  options: { readonly clock?: Clock } = {},
): EventLog & EventLogRetention & LogEndReader & AsyncDisposable {
  return new MemoryEventLog(options.clock ?? systemClock);
}

class MemoryEventLog implements EventLog, EventLogRetention, LogEndReader, AsyncDisposable {
  readonly #clock: Clock;
  readonly #bell = new GrowthBell();
  readonly #streams = new Map<string, Stream>();
  #log: RecordedEvent[] = [];
  #lastPosition = 0;
  #closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<AppendResult> {
    this.#assertOpen();
    checkAppend(stream, events);
    const status: StreamStatus = this.#streams.get(stream) ?? absentStream;
    let verdict: ReturnType<typeof judgeAppend> | 'repeated' = judgeAppend(status, expected);
    if (verdict === 'compare') {
      verdict = judgeComparison(status, expected, {
        matching: this.#matching(stream, expected, events),
        total: events.length,
      });
    }
    if (verdict === 'tombstoned') throw new StreamTombstoned(stream);
    if (verdict === 'conflict') throw new RevisionConflict(stream, expected, actualRevision(status));
    return verdict === 'repeated' ? this.#repeat(stream, expected, events) : this.#write(stream, events);
  }

  async readStream(stream: string, options: ReadStreamOptions = {}): Promise<readonly RecordedEvent[]> {
    this.#assertOpen();
    const limit = checkReadLimit(options.limit);
    const found = this.#streams.get(stream);
    if (found?.state === 'tombstoned') throw new StreamTombstoned(stream);
    if (found === undefined || found.state === 'deleted') return [];
    const hidden = this.#hiddenEvents(found);
    if (options.direction === 'backwards') {
      const from = options.fromRevision ?? Infinity;
      return found.events
        .filter((event) => event.revision <= from && !hidden(event))
        .slice(-limit)
        .toReversed();
    }
    const from = options.fromRevision ?? 0;
    return found.events.filter((event) => event.revision >= from && !hidden(event)).slice(0, limit);
  }

  async readAll(options: ReadAllOptions = {}): Promise<readonly RecordedEvent[]> {
    this.#assertOpen();
    return this.#page(options.after, options.streamPrefixes, checkReadLimit(options.limit)).events;
  }

  follow(options: FollowOptions): AsyncGenerator<FollowStep, void> {
    const followed = {
      page: async (after: Position | undefined, prefixes: readonly string[] | undefined) => {
        this.#assertOpen();
        return this.#page(after, prefixes, followBatchEventsMax);
      },
      grown: async (after: Position | undefined, signal: AbortSignal) => {
        if (numberOf(after) >= this.#lastPosition) await this.#bell.wait(signal);
      },
    };
    return followPages(followed, options);
  }

  async end({ after, streamPrefixes }: LogEndOptions = {}): Promise<LogEnd> {
    this.#assertOpen();
    const first = this.#indexAfter(numberOf(after));
    let index = this.#log.length - 1;
    while (index >= first && !matches(this.#log[index]?.stream ?? '', streamPrefixes)) index -= 1;
    const newest = index < first ? null : (this.#log[index]?.position ?? null);
    return { newest, end: this.#lastPosition === 0 ? null : positionOf(this.#lastPosition) };
  }

  comparePositions(a: Position, b: Position): number {
    return numberOf(a) - numberOf(b);
  }

  async deleteStream(stream: string, expected: ExpectedRevision): Promise<void> {
    this.#assertOpen();
    const found = this.#streamToEnd(stream, expected);
    if (found.lastRevision < 0) throw new RevisionConflict(stream, expected, 'no_stream');
    found.state = 'deleted';
    found.retention = {};
    found.hiddenBefore = found.lastRevision + 1;
  }

  async tombstoneStream(stream: string, expected: ExpectedRevision): Promise<void> {
    this.#assertOpen();
    const found = this.#streamToEnd(stream, expected);
    found.state = 'tombstoned';
    found.hiddenBefore = found.lastRevision + 1;
    this.#streams.set(stream, found);
  }

  async setRetention(stream: string, retention: StreamRetention): Promise<void> {
    this.#assertOpen();
    checkRetention(retention);
    const found = this.#streams.get(stream) ?? newStream();
    if (found.state === 'tombstoned') throw new StreamTombstoned(stream);
    if (found.state === 'deleted') return;
    found.retention = { ...retention };
    this.#streams.set(stream, found);
  }

  async compact(): Promise<{ readonly eventsRemoved: number }> {
    this.#assertOpen();
    const removed = new Set<RecordedEvent>();
    for (const stream of this.#streams.values()) {
      const hidden = this.#hiddenEvents(stream);
      for (const event of stream.events) if (hidden(event)) removed.add(event);
      stream.events = stream.events.filter((event) => !removed.has(event));
    }
    this.#log = this.#log.filter((event) => !removed.has(event));
    return { eventsRemoved: removed.size };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#bell.ring();
  }

  #write(name: string, events: readonly EventToAppend[]): AppendResult {
    const stream = this.#streams.get(name) ?? newStream();
    this.#streams.set(name, stream);
    stream.state = 'open';
    const recordedAt = new Date(this.#clock.now()).toISOString();
    for (const { id, type, data, metadata } of events) {
      stream.lastRevision += 1;
      this.#lastPosition += 1;
      const position = positionOf(this.#lastPosition);
      const event = { id, type, data, metadata, stream: name, revision: stream.lastRevision, position, recordedAt };
      stream.events.push(event);
      this.#log.push(event);
    }
    this.#bell.ring();
    return { revision: stream.lastRevision, position: positionOf(this.#lastPosition) };
  }

  #matching(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): number {
    const first = firstRevision(expected);
    const differing = events.findIndex(({ id }, index) => this.#eventAt(stream, first + index)?.id !== id);
    return differing < 0 ? events.length : differing;
  }

  #repeat(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): AppendResult {
    const revision = firstRevision(expected) + events.length - 1;
    return { revision, position: this.#eventAt(stream, revision)?.position ?? null };
  }

  #eventAt(stream: string, revision: number): RecordedEvent | undefined {
    return this.#streams.get(stream)?.events.findLast((event) => event.revision === revision);
  }

  #streamToEnd(stream: string, expected: ExpectedRevision): Stream {
    const found = this.#streams.get(stream) ?? newStream();
    if (found.state === 'tombstoned') throw new StreamTombstoned(stream);
    if (!standsAsExpected(found, expected)) throw new RevisionConflict(stream, expected, actualRevision(found));
    return found;
  }

  #hiddenEvents({ hiddenBefore, lastRevision, retention }: Stream): (event: RecordedEvent) => boolean {
    const { truncateBefore = 0, maxCount = Infinity, maxAgeSeconds = Infinity } = retention;
    const firstVisible = Math.max(hiddenBefore, truncateBefore, lastRevision - maxCount + 1);
    const oldestMs = this.#clock.now() - maxAgeSeconds * 1000;
    return (event) => event.revision < firstVisible || Date.parse(event.recordedAt) < oldestMs;
  }

  #page(after: Position | undefined, prefixes: readonly string[] | undefined, limit: number): LogPage {
    const from = numberOf(after);
    const events: RecordedEvent[] = [];
    for (let index = this.#indexAfter(from); index < this.#log.length; index += 1) {
      const event = this.#log[index];
      if (event === undefined || !matches(event.stream, prefixes)) continue;
      if (events.length === limit) return { events, upTo: events.at(-1)?.position, atEnd: false };
      events.push(event);
    }
    return { events, upTo: positionOf(Math.max(from, this.#lastPosition)), atEnd: true };
  }

  /** Index in the log of the first event after `position`. */
  #indexAfter(position: number): number {
    let low = 0;
    let high = this.#log.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (numberOf(this.#log[middle]?.position) <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #assertOpen(): void {
    if (this.#closed) throw new EventLogUnavailable('the event log was closed');
  }
}

function newStream(): Stream {
  return { ...absentStream, hiddenBefore: 0, retention: {}, events: [] };
}

function firstRevision(expected: ExpectedRevision): number {
  return expected === 'any' || expected === 'stream_exists' ? 0 : revisionOf(expected) + 1;
}

function matches(stream: string, prefixes: readonly string[] | undefined): boolean {
  return prefixes === undefined || prefixes.some((prefix) => stream.startsWith(prefix));
}

function positionOf(number: number): Position {
  return String(number) as Position; // the brand is given here and nowhere else
}

function numberOf(position: Position | undefined): number {
  if (position === undefined) return 0;
  if (!positionPattern.test(position)) throw new RangeError(`${position} is no position of this log`);
  return Number(position);
}
