import test from 'ava';
import * as fc from 'fast-check';
import { PersistentMap } from '../../../src/domain/keyed-values/persistent-map.ts';

test('a persistent map answers as a Map does after any insertions and removals', (t) => {
  const key = fc.oneof(fc.nat({ max: 20 }).map(String), fc.uuid());
  const step = fc.record({ key, value: fc.option(fc.nat(), { nil: null }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const model = new Map<string, number>();
      let map = PersistentMap.empty<number>();
      for (const { key, value } of steps) {
        if (value === null) model.delete(key);
        else model.set(key, value);
        map = value === null ? map.without(key) : map.with(key, value);
        if (map.size !== model.size || map.get(key) !== model.get(key) || map.has(key) !== model.has(key)) return false;
      }
      return [...map.entries()].every(([key, value]) => model.get(key) === value);
    }),
  );
  t.pass();
});

test('a persistent map never changes after an insertion or a removal', (t) => {
  const before = PersistentMap.empty<string>().with('a', 'first').with('b', 'kept');
  const after = before.with('a', 'second').without('b');
  t.deepEqual([before.get('a'), before.get('b'), before.size], ['first', 'kept', 2]);
  t.deepEqual([after.get('a'), after.get('b'), after.size], ['second', undefined, 1]);
  t.is(PersistentMap.empty().size, 0);
});

test('removing an absent key returns the same map', (t) => {
  const map = PersistentMap.empty<number>().with('a', 1);
  t.is(map.without('b'), map);
});

test('ids that count upwards spread over the shards, so that a step copies little', (t) => {
  let map = PersistentMap.empty<number>();
  for (let n = 0; n < 3_200; n++) map = map.with(`00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`, n);
  const largest = Math.max(...map.shards.map((shard) => shard.size));
  t.true(largest < 200, `the largest shard holds ${largest} of 3,200 entries`);
});

test('a map whose last entry is removed is the one empty map', (t) => {
  let map = PersistentMap.empty<number>();
  for (let n = 0; n < 100; n++) map = map.with(`key ${n}`, n);
  for (let n = 0; n < 100; n++) map = map.without(`key ${n}`);
  t.is(map, PersistentMap.empty<number>());
});
