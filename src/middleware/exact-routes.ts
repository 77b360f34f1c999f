import type { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';

/**
 * The routes of a router whose paths have no parameter, found by one look into a table: nearly every request asks for one of
 * them, written as it is mounted. Whatever else is asked for goes through the router, which tries one pattern after the other.
 */
export function exactRoutes(router: Router, others: Middleware): Middleware {
  const table = new Map<string, Middleware>();
  for (const { path, paramNames, methods, stack } of router.stack) {
    if (typeof path !== 'string' || paramNames.length > 0) continue;
    // `as`: the router puts what its type asks for on the context by itself, and none of it is of a path without parameters.
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
    // `as`: what a middleware returns is waited for, and of no use.
    (behind, handle) => (ctx, next) => handle(ctx, () => behind(ctx, next) as Promise<void>),
    last,
  );
  return (ctx: Context, next) => {
    ctx['_matchedRoute'] = path;
    return chain(ctx, next);
  };
}
