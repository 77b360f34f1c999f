import type { Context, Middleware } from 'koa';
import { GatewayError, type ErrorCode } from '../errors.ts';
import { ledgerFailure } from '../errors/ledger-failure.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { discardBody } from '../surfaces/http-exchange.ts';
import { errorDialectOf, errorIn, type MountedDialect } from './error-dialect.ts';
import { requestIdOf } from './request-id.ts';

/** Error codes of answered requests. */
const refusals = new WeakMap<Context['res'], ErrorCode>();

/** The error code in the answer to a request; `null`: no error. */
export function errorOf({ res }: Pick<Context, 'res'>): ErrorCode | null {
  return refusals.get(res) ?? null;
}

/**
 * Converts any error into an error record, in the dialect of the request. A defect is logged in full, but the caller gets
 * only `internal_error`.
 */
export function errorResponse(telemetry: Telemetry, dialects: readonly MountedDialect[] = []): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      const refusal = unansweredError(ctx);
      if (refusal !== null) throw refusal;
    } catch (raised) {
      answerError(ctx, asGatewayError(ctx, raised, telemetry), { telemetry, dialects });
    }
  };
}

/** The error for a bare 404 or 405 of the router. */
function unansweredError(ctx: Context): GatewayError | null {
  if (ctx.body !== undefined || ctx.headerSent || ctx.respond === false) return null;
  if (ctx.status !== 404 && ctx.status !== 405 && ctx.status !== 501) return null;
  if (ctx.res.getHeader('allow')) return new GatewayError('method_not_allowed');
  ctx.remove('allow');
  return new GatewayError('not_found');
}

/** The error that a failure is answered with, as {@link errorResponse} answers it, for who writes the answer itself. */
export function answeredError(ctx: Context, thrown: unknown, telemetry: Telemetry): GatewayError {
  const error = asGatewayError(ctx, thrown, telemetry);
  refusals.set(ctx.res, error.code);
  return error;
}

function asGatewayError(ctx: Context, thrown: unknown, telemetry: Telemetry): GatewayError {
  const requestId = requestIdOf(ctx);
  const raised = ledgerFailure(thrown);
  if (raised instanceof GatewayError) {
    if (raised.status >= 500) telemetry.warn('request_failed', { requestId, code: raised.code }, raised.cause);
    return raised;
  }
  telemetry.warn('internal_error', { requestId }, raised);
  return new GatewayError('internal_error', { cause: raised });
}

interface Answering {
  readonly telemetry: Telemetry;
  readonly dialects: readonly MountedDialect[];
}

function answerError(ctx: Context, error: GatewayError, { telemetry, dialects }: Answering): void {
  // The listener has refused the request in the meantime.
  if (ctx.res.writableEnded) return;
  if (ctx.res.headersSent) {
    // The status is already sent, so only a closed connection can signal the error.
    telemetry.warn('failed_after_head', { requestId: requestIdOf(ctx), code: error.code }, error.cause);
    ctx.res.destroy();
    return;
  }
  ctx.respond = true;
  refusals.set(ctx.res, error.code);
  const { status, headers, body } = errorIn(errorDialectOf(ctx.req, dialects), error, requestIdOf(ctx));
  ctx.status = status;
  ctx.set({ ...headers });
  if (!ctx.req.complete && !discardBody(ctx.req)) ctx.set('connection', 'close');
  ctx.body = body;
}
