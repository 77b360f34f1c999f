import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';

const callersAtOnce = 8;
/** Between two requests of a caller: what is measured is not speed. */
const pauseMs = 20;

const messages = [{ role: 'user', content: 'Which city has the most bridges? '.repeat(40) }];

/** Whole answers, streams, and both hung up on half-way, one as often as the other, until it is stopped. */
export class MixedLoad {
  answered = 0;
  streamed = 0;
  hungUp = 0;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #agent = new Agent({ connections: callersAtOnce });
  readonly #callers: readonly Promise<void>[];
  #isOver = false;

  constructor(baseUrl: string, apiKey: string) {
    this.#url = `${baseUrl}/chat/completions`;
    this.#headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    this.#callers = Array.from({ length: callersAtOnce }, (_, caller) => this.#call(caller));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
    await this.#agent.close();
  }

  async #call(caller: number): Promise<void> {
    for (let turn = caller; !this.#isOver; turn += 1) {
      if (turn % 4 === 0) await this.#whole();
      else if (turn % 4 === 1) await this.#stream();
      else await this.#hangUp(turn % 4 === 2);
      await pause(pauseMs);
    }
  }

  async #whole(): Promise<void> {
    const { body } = await this.#send(false);
    await body.dump({ limit: 1_000_000 });
    this.answered += 1;
  }

  async #stream(): Promise<void> {
    const { body } = await this.#send(true);
    for await (const _ of body);
    this.streamed += 1;
  }

  /** After the first words of a stream, or before an answer has begun. */
  async #hangUp(isStreaming: boolean): Promise<void> {
    const signal = isStreaming ? undefined : AbortSignal.timeout(3);
    this.hungUp += 1;
    try {
      const { body } = await this.#send(isStreaming, signal);
      for await (const _ of body) break;
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  }

  async #send(stream: boolean, signal?: AbortSignal) {
    const body = JSON.stringify({ model: 'light', messages, max_tokens: 64, ...(stream && { stream }) });
    const headers = this.#headers;
    const dispatcher = this.#agent;
    const answer = await request(this.#url, { method: 'POST', headers, body, dispatcher, ...(signal && { signal }) });
    if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
    return answer;
  }
}
