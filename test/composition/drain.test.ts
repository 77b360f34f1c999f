import test from 'ava';
import { drainTimes } from '../../src/composition/drain.ts';

test('running requests have two thirds of the time of a stop, or all but five seconds', (t) => {
  t.deepEqual(drainTimes(30_000), { undisturbedMs: 25_000, lastWordsMs: 2_500, totalMs: 30_000 });
  t.deepEqual(drainTimes(6_000), { undisturbedMs: 4_000, lastWordsMs: 1_000, totalMs: 6_000 });
});

test('a stop takes two seconds at least, so that the ledger can be closed', (t) => {
  t.deepEqual(drainTimes(300), { undisturbedMs: 200, lastWordsMs: 900, totalMs: 2_000 });
});
