import test from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { logWith, record } from '../../_support/recorded-log.ts';
import { follow, oneEuro, stream, tallied, until } from './_followed.ts';

test('a restarted follower continues from its place, and counts nothing twice', async (t) => {
  const followed = follow(t, { batchMs: 1 });
  await record(followed.log, stream, oneEuro, oneEuro);
  await until(() => tallied(followed) === 2);
  followed.follower.watched.restart(new Error('it stood still'));
  t.false(followed.follower.lag().isLive);
  await record(followed.log, stream, oneEuro);
  await until(() => followed.follower.lag().isLive && tallied(followed) === 3);
  t.is(followed.errors.length, 1);
});

test('a look at the log without new events reads nothing', async (t) => {
  const log = createMemoryEventLog();
  let reads = 0;
  const watched = logWith(log, {
    readAll: (options) => {
      reads += 1;
      return log.readAll(options);
    },
  });
  const followed = follow(t, { log: watched });
  await record(log, 'other-1', ...Array.from({ length: 50 }, () => oneEuro));
  for (let look = 0; look < 5; look += 1) await followed.follower.caughtUp();
  t.is(reads, 0);
});
