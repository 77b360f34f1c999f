import type { ServerResponse } from 'node:http';
import type { Client } from '../pipeline/records.ts';
import { systemTimer, type Timer } from '../time/timer.ts';
import type { UnsentBytes } from './unsent-bytes.ts';

/** How long an answer waits for its client, milliseconds. */
export interface ReaderPatience {
  /** Longest wait of one write while the client reads nothing. */
  readonly writeStallMsMax: number;
  /** Longest total wait of all writes of one answer. */
  readonly readerWaitMsMax: number;
  /** The unsent bytes of all clients. */
  readonly unsent: UnsentBytes;
}

/** Size of one write: a client that reads one slice within the limit is slow, but not stalled. */
const sliceBytes = 65_536;

/**
 * How long a torn answer stays open, milliseconds: for many clients, a broken connection takes away what they have not
 * read yet.
 */
const tearMs = 250;

/**
 * The client of an HTTP exchange, over Node's response, so that streams need neither Koa's body nor another buffer. A client
 * that reads nothing for longer than `patience` allows counts as gone, and its connection is closed.
 *
 * A class because of its getters: V8 gives each object literal with a getter its own shape, which lives, with everything the
 * getter can reach, until the next full garbage collection.
 */
export class HttpClient implements Client {
  readonly #response: ServerResponse;
  readonly #patience: ReaderPatience;
  readonly #timer: Timer;
  readonly #listeners = new Set<() => void>();
  /** `sent`: the whole answer was handed to the operating system. */
  #state: 'open' | 'sent' | 'gone';
  #isHeadOut = false;
  /** Nothing but its closing connection ends the answer. */
  #isTorn = false;
  #waitedMs = 0;
  /** Bytes of the current write that have not been passed to the response yet. */
  #heldBytes = 0;
  /** The current wait, shared by all writes. */
  #waiting: Promise<void> | null = null;
  #wake: (() => void) | null = null;

  constructor(response: ServerResponse, patience: ReaderPatience, timer: Timer = systemTimer) {
    this.#response = response;
    this.#patience = patience;
    this.#timer = timer;
    this.#state = response.destroyed ? 'gone' : 'open';
    response.once('close', () => this.#leave(response.writableFinished || this.#isTorn ? 'sent' : 'gone'));
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

  get signal(): AbortSignal {
    return this.#response.req.signal;
  }

  announce(name: string, value: string): void {
    if (!this.isGone) this.#response.setHeader(name, value);
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    if (this.isGone) return;
    this.#response.writeHead(status, headers);
    // The first bytes of a stream may take long, and the head must not wait for them. Once the head is sent, flushing again
    // would be an empty write to the socket, which costs as much as a real one.
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

  async end(bytes: Buffer | null, isTorn = false): Promise<void> {
    this.#isHeadOut = true;
    if (bytes !== null && bytes.length > sliceBytes) {
      await this.#writeSlices(bytes);
      bytes = null;
    }
    if (this.isGone) return;
    if (isTorn) this.#tear(bytes);
    else if (bytes === null) this.#response.end();
    else this.#response.end(bytes);
    while (this.#state === 'open') await (this.#isWithTheSystem ? this.#untilClosed() : this.#untilTaken());
  }

  /** Sends these bytes and closes the connection some time later: the last chunk of the answer is missing. */
  #tear(bytes: Buffer | null): void {
    this.#isTorn = true;
    if (bytes !== null) this.#response.write(bytes);
    setTimeout(() => this.#response.req.socket.destroySoon(), tearMs);
  }

  /** The client has to read nothing more: the exchange ends within the next turns of the event loop. */
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

  /** Resolves when more may be written, everything is sent, or the client is gone, whichever comes first. */
  #untilTaken(): Promise<void> {
    return (this.#waiting ??= this.#wait().finally(() => (this.#waiting = null)));
  }

  async #wait(): Promise<void> {
    const { writeStallMsMax, readerWaitMsMax, unsent } = this.#patience;
    const response = this.#response;
    const { promise, resolve } = Promise.withResolvers<void>();
    const beganAtMs = this.#timer.monotonic();
    let isOver = false;
    // A turn later: what was read while this process stood still is heard of first.
    const late = (): void => void setImmediate(() => isOver || this.#abandon());
    const cancel = this.#timer.after(Math.min(writeStallMsMax, readerWaitMsMax - this.#waitedMs), late);
    this.#wake = resolve;
    const taken = unsent.begin(response.writableLength + this.#heldBytes, () => this.#abandon());
    response.once('drain', resolve);
    await promise;
    isOver = true;
    cancel();
    taken();
    response.off('drain', resolve);
    this.#waitedMs += this.#timer.monotonic() - beganAtMs;
  }

  /** Closes the connection. The response emits `close` only if it is the current one of its connection. */
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
