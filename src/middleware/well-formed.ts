import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { GatewayError } from '../errors.ts';

/** Requests that expect something else than `100 Continue`. */
const unmetExpectations = new WeakSet<IncomingMessage>();

export function markUnmetExpectation(request: IncomingMessage): void {
  unmetExpectations.add(request);
}

/** Headers of which a second one could count elsewhere: Node reads the first, or joins them. */
const singletons = ['host', 'content-type', 'content-encoding', 'idempotency-key'] as const;

/** Headers with a credential: one that is repeated as it is says nothing else. */
const credentials = ['authorization', 'x-api-key'] as const;

/**
 * Refuses what two readers of one request could understand differently. Raises `GatewayError`: 400 for a host that is
 * missing or named twice, for other headers named twice and for transfer codings other than chunked, 401 for different
 * credentials in one header, 417.
 */
export const wellFormed: Middleware = (ctx, next) => {
  const { req: request } = ctx;
  const { headers, rawHeaders } = request;
  if (unmetExpectations.has(request)) throw new GatewayError('expectation_failed');
  if (request.httpVersion !== '1.0' && headers.host === undefined) throw malformed('It has no `Host` header.');
  // Node has joined, or left out, what was there twice: then fewer are left.
  const values = rawHeaders.length > 2 * countOf(headers) ? valuesByName(rawHeaders) : null;
  const twice = values === null ? undefined : singletons.find((name) => (values.get(name)?.length ?? 0) > 1);
  if (twice !== undefined) throw malformed(`It has more than one \`${twice}\` header.`);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    throw malformed('Its `transfer-encoding` is not just `chunked`.');
  }
  if (values !== null && credentials.some((name) => new Set(values.get(name)).size > 1)) {
    throw new GatewayError('credentials_differ', { detail: 'One header names two different keys.' });
  }
  return next();
};

function countOf(headers: IncomingMessage['headers']): number {
  let count = 0;
  for (const _ in headers) count += 1;
  return count;
}

function malformed(detail: string): GatewayError {
  return new GatewayError('malformed_request', { detail });
}

/** Every value of each header, by its name in lower case. */
function valuesByName(rawHeaders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    values.getOrInsertComputed((rawHeaders[i] ?? '').toLowerCase(), () => []).push(rawHeaders[i + 1] ?? '');
  }
  return values;
}
