import { GatewayError } from '../errors.ts';

/** What `limit` of a query asks for. `text`: as it was sent; `null`: it was not. Raises 400. */
export function pageLimit(
  text: string | null,
  { most, unasked }: { readonly most: number; readonly unasked: number },
): number {
  if (text === null) return unasked;
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= most) return limit;
  const detail = `\`limit\` must be a whole number from 1 to ${most}.`;
  throw new GatewayError('invalid_value', { detail, param: 'limit' });
}
