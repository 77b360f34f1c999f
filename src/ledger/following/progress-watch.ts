import type { EventLog, Position } from '../../ports/event-log.ts';
import type { LogEndReader } from '../../ports/log-end.ts';

/** Looks kept for one lagging follower. Beyond that a new look replaces the newest. */
const looksMax = 600;

/** A follower that reads the log and should reach its end. */
export interface Watched {
  readonly name: string;
  /** `null`: it is not running and has no lag. */
  status(): WatchedStatus | null;
  /** Restarts the follower, which made no progress while the log grew. */
  restart(reason: Error): void;
}

export interface WatchedStatus {
  /** Everything up to here has been handled; `null`: nothing yet. */
  readonly handledUpTo: Position | null;
  /** Prefixes of the streams that it handles. */
  readonly streamPrefixes: readonly string[];
  /** It is processing events and waits for something other than the log: it lags, but is not stuck. */
  readonly isBusy: boolean;
}

export interface ProgressWatchOptions {
  readonly logEnd: LogEndReader;
  readonly comparePositions: EventLog['comparePositions'];
  /** Time between two looks at the end of the log, milliseconds. Default 1,000. */
  readonly lookMs?: number;
  /** A follower with pending events that makes no progress for this long is restarted. Milliseconds, default 10,000. */
  readonly stuckMs?: number;
  /** Monotonic, milliseconds. */
  now(): number;
  /** Called before each restart. */
  onStuck(name: string, stuckMs: number): void;
}

interface Look {
  readonly newest: Position;
  readonly atMs: number;
}

interface Row {
  readonly watched: Watched;
  /** Observed ends of the log that are not handled yet, oldest first. */
  looks: Look[];
  handledUpTo: Position | null;
  movedAtMs: number;
  restarts: number;
  isStuck: boolean;
}

export interface WatchedLag {
  readonly name: string;
  /** How long, at least, the oldest unhandled event has been in the log. Milliseconds; 0: all are handled. */
  readonly lagMs: number;
  readonly restarts: number;
  /** It was restarted and has made no progress since. */
  readonly isStuck: boolean;
}

/**
 * Measures how far followers lag behind the end of the log as the engine reports it, and restarts those that are stuck.
 * Lag behind the delivered events would hide a follower that no longer receives any.
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
    this.#rows.push({ watched, looks: [], handledUpTo: null, movedAtMs, restarts: 0, isStuck: false });
  }

  lags(): readonly WatchedLag[] {
    const nowMs = this.#options.now();
    return this.#rows.map((row) => {
      this.#forgetHandled(row, row.watched.status());
      const [oldest] = row.looks;
      const lagMs = oldest === undefined ? 0 : nowMs - oldest.atMs;
      return { name: row.watched.name, lagMs, restarts: row.restarts, isStuck: row.isStuck };
    });
  }

  /** The lag of one follower; 0 for a name that is not watched. */
  lagMs(name: string): number {
    return this.lags().find((lag) => lag.name === name)?.lagMs ?? 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Looks at the end of the log once for each follower. Never raises: an unavailable engine says nothing about lag. */
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
    const before = row.watched.status();
    if (before === null) {
      row.looks = [];
      row.movedAtMs = this.#options.now();
      return;
    }
    const { handledUpTo, streamPrefixes } = before;
    const latest = row.looks.at(-1)?.newest ?? handledUpTo;
    const { newest } = await this.#options.logEnd.end({
      streamPrefixes,
      ...(latest === null ? {} : { after: latest }),
    });
    const atMs = this.#options.now();
    if (newest !== null) {
      if (row.looks.length >= looksMax) row.looks.pop();
      row.looks.push({ newest, atMs });
    }
    const status = row.watched.status();
    this.#forgetHandled(row, status);
    this.#judge(row, status, atMs);
  }

  #judge(row: Row, status: WatchedStatus | null, nowMs: number): void {
    const isMoving = status === null || status.isBusy || status.handledUpTo !== row.handledUpTo;
    row.handledUpTo = status?.handledUpTo ?? null;
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

  #forgetHandled(row: Row, status: WatchedStatus | null): void {
    const handledUpTo = status?.handledUpTo ?? null;
    if (status === null) row.looks = [];
    else if (handledUpTo !== null) {
      row.looks = row.looks.filter(({ newest }) => this.#options.comparePositions(newest, handledUpTo) > 0);
    }
  }
}
