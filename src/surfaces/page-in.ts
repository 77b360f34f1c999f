import type { Context } from 'koa';
import { GatewayError } from '../errors.ts';
import { queryText } from './query-text.ts';

/** Limit of a page, and the names of the parameters that hold the id before it and the id after it. */
export interface PageParams {
  readonly limit: number;
  readonly after: string;
  readonly before: string;
}

/** A part of a list; `hasMore`: there are more items in the direction of the page. */
export interface CursorPage<Item> {
  readonly page: readonly Item[];
  readonly hasMore: boolean;
}

/**
 * The items after the one that the query names, or the last ones before it, so that clients can page in both
 * directions. Raises 400 for an id that is not in the list.
 */
export function pageIn<Item extends { readonly id: string }>(
  ctx: Context,
  items: readonly Item[],
  { limit, ...params }: PageParams,
): CursorPage<Item> {
  const after = placeOf(ctx, items, params.after);
  const before = placeOf(ctx, items, params.before);
  const start = after === null ? 0 : after + 1;
  const end = before ?? items.length;
  const isBackwards = before !== null && after === null;
  const [from, to] = isBackwards ? [Math.max(start, end - limit), end] : [start, Math.min(start + limit, end)];
  return { page: items.slice(from, to), hasMore: isBackwards ? from > start : to < end };
}

function placeOf(ctx: Context, items: readonly { readonly id: string }[], param: string): number | null {
  const named = queryText(ctx, param);
  if (named === null) return null;
  const place = items.findIndex(({ id }) => id === named);
  if (place >= 0) return place;
  throw new GatewayError('invalid_value', { detail: `\`${param}\` is not an id in this list.`, param });
}
