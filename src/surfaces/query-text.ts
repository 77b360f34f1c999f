import type { Context } from 'koa';
import { GatewayError } from '../errors.ts';

/**
 * The value of a query parameter; `null`: absent or empty, which is how official clients send a null parameter. Raises 400
 * for a repeated parameter.
 */
export function queryText({ query }: Context, name: string): string | null {
  const value = query[name];
  if (Array.isArray(value)) throw invalidQuery(name, `\`${name}\` must be said once.`);
  return value === undefined || value === '' ? null : value;
}

/** The value of `limit`. Raises 400. */
export function pageLimit(
  ctx: Context,
  { most, unasked }: { readonly most: number; readonly unasked: number },
): number {
  const text = queryText(ctx, 'limit');
  if (text === null) return unasked;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  throw invalidQuery('limit', `\`limit\` must be a whole number from 1 to ${most}.`);
}

/** Whether `order` asks for oldest first; the default is newest first. Raises 400. */
export function isOldestFirst(ctx: Context): boolean {
  const order = queryText(ctx, 'order');
  if (order === null || order === 'asc' || order === 'desc') return order === 'asc';
  throw invalidQuery('order', '`order` must be `asc` or `desc`.');
}

/** The error for a query parameter that means nothing here. */
export function invalidQuery(param: string, detail: string): GatewayError {
  return new GatewayError('invalid_value', { detail, param });
}
