import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { GatewayError } from '../errors.ts';

/** Requests with an `Expect` header other than `100-continue`. */
const unmetExpectations = new WeakSet<IncomingMessage>();

export function markUnmetExpectation(request: IncomingMessage): void {
  unmetExpectations.add(request);
}

/** Requests whose target is no URL. */
const unreadableTargets = new WeakSet<IncomingMessage>();

/**
 * Characters that mean the same with and without percent-encoding (RFC 3986 §2.3): letters, digits, `-`, `.`, `_` and
 * `~`.
 */
const encodedNeedlessly = /%(2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;

/** A target without the percent-encodings in its path that mean nothing: routed like any other spelling. */
export function plainTarget(url: string): string {
  if (!url.includes('%')) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return path.replaceAll(encodedNeedlessly, (code) => decodeURIComponent(code)) + url.slice(path.length);
}

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Reduces a target with an origin to its path and query (RFC 9112 §3.2.2), spelt plainly. A target that is no URL
 * becomes `/`, so that the stages before the refusal can read it, and is marked to be refused.
 */
export function readTarget(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url === '*') return;
  const isReadable = url.startsWith('/') || URL.canParse(url);
  if (!isReadable) unreadableTargets.add(request);
  const path = isReadable ? url.replace(origin, '') : '';
  request.url = plainTarget(path.startsWith('/') ? path : `/${path}`);
}

/** Headers that may appear once: Node uses the first or joins them, but another reader may use the second. */
const singletons = ['host', 'content-type', 'content-encoding', 'idempotency-key'] as const;

/** Headers with a credential: repeating the same value is allowed. */
const credentials = ['authorization', 'x-api-key'] as const;

/**
 * Refuses requests that two readers could interpret differently. Raises `GatewayError`: 400 for a target that is no
 * URL, for a missing or repeated `Host`, for other repeated headers, for different versions and for transfer codings
 * other than chunked; 401 for different credentials in one header; 417 for an unknown expectation; 426 for a WebSocket.
 */
export const wellFormed: Middleware = (ctx, next) => {
  const { req: request } = ctx;
  const { headers, rawHeaders } = request;
  if (unmetExpectations.has(request)) throw new GatewayError('expectation_failed');
  if (/\bwebsocket\b/i.test(headers.upgrade ?? '')) throw upgradeRefused();
  if (unreadableTargets.has(request)) throw malformedRequest('The target of the request is no URL.');
  if (request.httpVersion !== '1.0' && headers.host === undefined)
    throw malformedRequest('The request has no `Host` header.');
  // Node joins or drops repeated headers, so that fewer are left.
  const values = rawHeaders.length > 2 * Object.keys(headers).length ? valuesByName(rawHeaders) : null;
  const twice = values === null ? undefined : singletons.find((name) => (values.get(name)?.length ?? 0) > 1);
  if (twice !== undefined) throw malformedRequest(`The request has more than one \`${twice}\` header.`);
  agreeOnVersion(headers);
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    throw malformedRequest('The `transfer-encoding` is not just `chunked`.');
  }
  if (values !== null && credentials.some((name) => new Set(values.get(name)).size > 1)) {
    throw new GatewayError('credentials_differ', { detail: 'One header contains two different keys.' });
  }
  return next();
};

/**
 * A version that is sent several times, by a client and a proxy, say, counts once; Node joins it with commas. Raises 400
 * for different versions.
 */
function agreeOnVersion(headers: IncomingMessage['headers']): void {
  const name = 'anthropic-version';
  const value = headers[name];
  if (typeof value !== 'string' || !value.includes(',')) return;
  const [version = '', ...others] = new Set(value.split(',').map((part) => part.trim()));
  if (others.length > 0) throw malformedRequest(`The request has different values of \`${name}\`.`);
  headers[name] = version;
}

/** RFC 9110, section 15.5.22: a 426 names the protocol to use. Other upgrades may be ignored: they are offers (`h2c`). */
function upgradeRefused(): GatewayError {
  return new GatewayError('upgrade_refused', { headers: { upgrade: 'HTTP/1.1', connection: 'Upgrade' } });
}

function malformedRequest(detail: string): GatewayError {
  return new GatewayError('malformed_request', { detail });
}

/** All values of each header, by lower-case name. */
function valuesByName(rawHeaders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    values.getOrInsertComputed((rawHeaders[i] ?? '').toLowerCase(), () => []).push(rawHeaders[i + 1] ?? '');
  }
  return values;
}
