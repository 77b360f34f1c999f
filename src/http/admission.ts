import type { Middleware } from 'koa';
import { GatewayError } from '../errors.ts';

/** Counts the running requests, refuses those beyond the limit, and lets a stopping process wait for the last one. */
export class Admission {
  readonly #requestsMax: number;
  readonly #closing = new AbortController();
  #inside = 0;
  #onEmpty: (() => void) | null = null;

  constructor(requestsMax: number) {
    this.#requestsMax = requestsMax;
  }

  get inside(): number {
    return this.#inside;
  }

  /** Aborted when no more requests are admitted. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  readonly middleware: Middleware = async (_ctx, next) => {
    if (this.#closing.signal.aborted) throw new GatewayError('shutting_down');
    if (this.#inside >= this.#requestsMax) throw new GatewayError('overloaded');
    this.#inside++;
    try {
      await next();
    } finally {
      this.#inside--;
      if (this.#inside === 0) this.#onEmpty?.();
    }
  };

  /** Refuses new requests and waits up to `timeoutMs` for the running ones. Resolves to whether all have ended. */
  close(timeoutMs: number): Promise<boolean> {
    this.#closing.abort();
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
