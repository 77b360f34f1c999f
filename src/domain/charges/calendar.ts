import { periodAt, timeIn, type BudgetPeriod } from '../budgets/budget-period.ts';

/** The last millisecond that dates with four digits of the year reach, since 1970. */
const dateMax = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * The first instant of a day of a zone, `YYYY-MM-DD`, and that of the next one; milliseconds since 1970, within the dates with
 * four digits. `null`: there is no such day. Raises `RangeError` for an unknown zone.
 */
export function dayIn(zone: string, day: string): { readonly from: number; readonly to: number } | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  let first: Temporal.PlainDate;
  try {
    first = Temporal.PlainDate.from(day);
  } catch {
    return null;
  }
  const startOf = (date: Temporal.PlainDate): number =>
    Math.min(Math.max(date.toZonedDateTime(zone).epochMilliseconds, 0), dateMax);
  return { from: startOf(first), to: startOf(first.add({ days: 1 })) };
}

/** The days of a zone from `from` to `to`, `YYYY-MM-DD`; absent: no limit. */
export interface ZoneDays {
  readonly zone: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** When they begin and end, milliseconds since 1970; the end is no part of them. `null`: no limit. */
export function spanOf({ zone, from, to }: ZoneDays): {
  readonly fromMs: number | null;
  readonly beforeMs: number | null;
} {
  return {
    fromMs: from === undefined ? null : (dayIn(zone, from)?.from ?? null),
    beforeMs: to === undefined ? null : (dayIn(zone, to)?.to ?? null),
  };
}

/** A time of the log, UTC, as the clocks of a zone show it: it begins with its day there. */
export function recordedIn(zone: string, recordedAt: string): string {
  return zone === 'UTC' ? recordedAt : timeIn(zone, recordedAt, 'millisecond');
}

/** The hour of a zone in which a time is, milliseconds since 1970, with its offset: `2026-11-29T09:00:00+01:00`. */
export function hourIn(zone: string, ms: number): string {
  const local = recordedIn(zone, new Date(ms).toISOString());
  return `${local.slice(0, 13)}:00:00${/(Z|[+-]\d{2}:\d{2})$/.exec(local)?.[0] ?? 'Z'}`;
}

/** The day of a zone in which `now` is, milliseconds since 1970: `YYYY-MM-DD`. */
export function todayIn(zone: string, now: number): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** The next day. */
export function dayAfter(day: string): string {
  return daysBefore(day, -1);
}

/** The day that is a number of days before a day. */
export function daysBefore(day: string, days: number): string {
  return Temporal.PlainDate.from(day).subtract({ days }).toString();
}

/**
 * The hour or day of a zone that contains `now`. Those of one zone touch: an hour ends early where clocks change within it,
 * and the repeated one of autumn is an hour of its own.
 */
export function calendarPeriod(by: 'hour' | 'day', zone: string, now: number): BudgetPeriod {
  return by === 'day' ? periodAt(now, 'day', zone) : hourAt(now, zone);
}

const hourMs = 3_600_000;

function hourAt(now: number, zone: string): BudgetPeriod {
  const time = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  const intoHour = (((now + time.offsetNanoseconds / 1e6) % hourMs) + hourMs) % hourMs;
  const changed = time.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity;
  const changes = time.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
  const starts = Math.max(now - intoHour, changed);
  const ends = Math.min(now - intoHour + hourMs, changes);
  return { starts_at: new Date(starts).toISOString(), ends_at: new Date(ends).toISOString() };
}
