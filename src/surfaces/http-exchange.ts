import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from 'koa';
import type { Sharer } from '../limits/semaphore.ts';
import { GatewayError } from '../errors.ts';
import type { Credentials, Presented } from '../pipeline/records.ts';
import { tagsHeader } from '../domain/tags/sent-tags.ts';
import { hasNoContentCoding } from '../wire/content-coding.ts';
import { isBodyGivenUp } from './body-pace.ts';
import { tooLarge, type BodyReader, type HeldBody } from './body-reader.ts';

/** Requests that wait for `100 Continue`, which is sent after admission. */
const awaitingContinue = new WeakSet<IncomingMessage>();

export function expectContinue(request: IncomingMessage): void {
  awaitingContinue.add(request);
}

/** The credentials of a request, from either header: `authorization` (bearer) or `x-api-key`. */
export function requestCredentials({ headers }: IncomingMessage): Credentials {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
  const isOther = bearer === null && headers.authorization !== undefined;
  return { bearer, apiKey: apiKeyIn(headers['x-api-key']), ...(isOther && { hasOtherAuthorization: true }) };
}

/** A request without an inference, as its caller is identified by it. */
export function presentedIn(ctx: Pick<Context, 'req' | 'set'>): Presented {
  const isAnthropic = ctx.req.headers['anthropic-version'] !== undefined;
  const announce = (name: string, value: string): void => ctx.set(name, value);
  return { credentials: requestCredentials(ctx.req), client: { announce, isAnthropic } };
}

/** The key in `x-api-key`. Node joins a repeated header with commas: the same key twice is one key. */
function apiKeyIn(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || header === '') return null;
  if (!header.includes(',')) return header;
  const [key, ...others] = new Set(header.split(',').map((part) => part.trim()));
  return others.length === 0 && key !== undefined && key !== '' ? key : header;
}

/** How the caller names the request: its idempotency key and its tags, if any. */
export function requestNameOf({ headers }: IncomingMessage): {
  readonly idempotencyKey?: string;
  readonly tagsHeader?: string;
} {
  const idempotencyKey = headers['idempotency-key'];
  const sentTags = headers[tagsHeader];
  return {
    ...(typeof idempotencyKey === 'string' && { idempotencyKey }),
    ...(typeof sentTags === 'string' && { tagsHeader: sentTags }),
  };
}

/** Whether the caller, or the operator for all callers, wants the charge in the `usage` of answers. */
export function costWishOf(
  { headers }: IncomingMessage,
  { isCostInUsage }: { readonly isCostInUsage: boolean },
): { readonly wantsCostInUsage: boolean } {
  return { wantsCostInUsage: isCostInUsage || headers['x-waybill-cost'] === 'usage' };
}

export interface JsonBodyToRead {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Largest body, bytes. */
  readonly bytesMax: number;
  /** The memory for the body, and the caller it counts for. */
  readonly bodies: BodyReader;
  readonly sharer: Sharer;
}

/**
 * Reads a whole JSON body. The caller of this function must release its memory. Raises `GatewayError`:
 * `unsupported_media_type` for another content type or a content encoding, and the errors of {@link BodyReader.read}.
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

/** Raises `unsupported_media_type` for any content encoding but `identity`. */
export function assertUncompressed({ headers }: IncomingMessage): void {
  if (hasNoContentCoding(headers['content-encoding'])) return;
  throw new GatewayError('unsupported_media_type', {
    detail: 'Compressed bodies are not supported.',
    next: 'Send the body uncompressed, without `content-encoding`.',
  });
}

/** Raises `body_too_large` for a body whose announced length exceeds the limit. */
export function assertLength({ headers }: IncomingMessage, bytesMax: number): void {
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

/** Sends `100 Continue` if the client waits for it. */
export function welcomeBody(request: IncomingMessage, response: ServerResponse): void {
  if (awaitingContinue.delete(request)) response.writeContinue();
}

/** How much of a refused body is still read. */
const discardBytesMax = 67_108_864;

/**
 * Reads and discards the rest of a refused body, because many clients read the answer only after sending everything. Limited
 * in bytes and by the time limit of a request. Returns `false` for a body that will not arrive, because the client waits for
 * `100 Continue`, or that arrives too slowly.
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
