import { RecentMap } from '../../limits/recent-map.ts';

/** Failed tries that are answered at once, and how long each counts, milliseconds. */
const triesMax = 10;
const countsMs = 60_000;

/** How many addresses and keys are remembered. */
const namesMax = 10_000;

/** Paces failed log-ins by address and by key: after ten within a minute, one every six seconds. */
export class LogInPace {
  readonly #now: () => number;
  /** When the tries of a name will be forgotten: each adds its part. */
  readonly #busyUntil = new RecentMap<string, number>(namesMax);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Seconds until these names may try again; 0: now. */
  waitSeconds(names: readonly string[]): number {
    const waits = names.map((name) => (this.#busyUntil.get(name) ?? 0) - this.#now() - countsMs + countsMs / triesMax);
    return Math.max(0, Math.ceil(Math.max(...waits) / 1_000));
  }

  failed(names: readonly string[]): void {
    const now = this.#now();
    for (const name of names) {
      this.#busyUntil.set(name, Math.max(this.#busyUntil.get(name) ?? 0, now) + countsMs / triesMax);
    }
  }
}
