import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { EventLogBusy, StreamTombstoned } from '../../src/ports/event-log.ts';
import { eventLogContract } from './event-log.contract.ts';
import { event, events, followUntil, freshName, idsOf } from './_event-log-fixtures.ts';
import { TidyDatabase } from './_eventstoredb-fixtures.ts';
import { isSlow, peerContract } from './eventstoredb-peer.contract.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { projectionCatalogue } from '../../projections/catalogue.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { followProjections } from '../../src/ledger/following/follow.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import type { EventStoreDbPeer } from '../_support/eventstoredb-peer/peer.ts';
import type { EventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import type { Position } from '../../src/ports/event-log.ts';

const peers: AsyncDisposable[] = [];
test.after.always('the peers stop', () => Promise.all(peers.map((peer) => peer[Symbol.asyncDispose]())));

peerContract('23.10');

/** A peer that holds thousands of events of others, who go on writing. */
async function startUsedPeer(): Promise<string> {
  const peer = await startPeer();
  const { connectionString } = peer;
  const others = await openEventStoreDbEventLog({ connectionString, ...patience });
  const stream = freshName();
  for (let append = 0; append < 6; append += 1) await others.append(stream, 'any', events(500));
  const writing = new AbortController();
  const written = (async () => {
    while (!writing.signal.aborted) {
      await others.append(stream, 'any', events(3));
      await setTimeout(50);
    }
  })();
  peers.push({
    async [Symbol.asyncDispose]() {
      writing.abort();
      await written;
      await others[Symbol.asyncDispose]();
      await peer[Symbol.asyncDispose]();
    },
  });
  return connectionString;
}

// What holds on a database that others use too is tried on one: on yours, or on a peer.
const liveUrl = process.env['WAYBILL_TEST_EVENTSTOREDB_URL'];
let used: Promise<string> | null = null;
const openUsed = async (): Promise<EventStoreDbEventLog> =>
  openEventStoreDbEventLog({ connectionString: await (used ??= startUsedPeer()), ...patience });
if (liveUrl !== undefined) {
  const live = new TidyDatabase(liveUrl);
  eventLogContract('live eventstoredb', () => live.open(patience), 'by its operators');
  test('live eventstoredb: a follower passes over the whole log, however long it is', async (t) => {
    await using log = await openEventStoreDbEventLog({ connectionString: liveUrl, ...patience });
    t.deepEqual(await followUntil(log, { streamPrefixes: [freshName()] }, (_, step) => step.kind === 'caught_up'), []);
  });
  test.after.always('the streams written on your database are closed', () => live.tidy(patience));
} else if (!isSlow) eventLogContract('eventstoredb that others use', openUsed, 'by its operators');

test.serial(
  'what tests write on a database that gateways use is none of theirs, and goes with a scavenge',
  async (t) => {
    await using peer = await startPeer();
    const database = new TidyDatabase(peer.connectionString);
    await using log = await database.open(patience);
    await log.append(freshName(), 'no_stream', events(3));
    const closed = freshName();
    await log.append(closed, 'no_stream', events(1));
    await log.tombstoneStream(closed, 0);
    const readModels = createMemoryReadModels({ comparePositions: (a, b) => log.comparePositions(a, b) });
    const follower = followProjections({
      log,
      logEnd: log,
      readModels,
      projections: projectionCatalogue,
      onError: (error) => t.log(error),
    });
    const end = await follower.caughtUp().then(() => 'caught up', String);
    await follower.stop();
    t.is(end, 'caught up');
    await database.tidy(patience);
    peer.store.scavenge();
    const verdict = await verifyLedger({ log, readModels, projections: projectionCatalogue, now: Date.now() });
    t.like(verdict, { ok: true, events: 0 });
  },
);

test.serial('tests on a long database read nothing of what it held before them', async (t) => {
  await using peer = await startPeer();
  await using others = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  const stream = freshName();
  await others.append(stream, 'no_stream', events(500));
  const database = new TidyDatabase(peer.connectionString);
  await using first = await database.open(patience);
  const written = events(3);
  await first.append(stream, 499, written);
  await using second = await database.open(patience);
  for (const log of [first, second]) {
    t.deepEqual(idsOf(await log.readAll({ streamPrefixes: [stream] })), idsOf(written));
    const seen = await followUntil(log, { streamPrefixes: [stream] }, (_, step) => step.kind === 'caught_up');
    t.deepEqual(idsOf(seen), idsOf(written));
  }
});

test.serial('scavenged events are gone, except for last events, and streams keep their revisions', async (t) => {
  await using peer = await startPeer();
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  await log.append('ruled', 'no_stream', events(5));
  await log.append('deleted', 'no_stream', events(3));
  await log.append('closed', 'no_stream', events(2));
  await log.setRetention('ruled', { maxCount: 2 });
  await log.deleteStream('deleted', 2);
  await log.tombstoneStream('closed', 1);
  t.is((await log.readAll()).length, 10);
  peer.store.scavenge();
  t.deepEqual(
    (await log.readAll()).map(({ stream, revision }) => `${stream}@${revision}`),
    ['ruled@3', 'ruled@4', 'deleted@2'],
    'the last event of a stream stays until it is tombstoned',
  );
  t.is((await log.append('ruled', 4, events(1))).revision, 5);
  t.is((await log.append('deleted', 'no_stream', events(1))).revision, 3);
  await t.throwsAsync(log.append('closed', 'any', events(1)), { instanceOf: StreamTombstoned });
});

test.serial('positions of other engines are refused, and both parts of our positions are kept', async (t) => {
  await using peer = await startPeer();
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  for (const after of ['12', 'C:12/P:12', '-1/3', '', '1/2/3'] as Position[]) {
    await t.throwsAsync(log.readAll({ after }), { instanceOf: RangeError });
  }
  await log.append('wallet-1', 'no_stream', events(3));
  const positions = (await log.readStream('wallet-1')).map(({ position }) => position);
  t.is(new Set(positions.map((position) => position.split('/')[0])).size, 1, 'one write has one commit');
  t.is(new Set(positions).size, 3);
  const [first] = positions;
  t.is((await log.readAll({ after: first ?? ('' as Position) })).length, 2);
});

test.serial('a database has one name for every log, and another database has another', async (t) => {
  await using peer = await startPeer();
  await using other = await startPeer();
  const opened = await Promise.all(
    [peer, peer, peer, other].map(({ connectionString }) =>
      openEventStoreDbEventLog({ connectionString, ...patience }),
    ),
  );
  const [first, ...names] = opened.map(({ logId }) => logId);
  for (const log of opened) await log[Symbol.asyncDispose]();
  t.deepEqual(names.slice(0, 2), [first, first]);
  t.not(names[2], first);
  t.deepEqual(
    peer.store.log.filter(({ stream }) => !stream.startsWith('$')),
    [],
    'no stream of ours is written for it',
  );
});

test.serial('a cluster is discovered, and calls go to its leader', async (t) => {
  await using leader = await startPeer();
  await using follower = await startPeer({ store: leader.store, leaderPort: leader.line.port });
  const appended: EventStoreDbPeer[] = [];
  for (const node of [leader, follower]) {
    node.appends.fault = ({ stream }) => {
      // But for the name of the database.
      if (!stream.startsWith('$')) appended.push(node);
      return null;
    };
  }
  const { port } = follower.line;
  for (const connectionString of [
    `esdb+discover://127.0.0.1:${port}?tls=false`,
    `kurrentdb://127.0.0.1:${port},127.0.0.1:${leader.line.port}?tls=false`,
    `kurrentdb+discover://admin:p%3Ass:word@127.0.0.1:${port}?tls=false`,
    `esdb://127.0.0.1:${port}?tls=false`,
  ]) {
    await using log = await openEventStoreDbEventLog({ connectionString, ...patience });
    const stream = freshName();
    t.is((await log.append(stream, 'no_stream', events(2))).revision, 1, connectionString);
    const { reads } = leader;
    t.is((await log.readStream(stream)).length, 2);
    t.true(leader.reads > reads, connectionString);
  }
  t.deepEqual([appended.length, appended.every((node) => node === leader)], [4, true]);
});

test.serial(
  'nothing is read with a filter, which a server answers without a word until something matches',
  async (t) => {
    await using peer = await startPeer();
    await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
    for (const stream of ['wallet-1', 'key-1', 'wallet-2']) await log.append(stream, 'no_stream', events(100));
    const stop = new AbortController();
    const streamPrefixes = ['wallet-'];
    for await (const step of log.follow({ streamPrefixes, signal: stop.signal })) {
      if (step.kind === 'caught_up') stop.abort();
    }
    t.is((await log.readAll({ streamPrefixes })).length, 200);
    t.truthy((await log.end({ streamPrefixes })).newest);
    t.is(peer.filteredReads, 0);
  },
);

test.serial('events are JSON to the engine, byte for byte', async (t) => {
  await using peer = await startPeer();
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  const written = event({ data: '{ "b": 1.0, "a": "\\u0041" }', metadata: '{"1":2,"0":1}' });
  await log.append('wallet-1', 'no_stream', [written]);
  const stored = peer.store.log.find(({ stream }) => stream === 'wallet-1');
  t.is(stored?.contentType, 'application/json');
  t.is(Buffer.from(stored?.data ?? []).toString(), written.data);
  t.like((await log.readStream('wallet-1'))[0], { data: written.data, metadata: written.metadata });
});

test.serial('a full queue answers busy, and recovers', async (t) => {
  await using peer = await startPeer();
  await using log = await openEventStoreDbEventLog({
    connectionString: peer.connectionString,
    queueEventsMax: 1_000,
    ...patience,
  });
  const accepted = Array.from({ length: 10 }, (_, index) => log.append(`wallet-${index}`, 'no_stream', events(100)));
  await t.throwsAsync(log.append('wallet-10', 'no_stream', events(1)), { instanceOf: EventLogBusy });
  t.is(log.stats().queueEvents, 1_000);
  await Promise.all(accepted);
  t.like(log.stats(), { queueEvents: 0, appends: 10, events: 1_000, repeats: 0, unknownOutcomes: 0 });
  t.deepEqual(await log.readStream('wallet-10'), [], 'what was refused was not written');
  await log.append('wallet-10', 'no_stream', events(1));
});

test.serial('a process with an open log ends when it has nothing left to do, without output', async (t) => {
  await using peer = await startPeer();
  const script = `
    const { openEventStoreDbEventLog } = await import(process.argv[1]);
    const log = await openEventStoreDbEventLog({ connectionString: process.argv[2], openMs: 60_000 });
    await log.append('told', 'any', [{ id: crypto.randomUUID(), type: 'Told', data: '{}', metadata: '{}' }]);
  `;
  const connectionString = peer.connectionString.replace('://', '://admin:s3cret@');
  const adapter = new URL('../../src/adapters/eventstoredb-event-log.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, adapter, connectionString], {
    env: { ...process.env, DEBUG: '*' },
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = await once(child, 'exit');
  t.is(code, 0, said);
  t.is(said, '', 'not even what the client is told to log: it logs its password');
  t.is(peer.store.log.filter(({ stream }) => stream === 'told').length, 1);
});
