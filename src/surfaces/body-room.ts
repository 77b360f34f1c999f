import type { IncomingMessage } from 'node:http';
import { FairRoom, type Place, type Sharer } from '../limits/fair-room.ts';
import { GatewayError } from '../errors.ts';
import { placeRefusal } from '../place-refusal.ts';
import { timedPlace } from '../ports/timed-place.ts';
import { GatheredBytes } from '../wire/gathered-bytes.ts';
import { giveUpBody, type BodyPace } from './body-pace.ts';

export interface BodyRoomOptions {
  /** Bytes of all bodies in memory. */
  readonly room: FairRoom;
  /** How long a body waits for room, milliseconds. */
  readonly waitMs: number;
  readonly pace: BodyPace;
}

export interface BodyToRead {
  readonly request: IncomingMessage;
  readonly bytesMax: number;
  /** The caller that the body counts for. */
  readonly sharer: Sharer;
  /** Asks the client for the body once there is room. */
  readonly welcome: () => void;
}

/** Bodies up to this size are parsed when they are complete; larger ones are parsed one at a time. */
const smallBytesMax = 262_144;
/** Most large bodies that may wait for their turn, over all tenants. */
const largeWaitingMax = 10_000;

/** Bytes first reserved for a body of unknown length. */
const firstStepBytes = 65_536;

/**
 * Reads bodies into a limited amount of memory. A body waits before its first byte until there is room for its whole length,
 * or step by step if its length is unknown. It counts until it is released, at the end of its request.
 */
export class BodyRoom {
  readonly #options: BodyRoomOptions;
  readonly #turns = new FairRoom({ capacity: 1, sharePercentMax: 100, waitingMax: largeWaitingMax });

  constructor(options: BodyRoomOptions) {
    this.#options = options;
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
    const place = await timedPlace(this.#turns, { sharer, units: 1, waitMs: this.#options.waitMs });
    if (typeof place === 'string') throw placeRefusal(place, 'large bodies');
    try {
      return await read();
    } finally {
      setImmediate(() => place.leave());
    }
  }

  /**
   * Reads a body. The caller must release it. Raises `GatewayError`: 413 above `bytesMax`, 408 if the client disconnects or
   * is too slow, 429 and 503 if there is no room in time.
   */
  async read(body: BodyToRead): Promise<HeldBody> {
    const held = new HeldBody(body, this.#options);
    try {
      await held.fill();
      return held;
    } catch (error) {
      held.leave();
      throw error;
    }
  }
}

/** A body in memory. */
export class HeldBody {
  bytes: Buffer = Buffer.alloc(0);
  readonly #body: BodyToRead;
  readonly #options: BodyRoomOptions;
  readonly #places: Place[] = [];
  #roomBytes = 0;
  #isHeld = false;
  #isLeft = false;

  constructor(body: BodyToRead, options: BodyRoomOptions) {
    this.#body = body;
    this.#options = options;
  }

  /** Releases the memory of the body. */
  leave(): void {
    this.#isLeft = true;
    for (const place of this.#places) place.leave();
  }

  async fill(): Promise<void> {
    const { request, bytesMax, welcome } = this.#body;
    const declared = request.headers['content-length'];
    const taking = this.#take(declared === undefined ? Math.min(firstStepBytes, bytesMax) : Number(declared));
    if (taking !== null) await taking;
    welcome();
    this.bytes = await this.#collect();
  }

  /** `null`: there was room at once. */
  #take(units: number): Promise<void> | null {
    if (units === 0) return null;
    const { request, sharer } = this.#body;
    const onGone = (listener: () => void): (() => void) => {
      request.once('close', listener);
      return () => request.off('close', listener);
    };
    const taken = timedPlace(this.#options.room, { sharer, units, waitMs: this.#options.waitMs, onGone });
    const keep = (place: Awaited<typeof taken>): void => {
      if (typeof place === 'string') throw placeRefusal(place, 'bytes of bodies');
      this.#keep(place, units);
    };
    if (taken instanceof Promise) return taken.then(keep);
    keep(taken);
    return null;
  }

  #keep(place: Place, units: number): void {
    if (this.#isLeft) return place.leave();
    this.#places.push(place);
    this.#roomBytes += units;
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
      if (gathered.length > this.#roomBytes) this.#widen(gathered.length, fail);
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

  /** Doubles the room, so that a long body asks only a few times; if that fails, waits for what is missing. */
  #widen(length: number, fail: (error: unknown) => void): void {
    const { request, bytesMax, sharer } = this.#body;
    const missing = length - this.#roomBytes;
    const doubled = Math.max(missing, Math.min(this.#roomBytes, bytesMax - this.#roomBytes));
    const more = this.#options.room.enter(sharer, doubled);
    if (typeof more !== 'string') return this.#keep(more, doubled);
    try {
      const taking = this.#take(missing);
      if (taking === null) return;
      this.#isHeld = true;
      request.pause();
      taking.then(() => {
        this.#isHeld = false;
        request.resume();
      }, fail);
    } catch (error) {
      fail(error);
    }
  }
}

/** The error for a body that exceeds its limit. */
export function tooLarge(bytesMax: number): GatewayError {
  return new GatewayError('body_too_large', { detail: `The body is larger than ${bytesMax} bytes.` });
}
