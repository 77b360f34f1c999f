import type { Admittance, AskedPermit, CallerCounting, CountedRequest, Left, TokensTaken } from './caller-counting.ts';
import { CallerCounts, type Exceeded } from './caller-counts.ts';
import type { Limited } from './caller-limits.ts';
import { RequestPermit } from './request-permit.ts';
import type { NoPermit, Permit, Semaphore, Waiter } from './semaphore.ts';

/** The counts of one process. */
export class OwnCounting implements CallerCounting {
  readonly #requests: Semaphore;
  readonly #counts: CallerCounts;

  constructor(requests: Semaphore, counts = new CallerCounts()) {
    this.#requests = requests;
    this.#counts = counts;
  }

  get waiting(): number {
    return this.#requests.waiting;
  }

  admit({ limited, sharer }: AskedPermit, waiter?: Waiter): Admittance | Promise<Admittance> {
    const { left, exceeded } = this.takeRequest(limited);
    if (exceeded !== null) return { left, exceeded };
    // The semaphore of all requests knows the key and its tenant.
    const entered = this.#counts.enter(limited.slice(1, -1));
    if (!('release' in entered)) return { left, full: entered };
    const admittance = (permit: Permit | NoPermit): Admittance => {
      if (typeof permit !== 'string') return { left, permit: new RequestPermit(permit, entered) };
      entered.release();
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
    const taken = this.#counts.takeTokens(limited, tokens);
    const left = this.left(limited);
    return 'by' in taken ? { left, exceeded: taken } : { left, tokens: taken };
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
