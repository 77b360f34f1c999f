import { Router } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { GatewayError } from '../errors.ts';
import { errorResponse } from './error-response.ts';
import { namedHosts } from './named-hosts.ts';
import { requestId } from './request-id.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import { wellFormed } from './well-formed.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { healthz, metrics, readyz, type HealthRouteDeps } from '../surfaces/health.ts';

export type OperationsDeps = HealthRouteDeps & {
  readonly telemetry: Telemetry;
  /** The names that it answers by, beside its address and `localhost`. */
  readonly hosts: readonly string[];
};

/** Answers an unknown path with the paths that exist. */
const listPaths: Middleware = async (ctx, next) => {
  await next();
  if (ctx.status !== 404 || ctx.body !== undefined) return;
  throw new GatewayError('not_found', {
    next: 'This address is for operators and serves /healthz, /readyz and /metrics. Send inference requests to WAYBILL_PORT.',
  });
};

/** The server for operators, on its own listener: liveness, readiness and metrics. */
export function createOperationsServer(deps: OperationsDeps): Koa {
  const router = new Router();
  router.get('/healthz', healthz);
  router.get('/readyz', readyz(deps));
  router.get('/metrics', metrics(deps));
  const application = new Koa();
  application.use(requestId);
  application.use(sendSecurityHeaders);
  application.use(errorResponse(deps.telemetry));
  application.use(wellFormed);
  application.use(namedHosts(deps.hosts));
  application.use(listPaths);
  application.use(router.routes());
  application.use(router.allowedMethods());
  application.silent = true;
  return application;
}
