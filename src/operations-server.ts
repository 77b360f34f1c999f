import { Router } from '@koa/router';
import Koa from 'koa';
import { errorResponse } from './middleware/error-response.ts';
import { requestId } from './middleware/request-id.ts';
import { sendSecurityHeaders } from './middleware/security-headers.ts';
import { wellFormed } from './middleware/well-formed.ts';
import type { Telemetry } from './ports/telemetry.ts';
import { healthz, metrics, readyz, type HealthDeps } from './surfaces/health.ts';

export type OperationsDeps = HealthDeps & { readonly telemetry: Telemetry };

/** What is for operators alone, on a listener of its own: whether the process is ready, and what it measures. */
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
  application.use(router.routes());
  application.use(router.allowedMethods());
  application.silent = true;
  return application;
}
