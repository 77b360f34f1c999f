import * as fc from 'fast-check';
import { dayIn } from '../../src/domain/charges/calendar.ts';

/** Every zone that is known: Intl leaves some names out. */
export const everyZone = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Europe/Kyiv', 'Asia/Kathmandu'];

/** The days of a month, `2026-11`. */
function daysOf(month: string): readonly string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return Array.from({ length: daysInMonth }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
}

const minuteMs = 60_000;

/**
 * A month of a zone, and times around it, milliseconds since 1970: at its ends, at the ends of its days, and at changes of
 * its clocks, each also a moment before and after.
 */
export function zoneMonth(
  zone: string,
): fc.Arbitrary<{ readonly days: readonly string[]; readonly times: readonly number[] }> {
  const months = fc.record({ year: fc.integer({ min: 2024, max: 2030 }), number: fc.integer({ min: 1, max: 12 }) });
  return months.chain(({ year, number }) => {
    const month = `${year}-${String(number).padStart(2, '0')}`;
    const days = daysOf(month);
    const starts = days.map((day) => dayIn(zone, day)?.from ?? 0);
    const [first = 0, end = 0] = [starts[0], dayIn(zone, days.at(-1) ?? '')?.to];
    const start = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(zone);
    const change = start.getTimeZoneTransition('next')?.epochMilliseconds ?? first;
    const edges = [first, end, change < end ? change : first, ...starts];
    const nearby = fc
      .tuple(
        fc.constantFrom(...edges),
        fc.constantFrom(-120, -45, -15, -1, 0, 1, 15, 45, 120),
        fc.integer({ min: -1, max: 1 }),
      )
      .map(([edge, minutes, ms]) => edge + minutes * minuteMs + ms);
    const anywhere = fc.integer({ min: first - 1_500 * minuteMs, max: end + 1_500 * minuteMs });
    return fc.record({
      days: fc.constant(days),
      times: fc.array(fc.oneof(nearby, anywhere), { minLength: 1, maxLength: 12 }),
    });
  });
}
