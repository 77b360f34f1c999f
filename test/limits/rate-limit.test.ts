import test from 'ava';
import * as fc from 'fast-check';
import { RateLimit } from '../../src/limits/rate-limit.ts';
import { propertyRuns } from '../_support/property-runs.ts';

test('a minute of requests is admitted at once, and one more when its part of the minute has passed', (t) => {
  const limit = new RateLimit();
  for (let nth = 0; nth < 60; nth += 1) t.is(limit.take('a', 60, 0), 0);
  t.is(limit.take('a', 60, 0), 1_000);
  t.is(limit.take('a', 60, 400), 600);
  t.is(limit.take('a', 60, 1_000), 0);
  t.true(limit.take('a', 60, 1_000) > 0, 'refused ones are not counted, taken ones are');
  t.is(limit.take('b', 60, 0), 0, 'each has a rate of its own');
});

test('callers who were idle for a minute are forgotten, and no other', (t) => {
  const limit = new RateLimit();
  const many = 65_536;
  t.is(limit.take('busy', 1, 60_000), 0);
  for (let nth = 0; nth < many; nth += 1) limit.take(`caller ${nth}`, 60, 60_000);
  // Now there are more than are remembered, so that the next one forgets.
  t.is(limit.take('another', 60, 61_500), 0);
  t.is(limit.take('busy', 1, 61_500), 58_500, 'its minute is not over');
  for (const nth of [0, many - 1]) t.is(limit.take(`caller ${nth}`, 60, 61_500), 0);
});

test('at most twice the rate is admitted within any minute, and nothing is refused below the rate', (t) => {
  const property = fc.property(
    fc.integer({ min: 1, max: 50 }),
    fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 300 }),
    (perMinute, pauses) => {
      const limit = new RateLimit();
      let now = 0;
      const taken: number[] = [];
      for (const pause of pauses) {
        now += pause;
        const waitMs = limit.take('a', perMinute, now);
        const lately = taken.filter((at) => at > now - 60_000).length;
        if (waitMs > 0) t.true(lately >= 1, 'refused without having come');
        else taken.push(now);
        t.true(taken.filter((at) => at > now - 60_000).length <= 2 * perMinute);
        if (taken.length < perMinute) t.is(waitMs, 0);
      }
    },
  );
  fc.assert(property, { numRuns: propertyRuns(200) });
});
