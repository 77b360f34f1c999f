import { patience } from '../../_support/eventstoredb-peer/patience.ts';
import test from 'ava';
import { events, followUntil, idsOf } from '../_event-log-fixtures.ts';
import { peerAndLog } from '../_eventstoredb-fixtures.ts';
import { until } from '../../_support/until.ts';
import { peerVersions } from '../../_support/eventstoredb-peer/peer-version.ts';
import type { EventLog, EventToAppend } from '../../../src/ports/event-log.ts';

function proposed({ data, metadata, ...event }: EventToAppend) {
  return { ...event, contentType: 'application/json', data: Buffer.from(data), metadata: Buffer.from(metadata) };
}

/** A follower that has drawn level, and takes no further batch until it is let. */
async function levelFollower(log: EventLog, prefix = 'wallet-') {
  const seen: string[] = [];
  const stop = new AbortController();
  const level = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const following = (async () => {
    for await (const step of log.follow({ streamPrefixes: [prefix], signal: stop.signal })) {
      if (step.kind === 'events') seen.push(...idsOf(step.events));
      else level.resolve();
      if (step.kind === 'events') await go.promise;
    }
  })();
  await level.promise;
  return {
    seen,
    let: () => go.resolve(),
    end: async () => {
      stop.abort();
      await following;
    },
  };
}

test('small appends cut no live subscription, however slow its consumer is', async (t) => {
  const { log } = await peerAndLog(t, patience);
  const follower = await levelFollower(log);
  const written: string[] = [];
  for (let stream = 0; stream < 300; stream += 1) {
    const batch = events(10);
    await log.append(`wallet-${stream}`, 'no_stream', batch);
    written.push(...idsOf(batch));
  }
  follower.let();
  await until('all was handed over', () => follower.seen.length >= written.length);
  t.deepEqual(follower.seen, written);
  t.is(log.stats().subscriptionCuts, 0);
  await follower.end();
});

for (const version of peerVersions) {
  test(`a burst loses and repeats nothing of a live subscription of ${version}`, async (t) => {
    const { peer, log } = await peerAndLog(t, patience, { version });
    const follower = await levelFollower(log);
    follower.let();
    const written: string[] = [];
    for (let burst = 0; burst < 3; burst += 1) {
      const batch = events(1_000);
      await log.append(`wallet-${burst}`, 'no_stream', batch);
      written.push(...idsOf(batch));
    }
    await until('all was handed over', () => follower.seen.length >= written.length);
    t.deepEqual(follower.seen, written);
    const { cutsLive } = peer.store.profile;
    t.is(log.stats().subscriptionCuts > 0, cutsLive);
    await follower.end();
  });

  test(`a burst during the change to live loses and repeats nothing at ${version}`, async (t) => {
    const { peer, log } = await peerAndLog(t, patience, { version });
    const written = events(40);
    await log.append('wallet-1', 'no_stream', written);
    let bursts = 0;
    peer.onLastPage = () => {
      bursts += 1;
      if (bursts > 3) return;
      const burst = events(200);
      peer.store.append(`wallet-burst-${bursts}`, 'no_stream', burst.map(proposed));
      written.push(...burst);
    };
    const seen = await followUntil(log, { streamPrefixes: ['wallet-'] }, (read) => read.length >= 640);
    t.deepEqual(idsOf(seen), idsOf(written));
    t.true(bursts >= 3);
    t.is(log.stats().subscriptionCuts, peer.store.profile.cutsLive ? 3 : 0, 'whatever was read, each is counted');
  });
}

test('cuts of pages, and of a subscription that nobody pulls any more, are counted', async (t) => {
  const { peer, log } = await peerAndLog(t, patience);
  await log.append('wallet-1', 'no_stream', events(40));
  let bursts = 0;
  peer.onLastPage = () => {
    bursts += 1;
    if (bursts <= 2) peer.store.append(`wallet-burst-${bursts}`, 'no_stream', events(200).map(proposed));
  };
  t.is((await log.readAll({ streamPrefixes: ['wallet-'] })).length, 440);
  t.is(log.stats().subscriptionCuts, 2);
  const follower = await levelFollower(log, 'other-');
  await until('it is subscribed', () => peer.subscriptions === 1);
  await log.append('other-1', 'no_stream', events(1));
  peer.endSubscriptions('too slow');
  await until('the cut was counted', () => log.stats().subscriptionCuts === 3);
  follower.let();
  await follower.end();
});

test('a cut of a slow subscription is counted and replaces no connection, and another end is no cut', async (t) => {
  const { peer, log } = await peerAndLog(t, patience);
  const follower = await levelFollower(log);
  follower.let();
  const ends = ['too slow', 'error', 'end', 'too slow'] as const;
  for (const [cut, how] of ends.entries()) {
    await until('it is subscribed', () => peer.subscriptions === 1);
    const reads = peer.reads;
    peer.endSubscriptions(how);
    await log.append(`wallet-${cut}`, 'no_stream', events(1));
    await until('what came later was handed over', () => follower.seen.length > cut);
    // A page to the end of the log, and a subscription from there.
    if (how === 'too slow') await until('it reads and subscribes', () => peer.reads >= reads + 2);
  }
  t.is(log.stats().subscriptionCuts, 2);
  t.is(log.stats().reconnects, 0);
  await follower.end();
});
