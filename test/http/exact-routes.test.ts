import { Router } from '@koa/router';
import test from 'ava';
import type { Context, Middleware } from 'koa';
import { exactRoutes } from '../../src/http/exact-routes.ts';

/** What a call runs, in order, and the route that it is logged under; `others` runs for what is not found by its path. */
async function called(router: Router, method: string, path: string) {
  const ran: string[] = [];
  // Of a context only this is looked at.
  const ctx = { method, path, ran } as unknown as Context;
  const others: Middleware = () => void ran.push('others');
  await exactRoutes(router, others)(ctx, () => {
    ran.push('behind');
    return Promise.resolve();
  });
  return { ran, route: ctx['_matchedRoute'] as unknown };
}

function noting(name: string): Middleware {
  return async (ctx, next) => {
    (ctx as unknown as { readonly ran: string[] }).ran.push(name);
    await next();
  };
}

function routerOf(...routes: readonly (readonly [method: 'get' | 'post', path: string, ...handlers: Middleware[]])[]) {
  const router = new Router();
  for (const [method, path, ...handlers] of routes) router[method](path, ...handlers);
  return router;
}

test('a path in the exact mounted spelling runs its handlers in order, then the later middleware', async (t) => {
  const router = routerOf(
    ['post', '/v1/chat', noting('admission'), noting('chat')],
    ['get', '/v1/chat', noting('list')],
  );
  t.deepEqual(await called(router, 'POST', '/v1/chat'), { ran: ['admission', 'chat', 'behind'], route: '/v1/chat' });
  t.deepEqual(await called(router, 'GET', '/v1/chat'), { ran: ['list', 'behind'], route: '/v1/chat' });
});

test('paths with another case, a trailing slash or a parameter are left to the router', async (t) => {
  const router = routerOf(['post', '/v1/chat', noting('chat')], ['get', '/v1/files/:id', noting('file')]);
  for (const [method, path] of [
    ['POST', '/V1/chat'],
    ['POST', '/v1/chat/'],
    ['GET', '/v1/files/1'],
    ['POST', '__proto__'],
  ] as const) {
    t.deepEqual(await called(router, method, path), { ran: ['others'], route: undefined }, `${method} ${path}`);
  }
});

test('a path that a pattern also matches is left to the router, which knows their order', async (t) => {
  const router = routerOf(['post', '/v1/:id', noting('any')], ['post', '/v1/chat', noting('chat')]);
  t.deepEqual(await called(router, 'POST', '/v1/chat'), { ran: ['others'], route: undefined });
});
