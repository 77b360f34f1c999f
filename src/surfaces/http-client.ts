import type { ServerResponse } from 'node:http';
import type { Client } from '../pipeline/records.ts';
import type { UnsentBytes } from './unsent-bytes.ts';

/** How long an answer waits for its reader, milliseconds. */
export interface ReaderPatience {
  /** Longest that a write waits while the reader takes nothing. */
  readonly writeStallMsMax: number;
  /** Longest that all writes of one answer wait together. */
  readonly readerWaitMsMax: number;
  /** What waits for all readers together. */
  readonly unsent: UnsentBytes;
}

/**
 * The caller's end of an HTTP exchange, over Node's own response: streams need neither Koa's body nor another buffer. A
 * reader who takes nothing for longer than `patience` allows is gone, as if the connection had been closed; it then is.
 */
export function createHttpClient(response: ServerResponse, patience: ReaderPatience): Client {
  return new HttpClient(response, patience);
}

/** What is written at once: a reader who takes one of these within the limit is a slow one, not a stalled one. */
const sliceBytes = 65_536;

/**
 * A class for the sake of its getters: to an object literal with one V8 gives a shape of its own, which lives, with all
 * that the getter can see, until the next full collection.
 */
class HttpClient implements Client {
  readonly #response: ServerResponse;
  readonly #patience: ReaderPatience;
  readonly #listeners = new Set<() => void>();
  /** `sent`: all of the answer was handed to the operating system. */
  #state: 'open' | 'sent' | 'gone';
  #isHeadOut = false;
  #waitedMs = 0;
  /** Of what is being written in slices, bytes that the response has not been given yet. */
  #heldBytes = 0;
  /** The wait under way: all who write share one. */
  #waiting: Promise<void> | null = null;
  #wake: (() => void) | null = null;

  constructor(response: ServerResponse, patience: ReaderPatience) {
    this.#response = response;
    this.#patience = patience;
    this.#state = response.destroyed ? 'gone' : 'open';
    response.once('close', () => this.#leave(response.writableFinished ? 'sent' : 'gone'));
  }

  get isGone(): boolean {
    return this.#state === 'gone';
  }

  get waitedMs(): number {
    return this.#waitedMs;
  }

  onGone(listener: () => void): () => void {
    if (this.isGone) listener();
    else this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(name: string, value: string): void {
    if (!this.isGone) this.#response.setHeader(name, value);
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    if (this.isGone) return;
    this.#response.writeHead(status, headers);
    // A stream's first words may be long in coming: its head must not wait for them. Once it is out, Node would write
    // nothing to the socket, which costs as much as something.
    if (headers['content-length'] === undefined) {
      setImmediate(() => this.#isHeadOut || this.#response.flushHeaders());
    }
  }

  write(bytes: Buffer): Promise<void> | null {
    this.#isHeadOut = true;
    if (this.isGone) return null;
    if (bytes.length > sliceBytes) return this.#writeSlices(bytes);
    return this.#response.write(bytes) ? null : this.#untilTaken();
  }

  async end(bytes: Buffer | null): Promise<void> {
    this.#isHeadOut = true;
    if (bytes !== null && bytes.length > sliceBytes) {
      await this.#writeSlices(bytes);
      bytes = null;
    }
    if (this.isGone) return;
    if (bytes === null) this.#response.end();
    else this.#response.end(bytes);
    while (this.#state === 'open') await (this.#isWithTheSystem ? this.#untilClosed() : this.#untilTaken());
  }

  /** Nobody has to take anything any more: it is over with the next turns. */
  get #isWithTheSystem(): boolean {
    return this.#waiting === null && this.#response.writableLength === 0;
  }

  #untilClosed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  async #writeSlices(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length && !this.isGone; at += sliceBytes) {
      this.#heldBytes = Math.max(0, bytes.length - at - sliceBytes);
      if (!this.#response.write(bytes.subarray(at, at + sliceBytes))) await this.#untilTaken();
    }
  }

  /** Resolves when more may be written, when all is sent, or when the reader is gone, whichever comes first. */
  #untilTaken(): Promise<void> {
    return (this.#waiting ??= this.#wait().finally(() => (this.#waiting = null)));
  }

  async #wait(): Promise<void> {
    const { writeStallMsMax, readerWaitMsMax, unsent } = this.#patience;
    const response = this.#response;
    const { promise, resolve } = Promise.withResolvers<void>();
    const beganAtMs = performance.now();
    const stall = setTimeout(() => this.#abandon(), Math.min(writeStallMsMax, readerWaitMsMax - this.#waitedMs));
    this.#wake = resolve;
    const taken = unsent.begin(response.writableLength + this.#heldBytes, () => this.#abandon());
    response.once('drain', resolve);
    await promise;
    clearTimeout(stall);
    taken();
    response.off('drain', resolve);
    this.#waitedMs += performance.now() - beganAtMs;
  }

  /** Closes the connection under the reader. The response says `close` only if it was its connection's turn. */
  #abandon(): void {
    this.#response.req.socket.destroy();
    this.#leave('gone');
  }

  #leave(state: 'sent' | 'gone'): void {
    if (this.#state !== 'open') return;
    this.#state = state;
    if (state === 'gone') for (const listener of this.#listeners) listener();
    this.#wake?.();
  }
}
