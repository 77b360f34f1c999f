import { EventLogDenied, EventLogUnavailable } from '../../ports/event-log.ts';

/** Fractions of `awayMs`: when a silent engine is probed, and how long callers wait for a new connection. */
const suspectPart = 0.25;
const reachingPart = 0.7;
const tickPart = 0.05;
/** Upper bound of the first. */
const suspectMsMax = 500;
/** The worker times its own probes. If it is silent for this many timeouts, the worker itself is dead. */
const probeTimesMax = 3;
const tickMsMax = 50;
/** When a tick is this many ticks late, this thread was blocked, and the tick draws no conclusions. */
const lateTicks = 4;
/** How long a thread may take to start. */
const startMsMax = 30_000;
const probePauseMsMin = 100;
const probePauseMsMax = 1_000;
/** A worker that dies younger than this, milliseconds, is replaced after a pause, which grows with each such death. */
const youngMsMax = 1_000;
const restartPauseMsMin = 100;
const restartPauseMsMax = 1_000;
/**
 * A client that fails to connect retries ever less often. So a worker older than this, milliseconds, is replaced when its
 * probes still fail after callers have waited their full time.
 */
const workerAgeMsMax = 5_000;

/** Actions that {@link EngineHealth} takes. */
export interface HealthActions {
  /** Starts a worker, which reports to {@link EngineHealth.started}. */
  start(): void;
  /** Discards the worker. */
  stop(): void;
  /** Probes the engine; the result goes to {@link EngineHealth.probed}. */
  probe(): void;
  /** The engine answers (again): appends of unknown outcome may be repeated. */
  up(): void;
  /** The engine is unavailable: appends that were not sent will not be sent. */
  down(error: EventLogUnavailable): void;
  /** Called several times a second, to check for overdue appends. */
  tick(nowMs: number): void;
  /** This thread was blocked for `lateMs`, which must not count as time without an answer. */
  late(lateMs: number): void;
  /** Since when the oldest unanswered append has waited; `null`: there is none. */
  waitingSinceMs(): number | null;
  /** The log was found to be an older copy, and is refused. */
  rewound(trouble: string): void;
}

/**
 * Whether the engine is available. `up`: it answered, or is silent on an open connection; callers wait for it.
 * `reaching`: the connection broke; callers wait for a new one, nearly as long as for a silent engine. `away`: callers
 * are refused at once, and the engine is probed until it answers.
 */
export class EngineHealth {
  readonly #awayMs: number;
  readonly #actions: HealthActions;
  readonly #tickMs: number;
  #ticks: NodeJS.Timeout | null = null;
  #tickedAtMs = 0;
  #state: 'reaching' | 'up' | 'away' | 'closed' = 'reaching';
  #reachingSinceMs = 0;
  #workerSinceMs = 0;
  #isStarting = false;
  /** When to start the replacement of a worker that died young; `null`: no restart is scheduled. */
  #restartAtMs: number | null = null;
  #restartPauseMs = restartPauseMsMin;
  #diedYoungAtMs = 0;
  #probedAtMs: number | null = null;
  #answeredProbeAtMs = 0;
  #nextProbeAtMs = 0;
  #probePauseMs = probePauseMsMin;
  #trouble = 'the engine was not reached yet';
  #changed = Promise.withResolvers<void>();
  #isOpened = false;
  /** The engine answered the newest probe, and refuses the user. */
  #isDenied = false;
  readonly #deniedAtOpening = new AbortController();
  #isRefusing = false;
  #heardAtMs = 0;
  reconnects = 0;
  /** Why the log is refused although the engine answers; `null`: it is not. */
  rewound: string | null = null;

  constructor(awayMs: number, actions: HealthActions) {
    this.#awayMs = awayMs;
    this.#actions = actions;
    this.#tickMs = Math.min(awayMs * tickPart, tickMsMax);
  }

  get isUp(): boolean {
    return this.#state === 'up';
  }

  /** Whether callers are refused. */
  get isAway(): boolean {
    return this.#isRefusing || this.#state === 'away' || this.#state === 'closed';
  }

  /** When the newest answered probe was sent, by `performance.now()`. */
  get answeredProbeAtMs(): number {
    return this.#answeredProbeAtMs;
  }

