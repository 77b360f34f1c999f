import type { EventLog, Position } from '../ports/event-log.ts';
import type { LogEndReader } from '../ports/log-end.ts';

/** Looks kept for one follower that lags; beyond that the newest of them gives way. */
const looksMax = 600;

/** Somebody who reads the log and is to come to its end. */
export interface Watched {
  readonly name: string;
  /** `null`: it does not run, and lags nowhere. */
  standing(): WatchedStanding | null;
  /** Begins anew: it has stood still while the log went on. */
  restart(reason: Error): void;
}

export interface WatchedStanding {
  /** Everything up to here has been handled; `null`: nothing yet. */
  readonly place: Position | null;
  /** The streams that it handles. */
  readonly streamPrefixes: readonly string[];
  /** It works on what it was handed, and waits for somebody else than the log: it lags, and does not stand still. */
  readonly isBusy: boolean;
}

export interface ProgressWatchOptions {
  readonly logEnd: LogEndReader;
  readonly comparePositions: EventLog['comparePositions'];
  /** Time between two looks at the end of the log, milliseconds. Default 1,000. */
  readonly lookMs?: number;
  /** Who has not moved for so long, while there was something to handle, is begun anew. Milliseconds, default 10,000. */
  readonly stuckMs?: number;
  /** Monotonic, milliseconds. */
  now(): number;
  /** Told of each restart. */
  onStuck(name: string, stuckMs: number): void;
}

interface Look {
  readonly newest: Position;
  readonly atMs: number;
}

interface Row {
  readonly watched: Watched;
  /** Ends of the log that were seen and are not handled yet, oldest first. */
  looks: Look[];
  place: Position | null;
  movedAtMs: number;
  restarts: number;
  isStuck: boolean;
}

export interface WatchedLag {
  readonly name: string;
  /** Since when, at least, an event that was in the log is not handled. Milliseconds; 0: all is. */
  readonly lagMs: number;
  readonly restarts: number;
  /** It was begun anew and has not moved since. */
  readonly isStuck: boolean;
}

/**
 * How far followers lag behind the end of the log as the engine tells it, and not behind what was delivered to them: a
 * follower that is handed nothing any more would not notice.
 */
export class ProgressWatch {
  readonly #options: Required<Pick<ProgressWatchOptions, 'lookMs' | 'stuckMs'>> & ProgressWatchOptions;
  readonly #rows: Row[] = [];
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | null = null;

  constructor(options: ProgressWatchOptions) {
    this.#options = { lookMs: 1_000, stuckMs: 10_000, ...options };
    this.#timer = setInterval(() => void this.look(), this.#options.lookMs).unref();
  }

  add(watched: Watched): void {
    const movedAtMs = this.#options.now();
    this.#rows.push({ watched, looks: [], place: null, movedAtMs, restarts: 0, isStuck: false });
  }

  lags(): readonly WatchedLag[] {
    const nowMs = this.#options.now();
    return this.#rows.map((row) => {
      this.#forgetHandled(row, row.watched.standing());
      const [oldest] = row.looks;
      const lagMs = oldest === undefined ? 0 : nowMs - oldest.atMs;
      return { name: row.watched.name, lagMs, restarts: row.restarts, isStuck: row.isStuck };
    });
  }

  /** Of one of them; 0 for a name that is not watched. */
  lagMs(name: string): number {
    return this.lags().find((lag) => lag.name === name)?.lagMs ?? 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** One look at the end of the log for each. Never raises: an engine that is away tells nothing of lag. */
  look(): Promise<void> {
    this.#looking ??= this.#lookForAll().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #lookForAll(): Promise<void> {
    for (const row of this.#rows) await this.#lookFor(row).catch(() => undefined);
  }

  async #lookFor(row: Row): Promise<void> {
    const before = row.watched.standing();
    if (before === null) {
      row.looks = [];
      row.movedAtMs = this.#options.now();
      return;
    }
    const { place, streamPrefixes } = before;
    const latest = row.looks.at(-1)?.newest ?? place;
    const { newest } = await this.#options.logEnd.end({
      streamPrefixes,
      ...(latest === null ? {} : { after: latest }),
    });
    const atMs = this.#options.now();
    if (newest !== null) {
      if (row.looks.length >= looksMax) row.looks.pop();
      row.looks.push({ newest, atMs });
    }
    const standing = row.watched.standing();
    this.#forgetHandled(row, standing);
    this.#judge(row, standing, atMs);
  }

  #judge(row: Row, standing: WatchedStanding | null, nowMs: number): void {
    const isMoving = standing === null || standing.isBusy || standing.place !== row.place;
    row.place = standing?.place ?? null;
    if (isMoving || row.looks.length === 0) {
      row.movedAtMs = nowMs;
      row.isStuck = false;
      return;
    }
    const stuckMs = nowMs - row.movedAtMs;
    if (stuckMs < this.#options.stuckMs) return;
    row.restarts += 1;
    row.isStuck = true;
    row.movedAtMs = nowMs;
    this.#options.onStuck(row.watched.name, stuckMs);
    row.watched.restart(new Error('no progress while the log went on'));
  }

  #forgetHandled(row: Row, standing: WatchedStanding | null): void {
    const place = standing?.place ?? null;
    if (standing === null) row.looks = [];
    else if (place !== null) {
      row.looks = row.looks.filter(({ newest }) => this.#options.comparePositions(newest, place) > 0);
    }
  }
}
