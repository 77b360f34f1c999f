import { backoffMs } from '../limits/backoff.ts';
import { RecentMap } from '../limits/recent-map.ts';
import { blockKey, type BlockAccounts } from '../ports/block-accounts.ts';
import type { AgeClock } from '../time/clock.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import { BlockFile, type StoredString, type StringChange } from './sqlite-block-accounts/block-file.ts';

/** How long new entries are gathered before they are written together. */
const writeDelayMs = 200;

/** Most rows that one step writes, and that it removes: a step blocks for a few milliseconds. */
const stepRowsMax = 250;

/** Pause between steps, so that the process can do other work. */
const stepPauseMs = 20;

/** Pauses after a step that failed because another process writes, and after any other failure, e.g. a full disk. */
const busyRetry = { pauseMs: 50, pauseMsMax: 1_000 };
const retry = { pauseMs: 50, pauseMsMax: 60_000 };

/** More consecutive failures than this are not explained by another process that is just writing. */
const busyFailuresMin = 6;

/** How long the last step waits for another writing process. */
const closeWaitMs = 500;

const dayMs = 86_400_000;

const sqliteBusy = 5;

/** Mask of the primary result code of SQLite; the higher bytes give the reason. */
const primaryCode = 0xff;

export interface SqliteBlockAccountsOptions {
  /** The file; it and its folder are created when absent, readable by their owner only. */
  readonly path: string;
  /** Dates the use of a string. Until it has settled, no date is updated and nothing expires. */
  readonly clock: AgeClock;
  readonly telemetry: Pick<Telemetry, 'warn'>;
  readonly timer?: Timer;
  /** Most strings cached in memory. Default 100,000. */
  readonly rememberedMax?: number;
  /** Most strings waiting to be written to the file. Default 100,000. */
  readonly queueMax?: number;
  /** Most strings in the file. Default 1,000,000. */
  readonly stringsMax?: number;
  /** Days that a string is kept after its last use. Default 30. */
  readonly daysMax?: number;
}

/**
 * Block accounts in one SQLite file, shared by any number of processes of one machine. A problem with the file is
 * logged once (`opaque_blocks_…`) and never affects callers: entries made and read by this process stay in memory, and
 * failed writes are retried. If two processes got one string from two accounts, each keeps the account that it saw
 * itself.
 */
export function openSqliteBlockAccounts(options: SqliteBlockAccountsOptions): BlockAccounts & Disposable {
  return new SqliteBlockAccounts(options);
}

class SqliteBlockAccounts implements BlockAccounts, Disposable {
  readonly #options: Required<SqliteBlockAccountsOptions>;
  readonly #remembered: RecentMap<string, StoredString>;
  /** Entries to write, by key, oldest first. */
  readonly #queue = new Map<string, StringChange>();
  readonly #logged = new Set<string>();
  #file: BlockFile | null = null;
  #takeBack: (() => void) | null = null;
  #failures = 0;
  #isClosed = false;

  constructor(options: SqliteBlockAccountsOptions) {
    this.#options = {
      timer: systemTimer,
      rememberedMax: 100_000,
      queueMax: 100_000,
      stringsMax: 1_000_000,
      daysMax: 30,
      ...options,
    };
    this.#remembered = new RecentMap(this.#options.rememberedMax);
    try {
      this.#file = new BlockFile(options.path);
    } catch (error) {
      this.#retryLater(error);
    }
  }

  made(digests: readonly string[], account: string): void {
    const kept = { account, day: this.#today() };
    for (const digest of digests) {
      const key = blockKey(digest);
      if (key === null) continue;
      this.#remembered.set(key, kept);
      this.#enqueue({ key, ...kept, isMade: true });
    }
  }

  madeBy(digest: string): string | null {
    const key = blockKey(digest);
    if (key === null) return null;
    const known = this.#remembered.get(key) ?? this.#queue.get(key) ?? this.#read(key);
    if (known === null) return null;
    const day = this.#today();
    // A wrong day would make the string expire at once when the clock is right again.
    if (known.day !== day && this.#options.clock.isSettled) {
      const { account } = known;
      this.#remembered.set(key, { account, day });
      this.#enqueue({ key, account, day, isMade: this.#queue.get(key)?.isMade ?? false });
    }
    return known.account;
  }

  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#takeBack?.();
    this.#takeBack = null;
    try {
      this.#file?.wait(closeWaitMs);
      while (this.#queue.size > 0) this.#step();
    } catch (error) {
      this.#logUnwritten(error);
    }
    try {
      this.#file?.close();
    } catch (error) {
      this.#logUnwritten(error);
    }
    this.#file = null;
  }

  #read(key: string): StoredString | null {
    try {
      const found = this.#file?.find(key) ?? null;
      if (found !== null) this.#remembered.set(key, found);
      return found;
    } catch (error) {
      this.#logOnce('opaque_blocks_not_read', error);
      return null;
    }
  }

  #enqueue(change: StringChange): void {
    if (this.#isClosed) return;
    this.#queue.delete(change.key);
    this.#queue.set(change.key, change);
    if (this.#queue.size > this.#options.queueMax) {
      for (const oldest of this.#queue.keys()) {
        this.#queue.delete(oldest);
        break;
      }
      this.#logOnce('opaque_blocks_dropped');
    }
    this.#stepIn(writeDelayMs);
  }

  #stepIn(milliseconds: number): void {
    this.#takeBack ??= this.#options.timer.after(milliseconds, () => {
      this.#takeBack = null;
      this.#tryStep();
    });
  }

  #tryStep(): void {
    try {
      const isMore = this.#step();
      this.#failures = 0;
      if (isMore) this.#stepIn(stepPauseMs);
    } catch (error) {
      this.#retryLater(error);
    }
  }

  #retryLater(error: unknown): void {
    this.#failures += 1;
    if (!isBusy(error) || this.#failures >= busyFailuresMin) this.#logUnwritten(error);
    this.#stepIn(backoffMs(isBusy(error) ? busyRetry : retry, this.#failures, this.#options.timer.chance()));
  }

  /** Writes the oldest waiting entries, and removes expired and excess ones. Returns whether more of either is left. */
  #step(): boolean {
    const { path, clock, daysMax, stringsMax } = this.#options;
    this.#file ??= new BlockFile(path);
    const changes = this.#queue.values().take(stepRowsMax).toArray();
    const removed = this.#file.write(changes, {
      beforeDay: clock.isSettled ? this.#today() - daysMax : null,
      stringsMax,
      rowsMax: stepRowsMax,
    });
    for (const { key } of changes) this.#queue.delete(key);
    return this.#queue.size > 0 || removed === stepRowsMax;
  }

  #today(): number {
    return Math.floor(this.#options.clock.now() / dayMs);
  }

  #logUnwritten(error: unknown): void {
    this.#logOnce(this.#file === null ? 'opaque_blocks_not_opened' : 'opaque_blocks_not_written', error);
  }

  /** Logs each kind of failure only once: a broken file would otherwise be logged with every request. */
  #logOnce(what: string, error?: unknown): void {
    if (this.#logged.has(what)) return;
    this.#logged.add(what);
    const { path, telemetry } = this.#options;
    telemetry.warn(what, { file: path, effect, next }, error);
  }
}

const effect = 'after a restart, and to other gateways, it may be unknown which account made an opaque block';

const next =
  'mend the disk or its rights; a damaged file: stop the gateways of the data directory, delete it, start again';

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & primaryCode) === sqliteBusy;
}
