import { EventLogUnavailable, type EventLog, type Position, type RecordedEvent } from '../ports/event-log.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import {
  projectionId,
  ProjectionRewound,
  type Projection,
  type ProjectionFold,
  type WaitingStream,
} from '../ports/read-models.ts';
import { catchUpApart } from './read-models/catch-up-apart.ts';
import { FoldPause } from './fold-pause.ts';
import { HandedPlaces } from './read-models/handed-places.ts';
import type { Watched } from './progress-watch.ts';
import { ProjectionFeed, ProjectionStopped, type FedProjection, type ProjectedBatch } from './projection-feed.ts';
import { resumeWaitingStreams } from './waiting-streams.ts';
import { retryPause, type RetryPolicy } from './retry.ts';
import { SharedLook } from './read-models/shared-look.ts';
import { withinMs } from './within-ms.ts';
import { systemTimer, type Timer } from '../ports/timer.ts';

/** Live events that wait for their batch; more are folded at once, and nothing else in the thread waits for longer. */
const pendingEventsMax = 200;
/** Of their data. */
const pendingCharactersMax = 8 * 1024 * 1024;

const pageEvents = 1_000;

/** What the log holds is on its way to a live subscription: it is waited for so long before it is read; milliseconds. */
const comesMs = 100;

const retries: RetryPolicy = { pauseMs: 100, pauseMsMax: 5_000 };

export interface FollowProjectionsOptions {
  readonly log: EventLog;
  readonly logEnd: LogEndReader;
  readonly readModels: ProjectionFold;
  readonly projections: readonly Projection<object>[];
  /**
   * The least time between two batches of live events, milliseconds, default 100: the first event is folded at once,
   * those that follow it are gathered, so that a busy log costs few transactions. Twenty times as long where only projections
   * that may lag are waiting.
   */
  readonly batchMs?: number;
  readonly timer?: Timer;
  /** Stops the follower, as {@link ProjectionFollower.stop} does. */
  readonly signal?: AbortSignal;
  /** Called with what the subscription brings, before it is folded. Must not raise. */
  onReceived?(events: readonly RecordedEvent[]): void;
  /** Called for every projection that was handed events, right after its documents hold them. Must not raise. */
  onBatch?(batch: ProjectedBatch): void;
  /**
   * With a projection: it has stopped for good, and only a version of Waybill that can read the event moves it again.
   * Without: the log or the read models are away; they are tried again until they are back.
   */
  onError(error: unknown, projection: Projection<object> | null): void;
  /** A stream waits from now on for a version of Waybill that can read its next event. Must not raise. */
  onWaiting?(projection: Projection<object>, waiting: WaitingStream): void;
}

export interface ProjectionLag {
  /** Drew level with the log since it last began. */
  readonly isLive: boolean;
  /** Received and not yet folded. */
  readonly pendingEvents: number;
  /** The log's clock at the oldest of them; `null` when there is none. */
  readonly pendingSince: string | null;
  readonly projections: readonly FedProjection[];
}

export interface ProjectionFollower {
  /**
   * Resolves when everything that was recorded before the call has been folded, but of streams that wait. Callers that
   * come while one look at the log is under way share the next. For projections of few streams it does not wait for the
   * others, however far they lag. Raises what the log and the read models raise;
   * {@link ProjectionStopped} when one of `projections` (default: all) is fed no longer; `EventLogUnavailable` once the
   * follower was stopped.
   */
  caughtUp(projections?: readonly Projection<object>[]): Promise<void>;
  lag(): ProjectionLag;
  /** For a watch over its progress. Begun anew, it drops its subscription and goes on from the checkpoints. */
  readonly watched: Watched;
  /** Folds what it has received and ends. */
  stop(): Promise<void>;
}

/** Keeps read models level with the log, from their checkpoints on, until it is stopped. */
export function followProjections(options: FollowProjectionsOptions): ProjectionFollower {
  return new Follower(options);
}

class Follower implements ProjectionFollower {
  readonly #options: FollowProjectionsOptions;
  readonly #feed: ProjectionFeed;
  readonly #timer: Timer;
  readonly #pause: FoldPause;
  readonly #done: Promise<void>;
  /** Prefixes of the streams of projections that may not lag. */
  readonly #awaited: readonly string[];
  /** Of those that only projections want which may. */
  readonly #patient: readonly string[];

