import test from 'ava';
import * as fc from 'fast-check';
import { ForeignNames } from '../../../src/personal-data/placeholders/foreign-names.ts';

test('a name is taken if a foreign name equals it or begins with it', (t) => {
  const foreign = new ForeignNames();
  foreign.add('person-bcdfghj');
  t.deepEqual(
    ['person-bcdfg', 'person-bcdfghj', 'person-bcdfghjk', 'person-bcdfh', 'email-bcdfg'].map((name) =>
      foreign.isBegunBy(name),
    ),
    [true, true, false, false, false],
  );
});

test('only the part of a name that could be an id counts', (t) => {
  const foreign = new ForeignNames();
  foreign.add('ip-bcdfgaeiou');
  foreign.add('ip-aeiou');
  t.true(foreign.isBegunBy('ip-bcdfg'));
  t.false(foreign.isBegunBy('ip-bcdfga'));
  t.false(foreign.isBegunBy('ip-aeiou'));
});

test('names that are added later also count', (t) => {
  const id = fc.string({ unit: fc.constantFrom('b', 'c', 'd', '2'), minLength: 5, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(id, { maxLength: 8 }), fc.array(id, { maxLength: 8 }), id, (first, later, asked) => {
      const foreign = new ForeignNames();
      for (const each of first) foreign.add(`ip-${each}`);
      foreign.isBegunBy('ip-bbbbb');
      for (const each of later) foreign.add(`ip-${each}`);
      return foreign.isBegunBy(`ip-${asked}`) === [...first, ...later].some((each) => each.startsWith(asked));
    }),
  );
  t.pass();
});
