import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import type { ReadCall } from '../../../src/adapters/eventstoredb-event-log/ledger-client.ts';
import { LogSubscription } from '../../../src/adapters/eventstoredb-event-log/log-subscription.ts';
import { ROW_FIELDS, type FollowedBatch } from '../../../src/adapters/eventstoredb-event-log/messages.ts';
import { OwnAppends } from '../../../src/adapters/eventstoredb-event-log/own-appends.ts';
import { until } from '../../_support/until.ts';

/** A subscription that is live, and what it handed over; each batch is answered by a pull. */
async function liveSubscription(ownAppends = new OwnAppends()) {
  const holding: string[] = [];
  const call = Object.assign(new EventEmitter(), {
    cancel: () => undefined,
    pause: () => holding.push('held up'),
    resume: () => holding.push('goes on'),
  });
  const batches: FollowedBatch[] = [];
  const ends: string[] = [];
  const subscription: LogSubscription = new LogSubscription(Promise.resolve(call as unknown as ReadCall), 5_000, {
    heard: () => undefined,
    isAwaited: (stream, id) => ownAppends.isAwaited(stream, id),
    batch: (batch) => {
      batches.push(batch);
      subscription.pull();
    },
    ended: (end) => ends.push(end),
  });
  subscription.pull();
  await pause();
  call.emit('data', { kind: 'caught_up' });
  await until('live', () => batches.length === 1);
  let told = 0;
  const tell = (stream: string, id = `id-${told}`): void => {
    told += 1;
    const place = { commit: String(told), prepare: String(told) };
    const row = [stream, told, place.commit, place.prepare, 0, id, 'Happened', '{}', '{}'];
    call.emit('data', { kind: 'event', row, place, isOfEngine: false });
  };
  const sizes = (): readonly number[] => batches.slice(1).map(({ rows }) => rows.length / ROW_FIELDS);
  return { call, holding, subscription, batches, sizes, ends, tell };
}

/** Some turns of the event loop, and far less than events are gathered for. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await pause();
}

test.serial('events that nobody waits for are handed over together', async (t) => {
  const { subscription, sizes, tell } = await liveSubscription();
  for (let n = 0; n < 3; n += 1) {
    tell('wallet-1');
    await new Promise(setImmediate);
  }
  t.deepEqual(sizes(), []);
  await until('a batch', () => sizes().length > 0);
  t.deepEqual(sizes(), [3]);
  subscription.stop();
});

test.serial(
  'what others write to a stream that is written here is handed over at once, with what was gathered',
  async (t) => {
    const own = new OwnAppends();
    own.sent({ id: 1, attempt: 1, stream: 'wallet-1', expected: 'any', fields: ['mine', 'Happened', '{}', '{}'] });
    const { subscription, sizes, tell } = await liveSubscription(own);
    tell('wallet-2');
    tell('wallet-1', 'mine');
    await new Promise(setImmediate);
    t.deepEqual(sizes(), []);
    tell('wallet-1', 'theirs');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    t.deepEqual(sizes(), [3]);
    subscription.stop();
  },
);

test.serial('many events are not held back, and the end comes behind what was gathered', async (t) => {
  const { call, sizes, ends, tell } = await liveSubscription();
  for (let n = 0; n < 500; n += 1) tell('wallet-1');
  await someTurns();
  t.deepEqual(sizes(), [500]);
  tell('wallet-1');
  call.emit('error', new Error('the line broke'));
  await until('the end', () => ends.length > 0);
  t.deepEqual(sizes(), [500, 1]);
  t.deepEqual(ends, ['lost']);
});

test.serial('a checkpoint tells how far a batch goes, also one without events', async (t) => {
  const { call, subscription, batches, tell } = await liveSubscription();
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

test.serial('more live events than are held end the subscription from this side, behind them', async (t) => {
  const { sizes, ends, tell } = await liveSubscription();
  for (let n = 0; n < 10_001; n += 1) tell('wallet-1');
  await until('the end', () => ends.length > 0);
  t.deepEqual(ends, ['too_slow']);
  t.is(
    sizes().reduce((sum, size) => sum + size, 0),
    10_001,
  );
});

test.serial('a subscription that catches up again is held up while much of it waits', async (t) => {
  const { call, holding, subscription, sizes, tell } = await liveSubscription();
  call.emit('data', { kind: 'fell_behind' });
  holding.length = 0;
  for (let n = 0; n < 1_000; n += 1) tell('wallet-1');
  t.deepEqual(holding, ['held up']);
  await until('a batch', () => sizes().length > 0);
  t.deepEqual(holding, ['held up', 'goes on']);
  subscription.stop();
});
