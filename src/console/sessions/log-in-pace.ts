import { RecentMap } from '../../limits/recent-map.ts';

/** How long a failed try counts, milliseconds. */
const countsMs = 60_000;

/** The most that tries at once come to, milliseconds. */
const busyMsMax = 10 * countsMs;

/** How many names are remembered. */
const namesMax = 10_000;

/** A name whose failed tries are counted: the hash of an address or of a key. */
export interface PacedName {
  readonly name: string;
  /** Failed tries that are answered at once. */
  readonly triesMax: number;
}

/** What one person may fail. */
export const ownTriesMax = 10;

/** Paces failed log-ins by name: after ten within a minute, say, one every six seconds. */
export class LogInPace {
  readonly #now: () => number;
  /** When the tries of a name will be forgotten: each adds its part. */
  readonly #busyUntil = new RecentMap<string, number>(namesMax);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Seconds until all of these may try again; 0: now. */
  waitSeconds(names: readonly PacedName[]): number {
    const waits = names.map(({ name, triesMax }) => this.#busyMs(name) - countsMs + countsMs / triesMax);
    return Math.max(0, Math.ceil(Math.max(...waits) / 1_000));
  }

  failed(names: readonly PacedName[]): void {
    const now = this.#now();
    for (const { name, triesMax } of names) {
      this.#busyUntil.set(name, now + this.#busyMs(name) + countsMs / triesMax);
    }
  }

  /** A clock that was put back makes nobody wait longer than the most that tries come to. */
  #busyMs(name: string): number {
    return Math.min(Math.max((this.#busyUntil.get(name) ?? 0) - this.#now(), 0), busyMsMax);
  }
}
