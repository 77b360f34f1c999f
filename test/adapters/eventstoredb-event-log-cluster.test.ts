import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { AppendOutcomeUnknown, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { startPeerCluster, type PeerCluster } from '../_support/eventstoredb-peer/peer-cluster.ts';
import { until } from '../_support/until.ts';
import { events, idsOf } from './_event-log-fixtures.ts';

const folder = join(import.meta.dirname, '..', 'fixtures', 'tls');
const certificate = {
  certificate: readFileSync(join(folder, 'address.pem')),
  key: readFileSync(join(folder, 'address-key.pem')),
};

for (const line of ['plain', 'TLS'] as const) {
  test.serial(`elections, paused leaders and dead leaders lose nothing and repeat nothing: ${line}`, async (t) => {
    await using cluster = await startPeerCluster(line === 'TLS' ? { tls: certificate } : {});
    const parameters = line === 'TLS' ? `tlsCAFile=${join(folder, 'authority.pem')}` : 'tls=false';
    const user = line === 'TLS' ? 'admin:changeit@' : '';
    await using log = await openEventStoreDbEventLog({
      connectionString: `esdb+discover://${user}${cluster.authority}?${parameters}`,
      openMs: 60_000,
    });
    const stop = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const step of log.follow({ streamPrefixes: ['wallet-'], signal: stop.signal })) {
        if (step.kind === 'events') seen.push(...idsOf(step.events));
      }
    })();
    const enough = new AbortController();
    const written: string[] = [];
    const writing = Promise.all(
      Array.from({ length: 4 }, async (_, writer) => {
        for (let revision = -1; !enough.signal.aborted; revision += 1) {
          const [event] = events(1);
          if (event === undefined) return;
          await untilWritten(() => log.append(`wallet-${writer}`, revision < 0 ? 'no_stream' : revision, [event]));
          written.push(event.id);
        }
      }),
    );
    await pause(300);
    cluster.elect();
    await pause(500);
    // The leader stands, and another is elected meanwhile.
    const status = cluster.leader.line.standStill(1_500);
    await pause(300);
    cluster.elect();
    await status;
    await pause(500);
    const { line: dead } = cluster.leader;
    await dead.cut();
    cluster.elect();
    const before = written.length;
    await until('appends go on at the new leader', () => written.length > before + 20);
    enough.abort();
    await writing;
    await until('the follower has everything', () => seen.length >= written.length);
    stop.abort();
    await following;
    t.deepEqual(seen.toSorted(), written.toSorted());
    t.is(new Set(seen).size, seen.length);
  });
}

// Nothing but the word of the other nodes can end the wait for a silent leader here.
const endless = { callTimeoutMs: 100_000, outcomeMs: 300_000, awayMs: 100_000, openMs: 60_000 };

for (const [how, connectionStringOf] of [
  ['its nodes', ({ authority }: PeerCluster) => `esdb://${authority}?tls=false`],
  ['one name', ({ leader }: PeerCluster) => `esdb+discover://127.0.0.1:${leader.line.port}?tls=false`],
] as const) {
  test.serial(`a silent leader is left when the others have elected another: a cluster by ${how}`, async (t) => {
    await using cluster = await startPeerCluster();
    await using log = await openEventStoreDbEventLog({ connectionString: connectionStringOf(cluster), ...endless });
    const stop = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const step of log.follow({ streamPrefixes: ['wallet-'], signal: stop.signal })) {
        if (step.kind === 'events') seen.push(...idsOf(step.events));
      }
    })();
    const [first, ...others] = events(5);
    const written = [first?.id ?? '', ...idsOf(others)];
    await log.append('wallet-1', 'no_stream', first === undefined ? [] : [first]);
    for (const [revision, event] of others.entries()) {
      const { line } = cluster.leader;
      line.setDead(true);
      const appending = log.append('wallet-1', revision, [event]);
      const reading = log.readStream('wallet-1', { limit: 1 });
      cluster.elect();
      await appending;
      t.deepEqual(idsOf(await reading), written.slice(0, 1));
      line.setDead(false);
    }
    await until('the follower has everything', () => seen.length >= written.length);
    stop.abort();
    await following;
    t.deepEqual(seen, written);
    t.like(log.stats(), { reconnects: 0, unknownOutcomes: 0 });
  });
}

