import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { startKafkaCluster, type KafkaBroker } from '../../infra/kafka/kafka-cluster.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { deduplicated, eventId, factsOf, idsByStream, publishedByStream } from '../_support/published-events.ts';
import { RelayRoom } from '../_support/relay-room.ts';
import { until } from '../_support/until.ts';
import { declareTopics, type KafkaTopics } from './_kafka-topics.ts';

const wallets = Array.from({ length: 4 }, () => randomUUID());

/** A relay at work: `publish` records some events and waits until Kafka has them. */
function relaying(t: ExecutionContext, topics: KafkaTopics) {
  const gateways = new RelayRoom(createMemoryEventLog());
  const relay = gateways.start(t, topics.publisher());
  let recorded = 0;
  return {
    log: gateways.log,
    publish: async (what: string): Promise<void> => {
      await gateways.credit(wallets, 10);
      recorded += 40;
      await until(what, () => relay.lag().publishedEvents >= recorded && relay.lag().lagMs === 0);
    },
  };
}

async function assertAllArrived(t: ExecutionContext, topics: KafkaTopics, log: RelayRoom['log']): Promise<void> {
  const facts = await factsOf(log);
  const arrived = await topics.consume((events) => new Set(events.map(eventId)).size >= facts.length);
  t.deepEqual(publishedByStream(deduplicated(arrived)), idsByStream(facts));
}

/** Waits until each partition of the ledger's topic has these copies. */
async function untilCopied({ admin, topics }: KafkaTopics, nodeIds: readonly number[]): Promise<void> {
  await until(`each partition has a copy at ${nodeIds.join(' and ')}`, async () => {
    const { topics: found } = await admin.fetchTopicMetadata({ topics: [topics.ledger.name] });
    return (found[0]?.partitions ?? []).every(({ isr }) => nodeIds.every((id) => isr.includes(id)));
  });
}

test.serial('every event is at a machine that took the place of a broker, under another address', async (t) => {
  const cluster = await startKafkaCluster({ size: 2 });
  t.teardown(() => cluster.stop());
  const [stays, goes] = cluster.brokers as readonly [KafkaBroker, KafkaBroker];
  const replicaAssignment = [0, 1, 2, 3].map((partition) => ({ partition, replicas: partition % 2 ? [1, 2] : [2, 1] }));
  const topics = await declareTopics(t, cluster.addresses, { replicaAssignment });
  const { log, publish } = relaying(t, topics);
  await publish('both brokers have events');
  const before = goes.address;
  await goes.kill();
  await publish('one broker has events');
  await goes.replace();
  t.not(goes.address, before);
  await untilCopied(topics, [1, 2]);
  await publish('the new one has events');
  const partitionAssignment = replicaAssignment.map(({ partition }) => ({ partition, replicas: [2] }));
  await topics.admin.alterPartitionReassignments({
    topics: [{ topic: topics.topics.ledger.name, partitionAssignment }],
  });
  await until('the new one alone has the topic', async () => {
    const { topics: found } = await topics.admin.fetchTopicMetadata({ topics: [topics.topics.ledger.name] });
    return (found[0]?.partitions ?? []).every(({ replicas }) => replicas.join() === '2');
  });
  await publish('the new one goes on');
  await assertAllArrived(t, topics, log);
  t.is(stays.nodeId, 1);
});

test.serial('events go on while controllers fail over', async (t) => {
  const cluster = await startKafkaCluster({ size: 3, areControllers: true });
  t.teardown(() => cluster.stop());
  const replicaAssignment = [0, 1, 2, 3].map((partition) => ({
    partition,
    replicas: [0, 1, 2].map((n) => 1 + ((n + partition) % 3)),
  }));
  const topics = await declareTopics(t, cluster.addresses, { replicaAssignment });
  const { log, publish } = relaying(t, topics);
  await publish('all brokers have events');
  // One of them is the controller; when it is killed, another one is. Nobody tells clients which.
  for (const broker of cluster.brokers) {
    await broker.kill();
    await publish(`events go on without broker ${broker.nodeId}`);
    await broker.start();
    await untilCopied(topics, [1, 2, 3]);
  }
  await assertAllArrived(t, topics, log);
});
