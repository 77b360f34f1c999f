import test from 'ava';
import type { Limited } from '../../src/limits/caller-limits.ts';
import { CallerCounts } from '../../src/limits/caller-counts.ts';
import { limited } from '../_support/limited-caller.ts';

const takeRequest = (counts: CallerCounts, who: readonly Limited[]) => counts.take('requestsPerMinute', who);

test('a request counts for everybody, or, if one of them has no room, for nobody', (t) => {
  const counts = new CallerCounts({ now: () => 0 });
  const [key, group] = [limited('key', { requestsPerMinute: 3 }), limited('group', { requestsPerMinute: 1 })];
  t.is(takeRequest(counts, [key, group]), null);
  for (let nth = 0; nth < 5; nth += 1) {
    t.like(takeRequest(counts, [key, group]), { by: { what: 'group' }, max: 1, waitMs: 60_000 });
  }
  t.is(takeRequest(counts, [key]), null, 'the key has lost nothing by that');
  t.is(takeRequest(counts, [key]), null);
  t.like(takeRequest(counts, [key]), { by: { what: 'key' }, max: 3 });
});

test('requests at once are counted for everybody, and end once', (t) => {
  const counts = new CallerCounts({ now: () => 0 });
  const [person, group] = [limited('person', { requestsAtOnce: 2 }), limited('group', { requestsAtOnce: 1 })];
  const first = counts.enter([person, group]);
  if (!('release' in first)) return t.fail();
  t.like(counts.enter([person, group]), { what: 'group' });
  const other = counts.enter([person]);
  t.true('release' in other, 'whom the group refused does not count for the person');
  t.like(counts.enter([person]), { what: 'person' });
  first.release();
  first.release();
  t.true('release' in counts.enter([person]));
  t.like(counts.enter([person]), { what: 'person' }, 'a request ends once');
});

test('what is left is that of the limit nearest to its end', (t) => {
  const counts = new CallerCounts({ now: () => 0 });
  const both = [limited('key', { requestsPerMinute: 60 }), limited('tenant', { requestsPerMinute: 10 })];
  t.deepEqual(counts.left('requestsPerMinute', both), { limit: 10, remaining: 10, resetMs: 0 });
  takeRequest(counts, both);
  t.deepEqual(counts.left('requestsPerMinute', both), { limit: 10, remaining: 9, resetMs: 6_000 });
  t.is(counts.left('tokensPerMinute', both), null);
});
