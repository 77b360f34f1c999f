import test from 'ava';
import { calendarPeriod, dayIn, daysBefore, todayIn } from '../../../src/domain/charges/calendar.ts';

const quarterMs = 900_000;
const zones = Intl.supportedValuesOf('timeZone');

/** The periods of a span, walked quarter by quarter. */
function periodsOf(by: 'hour' | 'day', zone: string, from: number, to: number) {
  const periods: { readonly starts_at: string; readonly ends_at: string }[] = [];
  for (let at = from; at < to; at += quarterMs) {
    const period = calendarPeriod(by, zone, at);
    if (periods.at(-1)?.starts_at !== period.starts_at) periods.push(period);
  }
  return periods;
}

const hoursOf = (zone: string, day: string): readonly (readonly [string, number])[] => {
  const { from, to } = dayIn(zone, day) ?? { from: 0, to: 0 };
  return periodsOf('hour', zone, from, to).map(({ starts_at, ends_at }) => [
    Temporal.Instant.from(starts_at)
      .toZonedDateTimeISO(zone)
      .toString({ timeZoneName: 'never', smallestUnit: 'minute' }),
    (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000,
  ]);
};

test('hours are those that the clocks of a zone show, with their offset', (t) => {
  t.is(hoursOf('Europe/Rome', '2026-11-01').length, 24);
  const autumn = hoursOf('Europe/Rome', '2026-10-25');
  t.is(autumn.length, 25);
  t.deepEqual(autumn.slice(1, 5), [
    ['2026-10-25T01:00+02:00', 60],
    ['2026-10-25T02:00+02:00', 60],
    ['2026-10-25T02:00+01:00', 60],
    ['2026-10-25T03:00+01:00', 60],
  ]);
  const spring = hoursOf('Europe/Rome', '2026-03-29').map(([hour]) => hour);
  t.deepEqual(spring.slice(1, 3), ['2026-03-29T01:00+01:00', '2026-03-29T03:00+02:00']);
});

test('zones that are not on whole hours have hours of their own, and half ones where half an hour is moved', (t) => {
  t.is(
    calendarPeriod('hour', 'Asia/Kathmandu', Date.parse('2026-11-01T12:20:00Z')).starts_at,
    '2026-11-01T12:15:00.000Z',
  );
  t.is(
    calendarPeriod('hour', 'Asia/Kolkata', Date.parse('2026-11-01T12:20:00Z')).starts_at,
    '2026-11-01T11:30:00.000Z',
  );
  // Lord Howe moves its clocks by half an hour: at 2:00 back to 1:30, and at 2:00 on to 2:30.
  t.deepEqual(hoursOf('Australia/Lord_Howe', '2026-04-05').slice(0, 4), [
    ['2026-04-05T00:00+11:00', 60],
    ['2026-04-05T01:00+11:00', 60],
    ['2026-04-05T01:30+10:30', 30],
    ['2026-04-05T02:00+10:30', 60],
  ]);
  t.deepEqual(hoursOf('Australia/Lord_Howe', '2026-10-04').slice(1, 4), [
    ['2026-10-04T01:00+10:30', 60],
    ['2026-10-04T02:30+11:00', 30],
    ['2026-10-04T03:00+11:00', 60],
  ]);
});

test('in every zone the hours and the days of a year touch, begin on quarters, and days are the days of the calendar', (t) => {
  t.true(zones.length > 400);
  const unusual = new Set(['Europe/Rome', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/St_Johns', 'Africa/Cairo']);
  for (const zone of zones) {
    const spans = [
      ['2026-03-25', '2026-04-10'],
      ['2026-10-20', '2026-11-08'],
    ] as const;
    for (const [first, last] of unusual.has(zone) ? spans : ([['2026-10-31', '2026-11-02']] as const)) {
      const [from, to] = [dayIn(zone, first)?.from ?? 0, dayIn(zone, last)?.to ?? 0];
      for (const by of ['hour', 'day'] as const) {
        const periods = periodsOf(by, zone, from, to);
        t.is(periods[0]?.starts_at, new Date(from).toISOString(), zone);
        t.is(periods.at(-1)?.ends_at, new Date(to).toISOString(), zone);
        for (const [n, { starts_at, ends_at }] of periods.entries()) {
          if (n > 0) t.is(periods[n - 1]?.ends_at ?? '', starts_at, zone);
          if (Date.parse(starts_at) % quarterMs !== 0) t.fail(`${zone} ${starts_at}`);
          if (by === 'day') t.is(dayIn(zone, todayIn(zone, Date.parse(starts_at)))?.to, Date.parse(ends_at), zone);
        }
      }
    }
  }
});

test('a day that there is not is none, and dates stay within four digits', (t) => {
  for (const day of [
    '',
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00',
    '+002026-01-01',
    '2026-00-10',
  ]) {
    t.is(dayIn('UTC', day), null, day);
  }
  t.deepEqual(dayIn('UTC', '0001-01-01'), { from: 0, to: 0 });
  t.is(new Date(dayIn('UTC', '9999-12-31')?.to ?? 0).toISOString(), '9999-12-31T23:59:59.999Z');
  t.is(daysBefore('2026-03-01', 1), '2026-02-28');
  t.is(todayIn('Pacific/Kiritimati', Date.parse('2026-11-01T12:00:00.5Z') + 0.5), '2026-11-02');
});
