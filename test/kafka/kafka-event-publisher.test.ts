import { randomUUID } from 'node:crypto';
import test from 'ava';
import kafkajs, { type Admin } from 'kafkajs';
import { createKafkaEventPublisher } from '../../src/adapters/kafka-event-publisher.ts';
import { PublisherUnavailable, TopicsUnusable } from '../../src/ports/event-publisher.ts';
import { eventPublisherContract, messageOf } from '../adapters/event-publisher.contract.ts';
import { publishedByStream } from '../_support/published-events.ts';
import { until } from '../_support/until.ts';
import { declareTopics, sharedBrokers } from './_kafka-topics.ts';

const brokers = sharedBrokers();

eventPublisherContract(
  'Kafka',
  async (t) => {
    const topics = await declareTopics(t, brokers);
    return {
      publisher: topics.publisher(),
      arrived: (count) => topics.consume(({ length }) => length >= count),
    };
  },
  test.serial,
);

test.serial('a topic that does not exist is refused by name, and is not created by the check', async (t) => {
  const { topics, admin } = await declareTopics(t, brokers);
  const missing = `waybill.missing.${randomUUID()}`;
  const publisher = createKafkaEventPublisher({
    brokers,
    clientId: 'waybill-test',
    topics: { ...topics, identity: { name: missing, partitions: 4 } },
  });
  t.teardown(() => publisher.close());
  const error = await t.throwsAsync(publisher.check(), { instanceOf: TopicsUnusable });
  t.is(error?.message, `topic ${missing} does not exist: create it with 4 partitions`);
  await t.throwsAsync(publisher.publish([{ ...messageOf('a', 0), topic: 'identity' }]), {
    instanceOf: PublisherUnavailable,
  });
  t.false((await admin.listTopics()).includes(missing));
});

test.serial('a topic with a changed number of partitions is refused, with both numbers', async (t) => {
  const { topics, admin, publisher } = await declareTopics(t, brokers);
  const before = publisher();
  await before.check();
  await admin.createPartitions({ topicPartitions: [{ topic: topics.ledger.name, count: 6 }] });
  const after = publisher();
  const error = await until('the broker tells of it', () =>
    after.check().then(
      () => null,
      (refusal: Error) => refusal,
    ),
  );
  t.true(error instanceof TopicsUnusable);
  t.regex(error.message, /^topic waybill\.ledger\..* has 6 partitions and 4 are declared: /);
});

for (const policy of ['compact', 'compact,delete']) {
  test.serial(`a topic that would forget events is refused by name: ${policy}`, async (t) => {
    const { topics, admin, publisher } = await declareTopics(t, brokers);
    const of = (value: string) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name: topics.ledger.name,
      configEntries: [{ name: 'cleanup.policy', value }],
    });
    await admin.alterConfigs({ validateOnly: false, resources: [of(policy)] });
    await until('the brokers know it', async () => {
      const refusal: unknown = await publisher()
        .check()
        .catch((error: unknown) => error);
      return refusal instanceof TopicsUnusable && refusal.message.includes(`topic ${topics.ledger.name} is compacted`);
    });
    await admin.alterConfigs({ validateOnly: false, resources: [of('delete')] });
    await until('it is taken again', () =>
      publisher()
        .check()
        .then(
          () => true,
          () => false,
        ),
    );
    t.pass();
  });
}

test.serial('keys keep their order when a topic gets more partitions under a running publisher', async (t) => {
  const { topics, admin, publisher, consume } = await declareTopics(t, brokers);
  const running = publisher();
  const keys = Array.from({ length: 20 }, () => randomUUID());
  await running.publish(keys.map((key) => messageOf(key, 0)));
  await admin.createPartitions({ topicPartitions: [{ topic: topics.ledger.name, count: 9 }] });
  for (let sequence = 1; sequence <= 5; sequence += 1) {
    await running.publish(keys.map((key) => messageOf(key, sequence)));
  }
  const arrived = await consume(({ length }) => length >= 120);
  for (const [key, its] of Map.groupBy(arrived, ({ key }) => key)) {
    t.deepEqual(
      its.map(({ headers }) => headers['ce_sequence']),
      ['0', '1', '2', '3', '4', '5'],
      key,
    );
  }
});

test.serial('a topic that takes less than it did gets smaller sends, in order', async (t) => {
  const { topics, admin, publisher, consume } = await declareTopics(t, brokers);
  const running = publisher();
  const keys = Array.from({ length: 5 }, () => randomUUID());
  const batchOf = (from: number) =>
    Array.from({ length: 100 }, (_, n) =>
      messageOf(keys[n % 5] ?? '', from + n, JSON.stringify({ text: 'x'.repeat(3_000) })),
    );
  const batches = [batchOf(0), batchOf(100)];
  await running.publish(batches[0] ?? []);
  await shrink(admin, topics.ledger.name, 8_000);
  await running.publish(batches[1] ?? []);
  const arrived = await consume(({ length }) => length >= 200);
  t.deepEqual(publishedByStream(arrived), publishedByStream(batches.flat()));
});

test.serial('an event that a topic does not take is told with the setting to raise, and lost for nobody', async (t) => {
  const { topics, admin, publisher, consume } = await declareTopics(t, brokers);
  const running = publisher();
  const key = randomUUID();
  const events = [
    messageOf(key, 0),
    messageOf(key, 1, JSON.stringify({ text: 'x'.repeat(20_000) })),
    messageOf(key, 2),
  ];
  await running.publish(events.slice(0, 1));
  await shrink(admin, topics.ledger.name, 8_000);
  const error = await t.throwsAsync(running.publish(events.slice(1)), { instanceOf: PublisherUnavailable });
  t.regex(
    error?.message ?? '',
    /topic waybill\.ledger\.\S+ does not take an event of about 20\d{3} bytes: raise its max\.message\.bytes/,
  );
  await shrink(admin, topics.ledger.name, 1_048_588);
  await running.publish(events.slice(1));
  const arrived = await consume(({ length }) => length >= 3);
  t.deepEqual(publishedByStream(arrived), publishedByStream(events));
});

/** Sets the greatest size of a send, and waits until the broker goes by it. */
async function shrink(admin: Admin, topic: string, bytes: number): Promise<void> {
  const resource = { type: kafkajs.ConfigResourceTypes.TOPIC, name: topic };
  const configEntries = [{ name: 'max.message.bytes', value: String(bytes) }];
  await admin.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries }] });
  await until('the topic has the setting', async () => {
    const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
    const found = resources[0]?.configEntries.find(({ configName }) => configName === 'max.message.bytes');
    return found?.configValue === String(bytes);
  });
}
