import type { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';

/**
 * Routes paths without parameters by one table lookup: nearly every request uses one of them, spelt as it is mounted.
 * All other requests go to the router, which tries its patterns one by one. A path that is mounted for some methods
 * has no others, whatever pattern matches it too: `/v1/responses/compact` is no response with the id "compact".
 */
export function exactRoutes(router: Router, others: Middleware): Middleware {
  const table = new Map<string, Middleware>();
  const allowed = new Map<string, readonly string[]>();
  for (const { path, paramNames, methods, stack } of router.stack) {
    if (typeof path !== 'string' || paramNames.length > 0) continue;
    // `as`: the type requires members that the router adds itself; a path without parameters uses none of them.
    const run = inTurn(stack as Middleware[], path);
    allowed.set(path, [...(allowed.get(path) ?? []), ...methods]);
    for (const method of methods) {
      if (router.match(path, method).pathAndMethod.length === 1) table.set(`${method} ${path}`, run);
    }
  }
  return (ctx, next) => {
    const methods = allowed.get(ctx.path);
    if (methods === undefined || methods.includes(ctx.method)) {
      return (table.get(`${ctx.method} ${ctx.path}`) ?? others)(ctx, next);
    }
    ctx.status = ctx.method === 'OPTIONS' ? 200 : 405;
    ctx.set('allow', methods.join(', '));
  };
}

function inTurn(stack: readonly Middleware[], path: string): Middleware {
  const last: Middleware = (_ctx, next) => next();
  const chain = stack.reduceRight<Middleware>(
    // `as`: the result of a middleware is awaited and ignored.
    (behind, handle) => (ctx, next) => handle(ctx, () => behind(ctx, next) as Promise<void>),
    last,
  );
  return (ctx: Context, next) => {
    ctx['_matchedRoute'] = path;
    return chain(ctx, next);
  };
}
