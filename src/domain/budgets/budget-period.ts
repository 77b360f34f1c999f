/** What a budget is counted by: a day, a week from Monday, or a month of a calendar; or all time. */
export const budgetPers = ['day', 'week', 'month', 'total'] as const;
/** The name of such a span. */
export type BudgetPer = (typeof budgetPers)[number];

/** ISO 8601, UTC. The start belongs to the period, the end to the next one. */
export interface BudgetPeriod {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** The form of a zone's name. Temporal reads whole dates with brackets, and offsets, as zones too. */
export const zoneNamePattern = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** A time zone as IANA spells it; `null`: its data do not know the name. */
export function zoneNamed(name: string): string | null {
  if (!zoneNamePattern.test(name)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return null;
  }
}

/**
 * The period that contains `now`, milliseconds since 1970, by the calendar of a time zone. Periods of one zone touch: a day
 * has 23 or 25 hours where clocks change, and one that a zone left out is none. Raises `RangeError` for an unknown zone.
 */
export function periodAt(now: number, per: Exclude<BudgetPer, 'total'>, zone: string): BudgetPeriod {
  // A clock may tell parts of a millisecond.
  const today = Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO(zone).toPlainDate();
  let first = firstDayOf(today, per);
  let next = first.add(lengthOf[per]);
  // Clocks that go back over midnight show the end of a day again, after the next one has begun.
  if (startOf(next, zone) <= now) [first, next] = [next, next.add(lengthOf[per])];
  return { starts_at: instantOf(startOf(first, zone)), ends_at: instantOf(startOf(next, zone)) };
}

/** A time, RFC 3339, as the clocks of a zone show it: with their offset, by default in whole seconds. */
export function timeIn(zone: string, instant: string, smallestUnit: 'second' | 'millisecond' = 'second'): string {
  const time = Temporal.Instant.from(instant).toZonedDateTimeISO(zone);
  return time.toString({ timeZoneName: 'never', smallestUnit });
}

const lengthOf = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } } as const;

function firstDayOf(day: Temporal.PlainDate, per: keyof typeof lengthOf): Temporal.PlainDate {
  switch (per) {
    case 'day':
      return day;
    case 'week':
      return day.subtract({ days: day.dayOfWeek - 1 });
    case 'month':
      return day.with({ day: 1 });
  }
}

/** The first instant of a day, which is not always midnight. */
function startOf(day: Temporal.PlainDate, zone: string): number {
  return day.toZonedDateTime(zone).epochMilliseconds;
}

function instantOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
