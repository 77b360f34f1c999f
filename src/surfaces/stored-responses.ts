import type { Context } from 'koa';
import { itemList, shownInputTexts, type StoredResponse } from '../protocols/responses/stored-response.ts';
import { itemNumber } from '../domain/responses/response-id.ts';
import { shownName } from '../protocols/requests/request-fields.ts';
import { listedItem } from '../protocols/responses/listed-items.ts';
import { GatewayError } from '../errors.ts';
import { presentedIn } from './http-exchange.ts';
import type { Caller, CallerAdmission, IdentifiedCaller, OwnResponses } from '../pipeline/caller-access.ts';
import { enterUntilAnswered } from './enter-until-answered.ts';
import { pageIn } from './page-in.ts';
import { isOldestFirst, pageLimit } from './query-text.ts';

export interface StoredResponseRouteDeps {
  readonly identify: Caller;
  readonly storedResponses: OwnResponses;
  readonly callerAdmission: CallerAdmission;
}

type Routed = Context & { readonly params: Record<string, string> };

/** `GET /v1/responses/{id}`: a stored response, byte for byte as its caller received it, whatever `include` asks for. */
export function showResponse(deps: StoredResponseRouteDeps) {
  return async (ctx: Routed): Promise<void> => {
    const {
      stored: { shown },
    } = await found(ctx, deps);
    if (ctx.query['stream'] === 'true') {
      throw new GatewayError('unsupported_parameter', {
        detail: 'Stored responses cannot be streamed. Leave out `stream`.',
        param: 'stream',
      });
    }
    ctx.type = 'application/json';
    // A copy, so that a slow client keeps only this in memory and not the whole conversation.
    ctx.body = Buffer.from(shown);
  };
}

/** `DELETE /v1/responses/{id}`: removes the response and its content permanently. */
export function deleteResponse({ identify, storedResponses, callerAdmission }: StoredResponseRouteDeps) {
  return async (ctx: Routed): Promise<void> => {
    const by = await identify(presentedIn(ctx));
    await callerAdmission.count(by);
    const id = ctx.params['id'] ?? '';
    if (!(await storedResponses.delete(id, by))) throw notFound(id);
    ctx.body = { id, object: 'response', deleted: true };
  };
}

const pageDefault = 20;
const pageMax = 100;

/** `GET /v1/responses/{id}/input_items`: the input of the model including earlier turns, newest first unless asked otherwise. */
export function listInputItems(deps: StoredResponseRouteDeps) {
  return async (ctx: Routed): Promise<void> => {
    const { stored: asStored, by } = await found(ctx, deps);
    const stored = await deps.storedResponses.inOwnWords(asStored, by);
    const limit = pageLimit(ctx, { most: pageMax, unasked: pageDefault });
    const isAscending = isOldestFirst(ctx);
    const inOrder = shownInputTexts(stored).map((text, index) =>
      listedItem(text, itemNumber(stored.responseId, index)),
    );
    const listed = isAscending ? inOrder : inOrder.toReversed();
    const { page, hasMore } = pageIn(ctx, listed, { limit, after: 'after', before: 'before' });
    ctx.type = 'application/json';
    ctx.body = itemList(
      page.map(({ text }) => text),
      hasMore,
    );
  };
}

async function found(
  ctx: Routed,
  { identify, storedResponses, callerAdmission }: StoredResponseRouteDeps,
): Promise<{ readonly stored: StoredResponse; readonly by: IdentifiedCaller }> {
  const by = await identify(presentedIn(ctx));
  await enterUntilAnswered(ctx, by, callerAdmission);
  const id = ctx.params['id'] ?? '';
  const stored = await storedResponses.find(id, by);
  if (stored === null) throw notFound(id);
  return { stored, by };
}

function notFound(id: string): GatewayError {
  return new GatewayError('response_not_found', { detail: `Response with id '${shownName(id)}' not found.` });
}
