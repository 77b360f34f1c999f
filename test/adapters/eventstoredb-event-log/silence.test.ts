import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { EngineHealth } from '../../../src/adapters/eventstoredb-event-log/engine-health.ts';
import { LogReads } from '../../../src/adapters/eventstoredb-event-log/log-reads.ts';
import {
  LogSubscription,
  type SubscriptionListener,
} from '../../../src/adapters/eventstoredb-event-log/log-subscription.ts';
import { SeenPlaces } from '../../../src/adapters/eventstoredb-event-log/seen-places.ts';
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

test.serial('an engine that sends nothing is silent', async (t) => {
  const never = new Promise<void>(() => undefined);
  await t.throwsAsync(new SilenceWatch(100, () => 0).over(never, silent), { instanceOf: EngineSilent });
});

test.serial('an engine that sends anything is not silent, though its answer is late', async (t) => {
  let heardAtMs = performance.now();
  const hearing = setInterval(() => (heardAtMs = performance.now()), 5);
  t.teardown(() => clearInterval(hearing));
  await t.notThrowsAsync(new SilenceWatch(200, () => heardAtMs).over(pause(1_000), silent));
});

test.serial('a thread that was held up reports no silent engine', async (t) => {
  const watch = new SilenceWatch(200, () => 0);
  const answering = watch.over(pause(100), silent);
  await pause();
  block(500);
  await t.notThrowsAsync(answering);
});

test.serial('a read whose thread was held up gets its answer', async (t) => {
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

test.serial('a subscription whose thread was held up at its beginning delivers its first batch', async (t) => {
  const call = Object.assign(new EventEmitter(), { cancel: () => undefined, resume: () => undefined });
  const told: string[] = [];
  const listener: SubscriptionListener = {
    heard: () => undefined,
    cut: () => undefined,
    isAwaited: () => false,
    isPatient: () => false,
    batch: () => told.push('batch'),
    ended: (end) => told.push(end),
  };
  const opening = Promise.resolve(call as unknown as ReadCall);
  const subscription = new LogSubscription(opening, 200, listener, new SeenPlaces(null, null));
  t.teardown(() => subscription.stop());
  subscription.pull();
  await pause(20);
  block(500);
  afterTimers(() => call.emit('data', { kind: 'caught_up' }));
  await until('something is told', () => told.length > 0);
  t.deepEqual(told, ['batch']);
});

/** The health of an engine that answers every probe at once, unless there is trouble, and what was done about it. */
function healthOf(t: ExecutionContext, awayMs: number, troubles: readonly string[] = []) {
  const done: string[] = [];
  const probes = [null, ...troubles].values();
  const health: EngineHealth = new EngineHealth(awayMs, {
    start: () => {
      done.push('started');
      setImmediate(() => health.started());
    },
    stop: () => done.push('stopped'),
    probe: () => setImmediate(() => health.probed(probes.next().value ?? null)),
    up: () => done.push('up'),
    down: () => done.push('down'),
    tick: () => undefined,
    late: () => undefined,
    waitingSinceMs: () => null,
    rewound: () => done.push('rewound'),
  });
  t.teardown(() => health.close());
  return { health, done };
}

test.serial('a main thread that was held up replaces no thread of the log', async (t) => {
  const { health, done } = healthOf(t, 100);
  await health.open(10_000);
  health.suspect();
  block(1_000);
  await pause(50);
  t.deepEqual([done, health.reconnects, health.isUp], [['started', 'up'], 0, true]);
});

test.serial('a thread that dies in its first second is replaced before a call is refused', async (t) => {
  const { health, done } = healthOf(t, 10_000);
  await health.open(10_000);
  health.died();
  await health.reachable();
  t.deepEqual(done, ['started', 'up', 'started', 'up']);
});

test.serial(
  'threads that die young in a row are started less and less often, and callers refused meanwhile',
  async (t) => {
    const { health, done } = healthOf(t, 10_000);
    await health.open(10_000);
    for (let deaths = 1; !done.includes('down'); deaths += 1) {
      t.true(deaths <= 10, 'they are started without end');
      await until('it is up or given up', () => health.isUp || done.includes('down'));
      health.died();
      await until('there is another, or none', () => health.isUp || done.includes('down'));
    }
    t.throws(() => health.assertReachable(), { message: /the connection to the engine broke down/ });
    t.true(done.filter((what) => what === 'started').length > 3);
    await until('another is tried all the same', () => health.isUp);
  },
);

test.serial('callers of an old thread wait while its first probes fail, as those of a young one', async (t) => {
  const trouble = 'Server Is Not Ready';
  const { health, done } = healthOf(t, 10_000, [trouble, trouble]);
  await health.open(10_000);
  const now = performance.now.bind(performance);
  t.teardown(() => Object.assign(performance, { now }));
  Object.assign(performance, { now: () => now() + 60_000 });
  health.suspect();
  await until('the trouble is known', () => !health.isUp);
  await health.reachable();
  t.deepEqual([done, health.reconnects], [['started', 'up', 'up'], 0]);
});
