import test from 'ava';
import { BatchInterval } from '../../../src/ledger/following/batch-interval.ts';
import { SimulatedTimer } from '../../_support/simulated-timer.ts';

function gathering() {
  const timer = new SimulatedTimer();
  const overAtMs: number[] = [];
  const interval = new BatchInterval({ batchMs: 100, timer, onOver: () => overAtMs.push(timer.monotonic()) });
  return { timer, interval, overAtMs };
}

test('other projections gather after a batch, twenty times as long when they may lag', async (t) => {
  const { timer, interval, overAtMs } = gathering();
  t.true(interval.allows(() => false));
  interval.begin({ isLong: false });
  t.false(interval.allows(() => true));
  await timer.pass(100);
  t.true(interval.allows(() => false));
  interval.begin({ isLong: true });
  await timer.pass(1_999);
  t.deepEqual(overAtMs, [100]);
  await timer.pass(1);
  t.deepEqual(overAtMs, [100, 2_100]);
});

test('a long interval lets awaited projections fold, and a short interval replaces it', async (t) => {
  const { timer, interval, overAtMs } = gathering();
  interval.begin({ isLong: true });
  t.false(interval.allows(() => false));
  t.true(interval.allows(() => true));
  interval.begin({ isLong: false });
  interval.begin({ isLong: true });
  t.false(interval.allows(() => true));
  await timer.pass(1_000);
  t.deepEqual(overAtMs, [100]);
});