test.serial('a silent leader that still leads is waited for', async (t) => {
  await using cluster = await startPeerCluster();
  const connectionString = `esdb://${cluster.authority}?tls=false`;
  await using log = await openEventStoreDbEventLog({ connectionString, ...endless });
  await log.append('wallet-1', 'no_stream', events(1));
  const [, second, third] = cluster.nodes;
  const asked = (): number => second.gossips + third.gossips;
  const before = asked();
  cluster.leader.line.setDead(true);
  const appending = log.append('wallet-1', 0, events(1));
  await until('the others were asked again and again', () => asked() >= before + 6);
  cluster.leader.line.setDead(false);
  await appending;
  t.like(log.stats(), { reconnects: 0, repeats: 0 });
});

test.serial(
  'a cluster is opened although the first of its names is a node that takes connections and is silent',
  async (t) => {
    await using cluster = await startPeerCluster();
    const [first, second] = cluster.nodes;
    cluster.elect();
    t.is(cluster.leader, second);
    first.line.setDead(true);
    await using log = await openEventStoreDbEventLog({
      connectionString: `esdb+discover://${cluster.authority}?tls=false`,
      openMs: 60_000,
    });
    t.is((await log.append('wallet-1', 'no_stream', events(1))).revision, 0);
    t.is(first.gossips, 0);
  },
);

for (const [how, leavesLeader] of [
  ['is dead', true],
  ['was cut off, and leads again', false],
] as const) {
  test.serial(`calls wait for the end of an election when the leader ${how}`, async (t) => {
    await using cluster = await startPeerCluster();
    const connectionString = `esdb://${cluster.authority}?tls=false`;
    await using log = await openEventStoreDbEventLog({ connectionString, ...endless });
    const [first, second, third] = events(3);
    if (first === undefined || second === undefined || third === undefined) return t.fail();
    await log.append('wallet-1', 'no_stream', [first]);
    const { leader } = cluster;
    leader.isCalledAlive = !leavesLeader;
    if (leavesLeader) await leader.line.cut();
    else leader.line.reset();
    const election = cluster.election(2_500);
    // All are asked while nobody leads; each would be refused after less.
    const asked = [
      log.append('wallet-1', 0, [second]),
      log.append('wallet-2', 'no_stream', [third]),
      log.readStream('wallet-1', { limit: 1 }),
      log.readAll({ streamPrefixes: ['wallet-'], limit: 1 }),
      log.end({ streamPrefixes: ['wallet-'] }),
    ];
    t.is((await election) === leader, !leavesLeader);
    await t.notThrowsAsync(Promise.all(asked));
    t.deepEqual(idsOf(await log.readStream('wallet-1')), idsOf([first, second]));
    t.deepEqual(idsOf(await log.readStream('wallet-2')), idsOf([third]));
  });
}

test.serial('calls that break together at an election end no thread, and are answered after it', async (t) => {
  await using cluster = await startPeerCluster();
  const connectionString = `esdb://${cluster.authority}?tls=false`;
  await using log = await openEventStoreDbEventLog({ connectionString, ...endless });
  for (const stream of ['file-1', 'file-2', 'file-3']) await log.append(stream, 'no_stream', events(2));
  const election = cluster.election(2_500);
  await Promise.all([
    log.append('wallet-1', 'no_stream', events(1)),
    log.readStream('file-1'),
    log.end(),
    log.setRetention('file-1', { maxCount: 1 }),
    log.deleteStream('file-2', 1),
    log.tombstoneStream('file-3', 1),
  ]);
  await election;
  t.is((await log.readStream('file-1')).length, 1);
  t.deepEqual(await log.readStream('file-2'), []);
  t.is(log.stats().reconnects, 0);
});

test.serial('a paused leader that is elected again is waited for, and does what was asked of it', async (t) => {
  await using cluster = await startPeerCluster();
  const connectionString = `esdb://${cluster.authority}?tls=false`;
  await using log = await openEventStoreDbEventLog({ connectionString, ...endless });
  const written = events(2);
  await log.append('wallet-1', 'no_stream', written.slice(0, 1));
  const { leader } = cluster;
  leader.line.setDead(true);
  const appending = log.append('wallet-1', 0, written.slice(1));
  t.is(await cluster.election(1_000), leader);
  const asked = (): number => cluster.nodes.reduce((sum, { gossips }) => sum + gossips, 0);
  const before = asked();
  await until('the others were asked again and again', () => asked() >= before + 4);
  leader.line.setDead(false);
  await appending;
  t.deepEqual(idsOf(await log.readStream('wallet-1')), idsOf(written));
});

/** The identical append again, until it is known to be written. */
async function untilWritten(append: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await append();
      return;
    } catch (error) {
      if (!(error instanceof EventLogUnavailable || error instanceof AppendOutcomeUnknown)) throw error;
      await pause(50);
    }
  }
}
