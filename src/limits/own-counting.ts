import type { Admittance, AskedPermit, CallerCounting, CountedRequest, Left, TokensTaken } from './caller-counting.ts';
import { TakenTokens, type CallerCounts, type Exceeded } from './caller-counts.ts';
import type { Limited } from './caller-limits.ts';
import { RequestPermit } from './request-permit.ts';
import type { NoPermit, Permit, Semaphore, Waiter } from './semaphore.ts';

/** Counts by itself. */
export class OwnCounting implements CallerCounting {
  readonly #requests: Semaphore;
  readonly #counts: CallerCounts;

  constructor(requests: Semaphore, counts: CallerCounts) {
    this.#requests = requests;
    this.#counts = counts;
  }

  get waiting(): number {
    return this.#requests.waiting;
  }

  admit({ limited, sharer }: AskedPermit, waiter?: Waiter): Admittance | Promise<Admittance> {
    const exceeded = this.#counts.take('requestsPerMinute', limited);
    const left = this.left(limited);
    if (exceeded !== null) return { left, exceeded };
    // The semaphore of all requests knows the key and its tenant.
    const others = limited.slice(1, -1);
    const entered = others.length === 0 ? null : this.#counts.enter(others);
    if (entered !== null && !('release' in entered)) return { left, full: entered };
    const admittance = (permit: Permit | NoPermit): Admittance => {
      if (typeof permit !== 'string') {
        return { left, permit: entered === null ? new RequestPermit(permit) : new RequestPermit(permit, entered) };
      }
      entered?.release();
      return { left, refusal: permit };
    };
    const acquired = this.#requests.acquire(sharer, 1, waiter);
    return acquired instanceof Promise ? acquired.then(admittance) : admittance(acquired);
  }

  takeRequest(limited: readonly Limited[]): CountedRequest {
    const exceeded = this.#counts.take('requestsPerMinute', limited);
    return { left: this.left(limited), exceeded };
  }

  takeTokens(limited: readonly Limited[], tokens: number): TokensTaken {
    const exceeded = this.#counts.take('tokensPerMinute', limited, tokens);
    const left = this.left(limited);
    if (exceeded !== null) return { left, exceeded };
    return { left, tokens: new TakenTokens(tokens, (more) => this.#counts.count('tokensPerMinute', limited, more)) };
  }

  /** Counts so many tokens more, or gives them back if negative, whether there is room or not. */
  correct(limited: readonly Limited[], tokens: number): void {
    this.#counts.count('tokensPerMinute', limited, tokens);
  }

  takeUpload(limited: readonly Limited[]): Exceeded | null {
    return this.#counts.take('uploadsPerMinute', limited);
  }

  left(limited: readonly Limited[]): Left {
    return {
      requests: this.#counts.left('requestsPerMinute', limited),
      tokens: this.#counts.left('tokensPerMinute', limited),
    };
  }
}
