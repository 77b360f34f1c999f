import type { Dispatcher } from 'undici';
import { UpstreamFailure } from '../../ports/upstream.ts';

type Controller = Dispatcher.DispatchController;
type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** What is held for a consumer slower than the upstream: at either mark the socket is paused, at half it goes on. */
const bufferBytesMax = 64 * 1024;
const bufferChunksMax = 1024;
/** Body bytes read of an answer nobody wants, to keep its connection; beyond this the connection is given up. */
const discardBytesMax = 64 * 1024;

/** Status and headers of an answer, as undici parsed them. */
export interface ExchangeHead {
  readonly status: number;
  readonly headers: Headers;
}

/** What one attempt is bound by, and who is told. Times are those of the deadline clock. */
interface ExchangeOptions {
  readonly deadlines: Deadlines;
  readonly signal: AbortSignal;
  readonly firstByteTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Moment of the deadline clock at which the whole exchange has lasted too long. */
  readonly totalBy: number;
  /** By how much that moment is put off, at most: the time in which the upstream stood still for its consumer. */
  readonly consumerWaitMsMax: number;
  /** Told the status of the answer in the turn in which it arrives, before anything of the body is known. */
  readonly onStatus: (status: number) => void;
  /** Told once: `null` when the answer was complete. */
  readonly onEnd: (failure: UpstreamFailure | null) => void;
  /** Told once, when undici holds the request no longer; a request given up in its queue stays there for a while. */
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
 * undici calls `onRequestStart` in the same turn in which it writes to the socket, and never before it has one that is
 * connected. So "was it called?" answers "may anything have been written?": before it every failure is `not_sent`,
 * from then on every failure is `unknown`.
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
  /** Since when the consumer keeps the upstream waiting, by the deadline clock; `null`: it does not. */
  #pausedAt: number | null = null;
  /** How long it kept it waiting before that. */
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

  /** Leaves the answer unread: small bodies are read to keep the connection, others cut. */
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
    // To throw here keeps the connection, to abort would cost it.
    if (this.#phase === 'ended') throw this.#failure ?? new UpstreamFailure('aborted', 'not_sent');
    if (this.isSent) throw new UpstreamFailure('reset', 'unknown', { cause: new Error('would have been sent twice') });
    this.#controller = controller;
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    if (status < 200 || this.#phase !== 'waiting') return;
    this.#phase = 'answering';
    this.#postponeIdle();
    this.#options.onStatus(status);
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

  /** The consumer leaves early: the upstream is cut off. */
  return(): Promise<IteratorResult<Buffer>> {
    if (!this.#isReleased) this.#giveUp('aborted');
    return Promise.resolve({ done: true, value: undefined });
  }

  // Within.

  /** One read of the socket may hold many chunks: all of them are handed over as one, so that each step behind is taken once. */
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

  /** The caller's side of the exchange is over: no time-out and no signal reaches it any more. */
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

  /** The time that the consumer takes is not the upstream's, as far as that goes. */
  #totalBy(nowMs: number): number {
    const pausedMs = this.#pausedMs + (this.#pausedAt === null ? 0 : nowMs - this.#pausedAt);
    return this.#options.totalBy + Math.min(pausedMs, this.#options.consumerWaitMsMax);
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

/** undici's errors in the port's words. */
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
