import test from 'ava';
import { askedBackoffMs, backoffMs } from '../../src/limits/backoff.ts';

const policy = { pauseMs: 100, pauseMsMax: 500 };

test('a pause doubles with each failure, up to its limit', (t) => {
  t.deepEqual(
    [1, 2, 3, 4, 5, 2_000].map((failures) => backoffMs(policy, failures, 0)),
    [100, 200, 400, 500, 500, 500],
  );
});

test('chance shortens a pause by up to a half, so that callers that failed together return apart', (t) => {
  t.deepEqual(
    [0, 0.5, 0.999].map((chance) => Math.round(backoffMs(policy, 2, chance))),
    [200, 150, 100],
  );
});

test('a requested wait is never shortened, and grows by a quarter or by one ordinary pause at most', (t) => {
  t.deepEqual(
    [0, 0.5, 1].map((chance) => askedBackoffMs(1_000, 5_000, chance)),
    [1_000, 1_125, 1_250],
  );
  t.is(askedBackoffMs(60_000, 200, 0.5), 60_100);
});
