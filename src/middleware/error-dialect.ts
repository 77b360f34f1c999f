import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import type { GatewayError } from '../errors.ts';
import type { ErrorDialect } from '../protocols/answers/error-dialect.ts';
import { openaiErrors } from '../protocols/answers/openai-error.ts';
import { anthropicErrors } from '../protocols/messages/error.ts';

/** A surface that tells its errors in words of its own. */
export interface MountedDialect {
  /** Where it is mounted, in lower case, without a slash at its end. */
  readonly path: string;
  /** It speaks for the paths below as well, whether or not they are there. */
  readonly hasPathsBelow: boolean;
  readonly errors: ErrorDialect;
}

/** An error as an answer in the words of the protocol that was spoken. */
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
 * Notes the dialect of each request. A surface with errors of its own is read the same by all its clients. Elsewhere the
 * header decides which all clients of Anthropic's dialect send, and no others.
 */
export function noteDialect(mounted: readonly MountedDialect[]): Middleware {
  return (ctx, next) => {
    const request: NotedRequest = ctx.req;
    request[spoken] = dialectAt(mounted, ctx.path, request.headers['anthropic-version'] !== undefined);
    return next();
  };
}

/** The dialect of a path, without its query. `namesVersion`: the request has the header of Anthropic's clients. */
export function dialectAt(mounted: readonly MountedDialect[], path: string, namesVersion: boolean): ErrorDialect {
  const lowerCase = path.toLowerCase();
  const own = mounted.find((surface) => isMountedAt(lowerCase, surface));
  return own?.errors ?? (namesVersion ? anthropicErrors : openaiErrors);
}

/** Paths are routed in any case, and with a slash at their end. */
function isMountedAt(path: string, { path: mount, hasPathsBelow }: MountedDialect): boolean {
  if (!path.startsWith(mount)) return false;
  return (
    path.length === mount.length || (path[mount.length] === '/' && (hasPathsBelow || path.length === mount.length + 1))
  );
}

export function errorInDialect(error: GatewayError, request: IncomingMessage, requestId: string): ErrorAnswer {
  return errorIn(dialectOf(request), error, requestId);
}

/** The dialect that was noted of a request; until then that of OpenAI. */
export function dialectOf(request: NotedRequest): ErrorDialect {
  return request[spoken] ?? openaiErrors;
}

export function errorIn(dialect: ErrorDialect, error: GatewayError, requestId: string): ErrorAnswer {
  const headers = {
    ...retryHeaders(error),
    // RFC 9110, section 15.5.2: a 401 names a scheme.
    ...(error.status === 401 ? { 'www-authenticate': 'Bearer realm="waybill"' } : {}),
  };
  return { status: dialect.status(error), headers, body: dialect.body(error, requestId) };
}

/** The headers that tell a client when, and whether, to try again. */
function retryHeaders({ retryAfterSeconds, shouldRetry }: GatewayError): Record<string, string> {
  return {
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(shouldRetry === null ? {} : { 'x-should-retry': String(shouldRetry) }),
  };
}
