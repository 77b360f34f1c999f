import test from 'ava';
import { isBeforeEuro, isFutureDay } from '../../../src/domain/payments/euro-day.ts';

test('a day is in the future while it has begun in no time zone', (t) => {
  const noon = Date.parse('2026-11-20T12:00:00Z');
  t.false(isFutureDay('2026-11-20', noon));
  t.false(isFutureDay('2026-11-21', noon));
  t.true(isFutureDay('2026-11-22', noon));
});

test('no bank has booked a euro before there were any', (t) => {
  for (const day of ['0000-02-29', '0001-01-01', '0206-11-20', '1998-12-31']) t.true(isBeforeEuro(day), day);
  for (const day of ['1999-01-01', '2026-11-20', '9999-12-31']) t.false(isBeforeEuro(day), day);
});
