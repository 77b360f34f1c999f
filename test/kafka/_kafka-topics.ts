import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { Kafka, logLevel, type Admin, type EachMessagePayload, type ITopicConfig } from 'kafkajs';
import type { KafkaAccess } from '../../infra/kafka/kafka-cluster.ts';
import { createKafkaEventPublisher, type KafkaTopic } from '../../src/adapters/kafka-event-publisher.ts';
import { integrationTopics, type IntegrationEvent, type IntegrationTopic } from '../../src/domain/integration-event.ts';
import type { EventPublisher } from '../../src/ports/event-publisher.ts';
import { until } from '../_support/until.ts';

/** Topics of a test's own, on a broker that others use too. */
export interface KafkaTopics {
  readonly brokers: readonly string[];
  readonly topics: Readonly<Record<IntegrationTopic, KafkaTopic>>;
  readonly admin: Admin;
  /** A publisher to them, closed with the test. */
  publisher(): EventPublisher;
  /** Everything that lies in them, in the order of each partition; waits until `isEnough`. */
  consume(isEnough: (arrived: readonly IntegrationEvent[]) => boolean): Promise<readonly IntegrationEvent[]>;
}

/** The brokers that `npm run test:kafka` started. */
export function sharedBrokers(): readonly string[] {
  const brokers = process.env['WAYBILL_TEST_KAFKA_BROKERS'];
  if (brokers === undefined) throw new Error('no broker: these tests are run by npm run test:kafka');
  return brokers.split(',');
}

export function kafkaClient(brokers: readonly string[], access: KafkaAccess = {}): Kafka {
  const options = { clientId: 'waybill-test', brokers: [...brokers], logLevel: logLevel.NOTHING };
  return new Kafka({ ...options, ...structuredClone(access) });
}

export async function declareTopics(
  t: ExecutionContext,
  brokers: readonly string[],
  { access = {}, ...given }: Omit<ITopicConfig, 'topic'> & { readonly access?: KafkaAccess } = {},
): Promise<KafkaTopics> {
  const settings = { numPartitions: given.replicaAssignment === undefined ? 4 : -1, ...given };
  const run = randomUUID();
  const partitions = settings.replicaAssignment?.length ?? settings.numPartitions ?? 1;
  const named = (topic: IntegrationTopic): KafkaTopic => ({ name: `waybill.${topic}.${run}`, partitions });
  const topics = { ledger: named('ledger'), responses: named('responses'), identity: named('identity') };
  const kafka = kafkaClient(brokers, access);
  const admin = kafka.admin();
  await admin.connect();
  t.teardown(() => admin.disconnect());
  const names = integrationTopics.map((topic) => topics[topic].name);
  await admin.createTopics({ topics: names.map((topic) => Object.assign({ topic }, settings)), waitForLeaders: false });
  await until('the topics are there, on every broker', () => areServed(brokers, names, access));
  return {
    brokers,
    topics,
    admin,
    publisher: () => {
      const publisher = createKafkaEventPublisher({
        brokers,
        clientId: 'waybill-test',
        topics,
        ...(access.ssl && { tls: access.ssl }),
        ...(access.sasl && { sasl: access.sasl }),
      });
      t.teardown(() => publisher.close());
      return publisher;
    },
    consume: (isEnough) => consume(t, kafka, topics, isEnough),
  };
}

/**
 * kafkajs would wait for leaders too, but fails when a broker has not heard of a topic yet. A broker that is told to be
 * a leader need not be one already: the offsets of a partition come from its leader alone.
 */
async function areServed(brokers: readonly string[], names: readonly string[], access: KafkaAccess): Promise<boolean> {
  for (const broker of brokers) {
    const admin = kafkaClient([broker], access).admin();
    try {
      await admin.connect();
      const { topics } = await admin.fetchTopicMetadata({ topics: [...names] });
      if (topics.some(({ partitions }) => partitions.some(({ leader }) => leader < 0))) return false;
      for (const name of names) await admin.fetchTopicOffsets(name);
    } catch {
      return false;
    } finally {
      await admin.disconnect();
    }
  }
  return true;
}

async function consume(
  t: ExecutionContext,
  kafka: Kafka,
  topics: KafkaTopics['topics'],
  isEnough: (arrived: readonly IntegrationEvent[]) => boolean,
): Promise<readonly IntegrationEvent[]> {
  const arrived: IntegrationEvent[] = [];
  const consumer = kafka.consumer({ groupId: randomUUID(), maxWaitTimeInMs: 50 });
  t.teardown(() => consumer.disconnect());
  await consumer.connect();
  const names = integrationTopics.map((topic) => topics[topic].name);
  await consumer.subscribe({ topics: names, fromBeginning: true });
  await consumer.run({ eachMessage: async (payload) => void arrived.push(eventIn(payload, topics)) });
  await until('everything lies in Kafka', () => isEnough(arrived));
  await consumer.disconnect();
  return arrived;
}

function eventIn({ topic, message }: EachMessagePayload, topics: KafkaTopics['topics']): IntegrationEvent {
  const subject = integrationTopics.find((each) => topics[each].name === topic);
  if (subject === undefined) throw new Error(`nobody subscribed to ${topic}`);
  const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)] as const);
  return {
    topic: subject,
    key: String(message.key),
    headers: Object.fromEntries(headers),
    value: String(message.value),
  };
}
