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

/** Tokens that a request has taken. */
export interface TakenTokens {
  /** Replaces the estimate by what was used. */
  counted(tokens: number, nowMs: number): void;
}

type Rate = 'requestsPerMinute' | 'tokensPerMinute';

/**
 * What everybody who is limited has left: requests and tokens a minute, and requests at once. A request that one of them
 * has no room for counts for none. Times are milliseconds of a monotonic clock.
 */
export class CallerCounts {
  readonly #rates: Readonly<Record<Rate, RateLimit>> = {
    requestsPerMinute: new RateLimit(),
    tokensPerMinute: new RateLimit(),
  };
  readonly #running = new Map<string, number>();

  /** Counts a request. Returns the limit that it exceeds; then it was not counted. */
  takeRequest(limited: readonly Limited[], nowMs: number): Exceeded | null {
    return this.#take('requestsPerMinute', limited, { amount: 1, nowMs });
  }

  /** Counts estimated tokens. Returns the limit that they exceed; then they were not counted. */
  takeTokens(limited: readonly Limited[], tokens: number, nowMs: number): Exceeded | TakenTokens {
    const exceeded = this.#take('tokensPerMinute', limited, { amount: tokens, nowMs });
    if (exceeded !== null) return exceeded;
    let taken = tokens;
    return {
      counted: (used, atMs) => {
        this.#count('tokensPerMinute', limited, { amount: used - taken, nowMs: atMs });
        taken = used;
      },
    };
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
  left(rate: Rate, limited: readonly Limited[], nowMs: number): Remaining | null {
    let least: Remaining | null = null;
    for (const each of limited) {
      const limit = each[rate];
      if (limit === null) continue;
      const { amount: remaining, resetMs } = this.#rates[rate].left(nameOf(each), limit, nowMs);
      if (least === null || remaining < least.remaining) least = { limit, remaining, resetMs };
    }
    return least;
  }

  #take(rate: Rate, limited: readonly Limited[], { amount, nowMs }: Amount): Exceeded | null {
    for (const by of limited) {
      const max = by[rate];
      const waitMs = max === null ? 0 : this.#rates[rate].waitMs(nameOf(by), max, nowMs, amount);
      if (max !== null && waitMs > 0) return { by, max, waitMs };
    }
    this.#count(rate, limited, { amount, nowMs });
    return null;
  }

  #count(rate: Rate, limited: readonly Limited[], { amount, nowMs }: Amount): void {
    for (const each of limited) {
      const max = each[rate];
      if (max !== null) this.#rates[rate].count(nameOf(each), max, nowMs, amount);
    }
  }

  #runningOf(limited: Limited): number {
    return this.#running.get(nameOf(limited)) ?? 0;
  }
}

interface Amount {
  readonly amount: number;
  readonly nowMs: number;
}

function nameOf({ what, id }: Limited): string {
  return `${what} ${id}`;
}
