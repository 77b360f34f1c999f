import type { Dispatcher } from 'undici';
import { UpstreamFailure } from '../../ports/upstream.ts';

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Limits of the buffer for a consumer slower than the upstream: at either one the socket is paused. */
const bufferBytesMax = 64 * 1024;
const bufferChunksMax = 1024;
/** Most body bytes read of a discarded answer to keep its connection; beyond this the connection is closed. */
const discardBytesMax = 64 * 1024;

/** Status and headers of an answer, as undici parsed them. */
export interface ExchangeHead {
  readonly status: number;
  readonly headers: Headers;
}

/** Limits and callbacks of one attempt. Times are those of the deadline clock. */
interface ExchangeOptions {
  readonly deadlines: Deadlines;
  readonly signal: AbortSignal;
  readonly firstByteTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Deadline of the whole exchange. */
  readonly totalBy: number;
  /** How much the time in which the upstream was paused for its held up consumer may extend that deadline, at most. */
  readonly consumerWaitMsMax: number;
  /** How long the consumer itself was held up so far, milliseconds: any other pause counts for the deadline. */
  readonly heldMs: () => number;
  /** Called once: with `null` when the answer was complete. */
  readonly onEnd: (failure: UpstreamFailure | null) => void;
  /** Called once, when undici no longer holds the request; an aborted request stays in undici's queue for a while. */
  readonly onReleased: () => void;
}

const emptyChunk = Buffer.alloc(0);

interface Deadlines {
  readonly now: number;
  after(delayMs: number): number;
  watch(exchange: { check(nowMs: number): void }): () => void;
}

/**
 * One attempt: undici's callbacks on one side, the answer's head and its body as an iterator on the other.
 *
 * undici calls `onRequestStart` in the same turn in which it writes to a connected socket, and never earlier. Before
 * the call nothing can have been written, and every failure is `not_sent`; after it, every failure is `unknown`.
 */
export class UndiciUpstreamExchange implements Dispatcher.DispatchHandler, AsyncIterableIterator<Buffer> {
  /** Rejects with {@link UpstreamFailure}. */
  readonly head: Promise<ExchangeHead>;
  readonly #options: ExchangeOptions;
  readonly #head = Promise.withResolvers<ExchangeHead>();
  readonly #onAbort = (): void => this.#giveUp('aborted');
  readonly #firstByteBy: number;
  #unwatch: () => void;
  #phase: 'waiting' | 'answering' | 'discarding' | 'ended' = 'waiting';
  #controller: Controller | null = null;
  #failure: UpstreamFailure | null = null;
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #discardedBytes = 0;
  #idleBy = 0;
  /** Since when the upstream is paused for the consumer, by the deadline clock; `null`: it is not. */
  #pausedAt: number | null = null;
  /** Total time of earlier pauses. */
  #pausedMs = 0;
  #isReleased = false;
  #waiter: PromiseWithResolvers<IteratorResult<Buffer>> | null = null;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.head = this.#head.promise;
    this.#firstByteBy = options.deadlines.after(options.firstByteTimeoutMs);
    this.#unwatch = options.deadlines.watch(this);
    options.signal.addEventListener('abort', this.#onAbort);
  }

  /** True once bytes of the request may have reached the upstream. */
  get isSent(): boolean {
    return this.#controller !== null;
  }

