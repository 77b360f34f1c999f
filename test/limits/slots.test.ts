import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { Slots } from '../../src/limits/slots.ts';

test('a member stays until it leaves, whatever other members do', (t) => {
  const slots = new Slots<{ readonly name: string }>();
  const [one, two, three] = [{ name: 'one' }, { name: 'two' }, { name: 'three' }];
  const leaveOne = slots.add(one);
  const leaveTwo = slots.add(two);
  leaveOne();
  t.deepEqual(slots.members(), [two]);
  slots.add(three);
  t.deepEqual(
    slots
      .members()
      .map(({ name }) => name)
      .sort(),
    ['three', 'two'],
  );
  t.is(slots.size, 2);
  leaveTwo();
  t.deepEqual(slots.members(), [three]);
});

test('leaving twice does not remove the next member of the slot', (t) => {
  const slots = new Slots<object>();
  const leave = slots.add({});
  leave();
  const next = {};
  slots.add(next);
  leave();
  t.deepEqual(slots.members(), [next]);
  t.is(slots.size, 1);
});

test('members that leave during an iteration were members when it began', (t) => {
  const slots = new Slots<{ leave?: () => void }>();
  const members: { leave?: () => void }[] = Array.from({ length: 5 }, () => ({}));
  for (const member of members) member.leave = slots.add(member);
  for (const member of slots.members()) member.leave?.();
  t.is(slots.size, 0);
});

test('minor collections free members that have left old slots', (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;
  const slots = new Slots<{ readonly bulk: readonly number[] }>();
  const leaving: (() => void)[] = [];
  const comeAndGo = (times: number): void => {
    for (let time = 0; time < times; time += 1) {
      leaving.push(slots.add({ bulk: Array.from({ length: 1_000 }, () => time) }));
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
