import type { Context } from 'koa';
import { dayIn, daysBefore, todayIn } from '../domain/charges/calendar.ts';
import type { ChargeSpan } from '../ports/charge-index.ts';
import { invalidQuery, queryText } from './query-text.ts';

/** RFC 3339. */
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/**
 * The span from `from` to `to`, each a time or a day in UTC; absent: all time. The time `to` is not in it, the day is.
 * Raises 400.
 */
export function askedSpan(ctx: Context): ChargeSpan {
  const from = momentOf(ctx, 'from')?.from ?? 0;
  const to = momentOf(ctx, 'to')?.to ?? Number.MAX_SAFE_INTEGER;
  if (from > to) throw invalidQuery('to', '`to` is before `from`.');
  return { from, to };
}

function momentOf(ctx: Context, name: string): ChargeSpan | null {
  // The plus of an offset, which forms write for a space.
  const text = queryText(ctx, name)?.replace(' ', '+');
  if (text === undefined) return null;
  const at = timePattern.test(text) ? Date.parse(text) : NaN;
  const moment = Number.isNaN(at) ? dayIn('UTC', text) : { from: at, to: at };
  if (moment !== null) return moment;
  throw invalidQuery(
    name,
    `\`${name}\` is neither a time, such as \`2026-11-01T00:00:00Z\`, nor a day, such as \`2026-11-01\`.`,
  );
}

/** The days from `from` to `to`, as a zone has them. */
export interface AskedDays {
  readonly from: string;
  readonly to: string;
  readonly span: ChargeSpan;
}

/** The days asked for, at most `most`; absent: the last ones until `now`, milliseconds since 1970. Raises 400. */
export function askedDays(
  ctx: Context,
  { zone, most, now }: { readonly zone: string; readonly most: number; readonly now: number },
): AskedDays {
  const to = queryText(ctx, 'to') ?? todayIn(zone, now);
  const last = dayIn(zone, to);
  if (last === null) throw invalidQuery('to', '`to` is no day, such as `2026-11-30`.');
  const from = queryText(ctx, 'from') ?? daysBefore(to, most - 1);
  const first = dayIn(zone, from);
  if (first === null) throw invalidQuery('from', '`from` is no day, such as `2026-11-01`.');
  if (from > to) throw invalidQuery('to', '`to` is before `from`.');
  if (from < daysBefore(to, most - 1))
    throw invalidQuery('from', `From \`from\` to \`to\` are more than ${most} days.`);
  return { from, to, span: { from: first.from, to: last.to } };
}
