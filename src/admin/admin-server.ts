import { Router } from '@koa/router';
import Koa, { type Context } from 'koa';
import { GatewayError } from '../errors.ts';
import { accessLog } from '../http/access-log.ts';
import type { Admission } from '../http/admission.ts';
import { errorResponse } from '../http/error-response.ts';
import { requestId } from '../http/request-id.ts';
import { sendSecurityHeaders } from '../http/security-headers.ts';
import { wellFormed } from '../http/well-formed.ts';
import type { Caller, CallerAdmission, IdentifiedCaller } from '../pipeline/caller-access.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { BodyReader } from '../surfaces/body-reader.ts';
import { healthz } from '../surfaces/health.ts';
import { requestCredentials } from '../surfaces/http-exchange.ts';
import { actingRole, type AdminAction } from '../domain/scopes/permissions.ts';
import { adminOpenapi } from './admin-openapi.ts';
import { Administrator } from './administrator.ts';
import { readInput } from './read-input.ts';
import { isFollowed, type AdminDeps, type AdminOperation, type AdminRequest } from './operation.ts';
import { serveFollowed, type StreamsDeps } from './following/serve-followed.ts';
import { workbookType, type WriteWorkbook } from '../ports/workbook.ts';
import { csvText } from './csv-text.ts';
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
}

/** Path prefix of all operations. */
export const adminPrefix = '/admin/v1';

/** The Koa application of the management API, for its own listener. */
export function createAdminServer(deps: AdminServerDeps): Koa {
  const router = new Router();
  router.get('/healthz', healthz);
  const document = JSON.stringify(adminOpenapi(adminOperations));
  router.get(`${adminPrefix}/openapi.json`, (ctx) => {
    ctx.type = 'application/json';
    ctx.body = document;
  });
  for (const operation of adminOperations) {
    const path = adminPrefix + operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router.register(path, [operation.method], [deps.admission.middleware, serve(operation, deps)]);
  }
  const application = new Koa();
  application.use(requestId);
  application.use(sendSecurityHeaders);
  application.use(accessLog(deps.telemetry));
  application.use(errorResponse(deps.telemetry));
  application.use(wellFormed);
  application.use(router.routes());
  application.use(router.allowedMethods());
  application.silent = true;
  return application;
}

function serve(operation: AdminOperation, deps: AdminServerDeps) {
  return async (ctx: Context & { readonly params: Record<string, string> }): Promise<void> => {
    const credentials = requestCredentials(ctx.req);
    const identified = await deps.identify({ credentials });
    deps.callerAdmission.countManagement(identified);
    const administrator = administratorOf(identified, operation.action);
    const input = await readInput(operation, ctx, { bodies: deps.bodies, key: identified.caller.key });
    if (isFollowed(operation, input)) {
      const now = async (): Promise<AdminRequest> => {
        const known = await deps.identify({ credentials });
        return reading({ administrator: administratorOf(known, operation.action), deps: deps.admin });
      };
      const asked = resumed(input, ctx);
      return await serveFollowed(ctx, { now, follow: (following) => operation.follow(asked, following) }, deps.streams);
    }
    const call = { administrator, deps: deps.admin, idempotencyKey: idempotencyKey(ctx) };
    const found = await deps.callerAdmission.hinted(identified, () => runOperation(operation, input, call));
    if (operation.produces === undefined) ctx.body = found;
    // `as`: what operations that produce a table answer.
    else await answerTable(ctx, operation, { table: found as TableAnswer, write: deps.admin.writeWorkbook });
  };
}

/** A browser sends the position to resume after as a header, with the address of its first request. */
function resumed(input: unknown, ctx: Context): unknown {
  const lastEventId = ctx.get('last-event-id');
  // `as`: an input is an object.
  return lastEventId === '' ? input : { ...(input as object), after: lastEventId };
}

/** Sends a table as an attachment, so that no browser shows it as a page. */
async function answerTable(
  ctx: Context,
  { path, produces = 'text/csv' }: AdminOperation,
  { table, write }: { readonly table: TableAnswer; readonly write: WriteWorkbook },
): Promise<void> {
  const { columns, rows, next } = table;
  const name = path.slice(path.lastIndexOf('/') + 1);
  ctx.attachment(name);
  ctx.type = produces;
  if (next !== null) ctx.set('x-waybill-next', next);
  const names = columns.map((column) => column.name);
  ctx.body =
    produces === workbookType
      ? Buffer.from(await write({ about: [], sheets: [{ name: name.replace(/\..*$/, ''), columns, rows }] }))
      : csvText(names, rows);
}

/** The caller in the role that allows the action. Raises `not_permitted` if none does, or if the key was not made for this. */
function administratorOf({ caller: { key, principal } }: IdentifiedCaller, action: AdminAction): Administrator {
  if (key.administers !== true) {
    throw new GatewayError('not_permitted', { detail: 'This key may not call the management API.' });
  }
  const role = actingRole(principal, action) ?? 'member';
  const actor = `api:key=${key.key_id} user=${key.user_id} role=${role}`;
  const administrator = new Administrator(principal, actor, key.key_id);
  administrator.reach(action);
  return administrator;
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
