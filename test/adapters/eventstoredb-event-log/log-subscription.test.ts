import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import test, { type ExecutionContext } from 'ava';
import type { ReadCall } from '../../../src/adapters/eventstoredb-event-log/ledger-client.ts';
import {
  LogSubscription,
  type SubscriptionListener,
} from '../../../src/adapters/eventstoredb-event-log/log-subscription.ts';
import { remoteRowFields, type FollowedBatch } from '../../../src/adapters/eventstoredb-event-log/messages.ts';
import { OwnAppends } from '../../../src/adapters/eventstoredb-event-log/own-appends.ts';
import { SeenPlaces } from '../../../src/adapters/eventstoredb-event-log/seen-places.ts';

/** Turns of the event loop until it is so, a millisecond each: no clock runs but that of `mock`. */
async function until(what: string, look: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1_000; turn += 1) {
    if (look()) return;
    mock.timers.tick(1);
    await new Promise(setImmediate);
  }
  throw new Error(`waited in vain: ${what}`);
}

/** A subscription that is live, and what it handed over; each batch is answered by a pull. */
async function liveSubscription(
  t: ExecutionContext,
  ownAppends = new OwnAppends(),
  patientPrefixes: readonly string[] = [],
) {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const holding: string[] = [];
  const call = Object.assign(new EventEmitter(), {
    cancel: () => undefined,
    pause: () => holding.push('held up'),
    resume: () => holding.push('goes on'),
  });
  const batches: FollowedBatch[] = [];
  const ends: string[] = [];
  const listener: SubscriptionListener = {
    heard: () => undefined,
    cut: () => undefined,
    isAwaited: (stream, id) => ownAppends.isAwaited(stream, id),
    isPatient: (stream) => patientPrefixes.some((prefix) => stream.startsWith(prefix)),
    batch: (batch) => {
      batches.push(batch);
      subscription.pull();
    },
    ended: (end) => ends.push(end),
  };
  const opening = Promise.resolve(call as unknown as ReadCall);
  const subscription: LogSubscription = new LogSubscription(opening, 5_000, listener, new SeenPlaces(null, null));
  subscription.pull();
  await new Promise(setImmediate);
  call.emit('data', { kind: 'caught_up' });
  await until('live', () => batches.length === 1);
  let told = 0;
  const tell = (stream: string, id = `id-${told}`): void => {
    told += 1;
    const place = { commit: String(told), prepare: String(told) };
    const row = [stream, told, place.commit, place.prepare, 0, id, 'Happened', '{}', '{}'];
    call.emit('data', { kind: 'event', row, place, isOfEngine: false });
  };
  const sizes = (): readonly number[] => batches.slice(1).map(({ rows }) => rows.length / remoteRowFields);
  return { call, holding, subscription, batches, sizes, ends, tell };
}