  /** Raises {@link EventLogUnavailable} when the engine has not answered within `openMs`, and at once if it denies access. */
  async open(openMs: number): Promise<void> {
    const nowMs = performance.now();
    this.#tickedAtMs = nowMs;
    this.#ticks = setInterval(() => this.#tick(), this.#tickMs);
    this.#startWorker();
    await this.untilUp(AbortSignal.any([AbortSignal.timeout(openMs), this.#deniedAtOpening.signal]));
    if (this.#state !== 'up') throw this.#error();
    this.#isOpened = true;
  }

  assertReachable(): void {
    if (this.isAway) throw this.#error();
  }

  /** Waits while the engine is being reached. Raises {@link EventLogUnavailable}. `isOld`: for what was begun before refusing. */
  async reachable({ isOld } = { isOld: false }): Promise<void> {
    const mayCall = (): boolean => isOld || !this.#isRefusing;
    while (this.#state === 'reaching' && mayCall()) await this.#changed.promise;
    if (this.#state !== 'up' || !mayCall()) throw this.#error();
  }

  /** Settles when the engine answers, `signal` aborts or the log is closed. */
  async untilUp(signal: AbortSignal): Promise<void> {
    const aborted = Promise.withResolvers<void>();
    const abort = (): void => aborted.resolve();
    signal.addEventListener('abort', abort);
    while (this.#state !== 'up' && !this.#isRefusing && !signal.aborted) {
      await Promise.race([this.#changed.promise, aborted.promise]);
    }
    signal.removeEventListener('abort', abort);
  }

  started(): void {
    this.#isStarting = false;
    // The time until now was spent on starting the worker and says nothing about the engine.
    if (this.#state === 'reaching') this.#reachingSinceMs = performance.now();
    this.#probe();
  }

  heard(): void {
    this.#heardAtMs = performance.now();
  }

  /**
   * Takes the result of a probe: `null`, or what went wrong. `silent`: the connection is open but silent. `rewound`: the
   * engine answers, but not from the log that was known; nobody is to be answered from it. `denied`: it answers, and
   * refuses the user, which no further try will change.
   */
  probed(trouble: string | null, how: 'failed' | 'silent' | 'rewound' | 'denied' = 'failed'): void {
    if (trouble === null) this.#answeredProbeAtMs = this.#probedAtMs ?? 0;
    this.#probedAtMs = null;
    this.#isDenied = how === 'denied';
    if (trouble !== null && how === 'rewound' && this.rewound === null) this.#actions.rewound(trouble);
    if (trouble === null || how === 'rewound') this.rewound = trouble;
    // The worker of a log that is known to be rewound has nothing that came from it: it goes on looking.
    if (trouble !== null && (how === 'silent' || (how === 'rewound' && this.#state !== 'away'))) {
      this.#fail(trouble);
      return;
    }
    if (trouble === null) {
      this.#probePauseMs = probePauseMsMin;
      this.#become('up');
      return;
    }
    this.#trouble = trouble;
    this.#become('reaching');
    if (this.#isDenied && this.#isOpened) this.#become('away');
    if (this.#isDenied) this.#deniedAtOpening.abort();
    this.#nextProbeAtMs = performance.now() + this.#probePauseMs;
    this.#probePauseMs = Math.min(this.#probePauseMs * 2, probePauseMsMax);
  }

  suspect(): void {
    if (this.#state === 'up' && this.#probedAtMs === null) this.#probe();
  }

  replace(reason: string): void {
    if (this.#state === 'closed' || this.#isStarting) return;
    this.#trouble = reason;
    this.#actions.stop();
    this.#restart();
  }

  /** Notes that the worker ended by itself. */
  died(): void {
    if (this.#state === 'closed') return;
    this.#trouble = 'the connection to the engine broke down';
    const nowMs = performance.now();
    if (nowMs - this.#workerSinceMs > youngMsMax) {
      this.#restart();
      return;
    }
    // Pauses keep a worker that dies at once from being restarted in a loop. Callers wait through all but the longest.
    if (nowMs - this.#diedYoungAtMs > workerAgeMsMax) this.#restartPauseMs = restartPauseMsMin;
    this.#diedYoungAtMs = nowMs;
    this.#become('reaching');
    this.#isStarting = false;
    this.#probedAtMs = null;
    this.#restartAtMs = nowMs + this.#restartPauseMs;
    if (this.#isOpened && this.#restartPauseMs === restartPauseMsMax) this.#become('away');
    this.#restartPauseMs = Math.min(this.#restartPauseMs * 2, restartPauseMsMax);
  }

  /** Keeps the process alive while a caller waits. */
  keepAlive(isNeeded: boolean): void {
    if (isNeeded) this.#ticks?.ref();
    else this.#ticks?.unref();
  }

  /** Refuses new calls. Calls that wait for an answer still get it. */
  refuse(): void {
    this.#isRefusing = true;
    this.#tellChange();
  }

  close(): void {
    this.#state = 'closed';
    this.#tellChange();
    if (this.#ticks !== null) clearInterval(this.#ticks);
  }

  #restart(): void {
    this.reconnects += 1;
    this.#become('reaching');
    this.#startWorker();
  }

  #startWorker(): void {
    this.#isStarting = true;
    this.#restartAtMs = null;
    this.#probedAtMs = null;
    this.#workerSinceMs = performance.now();
    this.#actions.start();
  }

  #probe(): void {
    this.#probedAtMs = performance.now();
    this.#actions.probe();
  }

  #tick(): void {
    const nowMs = performance.now();
    const isLate = nowMs - this.#tickedAtMs > this.#tickMs * lateTicks;
    const lateMs = isLate ? nowMs - this.#tickedAtMs : 0;
    this.#tickedAtMs = nowMs;
    if (this.#probedAtMs !== null) this.#probedAtMs += lateMs;
    if (this.#state === 'reaching') this.#reachingSinceMs += lateMs;
    if (isLate) {
      this.#actions.late(lateMs);
      return;
    }
    this.#look(nowMs);
    this.#actions.tick(nowMs);
  }

  #look(nowMs: number): void {
    if (this.#restartAtMs !== null) {
      if (nowMs >= this.#restartAtMs) this.#restart();
    } else if (this.#isStarting) {
      if (nowMs - this.#workerSinceMs > startMsMax) this.#fail('the thread of the event log does not start');
    } else if (this.#probedAtMs !== null) {
      const lateMs = this.#awayMs * probeTimesMax;
      // A probe may wait for other calls, whose answers come meanwhile.
      const heardAtMs = Math.max(this.#probedAtMs, this.#heardAtMs);
      if (nowMs - heardAtMs > lateMs) this.#fail('the thread of the event log is silent');
    } else if (this.#state === 'up') {
      const sinceMs = this.#actions.waitingSinceMs();
      const quietMs = nowMs - Math.max(sinceMs ?? nowMs, this.#heardAtMs);
      if (quietMs > Math.min(this.#awayMs * suspectPart, suspectMsMax)) this.#probe();
    } else if (nowMs >= this.#nextProbeAtMs) {
      const isReplaceable = this.#state === 'away' || !this.#isOpened;
      if (isReplaceable && nowMs - this.#workerSinceMs > workerAgeMsMax) this.#fail(this.#trouble);
      else this.#probe();
    }
    // A pending probe has not failed yet: an open but silent connection is given its full time.
    const isWaiting = this.#isStarting || this.#probedAtMs !== null;
    const isOverdue = nowMs - this.#reachingSinceMs > this.#awayMs * reachingPart;
    if (this.#state === 'reaching' && this.#isOpened && isOverdue && !isWaiting) this.#become('away');
  }

  /** Gives up on this worker and starts another. */
  #fail(trouble: string): void {
    this.#trouble = trouble;
    this.#actions.stop();
    this.#become('reaching');
    // Callers have already waited their full time.
    if (this.#isOpened) this.#become('away');
    this.reconnects += 1;
    this.#startWorker();
  }

  #become(state: 'reaching' | 'up' | 'away'): void {
    if (this.#state === state || this.#state === 'closed') return;
    if (state === 'reaching' && this.#state === 'away') return;
    this.#state = state;
    if (state === 'reaching') this.#reachingSinceMs = performance.now();
    this.#tellChange();
    if (state === 'up') this.#actions.up();
    if (state === 'away') this.#actions.down(this.#error());
  }

  #tellChange(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #error(): EventLogUnavailable {
    if (this.#isRefusing) return new EventLogUnavailable('the event log was closed');
    if (this.#isDenied) return new EventLogDenied(this.#trouble);
    return new EventLogUnavailable(`the engine is away: ${this.#trouble}`);
  }
}
