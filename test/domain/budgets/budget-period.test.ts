import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import { budgetPers, periodAt, timeIn, zoneNamed } from '../../../src/domain/budgets/budget-period.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

/** Periods of a calendar, by the clocks of a zone. */

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const pers = budgetPers.filter((per) => per !== 'total');
const at = (iso: string): number => Date.parse(iso);
const hours = ({ starts_at, ends_at }: ReturnType<typeof periodAt>): number =>
  (at(ends_at) - at(starts_at)) / 3_600_000;

test('a period begins at midnight of its zone, a week on Monday', (t) => {
  const now = at('2026-11-28T23:30:00Z');
  t.deepEqual(
    pers.map((per) => periodAt(now, per, 'UTC')),
    [
      { starts_at: '2026-11-28T00:00:00.000Z', ends_at: '2026-11-29T00:00:00.000Z' },
      { starts_at: '2026-11-23T00:00:00.000Z', ends_at: '2026-11-30T00:00:00.000Z' },
      { starts_at: '2026-11-01T00:00:00.000Z', ends_at: '2026-12-01T00:00:00.000Z' },
    ],
  );
  // The same instant is of the next day in Rome.
  t.deepEqual(periodAt(now, 'day', 'Europe/Rome'), {
    starts_at: '2026-11-28T23:00:00.000Z',
    ends_at: '2026-11-29T23:00:00.000Z',
  });
  t.is(periodAt(at('2026-11-30T23:00:00Z'), 'month', 'Europe/Rome').starts_at, '2026-11-30T23:00:00.000Z');
  t.is(periodAt(at('2026-11-30T22:59:59.999Z'), 'month', 'Europe/Rome').ends_at, '2026-11-30T23:00:00.000Z');
});

test('a part of a millisecond is of the period of its millisecond', (t) => {
  const end = at('2026-11-30T00:00:00Z');
  t.is(periodAt(end - 0.25, 'day', 'UTC').ends_at, '2026-11-30T00:00:00.000Z');
  t.is(periodAt(end + 0.25, 'day', 'UTC').starts_at, '2026-11-30T00:00:00.000Z');
});

test('the days on which clocks change have 23 or 25 hours', (t) => {
  t.is(hours(periodAt(at('2026-03-29T12:00:00Z'), 'day', 'Europe/Rome')), 23);
  t.is(hours(periodAt(at('2026-10-25T00:30:00Z'), 'day', 'Europe/Rome')), 25);
  t.is(hours(periodAt(at('2026-03-29T12:00:00Z'), 'week', 'Europe/Rome')), 7 * 24 - 1);
  t.is(hours(periodAt(at('2026-04-05T00:00:00Z'), 'day', 'Australia/Lord_Howe')), 24.5);
});

test('a day whose midnight the clocks leave out begins when they go on, and a day left out is none', (t) => {
  t.is(periodAt(at('2018-11-04T12:00:00Z'), 'day', 'America/Sao_Paulo').starts_at, '2018-11-04T03:00:00.000Z');
  const before = periodAt(at('2011-12-30T09:00:00Z'), 'day', 'Pacific/Apia');
  const after = periodAt(at('2011-12-30T10:00:00Z'), 'day', 'Pacific/Apia');
  t.is(before.ends_at, '2011-12-30T10:00:00.000Z');
  t.is(after.starts_at, before.ends_at);
  t.is(hours(after), 24);
});

test('clocks that go back over midnight do not take a period back', (t) => {
  // At 0:01 on Sunday they showed 23:01 on Saturday again.
  const first = periodAt(at('2010-11-07T02:30:30Z'), 'day', 'America/St_Johns');
  const again = periodAt(at('2010-11-07T03:00:00Z'), 'day', 'America/St_Johns');
  t.is(first.starts_at, '2010-11-07T02:30:00.000Z');
  t.deepEqual(again, first);
});

test('in every zone, a period contains its instants, and the next one begins where it ends', (t) => {
  const instant = fc.integer({ min: at('1985-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') });
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.constantFrom(...pers), instant, (zone, per, now) => {
      const period = periodAt(now, per, zone);
      const [start, end] = [at(period.starts_at), at(period.ends_at)];
      assert.ok(start <= now && now < end, `${now} in ${JSON.stringify(period)}`);
      assert.deepEqual(periodAt(start, per, zone), period);
      assert.deepEqual(periodAt(end - 1, per, zone), period);
      assert.equal(periodAt(end, per, zone).starts_at, period.ends_at);
      assert.equal(periodAt(start - 1, per, zone).ends_at, period.starts_at);
    }),
    { numRuns: propertyRuns(3_000) },
  );
  t.pass();
});

test('in every zone, the days of a year and of the changes of its clocks touch', (t) => {
  for (const zone of zones) {
    let now = at('2025-12-31T12:00:00Z');
    let days = 0;
    while (now < at('2027-01-02T00:00:00Z')) {
      const { starts_at, ends_at } = periodAt(now, 'day', zone);
      if (!(at(starts_at) <= now && now < at(ends_at))) t.fail(`${zone}: ${now} is not in ${starts_at} to ${ends_at}`);
      days += 1;
      now = at(ends_at);
    }
    if (days < 366 || days > 369) t.fail(`${zone}: ${days} days`);
  }
  t.pass();
});

test('only names of zones are zones, in the spelling of IANA', (t) => {
  for (const zone of zones) t.is(zoneNamed(zone), zone);
  t.is(zoneNamed('europe/rome'), 'Europe/Rome');
  t.is(zoneNamed('US/Pacific'), 'US/Pacific');
  const others = ['', 'Z', '+02:00', 'Europe/Nowhere', '2026-01-01T00:00Z[Europe/Rome]', 'Europe/Rome ', '../Rome'];
  for (const other of others) t.is(zoneNamed(other), null, other);
});

test('the end of a period is told by the clocks of its zone', (t) => {
  t.is(timeIn('Europe/Rome', '2026-11-30T23:00:00.000Z'), '2026-12-01T00:00:00+01:00');
  t.is(timeIn('UTC', '2026-12-01T00:00:00.000Z'), '2026-12-01T00:00:00+00:00');
});
