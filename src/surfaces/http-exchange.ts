import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Sharer } from '../limits/fair-room.ts';
import { GatewayError } from '../errors.ts';
import type { Credentials } from '../pipeline/records.ts';
import { isBodyGivenUp } from './body-pace.ts';
import { tooLarge, type BodyRoom, type HeldBody } from './body-room.ts';

/** Requests that wait for `100 Continue`: it is sent once they are known to be welcome. */
const awaitingContinue = new WeakSet<IncomingMessage>();

export function expectContinue(request: IncomingMessage): void {
  awaitingContinue.add(request);
}

/** The credentials of a request, from either header: `authorization` (bearer) or `x-api-key`. */
export function credentialsOf({ headers }: IncomingMessage): Credentials {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
  const apiKey = headers['x-api-key'];
  const isOther = bearer === null && headers.authorization !== undefined;
  return {
    bearer,
    apiKey: typeof apiKey === 'string' && apiKey !== '' ? apiKey : null,
    ...(isOther && { hasOtherAuthorization: true }),
  };
}

/** What the caller calls the request by, if anything. */
export function requestNameOf({ headers }: IncomingMessage): { readonly idempotencyKey?: string } {
  const idempotencyKey = headers['idempotency-key'];
  return typeof idempotencyKey === 'string' ? { idempotencyKey } : {};
}

export interface JsonBodyToRead {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Largest body, bytes. */
  readonly bytesMax: number;
  /** Where it is held in memory, for whom. */
  readonly bodies: BodyRoom;
  readonly sharer: Sharer;
}

/**
 * Reads a JSON body whole; what it holds in memory is the reader's to give back. Raises `GatewayError`:
 * `unsupported_media_type` for another content type or any content encoding, and what {@link BodyRoom.read} raises.
 */
export function readJsonBody(body: JsonBodyToRead): Promise<HeldBody> {
  const { request, response, bytesMax, bodies, sharer } = body;
  const { headers } = request;
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new GatewayError('unsupported_media_type', {
      detail: 'The content type is not application/json.',
      next: 'Send `content-type: application/json`, without `content-encoding`.',
    });
  }
  assertUncompressed(request);
  assertLength(request, bytesMax);
  return bodies.read({ request, bytesMax, sharer, welcome: () => welcomeBody(request, response) });
}

/** Raises `unsupported_media_type` for any content encoding. */
export function assertUncompressed({ headers }: IncomingMessage): void {
  if (headers['content-encoding'] === undefined || headers['content-encoding'] === 'identity') return;
  throw new GatewayError('unsupported_media_type', {
    detail: 'Compressed bodies are not read.',
    next: 'Send the body as it is, without `content-encoding`.',
  });
}

/** Raises `body_too_large` for a body that says beforehand that it is. */
export function assertLength({ headers }: IncomingMessage, bytesMax: number): void {
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

/** Asks for the body, where its sender waits to be asked. */
export function welcomeBody(request: IncomingMessage, response: ServerResponse): void {
  if (awaitingContinue.delete(request)) response.writeContinue();
}

/** What is still taken in of a body that was refused. */
const discardBytesMax = 67_108_864;

/**
 * Lets the rest of a refused body come, and forgets it: many clients read no answer before they have sent everything.
 * Bounded by the time a request may take, and in bytes. Answers false for a body that will not come, because its sender
 * waits to be asked for it, or that comes too slowly to wait for it.
 */
export function discardBody(request: IncomingMessage): boolean {
  if (awaitingContinue.has(request) || isBodyGivenUp(request)) return false;
  let length = 0;
  request.removeAllListeners('data').on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > discardBytesMax) request.destroy();
  });
  request.resume();
  return true;
}
