import type { Limited } from './caller-limits.ts';
import { RateLimit } from './rate-limit.ts';

/** A limit that a request would exceed. */
export interface Exceeded {
  readonly by: Limited;
  readonly max: number;
  /** When it may be sent again, milliseconds. */
  readonly waitMs: number;
}

/** What is left of the limit that is nearest to its end. */
export interface Remaining {
  readonly limit: number;
  readonly remaining: number;
  /** Until the whole limit is free again, milliseconds. */
  readonly resetMs: number;
}

/** Tokens that a request has taken by an estimate. */
export class TakenTokens {
  #taken: number;
  readonly #correct: (more: number) => void;

  /** `correct`: takes so many more, or gives them back if negative. */
  constructor(estimated: number, correct: (more: number) => void) {
    this.#taken = estimated;
    this.#correct = correct;
  }

  /** Replaces the estimate, or what was counted last, by what was used. */
  counted(tokens: number): void {
    this.#correct(tokens - this.#taken);
    this.#taken = tokens;
  }
}

export type Rate = 'requestsPerMinute' | 'tokensPerMinute' | 'uploadsPerMinute';

/**
 * What everybody who is limited has left: requests, tokens and uploads a minute, and requests at once. A request that one of them
 * has no room for counts for none.
 */
export class CallerCounts {
  readonly #rates: Readonly<Record<Rate, RateLimit>> = {
    requestsPerMinute: new RateLimit(),
    tokensPerMinute: new RateLimit(),
    uploadsPerMinute: new RateLimit(),
  };
  readonly #running = new Map<string, number>();
  readonly #clock: Pick<Performance, 'now'>;

  /** `clock`: monotonic, milliseconds. */
  constructor(clock: Pick<Performance, 'now'>) {
    this.#clock = clock;
  }

  /** Counts an amount. Returns the limit that it exceeds; then it was not counted. */
  take(rate: Rate, limited: readonly Limited[], amount = 1): Exceeded | null {
    const nowMs = this.#clock.now();
    for (const by of limited) {
      const max = by[rate];
      const waitMs = this.#rates[rate].waitMs(nameOf(by), max, nowMs, amount);
      if (max !== null && waitMs > 0) return { by, max, waitMs };
    }
    this.count(rate, limited, amount);
    return null;
  }

  /** Counts a running request. Returns what ends it, or who may have no more. */
  enter(limited: readonly Limited[]): Limited | { release(): void } {
    const counted = limited.filter(({ requestsAtOnce }) => requestsAtOnce !== null);
    const full = counted.find((each) => this.#runningOf(each) >= (each.requestsAtOnce ?? Infinity));
    if (full !== undefined) return full;
    for (const each of counted) this.#running.set(nameOf(each), this.#runningOf(each) + 1);
    return {
      release: () => {
        for (const each of counted.splice(0)) {
          const left = this.#runningOf(each) - 1;
          if (left === 0) this.#running.delete(nameOf(each));
          else this.#running.set(nameOf(each), left);
        }
      },
    };
  }

  /** The left with the smallest remaining part; `null`: nothing limits it. */
  left(rate: Rate, limited: readonly Limited[]): Remaining | null {
    const nowMs = this.#clock.now();
    let least: Remaining | null = null;
    for (const each of limited) {
      const limit = each[rate];
      if (limit === null) continue;
      const { amount: remaining, resetMs } = this.#rates[rate].left(nameOf(each), limit, nowMs);
      if (least === null || remaining < least.remaining) least = { limit, remaining, resetMs };
    }
    return least;
  }

  /** Counts an amount, or gives it back if negative, whether there is room or not. */
  count(rate: Rate, limited: readonly Limited[], amount: number): void {
    const nowMs = this.#clock.now();
    for (const each of limited) this.#rates[rate].count(nameOf(each), each[rate], nowMs, amount);
  }

  #runningOf(limited: Limited): number {
    return this.#running.get(nameOf(limited)) ?? 0;
  }
}

function nameOf({ what, id }: Limited): string {
  return `${what} ${id}`;
}
