import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { startKafkaCluster, type KafkaCluster } from '../../infra/kafka/kafka-cluster.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { partitionOf } from '../../src/adapters/kafka-event-publisher/partition.ts';
import { messageOf } from '../adapters/event-publisher.contract.ts';
import { deduplicated, eventId, factsOf, idsByStream, publishedByStream } from '../_support/published-events.ts';
import { RelayRoom } from '../_support/relay-room.ts';
import { until } from '../_support/until.ts';
import { declareTopics, kafkaClient, type KafkaTopics } from './_kafka-topics.ts';

let cluster: KafkaCluster;

test.before(async () => {
  cluster = await startKafkaCluster({ size: 2 });
});
test.after.always(() => cluster?.stop());

/** Four partitions, in turn on the one broker and on the other, without a second copy. */
const spread = {
  replicationFactor: -1,
  replicaAssignment: [1, 2, 1, 2].map((broker, partition) => ({ partition, replicas: [broker] })),
};

/** One key for each of the four partitions. */
const keys = [0, 1, 2, 3].map((partition) => {
  for (;;) {
    const key = randomUUID();
    if (partitionOf(key, 4) === partition) return key;
  }
});

/** Moves a partition of the ledger's topic to another broker, and waits until that one leads it. */
async function moveLeader({ admin, topics }: KafkaTopics, partition: number, broker: number): Promise<void> {
  const topic = topics.ledger.name;
  await admin.alterPartitionReassignments({
    topics: [{ topic, partitionAssignment: [{ partition, replicas: [broker] }] }],
  });
  await until('the leader has moved', async () => {
    const { topics: found } = await admin.fetchTopicMetadata({ topics: [topic] });
    return found[0]?.partitions.find(({ partitionId }) => partitionId === partition)?.leader === broker;
  });
}

test.serial('no event is lost when a leader moves between two publications', async (t) => {
  const topics = await declareTopics(t, cluster.addresses, spread);
  const publisher = topics.publisher();
  const batches = [0, 1, 2, 3].map((sequence) => keys.map((key) => messageOf(key, sequence)));
  await publisher.publish(batches[0] ?? []);
  for (const [n, batch] of batches.slice(1).entries()) {
    // The publisher still believes that the partition is where it was.
    await moveLeader(topics, 0, n % 2 === 0 ? 2 : 1);
    await publisher.publish(batch);
  }
  const arrived = await topics.consume(({ length }) => length >= 16);
  t.deepEqual(publishedByStream(arrived), publishedByStream(batches.flat()));
});

test.serial('kafkajs alone drops part of a send without an error: the reason for one partition a send', async (t) => {
  const topics = await declareTopics(t, cluster.addresses, spread);
  const producer = kafkaClient(cluster.addresses).producer({ allowAutoTopicCreation: false, maxInFlightRequests: 1 });
  t.teardown(() => producer.disconnect());
  await producer.connect();
  const send = () =>
    producer.send({
      topic: topics.topics.ledger.name,
      acks: -1,
      messages: keys.map((key) => ({ key, value: '{}' })),
    });
  t.is((await send()).length, 4);
  await moveLeader(topics, 0, 2);
  const acknowledged = await send();
  t.deepEqual(
    acknowledged.map(({ partition }) => partition).toSorted((a, b) => a - b),
    [1, 2, 3],
    'it resolves, and the partition that moved is not among what was written',
  );
});

test.serial('no event is lost or reordered when leaders keep moving while a relay publishes', async (t) => {
  const gateways = new RelayRoom(createMemoryEventLog());
  const topics = await declareTopics(t, cluster.addresses, spread);
  const relay = gateways.start(t, topics.publisher(), { limits: { batchEventsMax: 40 } });
  const done = new AbortController();
  const recording = (async () => {
    while (!done.signal.aborted) {
      await gateways.credit(keys, 5);
      await sleep(1);
    }
  })();
  for (let move = 0; move < 12; move += 1)
    await moveLeader(topics, move % 4, 1 + ((Math.floor(move / 4) + move + 1) % 2));
  done.abort();
  await recording;
  const facts = await factsOf(gateways.log);
  const arrived = await topics.consume((events) => new Set(events.map(eventId)).size >= facts.length);
  t.deepEqual(publishedByStream(deduplicated(arrived)), idsByStream(facts));
  t.log(`${facts.length} events, ${arrived.length - facts.length} duplicates, ${relay.lag().failures} failures`);
});

test.serial('events recorded while some or all brokers are unavailable arrive in order', async (t) => {
  const gateways = new RelayRoom(createMemoryEventLog());
  const topics = await declareTopics(t, cluster.addresses, spread);
  const relay = gateways.start(t, topics.publisher());
  await gateways.credit(keys, 10);
  await until('the first events are out', () => relay.lag().publishedEvents === 40);
  for (const down of [cluster.brokers.slice(1), cluster.brokers]) {
    const failures = relay.lag().failures;
    await Promise.all(down.map((broker) => broker.kill()));
    await gateways.credit(keys, 25);
    await until('the relay notices', () => relay.lag().failures > failures);
    t.true(relay.lag().lagMs > 0);
    await Promise.all(down.map((broker) => broker.start()));
    await until('everything is out', () => relay.lag().lagMs === 0);
  }
  const facts = await factsOf(gateways.log);
  const arrived = await topics.consume((events) => new Set(events.map(eventId)).size >= facts.length);
  t.deepEqual(publishedByStream(deduplicated(arrived)), idsByStream(facts));
});
