import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { UnsentBytes } from '../../src/surfaces/unsent-bytes.ts';
import { until } from '../_support/until.ts';

test('readers are never given up while the total is within the bound, however long they take', async (t) => {
  const unsent = new UnsentBytes({ bytesMax: 100, graceMs: 1 });
  const taken = unsent.begin(60, () => t.fail());
  unsent.begin(40, () => t.fail());
  t.is(unsent.bytes, 100);
  await pause(20);
  taken();
  t.is(unsent.bytes, 40);
  taken();
  t.is(unsent.bytes, 40);
});

test('above the bound the readers that began to wait first are given up, and only as many as needed', async (t) => {
  const given: string[] = [];
  const unsent = new UnsentBytes({ bytesMax: 100, graceMs: 1 });
  for (const name of ['a', 'b', 'c', 'd']) unsent.begin(50, () => given.push(name));
  await until('it is within the bound', () => unsent.bytes <= 100);
  t.deepEqual(given, ['a', 'b']);
});

test('a reader that takes its bytes within the grace is not given up', async (t) => {
  const unsent = new UnsentBytes({ bytesMax: 100, graceMs: 600_000 });
  const taken = unsent.begin(90, () => t.fail());
  unsent.begin(90, () => t.fail());
  await pause(20);
  t.is(unsent.bytes, 180);
  taken();
  t.is(unsent.bytes, 90);
});

test('a reader that is given up and then ends its wait is counted once', async (t) => {
  const unsent = new UnsentBytes({ bytesMax: 10, graceMs: 1 });
  const ends: (() => void)[] = [];
  ends.push(unsent.begin(50, () => ends[0]?.()));
  await until('it is given up', () => unsent.bytes === 0);
  t.is(unsent.bytes, 0);
});
