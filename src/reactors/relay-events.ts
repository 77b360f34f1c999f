import type { Watched } from '../ledger/following/progress-watch.ts';
import { RelayLease, LeaseTaken, type LeaseStatus } from '../ledger/relay-lease.ts';
import { factPrefixes } from '../ledger/stream-names.ts';
import type { Clock } from '../time/clock.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import { EventLogUnavailable, type EventLog, type Position, type RecordedEvent } from '../ports/event-log.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import type { EventPublisher } from '../ports/event-publisher.ts';
import type { InstanceLiveness } from '../ports/instance-liveness.ts';
import { pause } from '../time/pause.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import { RelaySession, type RelayLimits } from './relay-session.ts';
import { retryPause, type RetryPolicy } from '../ledger/retry.ts';

const retries: RetryPolicy = { pauseMs: 100, pauseMsMax: 10_000 };

/** Dependencies of a relay. */
export interface RelayDeps {
  readonly log: EventLog;
  readonly logEnd: LogEndReader;
  readonly retention: EventLogRetention;
  readonly publisher: EventPublisher;
  /** Name of the relay. Relays with different names each publish everything. */
  readonly relay: string;
  /** Identifies this installation in every message (`ce_source`). */
  readonly source: string;
  readonly liveness: InstanceLiveness;
  /** Creates the id of an event: a UUID. */
  readonly createId: () => string;
  readonly clock: Clock;
  readonly timer?: Timer;
  readonly telemetry: Telemetry;
  readonly limits: RelayLimits & {
    /** How often a relay without the lease checks whether it may take it, milliseconds. */
    readonly watchMs: number;
  };
}

/** The state of this process's relay. */
export interface RelayLag {
  /** Whether this process publishes. If not, another gateway does, or none. */
  readonly isHolder: boolean;
  /** Age of the oldest event that is known not to be acknowledged, by the clock of the log; 0: none. */
  readonly lagMs: number;
  /** Published events and failures since the start. */
  readonly publishedEvents: number;
  readonly failures: number;
}

/** A relay that runs until it is stopped. */
export interface Relay {
  /** The current state, without a request to log or broker. */
  lag(): RelayLag;
  /** For a progress watch, while this process publishes. */
  readonly watched: Watched;
  /** Finishes running work within two seconds, moves the checkpoint, frees the lease, closes the publisher. */
  stop(): Promise<void>;
}

const stopMsMax = 2_000;

/**
 * Publishes every fact of the log at least once, in order within each wallet, key, user or scope: the checkpoint moves
 * after the acknowledgement. Of the relays with one name, only the holder of the lease publishes; the others watch, and
 * take the lease when it is free, its holder is dead, or the holder makes no progress although there is work. Failures
 * are logged and retried; they never affect requests, because the log itself is the buffer.
 */
export function startRelayingEvents(deps: RelayDeps): Relay {
  return new RunningRelay(deps);
}

class RunningRelay implements Relay {
  readonly #deps: RelayDeps;
  readonly #lease: RelayLease;
  readonly #timer: Timer;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;
  #isHolder = false;
  /** For the holder: up to where everything is published, and how to restart it. */
  #publishedUpTo: Position | null = null;
  #isPublishing = false;
  #restart: (reason: Error) => void = () => undefined;
  /** When the oldest known waiting event was recorded, by the log's clock, milliseconds; `null`: none is known. */
  #waitingSince: number | null = null;
  #publishedEvents = 0;
  #failures = 0;

  constructor(deps: RelayDeps) {
    this.#deps = deps;
    this.#timer = deps.timer ?? systemTimer;
    const { log, retention, relay, createId } = deps;
    this.#lease = new RelayLease({ log, retention, relay, createId });
    this.#done = this.#run();
  }

