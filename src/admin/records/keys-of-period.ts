import { spanOf } from '../../domain/charges/calendar.ts';
import { GatewayError } from '../../errors.ts';
import { newestFirstKey } from '../../ports/read-models.ts';
import type { KeyRange } from '../owned-page.ts';

interface Days {
  readonly from: string;
  readonly to: string;
  /** IANA time zone. Absent: UTC. */
  readonly zone?: string;
}

/** The keys of a list, newest first, whose times are on days of a zone, `YYYY-MM-DD`; the last day is one of them. */
export function keysOfPeriod(prefix: string, { from, to, zone = 'UTC' }: Days): KeyRange {
  const { fromMs, beforeMs } = spanOf({ zone, from, to });
  return {
    after: prefix + newestFirstKey((beforeMs ?? Infinity) - 1),
    upTo: `${prefix}${newestFirstKey(fromMs ?? 0)}/\u{10ffff}`,
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
