import { Router } from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { accessLog } from './access-log.ts';
import type { Admission } from './admission.ts';
import type { MountedDialect } from './error-dialect.ts';
import { errorResponse } from './error-response.ts';
import { requestId } from './request-id.ts';
import { sendSecurityHeaders } from './security-headers.ts';
import { endStalledReaders } from './end-stalled-readers.ts';
import { wellFormed } from './well-formed.ts';
import { exactRoutes } from './exact-routes.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { Tracing } from '../ports/tracing.ts';
import { speechFace, transcriptionsFace, translationsFace } from '../protocols/audio/face.ts';
import { chatFace } from '../protocols/chat/face.ts';
import { embeddingsFace } from '../protocols/embeddings/face.ts';
import { countFace, messagesFace } from '../protocols/messages/face.ts';
import { compactionFace, inputCountFace, responsesFace } from '../protocols/responses/face.ts';
import { systemOneFace } from '../protocols/systemone/face.ts';
import { serveInference } from '../surfaces/serve-inference.ts';
import { serveForm } from '../surfaces/serve-form.ts';
import { readFileContent } from '../surfaces/file-content.ts';
import { deleteFile } from '../surfaces/files.ts';
import { healthz } from '../surfaces/health.ts';
import type { FormDeps } from '../surfaces/serve-form.ts';
import { listFiles } from '../surfaces/list-files.ts';
import { listModels, showModel } from '../surfaces/models.ts';
import { listOwnCharges, showOwnCharge, showOwnReceipt, type OwnReceiptDeps } from '../surfaces/own-charges.ts';
import { showOwnKey, type OwnKeyDeps } from '../surfaces/own-key.ts';
import { showOwnUsage, type OwnUsageDeps } from '../surfaces/own-usage.ts';
import { showOpenapi } from './show-openapi.ts';
import { openapiDocument } from '../surfaces/openapi/openapi-document.ts';
import {
  deleteResponse,
  listInputItems,
  showResponse,
  type StoredResponseRouteDeps,
} from '../surfaces/stored-responses.ts';
import { showFile } from '../surfaces/show-file.ts';
import { uploadFile, type UploadDeps } from '../surfaces/upload-file.ts';

export interface ServerDeps {
  readonly telemetry: Telemetry;
  /** `null`: no tracing. */
  readonly tracing: Pick<Tracing, 'open'> | null;
  /** How long a write waits for a client that reads nothing, milliseconds. */
  readonly writeStallMsMax: number;
  /** Answers every path: {@link createRoutes}, or a middleware that selects one of several. */
  readonly routes: Middleware;
}

export type RoutesDeps = FormDeps &
  OwnKeyDeps &
  OwnReceiptDeps &
  OwnUsageDeps &
  UploadDeps &
  StoredResponseRouteDeps & {
    readonly admission: Admission;
    /** `false`: only `/healthz` is served, for a process that runs reactors only. */
    readonly servesInference: boolean;
  };

/** Paths with an error dialect other than OpenAI's. */
export const dialects: readonly MountedDialect[] = [
  { path: '/v1/messages', hasPathsBelow: true, errors: messagesFace.errors },
  { path: '/v1/systemone', hasPathsBelow: false, errors: systemOneFace.errors },
];

/** The Koa application: the order of middleware. {@link createRoutes} mounts the paths. */
export function createServer({ telemetry, tracing, writeStallMsMax, routes }: ServerDeps): Koa {
  const application = new Koa();
  application.use(requestId);
  application.use(endStalledReaders(writeStallMsMax));
  application.use(sendSecurityHeaders);
  application.use(accessLog(telemetry, tracing));
  application.use(errorResponse(telemetry, dialects));
  application.use(wellFormed);
  application.use(routes);
  application.silent = true;
  return application;
}

/** The routes of all surfaces. */
export function createRoutes(deps: RoutesDeps): Middleware {
  const router = new Router();
  router.head('/', (ctx) => {
    // Coding agents probe the base URL first.
    ctx.status = 204;
  });
  router.get('/', (ctx) => {
    ctx.body = { service: 'waybill', api: '/v1', openapi: '/v1/openapi.json' };
  });
  router.get('/healthz', healthz);
  if (deps.servesInference) mountSurfaces(router, deps);
  // `as`: the router adds the members that its type requires to the context itself.
  const routes = router.routes() as Middleware;
  const allowedMethods = router.allowedMethods() as Middleware;
  return exactRoutes(router, (ctx, next) => routes(ctx, async () => void (await allowedMethods(ctx, next))));
}

/** Mounts every path below `/v1`. */
export function mountSurfaces(router: Router, deps: RoutesDeps): void {
  router.get('/v1/openapi.json', showOpenapi(openapiDocument));
  router.get('/v1/models', listModels(deps));
  router.get(['/v1/models/:id', '/v1/models/:id/*rest'], showModel(deps));
  router.get('/v1/key', showOwnKey(deps));
  router.get('/v1/charges', listOwnCharges(deps));
  router.get('/v1/charges/:reservation', showOwnCharge(deps));
  router.get('/v1/charges/:reservation/receipt', showOwnReceipt(deps));
  router.get('/v1/usage', showOwnUsage(deps));
  router.post('/v1/chat/completions', deps.admission.middleware, serveInference(chatFace, deps));
  router.post('/v1/responses', deps.admission.middleware, serveInference(responsesFace, deps));
  router.post('/v1/responses/compact', deps.admission.middleware, serveInference(compactionFace, deps));
  router.post('/v1/responses/input_tokens', deps.admission.middleware, serveInference(inputCountFace, deps));
  router.get('/v1/responses/:id', deps.admission.middleware, showResponse(deps));
  router.delete('/v1/responses/:id', deleteResponse(deps));
  router.get('/v1/responses/:id/input_items', deps.admission.middleware, listInputItems(deps));
  router.post('/v1/messages', deps.admission.middleware, serveInference(messagesFace, deps));
  router.post('/v1/messages/count_tokens', deps.admission.middleware, serveInference(countFace, deps));
  router.post('/v1/embeddings', deps.admission.middleware, serveInference(embeddingsFace, deps));
  router.post('/v1/audio/speech', deps.admission.middleware, serveInference(speechFace, deps));
  router.post('/v1/audio/transcriptions', deps.admission.middleware, serveForm(transcriptionsFace, deps));
  router.post('/v1/audio/translations', deps.admission.middleware, serveForm(translationsFace, deps));
  router.get('/v1/files', listFiles(deps));
  router.post('/v1/files', deps.admission.middleware, uploadFile(deps));
  router.get('/v1/files/:id', showFile(deps));
  router.delete('/v1/files/:id', deleteFile(deps));
  router.get('/v1/files/:id/content', deps.admission.middleware, readFileContent(deps));
  router.post('/v1/systemone', deps.admission.middleware, serveInference(systemOneFace, deps));
}
