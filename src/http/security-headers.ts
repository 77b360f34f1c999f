import type { Middleware } from 'koa';

/**
 * Headers of every answer for browsers and caches: no answer is a page, a script or a frame, and none may be cached. A
 * surface may override them.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

export const sendSecurityHeaders: Middleware = (ctx, next) => {
  ctx.set(securityHeaders);
  return next();
};
