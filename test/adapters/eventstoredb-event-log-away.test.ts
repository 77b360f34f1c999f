import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { EventLogUnavailable, RevisionConflict } from '../../src/ports/event-log.ts';
import { startPeer, subscribed } from '../_support/eventstoredb-peer/peer.ts';
import { until } from '../_support/until.ts';
import { events, followUntil, idsOf } from './_event-log-fixtures.ts';
import { appendTo, assertHolds, peerAndLog } from './_eventstoredb-fixtures.ts';

// An engine that is not given up because the machine of the tests stalls.
const times = { callTimeoutMs: 1_000, outcomeMs: 12_000, awayMs: 10_000, openMs: 60_000 };

// Nothing but the look for the engine itself can end a call in time here.
const onlyAwayCounts = { callTimeoutMs: 100_000, outcomeMs: 300_000, awayMs: 1_000, openMs: 60_000 };

test.serial('appends and reads follow a leader that moves', async (t) => {
  const { peer, log } = await peerAndLog(t, times);
  await using next = await startPeer({ store: peer.store });
  const before = await appendTo(log, 'before', 5);
  peer.leaderPort = next.line.port;
  await assertHolds(t, log, before);
  await assertHolds(t, log, [...before, ...(await appendTo(log, 'after', 20))]);
  t.is(log.stats().unknownOutcomes, 0);
});

test.serial('a restart amid 200 appends leaves each of them known, written once', async (t) => {
  const { peer, log } = await peerAndLog(t, times);
  // Half of them are written before the crash, and not answered; the others are on their way.
  let arrived = 0;
  peer.appends.fault = () => {
    arrived += 1;
    if (arrived > 200) return null;
    return arrived % 2 === 0 ? 'unanswered' : 'ignored';
  };
  const appending = Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const written = events(2);
      await log.append(`wallet-${index}`, 'no_stream', written);
      return { stream: `wallet-${index}`, events: written };
    }),
  );
  await until('all appends have arrived', () => arrived >= 200);
  await peer.restart(300);
  await assertHolds(t, log, await appending);
  t.is(log.stats().unknownOutcomes, 0);
});

test.serial('connections that are reset again and again cost no append', async (t) => {
  const { peer, log } = await peerAndLog(t, times);
  const storm = setInterval(() => peer.line.reset(), 60);
  const surviving = Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const stream = `wallet-${index}`;
      const written = events(2);
      for (;;) {
        try {
          await log.append(stream, 'no_stream', written);
          return { stream, events: written };
        } catch (error) {
          if (!(error instanceof EventLogUnavailable)) throw error;
        }
      }
    }),
  );
  await pause(600);
  clearInterval(storm);
  // A read whose connection is reset is refused, and asked again by whoever wants it.
  await assertHolds(t, log, await surviving);
});

test.serial('calls are refused while the engine is unavailable, and answered when it is back', async (t) => {
  const { peer, log } = await peerAndLog(t, onlyAwayCounts);
  await log.append('wallet-1', 'no_stream', events(1));
  await peer.line.cut();
  // The first may find out.
  await t.throwsAsync(log.readStream('wallet-1'), { instanceOf: EventLogUnavailable });
  await t.throwsAsync(log.append('wallet-2', 'no_stream', events(1)), { instanceOf: EventLogUnavailable });
  await t.throwsAsync(log.readStream('wallet-1'), { instanceOf: EventLogUnavailable });
  await t.throwsAsync(log.readAll(), { instanceOf: EventLogUnavailable });
  await t.throwsAsync(log.deleteStream('wallet-1', 'any'), { instanceOf: EventLogUnavailable });
  t.false(log.stats().isUp);
  await peer.line.open();
  await until('the engine is back', () => log.stats().isUp);
  t.is((await log.append('wallet-2', 'no_stream', events(1))).revision, 0, 'what was refused was not written');
});

test.serial('calls wait for an engine whose connection broke, as they do for one that is silent', async (t) => {
  const { peer, log } = await peerAndLog(t, { ...onlyAwayCounts, awayMs: 100_000 });
  const [first, second, third] = events(3);
  if (first === undefined || second === undefined || third === undefined) return t.fail();
  await log.append('wallet-1', 'no_stream', [first]);
  const restarting = peer.restart(2_000);
  const ask = (): Promise<unknown> =>
    Promise.all([
      log.readStream('wallet-1'),
      log.readStream('wallet-3'),
      log.readAll(),
      log.readAll({ streamPrefixes: ['wallet-'] }),
      log.end({ streamPrefixes: ['wallet-'] }),
    ]);
  const appending = log.append('wallet-1', 0, [second]);
  const reading = ask();
  // What is asked when the break is known waits like what was on its way.
  await until('the break is known', () => !log.stats().isUp);
  const later = [log.append('wallet-2', 'no_stream', [third]), ask()];
  await restarting;
  await t.notThrowsAsync(Promise.all([appending, reading, ...later]));
  t.deepEqual(idsOf(await log.readStream('wallet-1')), idsOf([first, second]));
  t.deepEqual(idsOf(await log.readStream('wallet-2')), idsOf([third]));
});

