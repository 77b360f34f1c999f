import { EventLogUnavailable, type Position, type RecordedEvent } from '../../ports/event-log.ts';
import { projectionId, ProjectionRewound, type Projection, type WaitingStream } from '../../ports/read-models.ts';
import { AwaitedStreams } from './awaited-streams.ts';
import { DeliveredPositions } from './delivered-positions.ts';
import type { Watched } from './progress-watch.ts';
import { LooksApart, type LooksApartOptions } from './looks-apart.ts';
import { ProjectionFeed, ProjectionStopped, type FedProjection } from './projection-feed.ts';
import { resumeWaitingStreams } from './waiting-streams.ts';
import { retryPause, type RetryPolicy } from '../retry.ts';
import { CoalescedRun } from './coalesced-run.ts';
import { GatheredEvents } from './gathered-events.ts';
import { ReadPosition } from './read-position.ts';
import { withinMs } from '../within-ms.ts';
import { systemTimer, type Timer } from '../../time/timer.ts';

const pageEvents = 1_000;

/** How long to wait for a live subscription to deliver recorded events before reading them; milliseconds. */
const comesMs = 100;

const retries: RetryPolicy = { pauseMs: 100, pauseMsMax: 5_000 };

export interface FollowProjectionsOptions extends Omit<LooksApartOptions, 'delivered'> {
  /**
   * Least time between two batches of live events, milliseconds, default 100; 20 times as long if only projections that
   * may lag have pending events. Events that arrive meanwhile are gathered, to save transactions on a busy log.
   */
  readonly batchMs?: number;
  readonly timer?: Timer;
  /** Stops the follower, as {@link ProjectionFollower.stop} does. */
  readonly signal?: AbortSignal;
  /** Called with the events of the subscription before they are folded. Must not raise. */
  onReceived?(events: readonly RecordedEvent[]): void;
  /** Called with every event once, in order, before it is folded: of the subscription and of looks. Must not raise. */
  onTaken?(events: readonly RecordedEvent[]): void;
  /**
   * With a projection: it has stopped for good. Only a version of Waybill that can read the event resumes it.
   * With `null`: the log or the read models are unavailable. They are retried until they are back.
   */
  onError(error: unknown, projection: Projection<object> | null): void;
  /** Called when a stream begins to wait for a version of Waybill that can read its next event. Must not raise. */
  onWaiting?(projection: Projection<object>, waiting: WaitingStream): void;
}

export interface ProjectionLag {
  /** Whether it has caught up with the log since it last began. */
  readonly isLive: boolean;
  /** Received and not yet folded. */
  readonly pendingEvents: number;
  /** When the oldest pending event was recorded, by the log's clock; `null` when none is pending. */
  readonly pendingSince: string | null;
  readonly projections: readonly FedProjection[];
}

export interface ProjectionFollower {
  /**
   * Resolves when every event recorded before the call is folded, except in streams that wait for a newer version.
   * Callers that arrive during one look at the log share the next look. Asking for some projections that may not lag
   * does not wait for the others. Raises what the log and the read models raise; {@link ProjectionStopped} when one of
   * `projections` (default: all) has stopped; `EventLogUnavailable` once the follower has stopped.
   */
  caughtUp(projections?: readonly Projection<object>[]): Promise<void>;
  lag(): ProjectionLag;
  /** For a progress watch. A restart drops the subscription and resumes from the checkpoints. */
  readonly watched: Watched;
  /** Folds the pending events and ends. */
  stop(): Promise<void>;
}

/** Keeps read models up to date with the log, starting at their checkpoints, until stopped. */
export function followProjections(options: FollowProjectionsOptions): ProjectionFollower {
  return new Follower(options);
}

class Follower implements ProjectionFollower {
  readonly #options: FollowProjectionsOptions;
  readonly #feed: ProjectionFeed;
  readonly #timer: Timer;
  readonly #done: Promise<void>;
  readonly #awaited: AwaitedStreams;
  /** Everything up to here has been folded or is pending. */
  readonly #read: ReadPosition;
  /** Whether a look of this round has come to the end of the log. */
  #isNear = false;
  /** When the subscription last brought anything, or began. */
  #cameAtMs = 0;
  readonly #pending: GatheredEvents;
  /** Changes with each start and failure. Answers to questions of an earlier round are discarded. */
  #round = 0;
  /** Whether the checkpoints must be read (again) before any event is taken. */
  #mustBegin = true;
  #isLive = false;
  readonly #stopping = new AbortController();
  #subscription = new AbortController();
  readonly #look = new CoalescedRun(() => this.#lookAtLog());
  /** Looks before the subscription is live, for the projections that may not lag. */
  readonly #apart: LooksApart;
  /** Looks for some of the projections only, by the names of those projections. */
  readonly #looksApart = new Map<string, CoalescedRun>();
  /** Keyed likewise: the position up to which a live look has found only events that were received. */
  readonly #levelUpTo = new Map<string, Position>();