  /** Everything up to here has been folded or is pending. */
  #readUpTo: Position | null = null;
  #pending: RecordedEvent[] = [];
  #pendingCharacters = 0;
  /** Counts the beginnings: what was asked for in an earlier round is worth nothing in a later one. */
  #round = 0;
  /** Nothing may be taken before the checkpoints have been read (again). */
  #mustBegin = true;
  #isLive = false;
  readonly #stopping = new AbortController();
  #subscription = new AbortController();
  readonly #look = new SharedLook(() => this.#lookAtLog());
  /** Of some projections alone, by their names. */
  readonly #looksApart = new Map<string, SharedLook>();
  /** By the same names: up to here a live look has found nothing that was not received. */
  readonly #levelUpTo = new Map<string, Position>();
  #onReceived: (() => void)[] = [];

  readonly #handed = new HandedPlaces((a, b) => this.#options.log.comparePositions(a, b));
  readonly #end = (): void => {
    this.#stopping.abort();
    this.#subscription.abort();
  };

  constructor(options: FollowProjectionsOptions) {
    const { log, readModels, projections, batchMs = 100, timer = systemTimer, signal } = options;
    this.#options = options;
    this.#awaited = projections.flatMap(({ mayLag, streamPrefixes }) => (mayLag ? [] : streamPrefixes));
    this.#patient = projections
      .flatMap(({ streamPrefixes }) => streamPrefixes)
      .filter((prefix) => !this.#awaited.some((other) => other.startsWith(prefix) || prefix.startsWith(other)));
    this.#timer = timer;
    this.#pause = new FoldPause({ batchMs, timer, onOver: () => this.#foldGathered() });
    this.#feed = new ProjectionFeed({
      comparePositions: (a, b) => log.comparePositions(a, b),
      readModels,
      projections,
      handed: this.#handed,
      onBatch: (batch) => options.onBatch?.(batch),
      onStopped: (projection, reason) => options.onError(reason, projection),
      onWaiting: (projection, waiting) => options.onWaiting?.(projection, waiting),
    });
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
      pendingEvents: this.#pending.length,
      pendingSince: this.#pending[0]?.recordedAt ?? null,
      projections: this.#feed.projections.map((fed) => ({ ...fed })),
    };
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  readonly watched: Watched = {
    name: 'projections',
    standing: () => {
      if (this.#isStopped || !this.#hasWork()) return null;
      return { place: this.#readUpTo, streamPrefixes: this.#feed.streamPrefixes, isBusy: false };
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

  /** Follows until it is stopped (then it resolves) or anything fails. */
  async #subscribe(onStep: () => void): Promise<void> {
    const round = this.#begin();
    const { signal } = this.#subscription;
    for await (const step of this.#options.log.follow({ ...this.#reading(), patientPrefixes: this.#patient, signal })) {
      if (round !== this.#round) break;
      onStep();
      if (step.kind === 'events') {
        this.#options.onReceived?.(step.events);
        this.#orBroken(() => this.#take(step.events));
      } else this.#isLive = true;
      // A long catch-up on an engine that answers at once would let nothing else run.
      if (!this.#isLive) await untilNextTurn();
      if (!this.#hasWork()) return;
    }
    if (!this.#isStopped) throw signal.reason ?? new EventLogUnavailable('the event log ended its subscription');
  }

  #begin(): number {
    this.#readUpTo = this.#feed.begin();
    this.#subscription = new AbortController();
    if (this.#isStopped) this.#subscription.abort();
    this.#isLive = false;
    this.#mustBegin = false;
    this.#round += 1;
    this.#levelUpTo.clear();
    return this.#round;
  }

  /** What is pending is dropped: it is read again from the checkpoints. */
  #broken(error: unknown): void {
    this.#mustBegin = true;
    this.#isLive = false;
    this.#forgetPending();
    this.#round += 1;
    this.#subscription.abort(error);
  }

  #reading(): { readonly after?: Position; readonly streamPrefixes: readonly string[] } {
    const { streamPrefixes } = this.#feed;
    return this.#readUpTo === null ? { streamPrefixes } : { after: this.#readUpTo, streamPrefixes };
  }

  /** The subscription and the looks of {@link caughtUp} both bring events: the later of the two brings nothing new. */
  #take(events: readonly RecordedEvent[]): void {
    const { log } = this.#options;
    const readUpTo = this.#readUpTo;
    const fresh = events.filter(({ position }) => readUpTo === null || log.comparePositions(position, readUpTo) > 0);
    this.#pending.push(...fresh);
    for (const { data } of fresh) this.#pendingCharacters += data.length;
    this.#readUpTo = fresh.at(-1)?.position ?? readUpTo;
    for (const tell of this.#onReceived.splice(0)) tell();
    const isDue = this.#pause.allows(() => this.#isAwaited(fresh));
    const isMuch = this.#pending.length >= pendingEventsMax || this.#pendingCharacters >= pendingCharactersMax;
    if (!this.#isLive || isDue || isMuch) this.#fold();
  }

  /** Whether any of the events is for a projection that may not lag. */
  #isAwaited(events: readonly RecordedEvent[]): boolean {
    return events.some(({ stream }) => this.#awaited.some((prefix) => stream.startsWith(prefix)));
  }

  #fold(): void {
    const events = this.#pending;
    this.#forgetPending();
    if (events.length === 0) return;
    this.#pause.begin({ isLong: !this.#isAwaited(events) });
    this.#feed.apply(events);
  }

  #forgetPending(): void {
    this.#pending = [];
    this.#pendingCharacters = 0;
  }

  #foldGathered(): void {
    try {
      this.#fold();
    } catch (error) {
      this.#broken(error); // the subscription ends by it, and reports it
    }
  }

  /** What lags longest is waited for by those alone who ask for it. */
  #lookFor(projections: readonly Projection<object>[]): SharedLook {
    if (projections.some(({ mayLag }) => mayLag) || projections.length === this.#options.projections.length) {
      return this.#look;
    }
    const key = projections.map(projectionId).join(' ');
    const known = this.#looksApart.get(key);
    if (known !== undefined) return known;
    const look = new SharedLook(() => (this.#isLive ? this.#lookLive(key, projections) : this.#lookApart(projections)));
    this.#looksApart.set(key, look);
    return look;
  }

  /** Looks for events of these projections alone, no further back than what was received. */
  async #lookLive(key: string, projections: readonly Projection<object>[]): Promise<void> {
    const round = this.#round;
    const streamPrefixes = projections.flatMap((projection) => projection.streamPrefixes);
    const after = this.#later(this.#readUpTo, this.#levelUpTo.get(key) ?? null);
    const { newest, end } = await this.#options.logEnd.end({ streamPrefixes, ...(after !== null && { after }) });
    if (newest !== null && !(await this.#comes(newest))) return this.#lookAtLog();
    if (round !== this.#round) return this.#lookAtLog();
    if (end !== null) this.#levelUpTo.set(key, end);
    if (this.#pending.some(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix))))
      this.#foldNow([]);
  }

  /** Whether the subscription brings everything up to a place before long. */
  async #comes(place: Position): Promise<boolean> {
    const untilMs = this.#timer.monotonic() + comesMs;
    const isThere = (): boolean => this.#readUpTo !== null && this.#later(this.#readUpTo, place) === this.#readUpTo;
    for (let leftMs = comesMs; this.#isLive && !isThere() && leftMs > 0; leftMs = untilMs - this.#timer.monotonic()) {
      await withinMs(new Promise<void>((resolve) => this.#onReceived.push(resolve)), leftMs, this.#timer);
    }
    return this.#isLive && isThere();
  }

  #later(a: Position | null, b: Position | null): Position | null {
    if (a === null || b === null) return a ?? b;
    return this.#options.log.comparePositions(a, b) >= 0 ? a : b;
  }

  async #lookApart(projections: readonly Projection<object>[]): Promise<void> {
    if (this.#isStopped) throw stopped();
    await resumeWaitingStreams({ ...this.#options, projections });
    await catchUpApart({ ...this.#options, handed: this.#handed }, projections);
  }

  async #lookAtLog(): Promise<void> {
    if (!this.#isStopped) await resumeWaitingStreams(this.#options);
    while (this.#hasWork()) {
      if (this.#isStopped) throw stopped();
      const round = this.#mustBegin ? this.#begin() : this.#round;
      const { newest, end } = await this.#options.logEnd.end(this.#reading());
      if (round !== this.#round) continue;
      if (newest !== null && (await this.#comes(newest))) return this.#foldNow([]);
      if (round !== this.#round) continue;
      const events = newest === null ? [] : await this.#options.log.readAll({ ...this.#reading(), limit: pageEvents });
      if (round !== this.#round) continue;
      this.#foldNow(events);
      if (newest === null) this.#passOver(end);
      if (events.length < pageEvents) return;
    }
  }

  /** Nothing that is wanted stands before `end`: the next look need not go back so far. */
  #passOver(end: Position | null): void {
    const readUpTo = this.#readUpTo;
    if (end === null || (readUpTo !== null && this.#options.log.comparePositions(end, readUpTo) <= 0)) return;
    this.#readUpTo = end;
  }

  #foldNow(events: readonly RecordedEvent[]): void {
    this.#orBroken(() => {
      this.#take(events);
      this.#fold();
    });
  }

  /** At once: until a failure is known to everybody, what was dropped by it would count as folded. */
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
    this.#pause.stop();
    this.#options.signal?.removeEventListener('abort', this.#end);
    this.#isLive = false;
    this.#round += 1;
  }
}

function stopped(): EventLogUnavailable {
  return new EventLogUnavailable('the projections are followed no longer');
}

function untilNextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
