import test from 'ava';
import { openEventStoreDbEventLog } from '../../../src/adapters/eventstoredb-event-log.ts';
import { startPeer } from '../../_support/eventstoredb-peer/peer.ts';
import { startPeerCluster } from '../../_support/eventstoredb-peer/peer-cluster.ts';
import { until } from '../../_support/until.ts';
import { event, events, followUntil, idsOf } from '../_event-log-fixtures.ts';
import type { ExecutionContext } from 'ava';
import type { EventStoreDbEventLog } from '../../../src/adapters/eventstoredb-event-log.ts';
import type { EventStoreDbPeer } from '../../_support/eventstoredb-peer/peer.ts';

// The machine of the tests stalls now and then; that must not look like an engine that is away.
const patience = { callTimeoutMs: 30_000, outcomeMs: 60_000, awayMs: 60_000, openMs: 60_000 };

async function useAll(log: EventStoreDbEventLog): Promise<void> {
  await log.append('wallet-1', 'no_stream', events(3));
  await log.append('wallet-2', 'no_stream', events(1));
  await log.readStream('wallet-1');
  await log.readAll();
  await log.readAll({ streamPrefixes: ['wallet-'] });
  await log.end();
  await followUntil(log, {}, (_, step) => step.kind === 'caught_up');
  await log.setRetention('wallet-1', { maxCount: 2 });
  await log.deleteStream('wallet-1', 2);
  await log.tombstoneStream('wallet-2', 0);
}

function assertUncompressed(t: ExecutionContext, nodes: readonly EventStoreDbPeer[], methods: readonly string[]): void {
  const accepted = nodes.flatMap(({ compression }) => [...compression.accepted]);
  t.deepEqual([...new Set(accepted.flatMap(([, values]) => [...values]))], ['identity']);
  const called = accepted.map(([path]) => path.replace(/^.*\./, ''));
  for (const method of methods) t.true(called.includes(method), method);
}

test('no call asks for compressed answers, and a server that would compress sends none', async (t) => {
  await using peer = await startPeer({ version: '26.1' });
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  await useAll(log);
  assertUncompressed(t, [peer], ['Streams/Read', 'Streams/BatchAppend', 'Streams/Delete', 'Streams/Tombstone']);
  t.is(peer.compression.compressed, 0);
});

test('nor does the search for a leader, or a connection that was made again', async (t) => {
  await using cluster = await startPeerCluster();
  const connectionString = `esdb+discover://${cluster.authority}?tls=false`;
  await using log = await openEventStoreDbEventLog({ connectionString, ...patience });
  await useAll(log);
  const next = cluster.elect();
  await log.append('wallet-3', 'no_stream', events(1));
  await until('the next leader was asked', () =>
    next.compression.accepted.has('/event_store.client.streams.Streams/Read'),
  );
  assertUncompressed(t, cluster.nodes, ['Gossip/Read', 'Streams/Read', 'Streams/BatchAppend']);
});

test('answers that are compressed all the same are read', async (t) => {
  await using peer = await startPeer({ compression: 'always' });
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  const written = [event({ data: `"${'€'.repeat(20_000)}"` }), ...events(40)];
  await log.append('wallet-1', 'no_stream', written);
  t.deepEqual(idsOf(await log.readStream('wallet-1')), idsOf(written));
  const seen = await followUntil(log, {}, (_, step) => step.kind === 'caught_up');
  t.deepEqual(idsOf(seen), idsOf(written));
  t.true(peer.compression.compressed > 80);
});
