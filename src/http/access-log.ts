import type { Context, Middleware } from 'koa';
import type { RequestFacts, Telemetry } from '../ports/telemetry.ts';
import type { Tracing } from '../ports/tracing.ts';
import { errorOf } from './error-response.ts';
import { requestIdOf } from './request-id.ts';

/** Status in the log if the caller disconnected before an answer; never sent. */
const callerGone = 499;

/**
 * Writes one log line, one measurement and one trace per request: route and outcome, never contents. `tracing` `null`: no
 * trace.
 */
export function accessLog(telemetry: Telemetry, tracing: Pick<Tracing, 'open'> | null): Middleware {
  return (ctx, next) => {
    const startedAt = performance.now();
    const { method, path, headers } = ctx;
    const trace = tracing?.open({ requestId: requestIdOf(ctx), method, path, headers });
    ctx.res.once('close', () => {
      const facts: RequestFacts = {
        requestId: requestIdOf(ctx),
        method,
        route: routeOf(ctx),
        status: ctx.res.headersSent ? ctx.res.statusCode : callerGone,
        isComplete: ctx.res.writableFinished,
        reservationId: ctx.res.getHeader('x-waybill-reservation')?.toString() ?? null,
        refusal: errorOf(ctx),
        milliseconds: performance.now() - startedAt,
      };
      if (trace === undefined) return telemetry.requestEnded(facts);
      trace.run(() => telemetry.requestEnded(facts));
      trace.end(facts);
    });
    return trace === undefined ? next() : trace.run(next);
  };
}

/** The route pattern. A path contains ids, and each would create a new time series. */
function routeOf(ctx: Context): string {
  const route: unknown = ctx['_matchedRoute'];
  return typeof route === 'string' ? route : 'none';
}