/** Some turns of the event loop. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

test.serial('events that no caller waits for are handed over together', async (t) => {
  const { subscription, sizes, tell } = await liveSubscription(t);
  for (let n = 0; n < 3; n += 1) {
    tell('wallet-1');
    await new Promise(setImmediate);
  }
  mock.timers.tick(19);
  t.deepEqual(sizes(), []);
  mock.timers.tick(1);
  t.deepEqual(sizes(), [3]);
  subscription.stop();
});

test.serial('events of other processes in an own stream are handed over at once, with the gathered ones', async (t) => {
  const own = new OwnAppends();
  own.sent({ id: 1, attempt: 1, stream: 'wallet-1', expected: 'any', fields: ['mine', 'Happened', '{}', '{}'] });
  const { subscription, sizes, tell } = await liveSubscription(t, own);
  tell('wallet-2');
  tell('wallet-1', 'mine');
  await new Promise(setImmediate);
  t.deepEqual(sizes(), []);
  tell('wallet-1', 'theirs');
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  t.deepEqual(sizes(), [3]);
  subscription.stop();
});

test.serial(
  'events of patient streams are handed over much later, or with the next event of another stream',
  async (t) => {
    const { subscription, sizes, tell } = await liveSubscription(t, new OwnAppends(), ['wallet-']);
    tell('wallet-1');
    await someTurns();
    mock.timers.tick(199);
    t.deepEqual(sizes(), []);
    mock.timers.tick(1);
    t.deepEqual(sizes(), [1]);
    tell('wallet-1');
    tell('api_key-1');
    mock.timers.tick(20);
    t.deepEqual(sizes(), [1, 2]);
    subscription.stop();
  },
);

test.serial('a look at the end of the log is handed the gathered events without waiting', async (t) => {
  const { subscription, batches, sizes, tell } = await liveSubscription(t, new OwnAppends(), ['wallet-']);
  tell('wallet-1');
  subscription.expect({ commit: '1', prepare: '1' });
  await someTurns();
  t.deepEqual(sizes(), [1]);
  subscription.expect({ commit: '3', prepare: '3' });
  subscription.expect({ commit: '2', prepare: '2' });
  tell('wallet-1');
  await someTurns();
  t.deepEqual(sizes(), [1]);
  tell('wallet-1');
  await someTurns();
  t.deepEqual(sizes(), [1, 2]);
  t.deepEqual(batches.at(-1)?.upTo, { commit: '3', prepare: '3' });
  tell('wallet-1');
  await someTurns();
  t.deepEqual(sizes(), [1, 2]);
  subscription.stop();
});

test.serial('gathered events are handed over when a write begins', async (t) => {
  const own = new OwnAppends();
  const { subscription, sizes, tell } = await liveSubscription(t, own, ['wallet-']);
  tell('wallet-1');
  const append = { attempt: 1, stream: 'wallet-1', expected: 'any', fields: ['mine', 'Happened', '{}', '{}'] } as const;
  t.true(own.sent({ id: 1, ...append }));
  t.false(own.sent({ id: 2, ...append }));
  subscription.hurry();
  await someTurns();
  t.deepEqual(sizes(), [1]);
  subscription.stop();
});

test.serial('the last event of an append of another process is waited for', async (t) => {
  const own = new OwnAppends();
  own.sent({ id: 1, attempt: 1, stream: 'wallet-1', expected: 'any', fields: ['mine', 'Happened', '{}', '{}'] });
  const { subscription, sizes, tell } = await liveSubscription(t, own);
  tell('wallet-1', 'abcdef11-part');
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  t.deepEqual(sizes(), []);
  tell('wallet-1', 'abcdef10-end');
  await someTurns();
  t.deepEqual(sizes(), [2]);
  subscription.stop();
});

test.serial('large events are not held back', async (t) => {
  const { call, subscription, sizes } = await liveSubscription(t, new OwnAppends(), ['wallet-']);
  for (let n = 1; n <= 4; n += 1) {
    const place = { commit: String(n), prepare: String(n) };
    const row = ['wallet-1', n, place.commit, place.prepare, 0, `id-${n}`, 'Happened', 'x'.repeat(1024 * 1024), '{}'];
    call.emit('data', { kind: 'event', row, place, isOfEngine: false });
  }
  await someTurns();
  t.deepEqual(sizes(), [4]);
  subscription.stop();
});

test.serial('many events are handed over at once, and the end follows the gathered ones', async (t) => {
  const { call, sizes, ends, tell } = await liveSubscription(t);
  for (let n = 0; n < 500; n += 1) tell('wallet-1');
  await someTurns();
  t.deepEqual(sizes(), [500]);
  tell('wallet-1');
  call.emit('error', new Error('the line broke'));
  await until('the end', () => ends.length > 0);
  t.deepEqual(sizes(), [500, 1]);
  t.deepEqual(ends, ['lost']);
});

test.serial('a batch carries the place of a checkpoint, also without events', async (t) => {
  const { call, subscription, batches, tell } = await liveSubscription(t);
  const place = { commit: '700', prepare: '700' };
  call.emit('data', { kind: 'checkpoint', place });
  await until('a batch', () => batches.length === 2);
  t.deepEqual(batches[1], { rows: [], upTo: place, isLevel: false });
  tell('wallet-1');
  const further = { commit: '900', prepare: '900' };
  call.emit('data', { kind: 'checkpoint', place: further });
  await until('another', () => batches.length === 3);
  t.deepEqual(batches[2]?.upTo, further);
  subscription.stop();
});

test.serial('live events above the limit end the subscription as too slow, behind them', async (t) => {
  const { sizes, ends, tell } = await liveSubscription(t);
  for (let n = 0; n < 10_001; n += 1) tell('wallet-1');
  await until('the end', () => ends.length > 0);
  t.deepEqual(ends, ['too_slow']);
  t.is(
    sizes().reduce((sum, size) => sum + size, 0),
    10_001,
  );
});

test.serial('a subscription that catches up again is held up while much of it waits', async (t) => {
  const { call, holding, subscription, sizes, tell } = await liveSubscription(t);
  call.emit('data', { kind: 'fell_behind' });
  holding.length = 0;
  for (let n = 0; n < 1_000; n += 1) tell('wallet-1');
  t.deepEqual(holding, ['held up']);
  await until('a batch', () => sizes().length > 0);
  t.deepEqual(holding, ['held up', 'goes on']);
  subscription.stop();
});

test.serial('a checkpoint before the last event leaves the place of the subscription where it is', async (t) => {
  const { call, subscription, batches, tell } = await liveSubscription(t);
  for (let n = 0; n < 3; n += 1) tell('wallet-1');
  call.emit('data', { kind: 'checkpoint', place: { commit: '2', prepare: '2' } });
  await until('a batch', () => batches.length > 1);
  t.deepEqual(batches[1]?.upTo, { commit: '3', prepare: '3' });
  call.emit('data', { kind: 'checkpoint', place: { commit: '4', prepare: '4' } });
  await until('a batch', () => batches.length > 2);
  t.deepEqual(batches[2]?.upTo, { commit: '4', prepare: '4' });
  subscription.stop();
});
