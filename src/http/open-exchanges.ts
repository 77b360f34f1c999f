import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { GatewayError } from '../errors.ts';
import type { RequestWatch } from './refuse-at-http.ts';

/**
 * Most requests of one connection that wait for their answers. All that arrived in one read of a socket begin in one turn
 * of the event loop: without a limit a thousand small ones would keep other connections waiting, and each takes memory.
 */
const pipelinedMax = 64;

const unanswered = Symbol('unanswered');

/** A connection with the number of its requests that have no complete answer yet. */
interface KnownSocket extends Socket {
  [unanswered]?: number;
}

/** The requests that have no complete answer yet, over all connections. */
export class OpenExchanges {
  readonly #watch: RequestWatch;
  readonly #open = new Set<ServerResponse>();
  #allEnded: (() => void) | null = null;

  constructor(watch: RequestWatch) {
    this.#watch = watch;
  }

  /** Counts a request until its answer is sent. `false`: its connection has too many, and is closed. */
  begin(response: ServerResponse): boolean {
    const { req: request } = response;
    const socket: KnownSocket = request.socket;
    // The rest of what was read from a connection that was closed meanwhile.
    if (socket.destroyed) return false;
    const ofSocket = (socket[unanswered] ?? 0) + 1;
    if (ofSocket > pipelinedMax) {
      socket.destroy();
      return false;
    }
    socket[unanswered] = ofSocket;
    this.#open.add(response);
    this.#watch.begun(request, response);
    response.once('close', () => {
      socket[unanswered] = (socket[unanswered] ?? 1) - 1;
      this.#open.delete(response);
      this.#watch.closed(request, response);
      if (this.#open.size === 0) this.#allEnded?.();
    });
    return true;
  }

  /**
   * Answers those whose answer has not begun: `code` to those that have arrived whole, which get none without it. What else
   * would be written for them is dropped.
   */
  refuse(code?: 'shutdown_cut'): void {
    for (const response of this.#open) {
      const told = response.req.complete ? code : 'shutting_down';
      if (response.headersSent || told === undefined) continue;
      this.#watch.refuse(response.req, response, new GatewayError(told));
    }
  }

  /** Waits up to `msMax` milliseconds until all of them are sent. */
  async ended(msMax: number): Promise<void> {
    if (this.#open.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, msMax);
      this.#allEnded = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
