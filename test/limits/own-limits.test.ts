import test from 'ava';
import { limitedBy, requestSharer, type LimitsBook } from '../../src/limits/caller-limits.ts';

const all = {
  requestsAtOnceMax: 8,
  requestsPerMinuteMax: 100,
  tokensPerMinuteMax: null,
  uploadsAtOnceMax: 2,
  uploadsPerMinuteMax: 10,
};
const book: LimitsBook = { ofKey: () => all, ofTenant: () => ({ ...all, keptBytesMax: 1 }) };
const key = { tenant_id: 'tenant', key_id: 'key' };
const ofTenant = (limits: object) => [{ kind: 'tenant', id: 'tenant', limits }];

test('the limits of a key or tenant narrow the configured limits, and never widen them', (t) => {
  const narrow = { requests_per_minute_max: 5, tokens_per_minute_max: 1_000, requests_at_once_max: 2 };
  const wide = { requests_per_minute_max: 500, requests_at_once_max: 200 };
  const caller = { key: { ...key, limits: narrow }, limitsAbove: ofTenant(wide) };
  t.deepEqual(limitedBy(caller, book), [
    { what: 'key', id: 'key', requestsPerMinute: 5, tokensPerMinute: 1_000, uploadsPerMinute: 10, requestsAtOnce: 2 },
    {
      what: 'tenant',
      id: 'tenant',
      requestsPerMinute: 100,
      tokensPerMinute: null,
      uploadsPerMinute: 10,
      requestsAtOnce: 8,
    },
  ]);
  const other = { key: { ...key, limits: wide }, limitsAbove: ofTenant(narrow) };
  t.like(requestSharer(other, book), { keyMax: 8, tenantMax: 2 });
});

test('a request counts against its key, the keys that made it, its person, their groups and its tenant', (t) => {
  const limits = { requests_per_minute_max: 3 };
  const caller = {
    key,
    parents: [{ key_id: 'maker', limits }],
    limitsAbove: [...ofTenant(limits), { kind: 'group', id: 'team', limits }, { kind: 'user', id: 'ada', limits }],
  };
  t.deepEqual(
    limitedBy(caller, book).map(({ what, id, requestsPerMinute }) => [what, id, requestsPerMinute]),
    [
      ['key', 'key', 100],
      ['key', 'maker', 3],
      ['group', 'team', 3],
      ['person', 'ada', 3],
      ['tenant', 'tenant', 3],
    ],
  );
  t.deepEqual(
    limitedBy(caller, book, false).map(({ id }) => id),
    ['key', 'maker'],
  );
});
