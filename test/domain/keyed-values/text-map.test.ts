import test from 'ava';
import * as fc from 'fast-check';
import { ownText, TextMap } from '../../../src/domain/keyed-values/text-map.ts';

/** Few enough that they meet, some of lengths and characters of their own. */
const key = fc.oneof(fc.nat({ max: 40 }).map(String), fc.uuid(), fc.string({ unit: 'grapheme' }), fc.constant(''));

// First of all: no text has been asked for before it.
test.serial('an empty text is a key like any other, also as the first of all', (t) => {
  const map = new TextMap<number>();
  map.set('', 1);
  map.set('another', 2);
  t.deepEqual([map.get(''), map.get('another'), map.size], [1, 2, 2]);
});

test('a text map answers as a Map does after any insertions and removals', (t) => {
  const step = fc.record({ key, value: fc.option(fc.nat(), { nil: null }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300, size: 'max' }), (steps) => {
      const model = new Map<string, number>();
      const map = new TextMap<number>();
      for (const { key, value } of steps) {
        if (value === null) {
          if (map.delete(key) !== model.delete(key)) return false;
        } else {
          map.set(key, value);
          model.set(key, value);
        }
        if (map.size !== model.size || map.get(key) !== model.get(key) || map.has(key) !== model.has(key)) return false;
      }
      for (const { key } of steps) if (map.get(key) !== model.get(key)) return false;
      const entries = [...map.entries()];
      return entries.length === model.size && entries.every(([key, value]) => model.get(key) === value);
    }),
  );
  t.pass();
});

test('keys with colliding hashes are distinct, and found after the removal of others', (t) => {
  const map = new TextMap<number>();
  const keys = Array.from({ length: 2_000 }, (_, n) => `hand/${n % 7}/${n}`);
  for (const [n, key] of keys.entries()) map.set(key, n);
  for (const key of keys.filter((_, n) => n % 3 !== 0)) t.true(map.delete(key));
  t.true(keys.every((key, n) => map.get(key) === (n % 3 === 0 ? n : undefined)));
  t.is(map.size, 667);
});

test('a copy of a text equals the text, whatever its characters', (t) => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => ownText(text) === text));
  t.is(ownText('\ud800x'), '\ud800x');
});
