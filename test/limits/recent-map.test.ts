import test from 'ava';
import * as fc from 'fast-check';
import { RecentMap } from '../../src/limits/recent-map.ts';
import { propertyRuns } from '../_support/property-runs.ts';

test('the entry that was used longest ago is removed, and a look-up is a use', (t) => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  t.is(map.get('a'), 1);
  map.set('c', 3);
  t.deepEqual([map.get('a'), map.get('b'), map.get('c')], [1, undefined, 3]);
});

test('an entry that is set again counts as the most recent one', (t) => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 4);
  map.set('c', 3);
  t.deepEqual([map.get('a'), map.get('b')], [4, undefined]);
});

test('the newest entry is moved again after another one was added', (t) => {
  const map = new RecentMap<string, number>(2);
  map.set('a', 1);
  t.is(map.get('a'), 1);
  map.set('b', 2);
  t.is(map.get('a'), 1);
  map.set('c', 3);
  t.deepEqual([map.get('a'), map.get('b')], [1, undefined]);
});

test('a map holds the entries used last, and no more than its limit, after any calls', (t) => {
  const step = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step), (entriesMax, steps) => {
      const map = new RecentMap<number, number>(entriesMax);
      let model: number[] = [];
      for (const [isSet, key] of steps) {
        if (isSet) map.set(key, key);
        else t.is(map.get(key), model.includes(key) ? key : undefined);
        if (isSet || model.includes(key)) model = [...model.filter((each) => each !== key), key].slice(-entriesMax);
      }
      t.is(map.size, model.length);
    }),
    { numRuns: propertyRuns(300) },
  );
});
