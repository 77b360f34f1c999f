import test from 'ava';
import { keysOfPeriod } from '../../src/admin/records/keys-of-period.ts';
import { recordedIn } from '../../src/domain/charges/calendar.ts';
import { newestFirstKey } from '../../src/ports/read-models.ts';

const hourMs = 3_600_000;

for (const zone of ['UTC', 'Asia/Kolkata', 'Europe/Rome', 'America/St_Johns', 'Pacific/Kiritimati']) {
  test(`a time is within a period if its day of ${zone} is`, (t) => {
    // Days of 23 and of 25 hours are among them.
    for (const day of ['2026-03-29', '2026-10-25', '2026-12-31']) {
      const { after, upTo } = keysOfPeriod('list/', { from: day, to: day, zone });
      let found = 0;
      for (let ms = Date.parse(day) - 30 * hourMs; ms < Date.parse(day) + 54 * hourMs; ms += hourMs / 4 - 1) {
        const key = `list/${newestFirstKey(ms)}/id`;
        const isWithin = after < key && key <= upTo;
        t.is(isWithin, recordedIn(zone, new Date(ms).toISOString()).startsWith(day), `${zone} ${day} ${ms}`);
        found += Number(isWithin);
      }
      t.true(found > 90);
    }
  });
}
