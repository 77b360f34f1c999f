import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  appendEventsMax,
  checkAppend,
  checkExpectedRevision,
  checkReadLimit,
  checkRetention,
  followBatchEventsMax,
} from '../event-log/event-log-limits.ts';
import { EventLogBusy } from '../ports/event-log.ts';
import { followPages, GrowthBell } from '../event-log/log-follower.ts';
import { AppendQueue } from './sqlite-event-log/append-queue.ts';
import { FreshEvents } from './sqlite-event-log/fresh-events.ts';
import { rowFields } from './sqlite-event-log/messages.ts';
import { numberOf, positionOf } from './sqlite-event-log/positions.ts';
import { WorkerLink } from './sqlite-event-log/worker-link.ts';
import type { EventLogRetention, StreamRetention } from '../ports/event-log-retention.ts';
import type { LogEnd, LogEndOptions, LogEndReader } from '../ports/log-end.ts';
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
import type { LogIdentity, LogStatus, StreamTrouble } from '../ports/log-identity.ts';
import type { LogPage } from '../event-log/log-follower.ts';
import type { Answers, Question, RowFields } from './sqlite-event-log/messages.ts';

/** Shortest pause between two steps of a compaction. */
const stepPauseMsMin = 2;
/** How long a compaction tries to empty the journal that other processes read. */
const journalWaitMsMax = 10_000;

export interface SqliteEventLogOptions {
  /** The file; created with mode 0600, its directory with 0700. Several processes may share it. */
  readonly path: string;
  /** Whether a file that is missing or empty is made. Default true. */
  readonly mayCreate?: boolean;
  /** Most unanswered events; further appends are refused with `EventLogBusy`. At least 1,000, default 50,000. */
  readonly queueEventsMax?: number;
  /**
   * The longest pause between two group commits of a busy log, milliseconds. An append to an idle log never waits. A
   * longer pause saves CPU time, a shorter one answers sooner. Default 4.
   */
  readonly groupPauseMsMax?: number;
  /** How long another process may hold the file before `EventLogBusy`, milliseconds. Default 5,000. */
  readonly lockWaitMs?: number;
  /**
   * How long the disk may take to answer before appends raise `AppendOutcomeUnknown`, and reads and deletions
   * `EventLogUnavailable`, milliseconds. Default 30,000.
   */
  readonly answerMs?: number;
  /** How often a follower checks for commits of other processes, milliseconds. Default 25. */
  readonly pollMs?: number;
  /**
   * How long the wall clock must run evenly, after the opening or a jump, before events are hidden and removed by their
   * age, milliseconds. Until then events are dated by elapsed time. Default 0: the clock is trusted at once.
   */
  readonly clockSettleMs?: number;
}

/** Counters since the log was opened, for metrics. */
export interface SqliteEventLogStats {
  /** Successful appends. */
  readonly appends: number;
  /** Transactions that committed them. */
  readonly commits: number;
  /** Events accepted and not yet answered. */
  readonly queueEvents: number;
}

export interface SqliteEventLog extends EventLog, EventLogRetention, LogEndReader, LogIdentity, AsyncDisposable {
  stats(): SqliteEventLogStats;
}

const queueEventsMaxDefault = 50_000;
const lockWaitMsDefault = 5_000;
const answerMsDefault = 30_000;
const pollMsDefault = 25;
/** Number of checks for overdue answers within `answerMs`. */
const answerLooks = 4;
const groupPauseMsMaxDefault = 4;
/** Least time between two wake-ups of followers, milliseconds: a page per commit would cost more than the commit. */
const wakePauseMs = 50;

/**
 * The embedded event log: one SQLite file behind a worker thread. One commit writes all waiting appends, of any
 * streams. An answered append is on the disk (WAL, `synchronous=FULL`). When the disk is full or the worker dies,
 * appends are refused or their outcome is unknown, as the port defines, and the log recovers by itself.
 *
 * Raises `EventLogUnavailable` for a file that is damaged, of another program, or of a newer version.
 */
export async function openSqliteEventLog(options: SqliteEventLogOptions): Promise<SqliteEventLog> {
  const log = new WorkerEventLog(options);
  try {
    await log.open();
    return log;
  } catch (error) {
    await log[Symbol.asyncDispose]();
    throw error;
  }
}

class WorkerEventLog implements SqliteEventLog {
  readonly #pollMs: number;
  readonly #link: WorkerLink;
  readonly #queue: AppendQueue;
  readonly #bell = new GrowthBell();
  /** Recently committed events, which followers need not read. Kept only while there are followers. */
  readonly #fresh = new FreshEvents();
  #lastPosition = 0;
  #followers = 0;
  #rungAtMs = 0;
  #ringing: NodeJS.Timeout | null = null;
  readonly #overdue: NodeJS.Timeout;
  #disposal: Promise<void> | null = null;

