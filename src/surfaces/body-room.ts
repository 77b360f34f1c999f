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
  /** Who it is counted for. */
  readonly sharer: Sharer;
  /** Asks the sender for it, when there is room. */
  readonly welcome: () => void;
}

/** A body up to this size is read whenever it has come; larger ones are read one at a time. */
const smallBytesMax = 262_144;
/** Large bodies that may wait for their turn, of all tenants. */
const largeWaitingMax = 10_000;

/** What is counted at first of a body whose length is not said. */
const firstStepBytes = 65_536;

/**
 * Reads bodies into memory, of which there is so much for all of them: a body waits before its first byte until its
 * whole length has room, or step by step where its length is not said. It is counted until it is let go, which is when its
 * request has ended.
 */
export class BodyRoom {
  readonly #options: BodyRoomOptions;
  readonly #turns = new FairRoom({ capacity: 1, sharePercentMax: 100, waitingMax: largeWaitingMax });

  constructor(options: BodyRoomOptions) {
    this.#options = options;
  }

  /**
   * Makes sense of a body. Large ones take turns, tenant by tenant, so that what several of them take of the event loop does
   * not add up. A turn ends one turn of the loop after `read` has, as whoever asked goes on with the body at once.
   * Raises `GatewayError` where the turn does not come in time, and what `read` raises.
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
   * The body, and the way to let it go. Raises `GatewayError`: 413 above `bytesMax`, 408 when the sender goes away or
   * trickles, 429 and 503 where there is no room for it in time.
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

  /** Gives the room back. */
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
        fail(new GatewayError('request_timeout', { detail: 'The body came too slowly.' }));
      },
    });
    // Gone while its key was looked up: no event is to come any more.
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

  /** Twice as much as there was, so that a long body asks a few times only; else what is missing, and it waits for that. */
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

/** Raised for a body beyond its limit. */
export function tooLarge(bytesMax: number): GatewayError {
  return new GatewayError('body_too_large', { detail: `The body is larger than ${bytesMax} bytes.` });
}
