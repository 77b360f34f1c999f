import type { Context, Middleware } from 'koa';
import type { Telemetry } from '../ports/telemetry.ts';
import { refusalOf } from './error-response.ts';
import { requestIdOf } from './request-id.ts';

/** Logged for a caller who hung up before anything was answered; never sent. */
const callerGone = 499;

/** One line and one measurement per request: what was called and how it ended, never what was said. */
export function accessLog(telemetry: Telemetry): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      telemetry.requestEnded({
        requestId: requestIdOf(ctx),
        method: ctx.method,
        route: routeOf(ctx),
        status: ctx.res.headersSent ? ctx.res.statusCode : callerGone,
        isComplete: ctx.res.writableFinished,
        reservationId: ctx.res.getHeader('x-waybill-reservation')?.toString() ?? null,
        refusal: refusalOf(ctx),
        milliseconds: performance.now() - startedAt,
      });
    });
    await next();
  };
}

/** The pattern, not the path: paths carry ids, and would make a new time series of each. */
function routeOf(ctx: Context): string {
  const route: unknown = ctx['_matchedRoute'];
  return typeof route === 'string' ? route : 'none';
}
