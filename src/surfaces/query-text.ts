import type { Context } from 'koa';
import { GatewayError } from '../errors.ts';

/**
 * What a query says under a name; `null`: nothing, or an empty text, which is how official clients send a parameter that
 * is null. Raises 400 where it is said twice.
 */
export function queryText({ query }: Context, name: string): string | null {
  const value = query[name];
  if (Array.isArray(value)) throw invalid(name, `\`${name}\` must be said once.`);
  return value === undefined || value === '' ? null : value;
}

/** How many `limit` asks for. Raises 400. */
export function pageLimit(
  ctx: Context,
  { most, unasked }: { readonly most: number; readonly unasked: number },
): number {
  const text = queryText(ctx, 'limit');
  if (text === null) return unasked;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  throw invalid('limit', `\`limit\` must be a whole number from 1 to ${most}.`);
}

/** Whether `order` asks for the oldest first; the newest come first unless asked. Raises 400. */
export function isOldestFirst(ctx: Context): boolean {
  const order = queryText(ctx, 'order');
  if (order === null || order === 'asc' || order === 'desc') return order === 'asc';
  throw invalid('order', '`order` must be `asc` or `desc`.');
}

function invalid(param: string, detail: string): GatewayError {
  return new GatewayError('invalid_value', { detail, param });
}
