import test from 'ava';
import { FoldPause } from '../../src/ledger/fold-pause.ts';
import { SimulatedTimer } from '../_support/simulated-timer.ts';

function pausing() {
  const timer = new SimulatedTimer();
  const overAtMs: number[] = [];
  const pause = new FoldPause({ batchMs: 100, timer, onOver: () => overAtMs.push(timer.monotonic()) });
  return { timer, pause, overAtMs };
}

test('behind a batch others are gathered, twenty times as long where they may lag', async (t) => {
  const { timer, pause, overAtMs } = pausing();
  t.true(pause.allows(() => false));
  pause.begin({ isLong: false });
  t.false(pause.allows(() => true));
  await timer.pass(100);
  t.true(pause.allows(() => false));
  pause.begin({ isLong: true });
  await timer.pass(1_999);
  t.deepEqual(overAtMs, [100]);
  await timer.pass(1);
  t.deepEqual(overAtMs, [100, 2_100]);
});

test('what is awaited is folded in a long pause, and a short one takes its place', async (t) => {
  const { timer, pause, overAtMs } = pausing();
  pause.begin({ isLong: true });
  t.false(pause.allows(() => false));
  t.true(pause.allows(() => true));
  pause.begin({ isLong: false });
  pause.begin({ isLong: true });
  t.false(pause.allows(() => true));
  await timer.pass(1_000);
  t.deepEqual(overAtMs, [100]);
});
