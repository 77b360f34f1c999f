import { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import { GatewayError } from '../errors.ts';
import { accessLog } from '../http/access-log.ts';
import type { Admission } from '../http/admission.ts';
import { errorResponse } from '../http/error-response.ts';
import { requestId } from '../http/request-id.ts';
import { sendSecurityHeaders } from '../http/security-headers.ts';
import { showOpenapi } from '../http/show-openapi.ts';
import { wellFormed } from '../http/well-formed.ts';
import type { Caller, CallerAdmission } from '../pipeline/caller-access.ts';
import type { Directory } from '../ports/directory.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { BodyReader } from '../surfaces/body-reader.ts';
import { healthz } from '../surfaces/health.ts';
import { requestCredentials } from '../surfaces/http-exchange.ts';
import { adminOpenapi } from './admin-openapi.ts';
import { answerTable } from './calling/answer-table.ts';
import type { Administrator } from './administrator.ts';
import { callingAdministrator } from './calling/calling-administrator.ts';
import { withoutTold } from './calling/without-told.ts';
import { checkedInput, readInput } from './read-input.ts';
import { isFollowed, type AdminDeps, type AdminOperation, type AdminRequest } from './operation.ts';
import { serveFollowed, type StreamsDeps } from './following/serve-followed.ts';
import { resumed } from './following/resumed.ts';
import type { TableAnswer } from './table-answer.ts';
import { adminOperations } from './operations.ts';
import { reading, runOperation } from './run-operation.ts';

export interface AdminServerDeps {
  readonly admin: AdminDeps;
  readonly telemetry: Telemetry;
  readonly admission: Admission;
  readonly bodies: BodyReader;
  readonly identify: Caller;
  readonly callerAdmission: CallerAdmission;
  readonly streams: StreamsDeps;
  /** For people who act without a key, in the console. */
  readonly directory: Pick<Directory, 'findPerson'>;
}

/** Path prefix of all operations. */
export const adminPrefix = '/admin/v1';

/** The Koa application of the management API, for its own listener. `pages`: the console beside it. */
export function createAdminServer(deps: AdminServerDeps, pages: Middleware): Koa {
  const router = new Router();
  router.get('/healthz', healthz);
  router.get(
    `${adminPrefix}/openapi.json`,
    showOpenapi(() => adminOpenapi(adminOperations)),
  );
  for (const operation of adminOperations) {
    const path = adminPrefix + operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [operation.method], [deps.admission.middleware, serve(operation, deps)]);
  }
  const application = new Koa();
  application.use(requestId);
  application.use(sendSecurityHeaders);
  application.use(accessLog(deps.telemetry, null));
  application.use(errorResponse(deps.telemetry));
  application.use(wellFormed);
  application.use(pages);
  application.use(router.routes());
  application.use(router.allowedMethods());
  application.silent = true;
  return application;
}

function serve(operation: AdminOperation, deps: AdminServerDeps) {
  return async (ctx: Context & { readonly params: Record<string, string> }): Promise<void> => {
    const credentials = requestCredentials(ctx.req);
    const identified = await deps.identify({ credentials });
    await deps.callerAdmission.countManagement(identified);
    callingAdministrator(identified, operation.action);
    const asked = await readInput(operation, ctx, { bodies: deps.bodies, key: identified.caller.key });
    // The key may be revoked while the body arrives.
    const administratorNow = async (): Promise<Administrator> =>
      callingAdministrator(await deps.identify({ credentials }), operation.action);
    const administrator = await administratorNow();
    const { asked: apart, assertAsRead } = withoutTold(operation, asked);
    const input = checkedInput(operation, apart);
    if (isFollowed(operation, input)) {
      const now = async (): Promise<AdminRequest> =>
        reading({ administrator: await administratorNow(), deps: deps.admin });
      const resuming = resumed(input, ctx);
      return await serveFollowed(
        ctx,
        { now, follow: (following) => operation.follow(resuming, following) },
        deps.streams,
      );
    }
    const call = { administrator, deps: deps.admin, idempotencyKey: idempotencyKey(ctx) };
    // A repeat is answered as before: the record that it was made from has changed since.
    const run: AdminOperation['run'] = async (given, request) => {
      await assertAsRead(request);
      return await operation.run(given, request);
    };
    const found = await deps.callerAdmission.hinted(identified, () => runOperation({ ...operation, run }, input, call));
    if (operation.produces === undefined) ctx.body = found;
    // `as`: what operations that produce a table answer.
    else await answerTable(ctx, operation, { table: found as TableAnswer, write: deps.admin.writeWorkbook });
  };
}

const keyPattern = /^[\x20-\x7e]{1,255}$/;

function idempotencyKey(ctx: Context): string | null {
  const name = ctx.req.headers['idempotency-key'];
  if (name === undefined) return null;
  if (typeof name === 'string' && keyPattern.test(name)) return name;
  throw new GatewayError('invalid_value', {
    detail: 'An idempotency key must have 1 to 255 printable ASCII characters.',
    param: 'idempotency-key',
  });
}
