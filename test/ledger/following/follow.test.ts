import test from 'ava';
import { apiKeys } from '../../../projections/api-keys.ts';
import { walletBalances } from '../../../projections/wallet-balances.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { apiKeyStream, principalStream } from '../../../src/ledger/stream-names.ts';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';
import type { Projection } from '../../../src/ports/read-models.ts';
import { systemTimer } from '../../../src/time/timer.ts';
import { keyCreated, personRegistered } from '../../_support/directory-vocabulary.ts';
import { logWith, readModelsWith, record } from '../../_support/recorded-log.ts';
import { tally } from '../../_support/tally-projection.ts';
import * as words from '../../_support/wallet-vocabulary.ts';
import { follow, oneEuro, stream, tallied, until } from './_followed.ts';

test('everything recorded before the call has been folded when it is caught up', async (t) => {
  const followed = follow(t, { projections: [walletBalances, apiKeys] });
  await record(followed.log, stream, words.opened, words.credited('5'));
  await record(followed.log, apiKeyStream(words.keyA), keyCreated());
  await followed.follower.caughtUp();
  t.is(followed.readModels.get(walletBalances, words.walletId)?.available_eur, '5.000000000');
  t.is(followed.readModels.get(apiKeys, words.keyA)?.name, 'laptop');
  await record(followed.log, stream, words.debited('2'));
  await followed.follower.caughtUp();
  t.is(followed.readModels.get(walletBalances, words.walletId)?.available_eur, '3.000000000');
  t.deepEqual(followed.errors, []);
});

test('live events reach the documents without a request', async (t) => {
  const followed = follow(t, { batchMs: 1 });
  for (let n = 1; n <= 20; n += 1) await record(followed.log, stream, oneEuro);
  await until(() => tallied(followed) === 20);
  t.true(followed.follower.lag().isLive);
  t.is(followed.follower.lag().pendingEvents, 0);
});

test('a log of thousands of events is folded to its end', async (t) => {
  const log = createMemoryEventLog();
  for (let n = 0; n < 5; n += 1) await record(log, stream, ...Array.from({ length: 900 }, () => oneEuro));
  const followed = follow(t, { log });
  await followed.follower.caughtUp();
  t.is(tallied(followed), 4_500);
});

test('a look reads nothing itself while the subscription, not yet live, brings events', async (t) => {
  const log = createMemoryEventLog();
  for (let n = 0; n < 5; n += 1) await record(log, stream, ...Array.from({ length: 900 }, () => oneEuro));
  let reads = 0;
  const counting = logWith(log, {
    readAll: (options) => {
      reads += 1;
      return log.readAll(options);
    },
  });
  // No time passes, so that the subscription makes no pause.
  const timer = { ...systemTimer, after: () => () => undefined, monotonic: () => 0 };
  const followed = follow(t, { log: counting, timer });
  await followed.follower.caughtUp();
  t.is(tallied(followed), 4_500);
  t.is(reads, 0);
});

test('the first of many live events is folded at once and the rest in one batch', async (t) => {
  const log = createMemoryEventLog();
  const batches: number[] = [];
  const readModels = readModelsWith(createMemoryReadModels(log), (_projection, { events }) =>
    batches.push(events.length),
  );
  const followed = follow(t, { log, readModels, batchMs: 3_600_000 });
  await until(() => followed.follower.lag().isLive);
  await record(log, stream, oneEuro);
  await until(() => tallied(followed) === 1);
  for (let n = 0; n < 150; n += 1) await record(log, stream, oneEuro);
  await until(() => followed.follower.lag().pendingEvents === 150);
  t.is(tallied(followed), 1);
  t.truthy(followed.follower.lag().pendingSince);
  await followed.follower.caughtUp();
  t.is(tallied(followed), 151);
  t.deepEqual(batches, [1, 150]);
});

test('events beyond the limit of waiting ones are folded early', async (t) => {
  const followed = follow(t, { batchMs: 3_600_000 });
  await until(() => followed.follower.lag().isLive);
  for (let n = 0; n < 2_500; n += 1) await record(followed.log, stream, oneEuro);
  await until(() => tallied(followed) + followed.follower.lag().pendingEvents === 2_500);
  t.true(tallied(followed) >= 2_300);
});

