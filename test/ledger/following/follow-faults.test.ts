import test from 'ava';
import { apiKeys } from '../../../projections/api-keys.ts';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../../src/adapters/memory-read-models.ts';
import { UnknownEventType } from '../../../src/ledger/codec.ts';
import { ProjectionStopped } from '../../../src/ledger/following/projection-feed.ts';
import { apiKeyStream } from '../../../src/ledger/stream-names.ts';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';
import { ReadModelsUnavailable, type Projection } from '../../../src/ports/read-models.ts';
import { keyCreated } from '../../_support/directory-vocabulary.ts';
import { logWith, readModelsWith, record, recordUnknown } from '../../_support/recorded-log.ts';
import { tally } from '../../_support/tally-projection.ts';
import * as words from '../../_support/wallet-vocabulary.ts';
import { follow, oneEuro, stream, tallied, until } from './_followed.ts';

test('a follower retries an unavailable log from its last checkpoint until the log is back', async (t) => {
  const log = createMemoryEventLog();
  await record(log, stream, oneEuro, oneEuro);
  let refusals = 2;
  const flaky = logWith(log, {
    follow: async function* (options) {
      if (refusals > 0) {
        refusals -= 1;
        throw new EventLogUnavailable('away');
      }
      yield* log.follow(options);
    },
  });
  const followed = follow(t, { log: flaky });
  await until(() => tallied(followed) === 2);
  t.deepEqual(
    followed.errors.map(({ error, stopped }) => [error instanceof EventLogUnavailable, stopped]),
    [
      [true, null],
      [true, null],
    ],
  );
});

test('a subscription that breaks in the middle loses and repeats nothing', async (t) => {
  const log = createMemoryEventLog();
  const breaking = logWith(log, {
    follow: async function* (options) {
      for await (const step of log.follow(options)) {
        yield step;
        if (step.kind === 'events') throw new EventLogUnavailable('broke off');
      }
    },
  });
  const followed = follow(t, { log: breaking, batchMs: 1 });
  for (let n = 1; n <= 3; n += 1) {
    await record(log, stream, oneEuro, oneEuro);
    await until(() => tallied(followed) === 2 * n);
  }
  t.true(followed.errors.length >= 2);
});

test('a follower retries unavailable read models, and then folds the events that they missed', async (t) => {
  const log = createMemoryEventLog();
  let failures = 0;
  const flaky = readModelsWith(createMemoryReadModels(log), () => {
    if (failures > 0) {
      failures -= 1;
      throw new ReadModelsUnavailable('away');
    }
  });
  const followed = follow(t, { log, readModels: flaky, batchMs: 5 });
  await until(() => followed.follower.lag().isLive);
  await record(log, stream, oneEuro);
  await until(() => tallied(followed) === 1);
  failures = 2;
  await record(log, stream, oneEuro);
  await record(log, stream, oneEuro);
  await until(() => tallied(followed) === 3);
  t.true(followed.errors.every(({ error, stopped }) => error instanceof ReadModelsUnavailable && stopped === null));
  t.true(followed.errors.length >= 2);
});

