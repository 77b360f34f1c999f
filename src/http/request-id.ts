import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

/** Generates a request id. An id from the client could inject anything into the logs. */
export function createRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

/** Sends the request id under every header that official clients read. */
export function requestIdHeaders(id: string): Record<string, string> {
  return { 'x-request-id': id, 'request-id': id, 'x-typesafe-request-id': id };
}

export const requestId: Middleware = (ctx, next) => {
  ctx.set(requestIdHeaders(createRequestId()));
  return next();
};

export function requestIdOf(ctx: { readonly response: { get(name: string): string } }): string {
  return ctx.response.get('x-request-id');
}
