import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { EngineHealth } from '../../../src/adapters/eventstoredb-event-log/engine-health.ts';
import { LogReads } from '../../../src/adapters/eventstoredb-event-log/log-reads.ts';
import { LogSubscription } from '../../../src/adapters/eventstoredb-event-log/log-subscription.ts';
import { EngineSilent, SilenceWatch } from '../../../src/adapters/eventstoredb-event-log/silence-watch.ts';
import { until } from '../../_support/until.ts';
import type { LedgerClient, ReadCall } from '../../../src/adapters/eventstoredb-event-log/ledger-client.ts';

const silent = new EngineSilent('nothing came');

/** Work in hand: nothing else runs in this thread meanwhile. */
function block(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;);
}

/** What the line has brought is taken after what is overdue has been looked at. */
function afterTimers(take: () => void): void {
  setImmediate(() => setImmediate(take));
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

test.serial('a read whose thread was held up is given what came meanwhile', async (t) => {
  const call = Object.assign(new EventEmitter(), { cancel: () => undefined });
  const client = { read: () => Promise.resolve(call), heard: () => undefined, heardAtMs: 0 };
  const reading = new LogReads(client as unknown as LedgerClient, 200).stream(
    'wallet-1',
    { from: 0, isBackwards: false },
    1,
  );
  await pause(20);
  block(500);
  afterTimers(() => call.emit('end'));
  t.deepEqual(await reading, []);
});

test.serial('a subscription whose thread was held up at its beginning begins all the same', async (t) => {
  const call = Object.assign(new EventEmitter(), { cancel: () => undefined, resume: () => undefined });
  const told: string[] = [];
  const subscription = new LogSubscription(Promise.resolve(call as unknown as ReadCall), 200, {
    heard: () => undefined,
    isAwaited: () => false,
    batch: () => told.push('batch'),
    ended: (end) => told.push(end),
  });
  t.teardown(() => subscription.stop());
  subscription.pull();
  await pause(20);
  block(500);
  afterTimers(() => call.emit('data', { kind: 'caught_up' }));
  await until('something is told', () => told.length > 0);
  t.deepEqual(told, ['batch']);
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
    late: () => undefined,
    waitingSinceMs: () => null,
  });
  t.teardown(() => health.close());
  await health.open(10_000);
  health.suspect();
  block(1_000);
  await pause(50);
  t.deepEqual([stops, health.reconnects, health.isUp], [[], 0, true]);
});