test('200 callers who wait for a follower at once share at most two looks at the log', async (t) => {
  const log = createMemoryEventLog();
  let looks = 0;
  const counting = logWith(log, {
    end: (options) => {
      looks += 1;
      return log.end(options);
    },
  });
  const followed = follow(t, { log: counting });
  await record(log, stream, oneEuro);
  await Promise.all(Array.from({ length: 200 }, () => followed.follower.caughtUp()));
  t.is(tallied(followed), 1);
  t.true(looks <= 2, `${looks} looks`);
});

test('a caller who starts to wait during a look at the log waits for the next look', async (t) => {
  const log = createMemoryEventLog();
  const gate = Promise.withResolvers<void>();
  let looks = 0;
  const slow = logWith(log, {
    // Live events never arrive: only the looks bring them.
    follow: ({ signal }) => createMemoryEventLog().follow({ signal }),
    end: async (options) => {
      looks += 1;
      const end = await log.end(options);
      if (looks === 1) await gate.promise;
      return end;
    },
  });
  const followed = follow(t, { log: slow });
  const early = followed.follower.caughtUp();
  await until(() => looks === 1);
  await record(log, stream, oneEuro);
  const late = followed.follower.caughtUp();
  gate.resolve();
  await early;
  await late;
  t.is(tallied(followed), 1);
  t.is(looks, 2);
});

test('an event that the subscription and a look both deliver counts once', async (t) => {
  const log = createMemoryEventLog();
  const gate = Promise.withResolvers<void>();
  let looks = 0;
  const slow = logWith(log, {
    end: async (options) => {
      looks += 1;
      await gate.promise;
      return log.end(options);
    },
  });
  const followed = follow(t, { log: slow, batchMs: 3_600_000 });
  await record(log, stream, oneEuro);
  await until(() => followed.follower.lag().isLive && tallied(followed) === 1);
  const look = followed.follower.caughtUp();
  await until(() => looks === 1);
  await record(log, stream, oneEuro);
  await until(() => followed.follower.lag().pendingEvents === 1);
  gate.resolve();
  await look;
  t.is(tallied(followed), 2);
});

test('a projection continues from its checkpoint when another process wrote it', async (t) => {
  const first = follow(t);
  await record(first.log, stream, oneEuro, oneEuro);
  await first.follower.caughtUp();
  await first.follower.stop();
  await record(first.log, stream, oneEuro);
  const handed: number[] = [];
  const second = follow(t, {
    log: first.log,
    readModels: first.readModels,
    onBatch: ({ events }) => handed.push(events.length),
  });
  await second.follower.caughtUp();
  t.is(tallied(second), 3);
  t.deepEqual(handed, [1]);
});

test('projections with different checkpoints each get the events they lack, and none twice', async (t) => {
  const ahead = follow(t);
  await record(ahead.log, stream, oneEuro, oneEuro);
  await ahead.follower.caughtUp();
  const later: Projection<object> = { ...tally, name: 'later' };
  const both = follow(t, { log: ahead.log, readModels: ahead.readModels, projections: [tally, later] });
  await record(ahead.log, stream, oneEuro);
  await both.follower.caughtUp();
  t.is(tallied(both), 3);
  t.like(both.readModels.get(later, stream), { events: 3 });
});

test('two followers of the same read models count every event once, and each hands over every event', async (t) => {
  const heard = [0, 0];
  const first = follow(t, { batchMs: 1, onBatch: ({ events }) => (heard[0] = (heard[0] ?? 0) + events.length) });
  const second = follow(t, {
    log: first.log,
    readModels: first.readModels,
    batchMs: 3,
    onBatch: ({ events }) => (heard[1] = (heard[1] ?? 0) + events.length),
  });
  for (let n = 0; n < 400; n += 1) await record(first.log, stream, oneEuro);
  await Promise.all([first.follower.caughtUp(), second.follower.caughtUp()]);
  t.is(tallied(first), 400);
  t.deepEqual(heard, [400, 400]);
});

