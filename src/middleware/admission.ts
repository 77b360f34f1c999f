import type { Middleware } from 'koa';
import { GatewayError } from '../errors.ts';

/** Counts the requests inside, refuses more than may be, and lets a stopping process wait for the last of them. */
export class Admission {
  readonly #requestsMax: number;
  #inside = 0;
  #isClosed = false;
  #onEmpty: (() => void) | null = null;

  constructor(requestsMax: number) {
    this.#requestsMax = requestsMax;
  }

  get inside(): number {
    return this.#inside;
  }

  readonly middleware: Middleware = async (_ctx, next) => {
    if (this.#isClosed) throw new GatewayError('shutting_down');
    if (this.#inside >= this.#requestsMax) throw new GatewayError('overloaded');
    this.#inside++;
    try {
      await next();
    } finally {
      this.#inside--;
      if (this.#inside === 0) this.#onEmpty?.();
    }
  };

  /** Refuses newcomers; resolves when the last request has left, or after `timeoutMs`: whether all had left. */
  close(timeoutMs: number): Promise<boolean> {
    this.#isClosed = true;
    if (this.#inside === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs, false);
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
