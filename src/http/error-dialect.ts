import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { GatewayError } from '../errors.ts';
import type { ErrorDialect } from '../protocols/answers/error-dialect.ts';
import { openaiErrors } from '../protocols/answers/openai-error.ts';
import { anthropicErrors } from '../protocols/messages/error.ts';

/** A surface with its own error dialect. */
export interface MountedDialect {
  /** Path of the surface, in lower case, without a trailing slash. */
  readonly path: string;
  /** Whether the dialect also covers all paths below, existing or not. */
  readonly hasPathsBelow: boolean;
  readonly errors: ErrorDialect;
}

/** An error as an answer in the dialect of the request. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

const spoken = Symbol('spoken');

interface NotedRequest extends IncomingMessage {
  [spoken]?: ErrorDialect;
}

/**
 * Notes the dialect of each request. A surface with its own dialect uses it for all clients. Elsewhere the header decides
 * that only clients of the Anthropic dialect send.
 */
export function noteDialect(mounted: readonly MountedDialect[]): Middleware {
  return (ctx, next) => {
    const request: NotedRequest = ctx.req;
    request[spoken] = dialectAt(mounted, ctx.path, request.headers['anthropic-version'] !== undefined);
    return next();
  };
}

/** The dialect of a path without query. `namesVersion`: the request has the header of Anthropic clients. */
export function dialectAt(mounted: readonly MountedDialect[], path: string, namesVersion: boolean): ErrorDialect {
  const lowerCase = path.toLowerCase();
  const own = mounted.find((surface) => isMountedAt(lowerCase, surface));
  return own?.errors ?? (namesVersion ? anthropicErrors : openaiErrors);
}

/** Normalises a path: the router ignores case and a trailing slash. */
function isMountedAt(path: string, { path: mount, hasPathsBelow }: MountedDialect): boolean {
  if (!path.startsWith(mount)) return false;
  return (
    path.length === mount.length || (path[mount.length] === '/' && (hasPathsBelow || path.length === mount.length + 1))
  );
}

export function errorInDialect(error: GatewayError, request: IncomingMessage, requestId: string): ErrorAnswer {
  return errorIn(dialectOf(request), error, requestId);
}

/** The noted dialect of a request; before that, OpenAI's. */
export function dialectOf(request: NotedRequest): ErrorDialect {
  return request[spoken] ?? openaiErrors;
}

export function errorIn(dialect: ErrorDialect, error: GatewayError, requestId: string): ErrorAnswer {
  const headers = {
    ...error.headers,
    ...retryHeaders(error),
    // RFC 9110, section 15.5.2: a 401 must name an authentication scheme.
    ...(error.status === 401 ? { 'www-authenticate': 'Bearer realm="waybill"' } : {}),
  };
  return { status: dialect.status(error), headers, body: dialect.body(error, requestId) };
}

/** The headers that tell a client whether and when to retry. */
function retryHeaders({ retryAfterSeconds, shouldRetry }: GatewayError): Record<string, string> {
  return {
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(shouldRetry === null ? {} : { 'x-should-retry': String(shouldRetry) }),
  };
}