  /** Discards the answer: a small body is read to keep the connection, a larger one aborted. */
  discard(): void {
    if (this.#phase !== 'answering') return;
    this.#end(null);
    this.#phase = 'discarding';
    this.#unwatch = this.#options.deadlines.watch(this);
    this.#discardBytes(this.#bufferedBytes);
    this.#chunks = [];
    this.#resume();
  }

  // Called by the deadline clock.

  check(nowMs: number): void {
    if (nowMs >= this.#totalBy(nowMs)) this.#giveUp('total_timeout');
    else if (this.#phase === 'waiting') {
      if (nowMs >= this.#firstByteBy) this.#giveUp('first_byte_timeout');
    } else if (this.#pausedAt === null && nowMs >= this.#idleBy) this.#giveUp('idle_timeout');
  }

  // Called by undici.

  onRequestStart(controller: Controller): void {
    // Throwing here keeps the connection; aborting would close it.
    if (this.#phase === 'ended') throw this.#failure ?? new UpstreamFailure('aborted', 'not_sent');
    if (this.isSent) throw new UpstreamFailure('reset', 'unknown', { cause: new Error('would have been sent twice') });
    this.#controller = controller;
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    if (status < 200 || this.#phase !== 'waiting') return;
    this.#phase = 'answering';
    this.#postponeIdle();
    this.#head.resolve({ status, headers });
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#postponeIdle();
    if (this.#phase === 'discarding') return this.#discardBytes(chunk.length);
    if (this.#phase !== 'answering' || chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#waiter !== null && this.#chunks.length === 1) queueMicrotask(this.#handOver);
    if (this.#bufferedBytes < bufferBytesMax && this.#chunks.length < bufferChunksMax) return;
    this.#pausedAt ??= this.#options.deadlines.now;
    controller.pause();
  }

  onResponseEnd(): void {
    this.#end(null);
    this.#release();
  }

  onResponseError(_controller: Controller | null, error: Error): void {
    this.#end(failureOf(error, this.isSent));
    this.#release();
  }

  // Called by the consumer of the body.

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<Buffer>> {
    if (this.#chunks.length > 0) return Promise.resolve({ done: false, value: this.#takeAll() });
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (this.#phase !== 'answering') return Promise.resolve({ done: true, value: undefined });
    if (this.#waiter !== null) return Promise.reject(new TypeError('a body is read one chunk at a time'));
    this.#waiter = Promise.withResolvers();
    return this.#waiter.promise;
  }

  /** The consumer leaves early: aborts the exchange. */
  return(): Promise<IteratorResult<Buffer>> {
    if (!this.#isReleased) this.#giveUp('aborted');
    return Promise.resolve({ done: true, value: undefined });
  }

  // Within.

  /** Hands over all buffered chunks as one: a socket read may yield many, and later steps then run only once. */
  readonly #handOver = (): void => {
    if (this.#waiter !== null && this.#chunks.length > 0) this.#wake().resolve({ done: false, value: this.#takeAll() });
  };

  #takeAll(): Buffer {
    const [first = emptyChunk, ...others] = this.#chunks;
    const all = others.length === 0 ? first : Buffer.concat(this.#chunks, this.#bufferedBytes);
    this.#chunks = [];
    this.#bufferedBytes = 0;
    this.#resume();
    return all;
  }

  #giveUp(reason: UpstreamFailure['reason']): void {
    if (reason === 'aborted') this.#chunks = [];
    const failure = new UpstreamFailure(reason, this.isSent ? 'unknown' : 'not_sent');
    this.#end(failure);
    if (!this.#isReleased) this.#controller?.abort(failure);
  }

  /** Ends the caller's side of the exchange: no timeout or signal affects it any more. */
  #end(failure: UpstreamFailure | null): void {
    this.#unwatch();
    if (this.#phase === 'ended' || this.#phase === 'discarding') return;
    const wasWaiting = this.#phase === 'waiting';
    this.#phase = 'ended';
    this.#failure = failure;
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#handOver();
    if (wasWaiting) this.#head.reject(failure ?? new UpstreamFailure('reset', 'unknown'));
    else if (this.#waiter !== null) {
      if (failure === null) this.#wake().resolve({ done: true, value: undefined });
      else this.#wake().reject(failure);
    }
    this.#options.onEnd(failure);
  }

  #release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#options.onReleased();
  }

  #wake(): PromiseWithResolvers<IteratorResult<Buffer>> {
    const waiter = this.#waiter ?? Promise.withResolvers<IteratorResult<Buffer>>();
    this.#waiter = null;
    return waiter;
  }

  /**
   * The deadline, extended by the time in which the upstream was paused because its consumer was held up, up to
   * `consumerWaitMsMax`. A pause alone extends nothing: an upstream that sends faster than it is read is paused most of
   * the time, also by what is read and thrown away.
   */
  #totalBy(nowMs: number): number {
    const { totalBy, heldMs, consumerWaitMsMax } = this.#options;
    if (nowMs < totalBy) return totalBy;
    const pausedMs = this.#pausedMs + (this.#pausedAt === null ? 0 : nowMs - this.#pausedAt);
    return totalBy + Math.min(pausedMs, heldMs(), consumerWaitMsMax);
  }

  #resume(): void {
    if (this.#pausedAt === null) return;
    this.#pausedMs += this.#options.deadlines.now - this.#pausedAt;
    this.#pausedAt = null;
    this.#postponeIdle();
    if (!this.#isReleased) this.#controller?.resume();
  }

  #postponeIdle(): void {
    this.#idleBy = this.#options.deadlines.after(this.#options.idleTimeoutMs);
  }

  #discardBytes(bytes: number): void {
    this.#discardedBytes += bytes;
    if (this.#discardedBytes > discardBytesMax) this.#giveUp('aborted');
  }
}

/** Maps undici's errors to those of the port. */
function failureOf(error: Error, isSent: boolean): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const code = 'code' in error ? error.code : undefined;
  const options = { cause: error };
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED' || code === 'UND_ERR_INVALID_ARG') {
    return new UpstreamFailure('aborted', isSent ? 'unknown' : 'not_sent', options);
  }
  if (!isSent) return new UpstreamFailure('connect', 'not_sent', options);
  return new UpstreamFailure(code === 'UND_ERR_HEADERS_OVERFLOW' ? 'too_large' : 'reset', 'unknown', options);
}
