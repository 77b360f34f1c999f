import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';

/**
 * Every answer carries its id under every name that official clients read. It is minted here: an id from outside could
 * carry anything into the logs.
 */
export const requestId: Middleware = (ctx, next) => {
  const id = `req_${randomUUID().replaceAll('-', '')}`;
  ctx.set('x-request-id', id);
  ctx.set('request-id', id);
  ctx.set('x-typesafe-request-id', id);
  return next();
};

export function requestIdOf(ctx: { readonly response: { get(name: string): string } }): string {
  return ctx.response.get('x-request-id');
}
