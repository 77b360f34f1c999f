import test from 'ava';
import { brokenTimeRelation, readerWaitMsMax } from '../../src/config/time-relations.ts';
import { configFileSchema } from '../../src/config/config-file.ts';

const sections = { server: true, reservations: true, upstreams: true, ledger: true, idempotency: true } as const;

const times = (totalMs: number, ttlMs: number, { reserveWaitMs = 3_000, keyMs = 86_400_000 } = {}) =>
  configFileSchema.pick(sections).parse({
    ledger: { reserve_wait_ms: reserveWaitMs },
    idempotency: { ttl_ms: keyMs },
    server: { write_stall_ms_max: 10_000, request_total_ms_max: totalMs },
    reservations: { ttl_ms: ttlMs },
    upstreams: {
      quick: { base_url: 'http://there/v1', total_timeout_ms: 1_000 },
      slow: { base_url: 'http://there/v1', total_timeout_ms: 1_000_000 },
    },
  });

test('a reservation may not expire while its request may still run', (t) => {
  t.regex(
    brokenTimeRelation(times(2_000_000, 2_199_999)) ?? '',
    /reservations\.ttl_ms must exceed server\.request_total_ms_max by a tenth \(2200000\)/,
  );
  t.is(brokenTimeRelation(times(2_000_000, 2_200_000)), null);
});

test('an idempotency key may not expire while its request may still run', (t) => {
  t.regex(
    brokenTimeRelation(times(2_000_000, 2_200_000, { keyMs: 2_199_999 })) ?? '',
    /idempotency\.ttl_ms must exceed server\.request_total_ms_max by a tenth \(2200000\)/,
  );
  t.is(brokenTimeRelation(times(2_000_000, 2_200_000, { keyMs: 2_200_000 })), null);
});

test('a request has time for its slowest upstream and for one stall of its reader', (t) => {
  t.regex(
    brokenTimeRelation(times(1_009_999, 2_200_000)) ?? '',
    /server\.request_total_ms_max must be at least upstreams\.slow\.total_timeout_ms \+ server\.write_stall_ms_max \(1010000\)/,
  );
  t.is(brokenTimeRelation(times(1_010_000, 2_200_000)), null);
});

test('no request waits longer for its wallet than the wallet for the ledger', (t) => {
  t.is(
    brokenTimeRelation(times(2_000_000, 2_200_000, { reserveWaitMs: 15_001 })),
    'ledger.reserve_wait_ms must be at most 15000: a wallet gives up a command after that time. Set it to 15000 or less',
  );
  t.is(brokenTimeRelation(times(2_000_000, 2_200_000, { reserveWaitMs: 15_000 })), null);
});

test('readers may use the time that the slowest upstream leaves', (t) => {
  t.is(readerWaitMsMax(times(1_500_000, 2_200_000)), 500_000);
});
