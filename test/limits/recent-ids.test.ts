import test from 'ava';
import { randomUUID } from 'node:crypto';
import { RecentIds } from '../../src/limits/recent-ids.ts';

test('an id is added once to each scope', (t) => {
  const ids = new RecentIds(100);
  for (const id of ['', '1', ' 1', '1 ', randomUUID()]) {
    t.true(ids.add(1, id));
    t.false(ids.add(1, id));
    t.true(ids.add(2, id));
  }
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
