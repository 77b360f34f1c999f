import { Pool } from 'undici';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contestant } from './contestant.ts';

/** What became of one request. */
export interface Call {
  /** Since the beginning of the scenario, milliseconds. */
  readonly atMs: number;
  /** To the end of the answer. */
  readonly milliseconds: number;
  /** 200, and its end came. */
  readonly isAnswered: boolean;
  /** The head of an answer came, 200: what breaks afterwards cannot be mended by anybody. */
  readonly hasBegun: boolean;
}

const callMsMax = 30_000;

/** Calls at a fixed pace, whatever becomes of those before: as callers do. */
export class Caller {
  readonly calls: Call[] = [];
  readonly #pool: Pool;
  readonly #contestant: Contestant;
  readonly #path: string;
  readonly #isStreamed: boolean;
  /** By the clock of this process. */
  readonly beganAtMs = performance.now();
  readonly #running = new Set<Promise<void>>();

  constructor(contestant: Contestant, isStreamed: boolean) {
    const url = new URL(`${contestant.baseUrl}/chat/completions`);
    this.#contestant = contestant;
    this.#path = url.pathname;
    this.#isStreamed = isStreamed;
    this.#pool = new Pool(url.origin, { connections: 64, headersTimeout: callMsMax, bodyTimeout: callMsMax });
  }

  get nowMs(): number {
    return performance.now() - this.beganAtMs;
  }

  /** Calls for so long, or until `isOver`. */
  async call(milliseconds: number, perSecond: number, isOver: () => boolean = () => false): Promise<void> {
    const untilMs = this.nowMs + milliseconds;
    for (let nextMs = this.nowMs; nextMs < untilMs && !isOver(); nextMs += 1_000 / perSecond) {
      await sleep(Math.max(0, nextMs - this.nowMs));
      const running = this.#one().finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
  }

  /** Waits for what runs still. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    await this.#pool.destroy();
  }

  async #one(): Promise<void> {
    const atMs = this.nowMs;
    const { headers, model } = this.#contestant;
    const messages = [{ role: 'user', content: 'Where does every euro go?' }];
    const stream = this.#isStreamed ? { stream: true, stream_options: { include_usage: true } } : {};
    let hasBegun = false;
    let isAnswered = false;
    try {
      const { statusCode, body } = await this.#pool.request({
        path: this.#path,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model, messages, max_tokens: 50, ...stream }),
      });
      hasBegun = statusCode === 200;
      const text = await body.text();
      isAnswered =
        hasBegun && (this.#isStreamed ? text.includes('"finish_reason":"stop"') : text.includes('"choices"'));
    } catch {
      // It was not answered.
    }
    this.calls.push({ atMs, milliseconds: this.nowMs - atMs, isAnswered, hasBegun });
  }
}
