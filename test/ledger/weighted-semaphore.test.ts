import { setImmediate as nextTick } from 'node:timers/promises';
import test from 'ava';
import * as fc from 'fast-check';
import { WeightedSemaphore } from '../../src/ledger/weighted-semaphore.ts';
import { propertyRuns } from '../_support/property-runs.ts';

test('work that fits together runs at once, the rest runs in its order, and all of it ends', async (t) => {
  const sizes = fc.array(fc.record({ size: fc.nat({ max: 25 }), fails: fc.boolean() }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(sizes, async (works) => {
      const turns = new WeightedSemaphore(10);
      const begun: number[] = [];
      let running: number[] = [];
      const outcomes = await Promise.allSettled(
        works.map(({ size, fails }, index) =>
          turns.take(size, async () => {
            begun.push(index);
            running.push(size);
            const together = running.reduce((sum, each) => sum + Math.min(each, 10), 0);
            await nextTick();
            running = running.toSpliced(running.indexOf(size), 1);
            if (together > 10) throw new RangeError(`${together} at once`);
            if (fails) throw new Error('a fault of the test');
            return index;
          }),
        ),
      );
      const isInOrder = begun.every((index, place) => index === place) && begun.length === works.length;
      return isInOrder && outcomes.every((each, index) => (each.status === 'rejected') === works[index]?.fails);
    }),
    { numRuns: propertyRuns(100) },
  );
  t.pass();
});
