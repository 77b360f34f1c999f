import test from 'ava';
import { UndiciUpstreamDeadlines } from '../../../src/adapters/undici-upstream/deadlines.ts';
import { UndiciUpstreamExchange } from '../../../src/adapters/undici-upstream/exchange.ts';
import { HeldTime } from '../../../src/time/held-time.ts';
import { pause } from '../../../src/time/pause.ts';
import type { UpstreamFailure } from '../../../src/ports/upstream.ts';
import { SimulatedTimer } from '../../_support/simulated-timer.ts';

// How long an answer may take while its consumer does not read, without a socket: the test says when bytes come.

const idleTimeoutMs = 100;
/** As much as is kept for a consumer: the socket is then paused. */
const full = Buffer.alloc(64 * 1024);

interface Limits {
  readonly totalTimeoutMs?: number;
  readonly consumerWaitMsMax?: number;
}

/** An exchange whose answer has begun. */
function answering({ totalTimeoutMs = 1_000, consumerWaitMsMax = 600_000 }: Limits = {}) {
  const timer = new SimulatedTimer();
  const [deadlines, held] = [new UndiciUpstreamDeadlines(5, timer), new HeldTime(timer)];
  const seen: { paused: boolean; failure: UpstreamFailure | null } = { paused: false, failure: null };
  const exchange = new UndiciUpstreamExchange({
    deadlines,
    signal: new AbortController().signal,
    firstByteTimeoutMs: 1_000,
    idleTimeoutMs,
    totalBy: deadlines.after(totalTimeoutMs),
    consumerWaitMsMax,
    heldMs: () => held.ms,
    onEnd: (failure) => {
      seen.failure = failure;
    },
    onReleased: () => undefined,
  });
  const controller = {
    pause: () => (seen.paused = true),
    resume: () => (seen.paused = false),
    abort: () => undefined,
  } as unknown as Parameters<UndiciUpstreamExchange['onRequestStart']>[0];
  exchange.onRequestStart(controller);
  exchange.onResponseStart(controller, 200, {});
  return {
    timer,
    seen,
    comes: (bytes: Buffer) => exchange.onResponseData(controller, bytes),
    read: () => exchange.next(),
    holdUp: async (ms: number) => {
      const waited = held.while(pause(ms, undefined, timer));
      await timer.pass(ms);
      await waited;
    },
  };
}

test('a consumer that pauses for longer than the idle time-out is not cut, and an upstream that falls silent afterwards is', async (t) => {
  const { timer, seen, comes, read } = answering();
  comes(full);
  t.true(seen.paused);
  await timer.pass(6 * idleTimeoutMs);
  t.is(seen.failure, null);
  await read();
  t.false(seen.paused);
  await timer.pass(2 * idleTimeoutMs);
  t.is(seen.failure?.reason, 'idle_timeout');
});

test('a pause does not count for the total time-out while the consumer is held up', async (t) => {
  const { timer, seen, comes, read, holdUp } = answering();
  comes(full);
  await holdUp(2_000);
  t.is(seen.failure, null);
  await read();
  // What it was not held up for is left to it.
  for (let passed = 0; passed < 900; passed += 50) {
    await timer.pass(50);
    comes(Buffer.from('.'));
    await read();
  }
  t.is(seen.failure, null);
  await timer.pass(150);
  t.is(seen.failure?.reason, 'total_timeout');
});

test('a consumer that is held up for too long is cut', async (t) => {
  const { seen, comes, holdUp } = answering({ totalTimeoutMs: 100, consumerWaitMsMax: 300 });
  comes(full);
  await holdUp(380);
  t.is(seen.failure, null);
  await holdUp(50);
  t.is(seen.failure?.reason, 'total_timeout');
});

test('an upstream that sends more than is read has no more time than its total', async (t) => {
  const { timer, seen, comes, read } = answering();
  // Its socket is paused nearly all the time, but not because anybody holds the consumer up.
  for (let passed = 0; passed < 950; passed += 50) {
    comes(full);
    await timer.pass(50);
    t.is(seen.failure, null, `after ${passed} ms`);
    await read();
  }
  comes(full);
  await timer.pass(100);
  t.is(seen.failure?.reason, 'total_timeout');
});