  lag(): RelayLag {
    const since = this.#waitingSince;
    return {
      isHolder: this.#isHolder,
      lagMs: since === null ? 0 : Math.max(0, this.#deps.clock.now() - since),
      publishedEvents: this.#publishedEvents,
      failures: this.#failures,
    };
  }

  readonly watched: Watched = {
    name: 'relay',
    status: () => {
      if (!this.#isHolder) return null;
      return { handledUpTo: this.#publishedUpTo, streamPrefixes: factPrefixes, isBusy: this.#isPublishing };
    },
    restart: (reason) => this.#restart(reason),
  };

  async stop(): Promise<void> {
    this.#stopping.abort();
    const cancel = this.#timer.after(stopMsMax, () => void this.#deps.publisher.close());
    await this.#done;
    cancel();
    await this.#deps.publisher.close();
  }

  async #run(): Promise<void> {
    const { telemetry, relay } = this.#deps;
    let inARow = 0;
    while (!this.#stopping.signal.aborted) {
      const before = this.#publishedEvents;
      try {
        await this.#publishUnderLease();
      } catch (error) {
        if (this.#publishedEvents > before) inARow = 0;
        if (error instanceof LeaseTaken) {
          telemetry.info('relay_handed_over', { relay });
        } else {
          inARow += 1;
          this.#failures += 1;
          telemetry.warn('relay_failed', { relay, in_a_row: inARow, lag_ms: this.lag().lagMs }, error);
        }
        await retryPause(retries, Math.max(inARow, 1), { timer: this.#timer, signal: this.#stopping.signal });
      }
    }
  }

  async #publishUnderLease(): Promise<void> {
    let stands: LeaseStatus | null = null;
    let sinceMs = 0;
    for (;;) {
      const seen = await this.#lease.look();
      if (this.#stopping.signal.aborted) return;
      if (stands === null || hasMoved(stands, seen)) sinceMs = this.#timer.monotonic();
      stands = seen;
      const isWaiting = await this.#lookForWork(seen.publishedUpTo);
      const isStuck = isWaiting && this.#timer.monotonic() - sinceMs > this.#deps.limits.leaseMs;
      if (isStuck || (await this.#isFree(seen))) {
        await this.#publishFrom(seen);
        return;
      }
      await pause(this.#deps.limits.watchMs, this.#stopping.signal, this.#timer);
    }
  }

  async #isFree({ holderId }: LeaseStatus): Promise<boolean> {
    const { liveness } = this.#deps;
    return holderId === null || holderId === liveness.instanceId || (await liveness.check(holderId)) === 'dead';
  }

  /** Whether events wait after the checkpoint. Also measures the lag when this relay does not publish. */
  async #lookForWork(after: Position | null): Promise<boolean> {
    const reading = { ...(after === null ? {} : { after }), streamPrefixes: factPrefixes };
    const { newest } = await this.#deps.logEnd.end(reading);
    const [next] = newest === null ? [] : await this.#deps.log.readAll({ ...reading, limit: 1 });
    this.#waitingSince = next === undefined ? null : Date.parse(next.recordedAt);
    return next !== undefined;
  }

  async #publishFrom(seen: LeaseStatus): Promise<void> {
    const { publisher, liveness, telemetry, relay, log } = this.#deps;
    // A relay that cannot publish must not keep the lease from one that can.
    await publisher.check();
    const takenAt = this.#timer.monotonic();
    const status = await this.#lease.write(seen, { ...seen, holderId: liveness.instanceId });
    telemetry.info('relay_took_lease', { relay, published_up_to: status.publishedUpTo });
    const ending = new AbortController();
    const session = this.#session(status, takenAt, ending);
    const { startsAfter } = session;
    const signal = AbortSignal.any([ending.signal, this.#stopping.signal]);
    this.#publishedUpTo = startsAfter;
    this.#restart = (reason) => ending.abort(reason);
    this.#isHolder = true;
    try {
      const reading = { streamPrefixes: factPrefixes, signal, ...(startsAfter === null ? {} : { after: startsAfter }) };
      let isLevel = false;
      for await (const step of log.follow(reading)) {
        if (step.kind === 'caught_up') {
          isLevel = true;
          this.#waitingSince = null;
          continue;
        }
        this.#waitingSince = recordedAtMs(step.events[0]);
        this.#isPublishing = true;
        await session.publish(step.events);
        this.#isPublishing = false;
        this.#publishedUpTo = step.events.at(-1)?.position ?? this.#publishedUpTo;
        // Before it has caught up, more events wait, none of them older than this.
        this.#waitingSince = isLevel ? null : recordedAtMs(step.events.at(-1));
      }
      if (!this.#stopping.signal.aborted) {
        throw ending.signal.reason ?? new EventLogUnavailable('the event log ended its subscription');
      }
    } finally {
      this.#isHolder = false;
      this.#isPublishing = false;
      await this.#end(session);
    }
  }

  #session(status: LeaseStatus, takenAt: number, ending: AbortController): RelaySession {
    const { publisher, source, limits } = this.#deps;
    const options = {
      lease: this.#lease,
      publisher,
      source,
      limits,
      timer: this.#timer,
      onPublished: (events: number) => {
        this.#publishedEvents += events;
      },
      onBroken: (reason: unknown) => ending.abort(reason),
    };
    return new RelaySession(options, status, takenAt);
  }

  /** Ends a session. If the checkpoint cannot be written, the next holder publishes some events again. */
  async #end(session: RelaySession): Promise<void> {
    try {
      await session.end({ isFreed: this.#stopping.signal.aborted });
    } catch (error) {
      if (!(error instanceof LeaseTaken)) {
        this.#deps.telemetry.warn('relay_checkpoint_failed', { relay: this.#deps.relay }, error);
      }
    }
  }
}

/** A holder that fails takes its lease again and again: only its checkpoint shows progress. */
function hasMoved(before: LeaseStatus, now: LeaseStatus): boolean {
  return before.holderId !== now.holderId || before.publishedUpTo !== now.publishedUpTo;
}

function recordedAtMs(event: RecordedEvent | undefined): number {
  return Date.parse(event?.recordedAt ?? '');
}
