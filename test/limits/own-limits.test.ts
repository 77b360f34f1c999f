import test from 'ava';
import { requestRates, requestSharer, type LimitsBook } from '../../src/limits/caller-limits.ts';

const all = { requestsAtOnceMax: 8, requestsPerMinuteMax: 100, uploadsAtOnceMax: 2, uploadsPerMinuteMax: 10 };
const book: LimitsBook = { ofKey: () => all, ofTenant: () => ({ ...all, keptBytesMax: 1 }) };
const key = { tenant_id: 'tenant', key_id: 'key' };

test('the limits of a key or tenant narrow the configured limits, and never widen them', (t) => {
  const narrow = { requests_per_minute_max: 5, requests_at_once_max: 2 };
  const wide = { requests_per_minute_max: 500, requests_at_once_max: 200 };
  t.deepEqual(requestRates({ key: { ...key, limits: narrow }, tenantLimits: wide }, book), {
    keyMax: 5,
    tenantMax: 100,
  });
  t.like(requestSharer({ key: { ...key, limits: wide }, tenantLimits: narrow }, book), { keyMax: 8, tenantMax: 2 });
  t.deepEqual(requestRates({ key }, book), { keyMax: 100, tenantMax: 100 });
});
