import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { itemList, shownInputTexts, type StoredResponse } from '../domain/stored-response.ts';
import { shownName } from '../domain/request-fields.ts';
import { withItemId } from '../domain/responses-items.ts';
import { GatewayError } from '../errors.ts';
import { credentialsOf } from './http-exchange.ts';
import type { Caller, KeptResponses } from '../pipeline/pipeline.ts';

export interface StoredResponsesDeps {
  readonly identify: Caller;
  readonly storedResponses: KeptResponses;
}

type Routed = Context & { readonly params: Record<string, string> };

/** `GET /v1/responses/{id}`: a kept response, byte for byte as its caller got it. */
export function showResponse(deps: StoredResponsesDeps) {
  return async (ctx: Routed): Promise<void> => {
    if (ctx.query['stream'] === 'true') {
      throw new GatewayError('unsupported_parameter', {
        detail: 'A kept response is shown whole, not as a stream.',
        param: 'stream',
      });
    }
    const { shown } = await found(ctx, deps);
    ctx.type = 'application/json';
    ctx.body = shown;
  };
}

/** `DELETE /v1/responses/{id}`: it and its content are removed, for good. */
export function deleteResponse({ identify, storedResponses }: StoredResponsesDeps) {
  return async (ctx: Routed): Promise<void> => {
    const { caller } = await identify({ credentials: credentialsOf(ctx.req) });
    const id = ctx.params['id'] ?? '';
    const owner = { userId: caller.key.user_id, tenantId: caller.key.tenant_id };
    if (!(await storedResponses.delete(id, owner))) throw notFound(id);
    ctx.body = { id, object: 'response', deleted: true };
  };
}

const pageDefault = 20;
const pageMax = 100;

/** `GET /v1/responses/{id}/input_items`: what the model was given, earlier turns included; the newest first unless asked. */
export function listInputItems(deps: StoredResponsesDeps) {
  return async (ctx: Routed): Promise<void> => {
    const stored = await found(ctx, deps);
    const { after, limit, isAscending } = pageOf(ctx);
    const inOrder = shownInputTexts(stored).map((text, index) => withItemId(text, itemIdOf(stored, index)));
    const items = isAscending ? inOrder : inOrder.toReversed();
    const start = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
    if (after !== null && start === 0) {
      throw new GatewayError('invalid_value', { detail: '`after` names no item of this response.', param: 'after' });
    }
    const page = items.slice(start, start + limit).map(({ text }) => text);
    ctx.type = 'application/json';
    ctx.body = itemList(page, start + limit < items.length);
  };
}

function pageOf(ctx: Context) {
  const { after, limit, order } = ctx.query;
  const count = limit === undefined ? pageDefault : Number(limit);
  if (!Number.isInteger(count) || count < 1 || count > pageMax) {
    throw new GatewayError('invalid_value', { detail: `\`limit\` must be from 1 to ${pageMax}.`, param: 'limit' });
  }
  if (order !== undefined && order !== 'asc' && order !== 'desc') {
    throw new GatewayError('invalid_value', { detail: '`order` must be `asc` or `desc`.', param: 'order' });
  }
  return { after: typeof after === 'string' ? after : null, limit: count, isAscending: order === 'asc' };
}

/** An id for an item that was sent without one: the same at every look. */
function itemIdOf({ responseId }: StoredResponse, index: number): string {
  return `msg_${createHash('sha256').update(`${responseId}/${index}`).digest('hex').slice(0, 40)}`;
}

async function found(ctx: Routed, { identify, storedResponses }: StoredResponsesDeps): Promise<StoredResponse> {
  const { caller } = await identify({ credentials: credentialsOf(ctx.req) });
  const id = ctx.params['id'] ?? '';
  const owner = { userId: caller.key.user_id, tenantId: caller.key.tenant_id };
  const stored = await storedResponses.find(id, owner);
  if (stored === null) throw notFound(id);
  return stored;
}

function notFound(id: string): GatewayError {
  return new GatewayError('response_not_found', { detail: `Response with id '${shownName(id)}' not found.` });
}
