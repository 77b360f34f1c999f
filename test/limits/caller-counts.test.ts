import test from 'ava';
import type { Limited } from '../../src/limits/caller-limits.ts';
import { CallerCounts } from '../../src/limits/caller-counts.ts';

const limited = (what: string, more: Partial<Limited> = {}): Limited => ({
  what,
  id: 'id',
  requestsPerMinute: null,
  tokensPerMinute: null,
  uploadsPerMinute: null,
  requestsAtOnce: null,
  ...more,
});

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

test('tokens are taken as estimated, and corrected once they are counted, to more or to less', (t) => {
  const counts = new CallerCounts({ now: () => 0 });
  const person = [limited('person', { tokensPerMinute: 1_000 })];
  const taken = counts.takeTokens(person, 900);
  if ('by' in taken) return t.fail();
  t.like(counts.takeTokens(person, 200), { by: { what: 'person' }, max: 1_000 });
  t.like(counts.left('tokensPerMinute', person), { limit: 1_000, remaining: 100 });
  taken.counted(100);
  t.like(counts.left('tokensPerMinute', person), { remaining: 900 });
  taken.counted(1_500);
  t.like(counts.left('tokensPerMinute', person), { remaining: 0 });
  taken.counted(0);
  t.like(counts.left('tokensPerMinute', person), { remaining: 1_000, resetMs: 0 });
});

test('more tokens than a whole minute has wait for a whole minute, and not for ever', (t) => {
  let now = 0;
  const counts = new CallerCounts({ now: () => now });
  const tenant = [limited('tenant', { tokensPerMinute: 1_000 })];
  t.false('by' in counts.takeTokens(tenant, 5_000));
  t.like(counts.takeTokens(tenant, 1), { max: 1_000 });
  now = 300_000;
  t.false('by' in counts.takeTokens(tenant, 5_000));
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
