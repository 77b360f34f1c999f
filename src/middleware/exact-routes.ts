import type { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';

/**
 * Routes paths without parameters by one table lookup: nearly every request uses one of them, spelt as it is mounted.
 * All other requests go to the router, which tries its patterns one by one.
 */
export function exactRoutes(router: Router, others: Middleware): Middleware {
  const table = new Map<string, Middleware>();
  for (const { path, paramNames, methods, stack } of router.stack) {
    if (typeof path !== 'string' || paramNames.length > 0) continue;
    // `as`: the type requires members that the router adds itself; a path without parameters uses none of them.
    const run = inTurn(stack as Middleware[], path);
    for (const method of methods) {
      if (router.match(path, method).pathAndMethod.length === 1) table.set(`${method} ${path}`, run);
    }
  }
  return (ctx, next) => (table.get(`${ctx.method} ${ctx.path}`) ?? others)(ctx, next);
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
