import test from 'ava';
import { SteadyClock, type ClockJump } from '../../src/time/steady-clock.ts';

const hourMs = 3_600_000;
const monthMs = 31 * 24 * hourMs;
const begin = Date.parse('2026-11-01T12:00:00Z');

/** A clock on the wall that the test sets, and time that passes. */
function scene(settleMs = 600_000) {
  let passed = 1_000;
  let error = 0;
  const jumps: ClockJump[] = [];
  const steady = new SteadyClock({
    settleMs,
    clock: { now: () => begin + passed + error },
    timer: { monotonic: () => passed },
    onJump: (jump) => void jumps.push(jump),
  });
  return {
    steady,
    jumps,
    /** Lets time pass while somebody looks now and then. */
    pass: (ms: number) => {
      for (let left = ms; left > 0; left -= 5_000) {
        passed += Math.min(left, 5_000);
        steady.now();
      }
    },
    stop: (ms: number) => void (passed += ms),
    set: (ms: number) => void (error += ms),
    trueTime: () => begin + passed,
  };
}

test('a clock is settled when it has run evenly for its time, and not before', (t) => {
  const { steady, pass, trueTime } = scene();
  t.false(steady.isSettled);
  t.is(steady.settlesInMs, 600_000);
  pass(599_999);
  t.false(steady.isSettled);
  pass(1);
  t.true(steady.isSettled);
  t.is(steady.now(), trueTime());
});

for (const jumpMs of [2 * hourMs, -2 * hourMs, monthMs, -monthMs]) {
  test(`a jump by ${jumpMs} ms is reported once, and followed only when the clock has settled`, (t) => {
    const { steady, jumps, pass, set, trueTime } = scene();
    pass(hourMs);
    t.true(steady.isSettled);
    set(jumpMs);
    t.is(steady.now(), trueTime());
    t.false(steady.isSettled);
    pass(599_999);
    t.is(steady.now(), trueTime());
    pass(1);
    t.is(steady.now(), trueTime() + jumpMs);
    t.true(steady.isSettled);
    t.deepEqual(jumps, [{ jumpMs, settlesInMs: 600_000 }]);
    t.is(steady.jumps, 1);
  });
}

test('a clock that was wrong for less than its time has dated nothing', (t) => {
  const { steady, pass, set, trueTime } = scene();
  pass(hourMs);
  steady.now();
  for (const jumpMs of [monthMs, -monthMs]) {
    set(jumpMs);
    pass(60_000);
    t.is(steady.now(), trueTime());
    t.false(steady.isSettled);
  }
  pass(600_000);
  t.is(steady.now(), trueTime());
  t.true(steady.isSettled);
});

test('a clock that is slewed or drifts is followed at once, by any amount', (t) => {
  const { steady, jumps, pass, set, trueTime } = scene();
  let drift = 0;
  for (let look = 0; look < 1_000; look += 1) {
    pass(1_000);
    set(100);
    drift += 100;
    t.is(steady.now(), trueTime() + drift);
  }
  t.deepEqual(jumps, []);
  t.true(steady.isSettled);
});

test('a clock that was wrong before and after a pause of its process is not settled', (t) => {
  const { steady, pass, set, stop, trueTime } = scene();
  pass(hourMs);
  set(monthMs);
  t.false(steady.isSettled);
  set(-monthMs);
  stop(hourMs);
  set(monthMs);
  t.false(steady.isSettled);
  t.is(steady.now(), trueTime());
  pass(600_000);
  t.is(steady.now(), trueTime() + monthMs);
});

test('a jump in a long time without a look is noticed by the next look', (t) => {
  const { steady, jumps, pass, set, stop } = scene();
  pass(hourMs);
  set(monthMs);
  stop(24 * hourMs);
  t.false(steady.isSettled);
  t.is(jumps.length, 1);
});

test('a clock without a settling time follows the wall clock at once', (t) => {
  const { steady, set, trueTime } = scene(0);
  t.true(steady.isSettled);
  set(monthMs);
  t.true(steady.isSettled);
  t.is(steady.now(), trueTime() + monthMs);
});