test('a look at the log before a failure does not hide events that the failure left unfolded', async (t) => {
  const log = createMemoryEventLog();
  const [look, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let [looks, subscriptions, failures] = [0, 0, -1];
  const watched = logWith(log, {
    follow: async function* (options) {
      subscriptions += 1;
      if (subscriptions === 2) await resumed.promise;
      yield* log.follow(options);
    },
    end: async (options) => {
      looks += 1;
      if (looks === 1) await look.promise;
      return log.end(options);
    },
  });
  const readModels = readModelsWith(createMemoryReadModels(log), () => {
    failures -= 1;
    if (failures === 0) throw new ReadModelsUnavailable('away');
  });
  const followed = follow(t, { log: watched, readModels, batchMs: 200 });
  await record(log, stream, oneEuro);
  await until(() => followed.follower.lag().isLive && tallied(followed) === 1);
  failures = 1;
  await record(log, stream, oneEuro);
  await until(() => followed.follower.lag().pendingEvents === 1 || failures === 0);
  const waiting = followed.follower.caughtUp();
  await until(() => looks === 1 && subscriptions === 2);
  await record(log, stream, oneEuro);
  look.resolve();
  await waiting;
  resumed.resolve();
  t.is(tallied(followed), 3);
});

test('events from a broken subscription do not hide events that were left unfolded', async (t) => {
  const log = createMemoryEventLog();
  await record(log, stream, oneEuro, oneEuro, oneEuro);
  const [first, second, third] = (await log.readAll()).map((event) => [event]);
  const gate = Promise.withResolvers<void>();
  let [subscriptions, failures] = [0, -1];
  const deaf = logWith(log, {
    follow: async function* (options) {
      subscriptions += 1;
      if (subscriptions > 1) {
        yield* log.follow(options);
        return;
      }
      yield { kind: 'events', events: first ?? [] };
      yield { kind: 'caught_up' };
      failures = 1;
      yield { kind: 'events', events: second ?? [] };
      await gate.promise;
      yield { kind: 'events', events: third ?? [] };
    },
  });
  const readModels = readModelsWith(createMemoryReadModels(log), () => {
    failures -= 1;
    if (failures === 0) throw new ReadModelsUnavailable('away');
  });
  const followed = follow(t, { log: deaf, readModels, batchMs: 20 });
  await until(() => failures === 0);
  gate.resolve();
  await until(() => subscriptions === 2 && followed.follower.lag().isLive);
  t.is(tallied(followed), 3);
});

test('waiting for a follower fails while the read models or the log are unavailable', async (t) => {
  const log = createMemoryEventLog();
  let isAway = true;
  const readModels = readModelsWith(createMemoryReadModels(log), () => {
    if (isAway) throw new ReadModelsUnavailable('away');
  });
  const followed = follow(t, { log, readModels });
  await record(log, stream, oneEuro);
  await t.throwsAsync(followed.follower.caughtUp(), { instanceOf: ReadModelsUnavailable });
  isAway = false;
  await followed.follower.caughtUp();
  t.is(tallied(followed), 1);
  const closed = follow(t, {
    log: logWith(log, { end: () => Promise.reject(new EventLogUnavailable('away')) }),
  });
  await t.throwsAsync(closed.follower.caughtUp(), { instanceOf: EventLogUnavailable });
});

test('an event of a later version stops a projection without separate streams, and no other', async (t) => {
  const followed = follow(t, { projections: [tally, apiKeys] });
  await record(followed.log, stream, words.opened, words.credited('5'));
  await recordUnknown(followed.log, stream);
  await record(followed.log, stream, words.credited('7', words.id('f', 9)));
  await record(followed.log, apiKeyStream(words.keyA), keyCreated());
  await t.throwsAsync(followed.follower.caughtUp(), { instanceOf: ProjectionStopped, message: /tally@1/ });
  await followed.follower.caughtUp([apiKeys]);
  t.is(tallied(followed), 1);
  t.truthy(followed.readModels.get(apiKeys, words.keyA));
  t.deepEqual(
    followed.errors.map(({ error, stopped }) => [error instanceof UnknownEventType, stopped]),
    [[true, 'tally']],
  );
  const stopped = followed.follower.lag().projections.filter(({ stoppedBy }) => stoppedBy !== null);
  t.deepEqual(
    stopped.map(({ projection }) => projection.name),
    ['tally'],
  );
});

test('a defect in one projection stops that one only', async (t) => {
  const failing: Projection<object> = {
    ...tally,
    name: 'failing',
    evolve: () => {
      throw new TypeError('a defect');
    },
  };
  const followed = follow(t, { projections: [failing, tally] });
  await record(followed.log, stream, oneEuro);
  await followed.follower.caughtUp([tally]);
  t.is(tallied(followed), 1);
  t.deepEqual(
    followed.errors.map(({ stopped }) => stopped),
    ['failing'],
  );
});

test('waiting for a follower fails when every projection has stopped', async (t) => {
  const followed = follow(t);
  await recordUnknown(followed.log, stream);
  await t.throwsAsync(followed.follower.caughtUp(), { instanceOf: ProjectionStopped });
  await t.throwsAsync(followed.follower.caughtUp(), { instanceOf: ProjectionStopped });
  await followed.follower.stop();
  t.is(followed.errors.length, 1);
});