test.serial(
  'calls are refused while the engine is silent, and an append in doubt is known when it is back',
  async (t) => {
    const { peer, log } = await peerAndLog(t, onlyAwayCounts);
    await log.append('wallet-1', 'no_stream', events(1));
    peer.line.setDead(true);
    const doubtful = events(2);
    const inDoubt = log.append('wallet-1', 0, doubtful);
    await t.throwsAsync(log.readStream('wallet-1'), { instanceOf: EventLogUnavailable });
    await t.throwsAsync(log.append('wallet-2', 'no_stream', events(1)), { instanceOf: EventLogUnavailable });
    peer.line.setDead(false);
    t.is((await inDoubt).revision, 2);
    t.deepEqual(idsOf(await log.readStream('wallet-1')).slice(1), idsOf(doubtful));
    t.is((await log.append('wallet-2', 'no_stream', events(1))).revision, 0);
  },
);

test.serial('an engine that is unavailable, or refuses the connection, cannot be opened', async (t) => {
  const peer = await startPeer();
  const { connectionString } = peer;
  await peer[Symbol.asyncDispose]();
  const error = await t.throwsAsync(openEventStoreDbEventLog({ connectionString, openMs: 500 }), {
    instanceOf: EventLogUnavailable,
  });
  t.notRegex(error?.message ?? '', /esdb/);
});

for (const [how, what] of [
  ['end', 'ends its subscription'],
  ['error', 'breaks its subscription'],
  ['restart', 'restarts'],
] as const) {
  test.serial(`a follower misses nothing and sees nothing twice when the engine ${what}`, async (t) => {
    const { peer, log } = await peerAndLog(t, times);
    const written = events(60);
    const following = followUntil(log, { streamPrefixes: ['wallet'] }, (seen) => seen.length >= 60);
    for (const [index, one] of written.entries()) {
      if (index % 20 === 10) {
        await subscribed(peer, 1);
        if (how === 'restart') await peer.restart(10);
        else peer.endSubscriptions(how);
      }
      await until('the append is taken', () =>
        log.append('wallet-1', index === 0 ? 'no_stream' : index - 1, [one]).catch((error: unknown) => {
          if (!(error instanceof EventLogUnavailable)) throw error;
          return null;
        }),
      );
    }
    t.deepEqual(idsOf(await following), idsOf(written));
  });
}

test.serial('a read that is never answered is given up, and its call is ended', async (t) => {
  const { peer, log } = await peerAndLog(t, { ...times, callTimeoutMs: 200 });
  peer.silentStream = 'victim';
  await t.throwsAsync(log.readStream('victim'), { instanceOf: EventLogUnavailable });
  t.deepEqual(await log.readStream('other'), []);
  await until('no call is left open', () => peer.openReads === 0);
  t.true(log.stats().isUp);
});

test.serial('a server that has just started and is slow to name its database is waited for', async (t) => {
  await using peer = await startPeer();
  // What holds the name is read at each opening; nobody is told it for as long as ten tries take.
  peer.silentStream = '$$waybill';
  const opening = openEventStoreDbEventLog({ connectionString: peer.connectionString, ...times, callTimeoutMs: 300 });
  await until('it is asked for again and again', () => peer.silencedReads >= 10);
  peer.silentStream = null;
  await using log = await opening;
  t.not(log.logId, '');
});

test.serial('a follower opens a subscription again that is never confirmed', async (t) => {
  const { peer, log } = await peerAndLog(t, { ...times, callTimeoutMs: 200 });
  await log.append('wallet-1', 'no_stream', events(3));
  peer.areSubscriptionsSilent = true;
  const following = followUntil(log, {}, (seen) => seen.length === 3);
  const before = peer.reads;
  await until('it has been tried twice', () => peer.reads >= before + 2);
  peer.areSubscriptionsSilent = false;
  t.is((await following).length, 3);
});

test.serial('two logs on one engine exclude each other at exact revisions, and read each other’s events', async (t) => {
  const { peer, log } = await peerAndLog(t, times);
  await using other = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...times });
  const won: string[] = [];
  const compete = async (mine: typeof log, wins: number): Promise<void> => {
    for (let count = 0; count < wins;) {
      const last = (await mine.readStream('shared', { limit: 10_000 })).at(-1)?.revision ?? -1;
      const [one] = events(1);
      if (one === undefined) return;
      try {
        await mine.append('shared', last < 0 ? 'no_stream' : last, [one]);
        won.push(one.id);
        count += 1;
      } catch (error) {
        if (!(error instanceof RevisionConflict)) throw error;
      }
    }
  };
  await Promise.all([compete(log, 25), compete(log, 25), compete(other, 25), compete(other, 25)]);
  const [seen, seenByOther] = [await log.readStream('shared'), await other.readStream('shared')];
  t.deepEqual(idsOf(seen).sort(), won.sort());
  t.deepEqual(idsOf(seenByOther), idsOf(seen));
});