  readonly #delivered: DeliveredPositions;
  readonly #end = (): void => {
    this.#stopping.abort();
    this.#subscription.abort();
  };

  constructor(options: FollowProjectionsOptions) {
    const { log, readModels, projections, batchMs = 100, timer = systemTimer, signal } = options;
    this.#options = options;
    this.#timer = timer;
    this.#awaited = new AwaitedStreams(projections);
    const comparePositions = log.comparePositions.bind(log);
    this.#read = new ReadPosition(comparePositions);
    this.#delivered = new DeliveredPositions(comparePositions);
    this.#pending = new GatheredEvents({ awaited: this.#awaited, batchMs, timer, onDue: this.#foldDue });
    this.#feed = new ProjectionFeed({
      comparePositions,
      readModels,
      projections,
      delivered: this.#delivered,
      ...(options.onBatch && { onBatch: options.onBatch.bind(options) }),
      onStopped: (projection, reason) => options.onError(reason, projection),
      onWaiting: (projection, waiting) => options.onWaiting?.(projection, waiting),
    });
    const awaited = projections.filter(({ mayLag }) => mayLag !== true);
    this.#apart = new LooksApart({ ...options, projections: awaited, delivered: this.#delivered });
    signal?.addEventListener('abort', this.#end);
    if (signal?.aborted === true) this.#stopping.abort();
    this.#done = this.#run();
  }

  async caughtUp(projections: readonly Projection<object>[] = this.#options.projections): Promise<void> {
    await this.#lookFor(projections).run();
    const stopped = this.#feed.projections.find(
      (fed) => fed.stoppedBy !== null && projections.includes(fed.projection),
    );
    if (stopped !== undefined) throw new ProjectionStopped(stopped);
  }

  lag(): ProjectionLag {
    return {
      isLive: this.#isLive,
      pendingEvents: this.#pending.count,
      pendingSince: this.#pending.oldest?.recordedAt ?? null,
      projections: this.#feed.projections.map((fed) => ({ ...fed })),
    };
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  readonly watched: Watched = {
    name: 'projections',
    status: () => {
      if (this.#isStopped || !this.#hasWork()) return null;
      return { handledUpTo: this.#read.upTo, streamPrefixes: this.#feed.streamPrefixes, isBusy: false };
    },
    restart: (reason) => {
      if (!this.#isStopped) this.#broken(reason);
    },
  };

  async stop(): Promise<void> {
    this.#end();
    await this.#done;
  }

  async #run(): Promise<void> {
    let failures = 0;
    while (!this.#isStopped && this.#hasWork()) {
      try {
        await this.#subscribe(() => {
          failures = 0;
        });
      } catch (error) {
        this.#broken(error);
        if (!(error instanceof ProjectionRewound)) this.#options.onError(error, null);
      }
      failures += 1;
      if (this.#isStopped || !this.#hasWork()) break;
      await retryPause(retries, failures, { timer: this.#timer, signal: this.#stopping.signal });
    }
    this.#finish();
  }

  /** Follows until stopped (then resolves) or until anything fails (then raises). */
  async #subscribe(onStep: () => void): Promise<void> {
    const round = this.#begin();
    const { signal } = this.#subscription;
    const { patientPrefixes } = this.#awaited;
    for await (const step of this.#options.log.follow({ ...this.#reading(), patientPrefixes, signal })) {
      if (round !== this.#round) break;
      onStep();
      this.#cameAtMs = this.#timer.monotonic();
      if (step.kind === 'events') {
        this.#options.onReceived?.(step.events);
        this.#orBroken(() => this.#take(step.events));
      } else {
        this.#isLive = true;
        this.#read.take([]);
      }
      // A long catch-up from a log that answers immediately would starve the event loop.
      if (!this.#isLive) await untilNextTurn();
      if (!this.#hasWork()) return;
    }
    if (!this.#isStopped) throw signal.reason ?? new EventLogUnavailable('the event log ended its subscription');
  }

  #begin(): number {
    this.#read.begin(this.#feed.begin());
    this.#subscription = new AbortController();
    if (this.#isStopped) this.#subscription.abort();
    this.#isLive = false;
    this.#isNear = false;
    this.#cameAtMs = this.#timer.monotonic();
    this.#mustBegin = false;
    this.#round += 1;
    this.#levelUpTo.clear();
    return this.#round;
  }

  /** Ends the subscription and drops pending events; the next round reads them again from the checkpoints. */
  #broken(error: unknown): void {
    this.#mustBegin = true;
    this.#isLive = false;
    this.#pending.drop();
    this.#round += 1;
    this.#subscription.abort(error);
  }

  #reading(): { readonly after?: Position; readonly streamPrefixes: readonly string[] } {
    const { streamPrefixes } = this.#feed;
    const { upTo } = this.#read;
    return upTo === null ? { streamPrefixes } : { after: upTo, streamPrefixes };
  }

  /** The subscription and {@link caughtUp} may both deliver an event: it is taken once. */
  #take(events: readonly RecordedEvent[]): void {
    const taken = this.#read.take(events);
    this.#options.onTaken?.(taken);
    const isDue = this.#pending.add(taken);
    if (!this.#isLive || isDue) this.#fold();
  }

  #fold(): void {
    const events = this.#pending.take();
    if (events.length > 0) this.#feed.apply(events);
  }

  /** Folds at the end of an interval, when no caller is there to be told of a failure. */
  readonly #foldDue = (): void => {
    try {
      this.#fold();
    } catch (error) {
      this.#broken(error); // ends the subscription, which reports the error
    }
  };

  /** Only callers that ask for projections that may lag wait for them. */
  #lookFor(projections: readonly Projection<object>[]): CoalescedRun {
    if (projections.some(({ mayLag }) => mayLag) || projections.length === this.#options.projections.length) {
      return this.#look;
    }
    const key = projections.map(projectionId).join(' ');
    const known = this.#looksApart.get(key);
    if (known !== undefined) return known;
    const look = new CoalescedRun(() =>
      this.#isLive ? this.#lookLive(key, projections) : this.#lookApart(projections),
    );
    this.#looksApart.set(key, look);
    return look;
  }

  /** Looks only for events of these projections, and only after the events already received. */
  async #lookLive(key: string, projections: readonly Projection<object>[]): Promise<void> {
    const round = this.#round;
    const streamPrefixes = projections.flatMap((projection) => projection.streamPrefixes);
    const after = this.#read.orLater(this.#levelUpTo.get(key) ?? null);
    const { newest, end } = await this.#options.logEnd.end({ streamPrefixes, ...(after !== null && { after }) });
    if (newest !== null && !(await this.#isDelivered(newest))) return this.#lookAtLog();
    if (round !== this.#round) return this.#lookAtLog();
    if (end !== null) this.#levelUpTo.set(key, end);
    if (this.#pending.hasAnyOf(streamPrefixes)) this.#foldNow([]);
  }

  /**
   * Whether the subscription delivers everything up to `position`: within {@link comesMs} once it is live, and before
   * that as long as it brings events.
   */
  async #isDelivered(position: Position): Promise<boolean> {
    const askedAtMs = this.#timer.monotonic();
    for (;;) {
      if (this.#read.hasReached(position)) return true;
      const sinceMs = this.#isLive ? askedAtMs : this.#cameAtMs;
      const leftMs = sinceMs + comesMs - this.#timer.monotonic();
      if (leftMs <= 0) return false;
      await withinMs(this.#read.next(), leftMs, this.#timer);
    }
  }

  async #lookApart(projections: readonly Projection<object>[]): Promise<void> {
    if (this.#isStopped) throw stopped();
    await this.#apart.caughtUp(projections);
  }

  async #lookAtLog(): Promise<void> {
    if (!this.#isStopped) await resumeWaitingStreams(this.#options);
    // A subscription that breaks again and again is waited for once: a look of its own tells why.
    for (let mayWait = true; this.#hasWork();) {
      if (this.#isStopped) throw stopped();
      const round = this.#mustBegin ? this.#begin() : this.#round;
      const isLive = this.#isLive;
      // To search back from the end costs less than to read, but only as far as a reader has come.
      const { newest, end } = await this.#options.logEnd.end(isLive || this.#isNear ? this.#reading() : {});
      if (round !== this.#round) continue;
      const isDelivered = newest !== null && mayWait && (await this.#isDelivered(newest));
      mayWait = round === this.#round;
      if (!mayWait) continue;
      if (isDelivered) return this.#foldNow([]);
      if (newest !== null && isLive !== this.#isLive) continue;
      const events = newest === null ? [] : await this.#options.log.readAll({ ...this.#reading(), limit: pageEvents });
      if (round !== this.#round) continue;
      this.#foldNow(events);
      if (events.length >= pageEvents) continue;
      this.#read.passOver(end);
      this.#isNear = true;
      return;
    }
  }

  #foldNow(events: readonly RecordedEvent[]): void {
    this.#orBroken(() => {
      this.#take(events);
      this.#fold();
    });
  }

  /** Breaks the round synchronously on a failure: a concurrent look would count the dropped events as folded. */
  #orBroken(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#broken(error);
      throw error;
    }
  }

  #hasWork(): boolean {
    return this.#feed.projections.some(({ stoppedBy }) => stoppedBy === null);
  }

  #finish(): void {
    try {
      this.#fold();
    } catch (error) {
      this.#options.onError(error, null);
    }
    this.#pending.stop();
    this.#options.signal?.removeEventListener('abort', this.#end);
    this.#isLive = false;
    this.#round += 1;
  }
}

function stopped(): EventLogUnavailable {
  return new EventLogUnavailable('the projections are no longer followed');
}

function untilNextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
