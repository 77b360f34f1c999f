import test from 'ava';
import { randomUUID } from 'node:crypto';
import { HashedIds, RecentIds } from '../../src/limits/hashed-ids.ts';

test('an id is added once to each scope', (t) => {
  const ids = new HashedIds();
  const some = Array.from({ length: 20_000 }, () => randomUUID());
  t.true(some.every((id) => ids.add(1, id)));
  t.true(some.every((id) => !ids.add(1, id)));
  t.true(some.every((id) => ids.add(2, id)));
  t.is(ids.size, 40_000);
});

test('ids that differ in one character, or only in their scope, are told apart', (t) => {
  const ids = new HashedIds();
  const counted = Array.from({ length: 50_000 }, (_, n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
  t.true(counted.every((id) => ids.add(0, id)));
  t.true(Array.from({ length: 50_000 }, (_, scope) => ids.add(scope, 'the same')).every(Boolean));
});

test('ids that differ at either end, in the middle or by time are distinct', (t) => {
  const hex = (n: number, length: number): string => n.toString(16).padStart(length, '0');
  const ways: readonly ((n: number) => string)[] = [
    (n) => `${hex(n, 8)}-0000-4000-8000-000000000000`,
    (n) => `00000000-${hex(n >> 8, 4)}-4000-${hex(n & 255, 4)}-000000000000`,
    (n) => `${hex(0x199c_0000 + n, 8)}-7000-8000-8000-${hex((n * 7919) & 0xffff, 12)}`,
    (n) => `${n}`,
  ];
  for (const way of ways) {
    const ids = new HashedIds();
    t.is(
      Array.from({ length: 60_000 }, (_, n) => way(n)).find((id) => !ids.add(0, id)),
      undefined,
    );
  }
});

test('the empty id is an id', (t) => {
  const ids = new HashedIds();
  t.true(ids.add(0, ''));
  t.false(ids.add(0, ''));
  t.true(ids.add(1, ''));
});

test('the newest ids are known at least, and older ones are forgotten after as many again', (t) => {
  const ids = new RecentIds(100);
  const all = Array.from({ length: 1_000 }, () => randomUUID());
  for (const [nth, id] of all.entries()) {
    t.true(ids.add(1, id));
    const newest = all.slice(Math.max(0, nth - 99), nth + 1);
    t.true(newest.every((known) => !ids.add(1, known)));
  }
  t.true(ids.add(2, all.at(-1) ?? ''), 'ids of another scope are others');
  t.true(ids.add(1, all[0] ?? ''), 'the oldest is forgotten');
});
