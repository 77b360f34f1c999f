import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { patientLog } from '../../src/ledger/patient-log.ts';
import { retry } from '../../src/ledger/retry.ts';
import { EventLogBusy } from '../../src/ports/event-log.ts';
import { logWith } from '../_support/recorded-log.ts';

/** A timer whose time passes at once, and that notes what was waited for. */
function noted() {
  const pauses: number[] = [];
  const after = (milliseconds: number, run: () => void): (() => void) => {
    pauses.push(milliseconds);
    queueMicrotask(run);
    return () => undefined;
  };
  return { pauses, timer: { after, chance: () => 0 } };
}

const policy = { pauseMs: 100, pauseMsMax: 500 };

function failing(times: number): () => Promise<string> {
  let attempts = 0;
  return async () => {
    attempts += 1;
    if (attempts <= times) throw new Error(`attempt ${attempts}`);
    return `attempt ${attempts}`;
  };
}

test('a failing operation is retried until it succeeds', async (t) => {
  const { pauses, timer } = noted();
  t.is(await retry(failing(4), { policy, mayRetry: () => true, timer }), 'attempt 5');
  t.deepEqual(pauses, [100, 200, 400, 500]);
});

test('the failure is raised after the last attempt, and when it cannot be retried', async (t) => {
  const { pauses, timer } = noted();
  const bounded = { ...policy, attemptsMax: 3 };
  await t.throwsAsync(retry(failing(9), { policy: bounded, mayRetry: () => true, timer }), { message: 'attempt 3' });
  t.deepEqual(pauses, [100, 200]);
  await t.throwsAsync(retry(failing(9), { policy, mayRetry: () => false, timer }), { message: 'attempt 1' });
  t.is(pauses.length, 2);
});

test('a pause between retries ends early when its signal is aborted', async (t) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failures = 0;
  const running = retry(
    async () => {
      failures += 1;
      // Once the pause has begun.
      if (failures === 1) setImmediate(() => stopping.abort());
      throw new Error('away');
    },
    { policy: { pauseMs: 3_600_000, pauseMsMax: 3_600_000 }, mayRetry: () => !signal.aborted, signal },
  );
  await t.throwsAsync(running, { message: 'away' });
  t.is(failures, 2);
});

test('a busy log is retried with growing, randomised pauses until the longest wait is over', async (t) => {
  for (const [chance, expected] of [
    [0, [200, 400, 800, 600]],
    [0.5, [150, 300, 600, 750, 200]],
  ] as const) {
    const { pauses, timer } = noted();
    const monotonic = (): number => pauses.reduce((sum, milliseconds) => sum + milliseconds, 0);
    const log = logWith(createMemoryEventLog(), { readAll: () => Promise.reject(new EventLogBusy('not now')) });
    const patience = {
      waitMsMax: 2_000,
      onWait: () => undefined,
      timer: { ...timer, chance: () => chance, monotonic },
    };
    await t.throwsAsync(patientLog(log, patience).readAll(), { instanceOf: EventLogBusy });
    t.deepEqual(pauses, [...expected]);
  }
});
