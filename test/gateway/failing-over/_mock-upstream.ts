// Answers chat completions of fixed length, keeps billing records, and is well or not as it is told.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Mode =
  | 'well'
  | 'refused'
  | 'hanging'
  | '500'
  | '503 for a share'
  | '429'
  | '429 with retry-after'
  | 'slow'
  | 'cut midway'
  | 'exhausted';

/** Milliseconds to the head of an answer; of a slow one twenty times that. */
const answerMs = 50;
const slowFactor = 20;
/** Of the requests of that mode: every third fails, never two in a row. */
const everyFailing = 3;
const retryAfterSeconds = '2';
const frames = 10;
const promptTokens = 20;

interface Entry {
  state: 'running' | 'charged' | 'not_charged';
  completionTokens: number;
}

interface UpstreamTotals {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly running: number;
}

/** A request that came while the upstream was not well; the end by the clock of this process, `null`: it runs. */
interface Try {
  readonly atMs: number;
  endedAtMs: number | null;
}

export class MockUpstream {
  /** Those of refused connections are not seen. */
  readonly triesUnwell: Try[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #server: Server;
  #mode: Mode = 'well';
  #port = 0;
  #count = 0;
  #answered = 0;
  #requests = 0;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  /** Completions that were asked for since it was made; those of a refused connection are not seen. */
  get requests(): number {
    return this.#requests;
  }

  /** Completions that were answered well. */
  get answered(): number {
    return this.#answered;
  }

  async become(mode: Mode): Promise<void> {
    const wasRefused = this.#mode === 'refused';
    this.#mode = mode;
    if (mode === 'refused' && !wasRefused) await this.stop();
    if (wasRefused && mode !== 'refused') await this.start();
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  billed(): UpstreamTotals {
    const entries = [...this.#entries.values()];
    const charged = entries.filter(({ state }) => state === 'charged');
    return {
      promptTokens: charged.length * promptTokens,
      completionTokens: charged.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
      running: entries.filter(({ state }) => state === 'running').length,
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, reservation] = /\/billing-records\/([^/]+)$/.exec(request.url ?? '') ?? [];
    if (reservation !== undefined) return this.#tellBilling(reservation, response);
    if (request.method !== 'POST') return void response.writeHead(200).end('{}');
    this.#requests += 1;
    if (this.#mode !== 'well') this.#note(response);
    let text = '';
    for await (const piece of request) text += String(piece);
    const asked = JSON.parse(text) as { readonly stream?: boolean };
    const entry: Entry = { state: 'running', completionTokens: 0 };
    this.#entries.set(String(request.headers['x-waybill-reservation'] ?? `none-${(this.#count += 1)}`), entry);
    response.once('close', () => {
      // What had begun is charged for what it came to: a caller that leaves pays for the prompt.
      if (entry.state === 'running') entry.state = 'charged';
    });
    await this.#serve(response, entry, asked.stream === true);
  }

  #note(response: ServerResponse): void {
    const noted: Try = { atMs: performance.now(), endedAtMs: null };
    this.triesUnwell.push(noted);
    response.once('close', () => (noted.endedAtMs = performance.now()));
  }

  async #serve(response: ServerResponse, entry: Entry, isStreamed: boolean): Promise<void> {
    const mode = this.#mode;
    if (mode === 'hanging') return;
    await sleep(mode === 'slow' ? slowFactor * answerMs : answerMs);
    if (response.destroyed) return;
    const refusal = refusalOf(mode, this.#requests);
    if (refusal !== null) {
      entry.state = 'not_charged';
      response.writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers });
      response.end(JSON.stringify({ error: refusal.error }));
      return;
    }
    if (isStreamed) return await this.#stream(response, entry, mode === 'cut midway');
    entry.completionTokens = frames;
    entry.state = 'charged';
    this.#answered += 1;
    const message = { role: 'assistant', content: 'word '.repeat(frames).trim() };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...head('chat.completion'), choices, usage: usageOf(frames) }));
  }

  async #stream(response: ServerResponse, entry: Entry, isCut: boolean): Promise<void> {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const tell = (body: object): void =>
      void response.write(`data: ${JSON.stringify({ ...head('chat.completion.chunk'), ...body })}\n\n`);
    for (let frame = 0; frame < frames; frame += 1) {
      if (isCut && frame === frames / 2) return void response.destroy();
      // Its billing record was closed with the connection, and does not change after that.
      if (response.destroyed) return;
      entry.completionTokens += 1;
      tell({ choices: [{ index: 0, delta: { role: 'assistant', content: 'word ' }, finish_reason: null }] });
      await sleep(5);
    }
    entry.state = 'charged';
    this.#answered += 1;
    tell({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    tell({ choices: [], usage: usageOf(frames) });
    response.end('data: [DONE]\n\n');
  }

  #tellBilling(reservation: string, response: ServerResponse): void {
    const entry = this.#entries.get(reservation);
    if (entry === undefined) return void response.writeHead(404).end('{}');
    const usage = entry.state === 'charged' ? { usage: usageOf(entry.completionTokens) } : {};
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ state: entry.state, ...usage }));
  }
}

function refusalOf(mode: Mode, nth: number) {
  const error = (code: string, message: string) => ({ message, type: code, param: null, code });
  switch (mode) {
    case '500':
      return { status: 500, headers: {}, error: error('server_error', 'The server had an error.') };
    case '503 for a share':
      if (nth % everyFailing !== 0) return null;
      return { status: 503, headers: {}, error: error('overloaded', 'The server is overloaded.') };
    case '429':
      return { status: 429, headers: {}, error: error('rate_limit_exceeded', 'Rate limit reached.') };
    case '429 with retry-after': {
      const headers = { 'retry-after': retryAfterSeconds };
      return { status: 429, headers, error: error('rate_limit_exceeded', 'Rate limit reached.') };
    }
    case 'exhausted': {
      const said = 'You exceeded your current quota, please check your plan and billing details.';
      return { status: 429, headers: {}, error: error('insufficient_quota', said) };
    }
    case 'well':
    case 'refused':
    case 'hanging':
    case 'slow':
    case 'cut midway':
      return null;
  }
}

const head = (object: string) => ({ id: 'chatcmpl-mock', object, created: 1_767_225_600, model: 'preferring' });

const usageOf = (completion: number) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completion,
  total_tokens: promptTokens + completion,
});