  constructor(options: SqliteEventLogOptions) {
    this.#pollMs = options.pollMs ?? pollMsDefault;
    const path = resolve(options.path);
    const lockWaitMs = options.lockWaitMs ?? lockWaitMsDefault;
    const queueEventsMax = options.queueEventsMax ?? queueEventsMaxDefault;
    if (queueEventsMax < appendEventsMax) {
      throw new RangeError(`queueEventsMax is at least ${appendEventsMax}, the largest append, not ${queueEventsMax}`);
    }
    this.#link = new WorkerLink(
      { path, lockWaitMs, clockSettleMs: options.clockSettleMs ?? 0, mayCreate: options.mayCreate ?? true },
      {
        appended: (answer) => {
          this.#queue.answered(answer);
          this.#grown(answer.lastPosition);
        },
        grown: (lastPosition) => this.#grown(lastPosition),
        lost: (error) => {
          this.#fresh.clear();
          this.#queue.abandon(error);
          this.#ring();
        },
      },
    );
    this.#queue = new AppendQueue(this.#link, {
      queueEventsMax,
      groupPauseMsMax: options.groupPauseMsMax ?? groupPauseMsMaxDefault,
      onCommitted: (fields, characters, answer) => {
        if (this.#followers > 0) this.#fresh.committed(fields, characters, answer);
      },
    });
    const answerMs = options.answerMs ?? answerMsDefault;
    this.#overdue = setInterval(() => {
      this.#queue.giveUp(answerMs);
      this.#link.giveUp(answerMs);
    }, answerMs / answerLooks).unref();
  }

  open(): Promise<void> {
    return this.#link.open();
  }

  async append(stream: string, expected: ExpectedRevision, events: readonly EventToAppend[]): Promise<AppendResult> {
    this.#link.assertUp();
    checkAppend(stream, events);
    checkExpectedRevision(expected);
    return this.#queue.add(stream, expected, events);
  }

  async readStream(stream: string, options: ReadStreamOptions = {}): Promise<readonly RecordedEvent[]> {
    const limit = checkReadLimit(options.limit);
    const events: RecordedEvent[] = [];
    const isBackwards = options.direction === 'backwards';
    const ask = isBackwards ? 'stream_back' : 'stream';
    let fromRevision = options.fromRevision ?? (isBackwards ? Number.MAX_SAFE_INTEGER : 0);
    for (let more = true; more && events.length < limit;) {
      const page = await this.#link.ask({ ask, stream, fromRevision, limit: limit - events.length });
      addRows(events, page.rows, stream);
      fromRevision = (events.at(-1)?.revision ?? 0) + (isBackwards ? -1 : 1);
      more = page.more;
    }
    return events;
  }

  async readAll(options: ReadAllOptions = {}): Promise<readonly RecordedEvent[]> {
    const limit = checkReadLimit(options.limit);
    const prefixes = options.streamPrefixes ?? null;
    const events: RecordedEvent[] = [];
    let after = numberOf(options.after);
    for (let atEnd = false; !atEnd && events.length < limit;) {
      const page = await this.#link.ask({ ask: 'all', after, prefixes, limit: limit - events.length });
      addRows(events, page.rows);
      after = page.upTo;
      atEnd = page.atEnd;
    }
    return events;
  }

  async *follow(options: FollowOptions): AsyncGenerator<FollowStep, void> {
    this.#followers += 1;
    if (this.#followers === 1) this.#link.watch(this.#pollMs);
    try {
      yield* followPages(this.#followed, options);
    } finally {
      this.#followers -= 1;
      if (this.#followers === 0) {
        this.#link.watch(0);
        this.#fresh.clear();
      }
    }
  }

  async end(options: LogEndOptions = {}): Promise<LogEnd> {
    const after = numberOf(options.after);
    const prefixes = options.streamPrefixes ?? null;
    let before = Number.MAX_SAFE_INTEGER;
    for (let end: number | null = null; ;) {
      const stretch = await this.#link.ask({ ask: 'end', after, before, prefixes });
      end ??= stretch.end;
      if (stretch.newest !== null || stretch.lookedBackTo <= after) {
        return {
          newest: stretch.newest === null ? null : positionOf(stretch.newest),
          end: end === 0 ? null : positionOf(end),
        };
      }
      before = stretch.lookedBackTo;
    }
  }

  comparePositions(a: Position, b: Position): number {
    return numberOf(a) - numberOf(b);
  }

  async deleteStream(stream: string, expected: ExpectedRevision): Promise<void> {
    checkExpectedRevision(expected);
    this.#fresh.clear();
    await this.#link.ask({ ask: 'delete', stream, expected });
  }

  async tombstoneStream(stream: string, expected: ExpectedRevision): Promise<void> {
    checkExpectedRevision(expected);
    this.#fresh.clear();
    await this.#link.ask({ ask: 'tombstone', stream, expected });
  }

  async setRetention(stream: string, retention: StreamRetention): Promise<void> {
    checkRetention(retention);
    await this.#link.ask({ ask: 'retention', stream, retention: { ...retention } });
  }

  /** Works in short steps with pauses of the same length, so that appends of all processes go on. */
  async compact(): Promise<{ readonly eventsRemoved: number }> {
    let removed = 0;
    for (let afterStream: number | null = 0; afterStream !== null;) {
      const step: Answers['remove_hidden'] = await this.#step({ ask: 'remove_hidden', afterStream });
      removed += step.eventsRemoved;
      afterStream = step.lastStream;
    }
    for (let afterStretch: number | null = 0; afterStretch !== null;) {
      const step: Answers['drop_emptied'] = await this.#step({ ask: 'drop_emptied', afterStretch });
      afterStretch = step.lastStretch;
    }
    while (!(await this.#step({ ask: 'reclaim_space' })).isDone);
    const deadlineMs = performance.now() + journalWaitMsMax;
    while (!(await this.#step({ ask: 'empty_journal' })).isDone) {
      if (performance.now() > deadlineMs) throw new EventLogBusy('other processes are reading the journal');
    }
    return { eventsRemoved: removed };
  }

  /** Runs one step and pauses for as long, so that any process waiting for the file gets it. */
  async #step<Asked extends Question>(question: Asked): Promise<Answers[Asked['ask']]> {
    const beganMs = performance.now();
    const answer = await this.#link.ask(question);
    await pause(Math.max(stepPauseMsMin, performance.now() - beganMs));
    return answer;
  }

  status(): Promise<LogStatus> {
    return this.#link.ask({ ask: 'status' });
  }

  async digestAt(position: number): Promise<string | null> {
    return (await this.#link.ask({ ask: 'digest_at', position })).digest;
  }

  async streamTrouble(thinnedPrefixes: readonly string[]): Promise<StreamTrouble | null> {
    return (await this.#link.ask({ ask: 'stream_trouble', thinnedPrefixes })).trouble;
  }

  async keepFingerprint(name: string, fingerprint: string): Promise<void> {
    await this.#link.ask({ ask: 'keep_fingerprint', name, fingerprint });
  }

  async forgetFingerprint(name: string): Promise<void> {
    await this.#link.ask({ ask: 'forget_fingerprint', name });
  }

  async assertWritable(): Promise<void> {
    await this.#link.ask({ ask: 'assert_writable' });
  }

  stats(): SqliteEventLogStats {
    return { appends: this.#queue.appends, commits: this.#queue.commits, queueEvents: this.#queue.events };
  }

  /** Refuses new calls, waits for those in flight, closes the file. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    this.#link.refuse();
    this.#ring();
    await this.#queue.drain();
    await this.#link.close();
    clearInterval(this.#overdue);
  }

  readonly #followed = {
    page: async (after: Position | undefined, streamPrefixes: readonly string[] | undefined): Promise<LogPage> => {
      this.#link.assertUp();
      if (this.#followers === 1) this.#fresh.read(numberOf(after));
      const fresh = this.#fresh.page(numberOf(after), streamPrefixes);
      if (fresh !== null) return fresh;
      const { rows, upTo, atEnd } = await this.#link.ask({
        ask: 'all',
        after: numberOf(after),
        prefixes: streamPrefixes ?? null,
        limit: followBatchEventsMax,
      });
      const events: RecordedEvent[] = [];
      addRows(events, rows);
      return { events, upTo: positionOf(upTo), atEnd };
    },
    grown: async (after: Position | undefined, signal: AbortSignal): Promise<void> => {
      this.#link.assertUp();
      if (this.#lastPosition > numberOf(after)) return;
      this.#link.hold();
      await this.#bell.wait(signal);
      this.#link.release();
    },
  };

  #grown(lastPosition: number): void {
    if (lastPosition <= this.#lastPosition) return;
    this.#lastPosition = lastPosition;
    if (this.#followers === 0 || this.#ringing !== null) return;
    const dueMs = this.#rungAtMs + wakePauseMs - performance.now();
    if (dueMs <= 0) this.#ring();
    else this.#ringing = setTimeout(() => this.#ring(), dueMs);
  }

  #ring(): void {
    if (this.#ringing !== null) clearTimeout(this.#ringing);
    this.#ringing = null;
    this.#rungAtMs = performance.now();
    this.#bell.ring();
  }
}

function addRows(events: RecordedEvent[], rows: RowFields, streamName?: string): void {
  let recordedAtMs = Number.NaN;
  let recordedAt = '';
  for (let at = 0; at < rows.length; at += rowFields) {
    // The fields of a row, in the order of `RowFields`.
    const row = rows.slice(at, at + rowFields) as [number, string, number, number, string, string, string, string];
    const [position, stream, revision, atMs, id, type, data, metadata] = row;
    if (atMs !== recordedAtMs) {
      recordedAtMs = atMs;
      recordedAt = new Date(atMs).toISOString();
    }
    events.push({
      id,
      type,
      data,
      metadata,
      stream: streamName ?? stream,
      revision,
      position: positionOf(position),
      recordedAt,
    });
  }
}
