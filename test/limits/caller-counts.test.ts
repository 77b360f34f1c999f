import test from 'ava';
import type { Limited } from '../../src/limits/caller-limits.ts';
import { CallerCounts } from '../../src/limits/caller-counts.ts';

const limited = (what: string, more: Partial<Limited> = {}): Limited => ({
  what,
  id: 'id',
  requestsPerMinute: null,
  tokensPerMinute: null,
  requestsAtOnce: null,
  ...more,
});

test('a request counts for everybody, or, if one of them has no room, for nobody', (t) => {
  const counts = new CallerCounts();
  const [key, group] = [limited('key', { requestsPerMinute: 3 }), limited('group', { requestsPerMinute: 1 })];
  t.is(counts.takeRequest([key, group], 0), null);
  for (let nth = 0; nth < 5; nth += 1) {
    t.like(counts.takeRequest([key, group], 0), { by: { what: 'group' }, max: 1, waitMs: 60_000 });
  }
  t.is(counts.takeRequest([key], 0), null, 'the key has lost nothing by that');
  t.is(counts.takeRequest([key], 0), null);
  t.like(counts.takeRequest([key], 0), { by: { what: 'key' }, max: 3 });
});

test('tokens are taken as estimated, and corrected once they are counted, to more or to less', (t) => {
  const counts = new CallerCounts();
  const person = [limited('person', { tokensPerMinute: 1_000 })];
  const taken = counts.takeTokens(person, 900, 0);
  if ('by' in taken) return t.fail();
  t.like(counts.takeTokens(person, 200, 0), { by: { what: 'person' }, max: 1_000 });
  t.like(counts.left('tokensPerMinute', person, 0), { limit: 1_000, remaining: 100 });
  taken.counted(100, 0);
  t.like(counts.left('tokensPerMinute', person, 0), { remaining: 900 });
  taken.counted(1_500, 0);
  t.like(counts.left('tokensPerMinute', person, 0), { remaining: 0 });
  taken.counted(0, 0);
  t.like(counts.left('tokensPerMinute', person, 0), { remaining: 1_000, resetMs: 0 });
});

test('more tokens than a whole minute has wait for a whole minute, and not for ever', (t) => {
  const counts = new CallerCounts();
  const tenant = [limited('tenant', { tokensPerMinute: 1_000 })];
  t.false('by' in counts.takeTokens(tenant, 5_000, 0));
  t.like(counts.takeTokens(tenant, 1, 0), { max: 1_000 });
  t.false('by' in counts.takeTokens(tenant, 5_000, 300_000));
});

test('requests at once are counted for everybody, and end once', (t) => {
  const counts = new CallerCounts();
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
  const counts = new CallerCounts();
  const both = [limited('key', { requestsPerMinute: 60 }), limited('tenant', { requestsPerMinute: 10 })];
  t.deepEqual(counts.left('requestsPerMinute', both, 0), { limit: 10, remaining: 10, resetMs: 0 });
  counts.takeRequest(both, 0);
  t.deepEqual(counts.left('requestsPerMinute', both, 0), { limit: 10, remaining: 9, resetMs: 6_000 });
  t.is(counts.left('tokensPerMinute', both, 0), null);
});
