import { GatewayError } from '../../errors.ts';
import { newestFirstKey } from '../../ports/read-models.ts';
import type { KeyRange } from '../owned-page.ts';

const dayMs = 86_400_000;

/** The keys of a list, newest first, whose times are on days of UTC, `YYYY-MM-DD`; the last day is one of them. */
export function keysOfPeriod(prefix: string, { from, to }: { readonly from: string; readonly to: string }): KeyRange {
  return {
    after: prefix + newestFirstKey(Date.parse(to) + dayMs - 1),
    upTo: `${prefix}${newestFirstKey(Date.parse(from))}/\u{10ffff}`,
  };
}

/** Raises `invalid_value` if the first day is after the last one. Absent: no limit. */
export function assertInOrder({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw new GatewayError('invalid_value', { detail: '`to` is before `from`.', param: 'to' });
}
