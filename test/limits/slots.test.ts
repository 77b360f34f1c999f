import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { Slots } from '../../src/limits/slots.ts';

test('who came in is inside until it has gone, whatever others do', (t) => {
  const roster = new Slots<{ readonly name: string }>();
  const [one, two, three] = [{ name: 'one' }, { name: 'two' }, { name: 'three' }];
  const leaveOne = roster.add(one);
  const leaveTwo = roster.add(two);
  leaveOne();
  t.deepEqual(roster.members(), [two]);
  roster.add(three);
  t.deepEqual(
    roster
      .members()
      .map(({ name }) => name)
      .sort(),
    ['three', 'two'],
  );
  t.is(roster.size, 2);
  leaveTwo();
  t.deepEqual(roster.members(), [three]);
});

test('the way out counts once: whoever has the place by then keeps it', (t) => {
  const roster = new Slots<object>();
  const leave = roster.add({});
  leave();
  const next = {};
  roster.add(next);
  leave();
  t.deepEqual(roster.members(), [next]);
  t.is(roster.size, 1);
});

test('who leaves while all are gone through was inside when that began', (t) => {
  const roster = new Slots<{ leave?: () => void }>();
  const members: { leave?: () => void }[] = Array.from({ length: 5 }, () => ({}));
  for (const member of members) member.leave = roster.add(member);
  for (const member of roster.members()) member.leave?.();
  t.is(roster.size, 0);
});

test('small collections take those who have left, though the roster is old', (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;
  const roster = new Slots<{ readonly bulk: readonly number[] }>();
  const leaving: (() => void)[] = [];
  const comeAndGo = (times: number): void => {
    for (let time = 0; time < times; time += 1) {
      leaving.push(roster.add({ bulk: Array.from({ length: 1_000 }, () => time) }));
      if (leaving.length > 32) leaving.shift()?.();
      if (time % 100 === 99) collect({ type: 'minor' });
    }
  };
  comeAndGo(100);
  collect();
  const before = process.memoryUsage().heapUsed;
  comeAndGo(1_000);
  // All of them together are 8 MB; the 32 of the moment are less than one.
  const grownBytes = process.memoryUsage().heapUsed - before;
  t.true(grownBytes < 2_000_000, String(grownBytes));
});
