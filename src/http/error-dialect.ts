import type { IncomingMessage } from 'node:http';
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

/**
 * The dialect of a request. A surface with its own dialect uses it for all clients. Elsewhere the header decides that only
 * clients of the Anthropic dialect send. OpenAI's where no surface has its own.
 */
export function errorDialectOf(request: IncomingMessage, mounted: readonly MountedDialect[]): ErrorDialect {
  if (mounted.length === 0) return openaiErrors;
  const [path = ''] = /^[^?#]*/.exec(request.url ?? '') ?? [];
  return dialectAt(mounted, path, request.headers['anthropic-version'] !== undefined);
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
