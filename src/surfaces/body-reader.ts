import type { IncomingMessage } from 'node:http';
import type { ByteAllocation, ByteBudget } from '../limits/byte-budget.ts';
import { Semaphore, type NoPermit, type Sharer } from '../limits/semaphore.ts';
import { GatewayError } from '../errors.ts';
import { permitRefusal } from '../errors/permit-refusal.ts';
import { systemTimer } from '../time/timer.ts';
import { GatheredBytes } from '../wire/gathered-bytes.ts';
import { giveUpBody, type BodyPace } from './body-pace.ts';

export interface BodyReaderOptions {
  /** Bytes of all bodies in memory. */
  readonly memory: ByteBudget;
  /** How long a large body waits for its turn, milliseconds. */
  readonly waitMs: number;
  readonly pace: BodyPace;
}

export interface BodyToRead {
  readonly request: IncomingMessage;
  readonly bytesMax: number;
  /** The caller that the body counts for. */
  readonly sharer: Sharer;
  /** Asks the client for the body once there is memory for it. */
  readonly welcome: () => void;
}

/** Bodies up to this size are parsed when they are complete; larger ones are parsed one at a time. */
const smallBytesMax = 262_144;
/** Most large bodies that may wait for their turn, over all tenants. */
const largeWaitingMax = 10_000;

/** Bytes first reserved for a body of unknown length. */
const firstStepBytes = 65_536;

/**
 * Reads bodies into a limited amount of memory. A body waits before its first byte until there is memory for its whole length,
 * or step by step if its length is unknown. It counts until it is released, at the end of its request.
 */
export class BodyReader {
  readonly #options: BodyReaderOptions;
  readonly #turns: Semaphore;

  constructor(options: BodyReaderOptions) {
    this.#options = options;
    const patience = { ...systemTimer, waitMs: options.waitMs };
    this.#turns = new Semaphore({ permits: 1, waitingMax: largeWaitingMax, patience });
  }

  /**
   * Parses a body. Large ones take turns, tenant by tenant, so that they do not block the event loop one after the other. A
   * turn ends one iteration of the event loop after `read`, because the caller continues with the body at once.
   * Raises `GatewayError` if the turn does not come in time, and the errors of `read`.
   */
  inTurn<Found>(sharer: Sharer, bytes: number, read: () => Promise<Found>): Promise<Found> {
    return bytes <= smallBytesMax ? read() : this.#largeInTurn(sharer, read);
  }

  async #largeInTurn<Found>(sharer: Sharer, read: () => Promise<Found>): Promise<Found> {
    const permit = await this.#turns.acquire(sharer);
    if (typeof permit === 'string') throw permitRefusal(permit, 'large bodies');
    try {
      return await read();
    } finally {
      setImmediate(() => permit.release());
    }
  }

  /**
   * Reads a body. The caller must release it. Raises `GatewayError`: 413 above `bytesMax`, 408 if the client disconnects or
   * is too slow, 429 and 503 if there is no memory in time.
   */
  async read(body: BodyToRead): Promise<HeldBody> {
    const held = new HeldBody(body, this.#options);
    try {
      await held.fill();
      return held;
    } catch (error) {
      held.release();
      throw error;
    }
  }
}

/** A body in memory. */
export class HeldBody {
  bytes: Buffer = Buffer.alloc(0);
  readonly #body: BodyToRead;
  readonly #options: BodyReaderOptions;
  readonly #memory: ByteAllocation;
  #isHeld = false;

  constructor(body: BodyToRead, options: BodyReaderOptions) {
    this.#body = body;
    this.#options = options;
    this.#memory = options.memory.open(body.sharer);
  }

  /** Releases the memory of the body. */
  release(): void {
    this.#memory.release();
  }

  async fill(): Promise<void> {
    const { request, bytesMax, welcome } = this.#body;
    const declared = request.headers['content-length'];
    const bytes = declared === undefined ? Math.min(firstStepBytes, bytesMax) : Number(declared);
    const covering = this.#memory.cover(bytes, request);
    assertCovered(covering instanceof Promise ? await covering : covering);
    welcome();
    this.bytes = await this.#collect();
  }

  async #collect(): Promise<Buffer> {
    const { request, bytesMax } = this.#body;
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const gathered = new GatheredBytes();
    const fail = (error: unknown): void => {
      request.pause();
      reject(error);
    };
    const unwatch = this.#options.pace.watch({
      bytesRead: () => gathered.length,
      isHeld: () => this.#isHeld,
      tooSlow: () => {
        giveUpBody(request);
        fail(new GatewayError('request_timeout', { detail: 'The body arrived too slowly.' }));
      },
    });
    // The client disconnected while its key was looked up: no further event will arrive.
    if (request.destroyed) reject(new GatewayError('request_timeout'));
    request.on('data', (piece: Buffer) => {
      if (gathered.length + piece.length > bytesMax) return fail(tooLarge(bytesMax));
      gathered.push(piece);
      if (!this.#memory.covers(gathered.length)) this.#widen(gathered.length, fail);
    });
    request.once('end', () => resolve(gathered.joined()));
    request.once('error', (error) => reject(new GatewayError('request_timeout', { cause: error })));
    request.once('close', () => {
      if (!request.readableEnded) reject(new GatewayError('request_timeout'));
    });
    try {
      return await promise;
    } finally {
      unwatch();
    }
  }

  /** Doubles the memory, so that a long body asks only a few times; if that fails, waits for what is missing. */
  #widen(length: number, fail: (error: unknown) => void): void {
    const { request, bytesMax } = this.#body;
    if (this.#memory.tryCover(Math.max(length, Math.min(2 * this.#memory.held, bytesMax)))) return;
    this.#isHeld = true;
    request.pause();
    Promise.resolve(this.#memory.cover(length, request))
      .then((refusal) => {
        assertCovered(refusal);
        this.#isHeld = false;
        request.resume();
      })
      .catch(fail);
  }
}

function assertCovered(refusal: NoPermit | null): void {
  if (refusal !== null) throw permitRefusal(refusal, 'bytes of bodies');
}

/** The error for a body that exceeds its limit. */
export function tooLarge(bytesMax: number): GatewayError {
  return new GatewayError('body_too_large', { detail: `The body is larger than ${bytesMax} bytes.` });
}
