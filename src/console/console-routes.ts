import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { adminOperations } from '../admin/operations.ts';
import { nothingHere } from './nothing-here.ts';
import { GatewayError } from '../errors.ts';
import { answeredError } from '../http/error-response.ts';
import { addressOf, consolePath } from './address-of.ts';
import { Assets } from './assets.ts';
import { composedRoutes } from './composed-routes.ts';
import type { ConsoleDeps, ConsoleParts } from './console-parts.ts';
import { logInRoutes, waysIn } from './log-in-routes.ts';
import { operationRoutes } from './operation-routes.ts';
import { paymentsRoutes } from './payments-routes.ts';
import { ownRoutes } from './own-routes.ts';
import { formAgain } from './forms/form-again.ts';
import { KeptForms } from './forms/kept-forms.ts';
import { framed, framedOpenly, type Frame } from './pages/frame.ts';
import { logInPage, refusalPage } from './pages/open-pages.ts';
import { siteOf, secretInCookie } from './sessions/session-site.ts';
import { speechOf, visitOf } from './visit.ts';

/**
 * The console: pages under `/console`, beside the management API on its listener. Pages call operations in this process,
 * with the roles that calls of the API have.
 */
export function consoleRoutes(deps: ConsoleDeps): Middleware {
  const frame: Frame = { assets: new Assets(), operations: adminOperations };
  const router = new Router({ prefix: consolePath });
  const parts: ConsoleParts = {
    deps,
    frame,
    keptForms: new KeptForms(deps.admin),
    visited: (serve) => async (ctx) => {
      const visit = await visitOf(ctx.req, deps);
      if (visit === null) return await sendToLogIn(ctx, parts);
      await serve(ctx, visit);
    },
    show: (ctx, visit, page) => {
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = framed(visit, page, frame).toString();
    },
  };
  router.use(deps.admission.middleware);
  router.get('/assets/:name', serveAsset(frame.assets));
  logInRoutes(router, parts);
  ownRoutes(router, parts);
  composedRoutes(router, parts);
  paymentsRoutes(router, parts);
  operationRoutes(router, parts);
  // `as`: the router adds the members that its type requires to the context itself.
  const routes = router.routes() as Middleware;
  const others = router.allowedMethods() as Middleware;
  return async (ctx, next) => {
    if (ctx.path !== consolePath && !ctx.path.startsWith(`${consolePath}/`)) return await next();
    ctx.set(headers);
    try {
      // Before anything is looked up or spent.
      siteOf(ctx.req, deps.publicUrl());
      if (ctx.path === consolePath) return ctx.redirect(addressOf('/'));
      await routes(ctx, async () => void (await others(ctx, async () => undefined)));
      assertServed(ctx);
    } catch (raised) {
      await showRefusal(ctx, raised, deps, frame);
    }
  };
}

/** No answer may be framed, kept or run anything but what this console serves. */
const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // A browser without a referrer would call its own form `Origin: null`.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

function serveAsset(assets: Assets) {
  return (ctx: Context & { readonly params: Record<string, string> }): void => {
    const asset = assets.find(ctx.params['name'] ?? '');
    if (asset === null) throw nothingHere();
    ctx.set('cache-control', 'public, max-age=31536000, immutable');
    ctx.vary('accept-encoding');
    ctx.type = asset.type;
    const isPacked = ctx.acceptsEncodings('br') === 'br';
    if (isPacked) ctx.set('content-encoding', 'br');
    ctx.body = isPacked ? assets.brotliOf(asset) : asset.bytes;
  };
}

/** A page that is read comes back after the log-in, and so does a form that was not done. */
async function sendToLogIn(ctx: Context, { deps, frame, keptForms }: ConsoleParts): Promise<void> {
  if (ctx.method === 'GET' && ctx.get('accept') !== 'text/event-stream') {
    const isEnded = secretInCookie(ctx.req, siteOf(ctx.req, deps.publicUrl())) !== null;
    // As a form writes it, whatever a person has typed.
    const next = ctx.path + (ctx.querystring && `?${new URLSearchParams(ctx.querystring).toString()}`);
    return ctx.redirect(addressOf('/log-in', { next, ...(isEnded && { note: 'ended' }) }));
  }
  const next = await formAgain(ctx, keptForms, deps);
  const speech = speechOf(ctx.req, null);
  ctx.status = 401;
  ctx.type = 'text/html; charset=utf-8';
  const page = logInPage(speech, { note: 'ended', next, refusal: null, ...waysIn(ctx, deps) });
  ctx.body = framedOpenly(speech, page, frame).toString();
}

function assertServed(ctx: Context): void {
  if (ctx.body !== undefined || ctx.respond === false || ctx.status < 400) return;
  if (ctx.status !== 404 && ctx.status !== 405 && ctx.status !== 501) return;
  if (ctx.res.getHeader('allow')) throw new GatewayError('method_not_allowed', { next: 'Open a page of the console.' });
  throw nothingHere();
}

async function showRefusal(ctx: Context, raised: unknown, deps: ConsoleDeps, frame: Frame): Promise<void> {
  const error = answeredError(ctx, raised, deps.telemetry);
  if (ctx.headerSent || ctx.respond === false) {
    ctx.res.destroy();
    return;
  }
  const visit = error.status === 421 || error.status >= 500 ? null : await visitOf(ctx.req, deps).catch(() => null);
  const speech = visit ?? speechOf(ctx.req, null);
  const page = refusalPage(speech, error);
  ctx.status = error.status;
  ctx.set({ ...error.headers });
  if (error.retryAfterSeconds !== null) ctx.set('retry-after', String(error.retryAfterSeconds));
  ctx.remove('content-disposition');
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = (visit === null ? framedOpenly(speech, page, frame) : framed(visit, page, frame)).toString();
}
