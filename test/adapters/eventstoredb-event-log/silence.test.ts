import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { EngineHealth } from '../../../src/adapters/eventstoredb-event-log/engine-health.ts';
import { EngineSilent, SilenceWatch } from '../../../src/adapters/eventstoredb-event-log/silence-watch.ts';

const silent = new EngineSilent('nothing came');

/** Work in hand: nothing else runs in this thread meanwhile. */
function block(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;);
}

test.serial('an engine of which nothing comes is silent', async (t) => {
  const never = new Promise<void>(() => undefined);
  await t.throwsAsync(new SilenceWatch(100, () => 0).over(never, silent), { instanceOf: EngineSilent });
});

test.serial('whatever comes over the line is life, though the answer is long in coming', async (t) => {
  let heardAtMs = performance.now();
  const hearing = setInterval(() => (heardAtMs = performance.now()), 5);
  t.teardown(() => clearInterval(hearing));
  await t.notThrowsAsync(new SilenceWatch(200, () => heardAtMs).over(pause(1_000), silent));
});

test.serial('a thread that was held up blames no engine', async (t) => {
  const watch = new SilenceWatch(200, () => 0);
  const answering = watch.over(pause(100), silent);
  await pause();
  block(500);
  await t.notThrowsAsync(answering);
});

test.serial('a main thread that was held up blames no thread of the log', async (t) => {
  const stops: string[] = [];
  const health: EngineHealth = new EngineHealth(100, {
    start: () => setImmediate(() => health.started()),
    stop: () => stops.push('stopped'),
    probe: () => setImmediate(() => health.probed(null)),
    up: () => undefined,
    down: () => undefined,
    tick: () => undefined,
    waitingSinceMs: () => null,
  });
  t.teardown(() => health.close());
  await health.open(10_000);
  health.suspect();
  block(1_000);
  await pause(50);
  t.deepEqual([stops, health.reconnects, health.isUp], [[], 0, true]);
});
