import type { Context } from 'koa';
import { GatewayError } from '../../errors.ts';
import { ledgerFailure } from '../../errors/ledger-failure.ts';
import { EventLogUnavailable } from '../../ports/event-log.ts';
import { pause } from '../../time/pause.ts';
import type { AdminRequest, FollowedList, FollowedRow, Following } from '../operation.ts';
import { pageCursor } from '../page-cursor.ts';

/** Between two signs of life, and two checks of a silent stream's access; milliseconds. */
const beatMs = 5_000;
/** How long a stream that ends waits until its last event is taken; milliseconds. */
const lastWordsMs = 5_000;
/** When a client should come back, milliseconds. */
const retryMs = 2_000;

export interface EventStreamOptions {
  readonly response: Context['res'];
  readonly followed: FollowedList;
  readonly following: Pick<Following, 'now'>;
  /** The request as it was at the beginning: cursors are of its reader. */
  readonly request: AdminRequest;
  /** Longest wait for a reader that takes nothing, milliseconds. */
  readonly stallMsMax: number;
  /** Ends the stream. The reason is told to the reader; `gone`: there is none any more. */
  readonly ended: AbortController;
}

/**
 * Sends a followed list as server-sent events. A row is made only when the one before it was taken, so that a slow reader costs
 * no memory. Whatever ends the stream but the reader is told in a last event, with the place after which to resume.
 */
export class EventStream {
  readonly #options: EventStreamOptions;
  #place: string;
  #defect: { readonly error: unknown } | null = null;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#place = options.followed.begin;
  }

  /** Resolves when the stream has ended. Raises defects alone. */
  async run(): Promise<void> {
    const { response } = this.#options;
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    // Whoever is cut before the first row knows where to resume too.
    response.write(`retry: ${retryMs}\n${this.#id}\n\n`);
    const beating = this.#beat();
    await this.#sendAll().catch((error: unknown) => this.#end(error));
    await beating;
    if (this.#defect !== null) throw this.#defect.error;
    await this.#lastWords();
  }

  get #signal(): AbortSignal {
    return this.#options.ended.signal;
  }

  get #cursor(): string {
    const { request, followed } = this.#options;
    return pageCursor(request, followed.list, this.#place);
  }

  get #id(): string {
    return `id: ${this.#cursor}`;
  }

  async #sendAll(): Promise<void> {
    for await (const { rows, place } of this.#options.followed.steps()) {
      for (const row of rows) {
        await this.#send(row);
        if (this.#signal.aborted) return;
      }
      this.#place = place;
    }
    throw new EventLogUnavailable('the event log ended what followed it');
  }

  async #send({ row, place }: FollowedRow): Promise<void> {
    this.#place = place;
    const name = 'object' in row ? String(row.object) : 'row';
    if (this.#options.response.write(`event: ${name}\n${this.#id}\ndata: ${JSON.stringify(row)}\n\n`)) return;
    await this.#taken();
    // They may have lost their access while they read nothing.
    if (!this.#signal.aborted) await this.#assertMay();
  }

  /** Resolves when the reader has taken everything, or the stream ends. */
  async #taken(): Promise<void> {
    const { response, stallMsMax, ended } = this.#options;
    if (this.#signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    const timer = setTimeout(() => ended.abort('slow_reader'), stallMsMax);
    response.once('drain', wake);
    this.#signal.addEventListener('abort', wake);
    await promise;
    this.#signal.removeEventListener('abort', wake);
    response.off('drain', wake);
    clearTimeout(timer);
  }

  /** Shows that the stream is alive, how far it has come, and that its reader still may read it. */
  async #beat(): Promise<void> {
    const { response } = this.#options;
    for (;;) {
      await pause(beatMs, this.#signal);
      if (this.#signal.aborted) return;
      try {
        await this.#assertMay();
      } catch (error) {
        return this.#end(error);
      }
      if (!response.writableNeedDrain && !this.#signal.aborted) response.write(`: alive\n${this.#id}\n\n`);
    }
  }

  async #assertMay(): Promise<void> {
    const { followed, following } = this.#options;
    await followed.assertMay(await following.now());
  }

  #end(error: unknown): void {
    if (this.#signal.aborted) return;
    const known = ledgerFailure(error);
    if (!(known instanceof GatewayError)) this.#defect = { error };
    this.#options.ended.abort(known instanceof GatewayError ? known.code : 'internal_error');
  }

  async #lastWords(): Promise<void> {
    const { response } = this.#options;
    const reason: unknown = this.#signal.reason;
    if (reason === 'gone' || response.destroyed) return;
    const { promise: sent, resolve } = Promise.withResolvers<void>();
    response.once('close', resolve);
    const data = JSON.stringify({ object: 'end', reason, after: this.#cursor });
    response.end(`retry: ${retryMs}\nevent: end\n${this.#id}\ndata: ${data}\n\n`, resolve);
    const timer = setTimeout(() => response.req.socket.destroy(), lastWordsMs);
    await sent;
    clearTimeout(timer);
  }
}