test('a follower reports missed events that another process folded while its subscription was broken', async (t) => {
  const told: { readonly events: number; readonly hasMissed: boolean }[] = [];
  const cut = Promise.withResolvers<void>();
  const log = createMemoryEventLog();
  const cutOnce = logWith(log, {
    follow: async function* (options) {
      for await (const step of log.follow(options)) {
        yield step;
        if (step.kind === 'events') await cut.promise.then(() => Promise.reject(new EventLogUnavailable('away')));
      }
    },
  });
  const first = follow(t, {
    log: cutOnce,
    readModels: createMemoryReadModels(log),
    onBatch: ({ events, hasMissed = false }) => told.push({ events: events.length, hasMissed }),
  });
  await until(() => first.follower.lag().isLive);
  await record(log, stream, oneEuro);
  await until(() => told.length === 1);
  const second = follow(t, { log, readModels: first.readModels });
  await record(log, stream, oneEuro);
  await second.follower.caughtUp();
  cut.resolve();
  await until(() => told.length === 2);
  t.deepEqual(told, [
    { events: 1, hasMissed: false },
    { events: 0, hasMissed: true },
  ]);
});

test('a projection that another process resets is folded again from the beginning', async (t) => {
  const followed = follow(t, { batchMs: 1 });
  await record(followed.log, stream, oneEuro, oneEuro);
  await followed.follower.caughtUp();
  followed.readModels.reset(tally);
  await record(followed.log, stream, oneEuro);
  await until(() => tallied(followed) === 3);
  t.deepEqual(followed.errors, []);
});

test('a checkpoint moves past events of other projections, though not with each of them', async (t) => {
  const followed = follow(t, { projections: [tally, apiKeys] });
  const checkpoint = () => followed.readModels.checkpoint(apiKeys);
  await record(followed.log, stream, oneEuro);
  await followed.follower.caughtUp();
  t.is(checkpoint(), null);
  for (let n = 0; n < 2; n += 1) await record(followed.log, stream, ...Array.from({ length: 600 }, () => oneEuro));
  await followed.follower.caughtUp();
  t.not(checkpoint(), null);
});

test('streams that no projection reads are not read', async (t) => {
  const wanted: unknown[] = [];
  const log = createMemoryEventLog();
  const watched = logWith(log, {
    end: (options) => {
      wanted.push(options?.streamPrefixes);
      return log.end(options);
    },
  });
  const followed = follow(t, { log: watched, projections: [tally, apiKeys, walletBalances] });
  await record(log, principalStream(words.userId), personRegistered());
  await followed.follower.caughtUp();
  t.deepEqual(wanted, [['wallet-', 'api-key-']]);
});

test('stopping folds the pending events, and ends the follower', async (t) => {
  const followed = follow(t, { batchMs: 3_600_000 });
  await until(() => followed.follower.lag().isLive);
  await record(followed.log, stream, oneEuro);
  await until(() => tallied(followed) === 1);
  await record(followed.log, stream, oneEuro);
  await until(() => followed.follower.lag().pendingEvents === 1);
  await followed.follower.stop();
  t.is(tallied(followed), 2);
  t.false(followed.follower.lag().isLive);
  await t.throwsAsync(followed.follower.caughtUp(), { instanceOf: EventLogUnavailable });
  await followed.follower.stop();
  t.deepEqual(followed.errors, []);
});

test('an aborted signal stops the follower, also one that waits to try again', async (t) => {
  const controller = new AbortController();
  const away = logWith(createMemoryEventLog(), {
    follow: () => {
      throw new EventLogUnavailable('away');
    },
  });
  const followed = follow(t, { log: away, signal: controller.signal });
  await until(() => followed.errors.length >= 2);
  controller.abort();
  await followed.follower.stop();
  const reported = followed.errors.length;
  await t.throwsAsync(followed.follower.caughtUp(), { instanceOf: EventLogUnavailable });
  t.is(followed.errors.length, reported);
});
