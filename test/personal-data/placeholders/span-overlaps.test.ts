import test from 'ava';
import * as fc from 'fast-check';
import { spanOverlaps } from '../../../src/personal-data/placeholders/span-overlaps.ts';

const range = fc
  .tuple(fc.nat({ max: 50 }), fc.integer({ min: 1, max: 10 }))
  .map(([start, length]) => ({ start, end: start + length }));

test('an overlap is found exactly where a comparison with each range finds one', (t) => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), range, (ranges, asked) => {
      const found = ranges.some(({ start, end }) => start < asked.end && end > asked.start);
      return spanOverlaps(ranges).overlap(asked) === found;
    }),
  );
  t.pass();
});
