import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { until } from '../_support/until.ts';
import { events, idsOf } from './_event-log-fixtures.ts';

// The times that a gateway has by default: they are what is tested.

test.serial(
  'a server that stands still for a second and a half, again and again, causes delays and no failure',
  async (t) => {
    await using peer = await startPeer();
    await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, openMs: 60_000 });
    const stop = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const step of log.follow({ streamPrefixes: ['wallet-'], signal: stop.signal })) {
        if (step.kind === 'events') seen.push(...idsOf(step.events));
      }
    })();
    const enough = new AbortController();
    let appends = 0;
    const writing = Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let revision = -1; !enough.signal.aborted; revision += 1) {
          await log.append(`wallet-${writer}`, revision < 0 ? 'no_stream' : revision, events(1));
          appends += 1;
          await log.readStream(`wallet-${writer}`, { fromRevision: revision + 1 });
        }
      }),
    );
    for (let round = 0; round < 3; round += 1) {
      await pause(200);
      await peer.line.standStill(1_500);
    }
    await pause(200);
    enough.abort();
    await writing;
    await until('the follower has everything', () => seen.length === appends);
    stop.abort();
    await following;
    t.like(log.stats(), { reconnects: 0, repeats: 0, unknownOutcomes: 0, isUp: true });
    t.is(new Set(seen).size, appends);
  },
);

test.serial('a thread that was busy replaces no connection', async (t) => {
  await using peer = await startPeer();
  await using log = await openEventStoreDbEventLog({
    connectionString: peer.connectionString,
    awayMs: 1_000,
    callTimeoutMs: 30_000,
    outcomeMs: 60_000,
    openMs: 60_000,
  });
  const appending = log.append('wallet-1', 'no_stream', events(1));
  // The main thread is held up for longer than an engine may be silent.
  const heldUntil = performance.now() + 2_000;
  while (performance.now() < heldUntil);
  await appending;
  await log.readStream('wallet-1');
  t.is(log.stats().reconnects, 0);
});

test.serial('reads beyond those that a connection takes at once wait, and nobody is blamed for it', async (t) => {
  await using peer = await startPeer({ callsMax: 100 });
  const times = { callTimeoutMs: 2_000, awayMs: 2_000, openMs: 60_000 };
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...times });
  await log.append('wallet-1', 'no_stream', events(1));
  peer.pageMs = 300;
  // Ten times as many as the server takes at once: the last of them wait for longer than a call may take.
  const reading = Promise.all(Array.from({ length: 1_000 }, () => log.readStream('wallet-1', { limit: 1 })));
  const appends: number[] = [];
  for (let revision = 0; revision < 20; revision += 1) {
    appends.push((await log.append('wallet-1', revision, events(1))).revision);
    await pause(50);
  }
  for (const page of await reading) t.is(page.length, 1);
  t.is(appends.at(-1), 20);
  t.true(peer.mostOpenReads <= 101, 'the others waited');
  t.like(log.stats(), { reconnects: 0, unknownOutcomes: 0, isUp: true });
});
