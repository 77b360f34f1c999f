import type { Middleware } from 'koa';

/**
 * What every answer of an API says to browsers and caches: nothing of it is a page, a script or a frame, and nothing of
 * it is kept. A surface may say otherwise of what it serves.
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
