import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import test from 'ava';
import { assert, integer, property, string } from 'fast-check';
import { Partitioners } from 'kafkajs';
import { createKafkaEventPublisher } from '../../src/adapters/kafka-event-publisher.ts';
import { partitionOf } from '../../src/adapters/kafka-event-publisher/partition.ts';
import { PublisherUnavailable } from '../../src/ports/event-publisher.ts';
import { messageOf } from './event-publisher.contract.ts';

const topics = {
  ledger: { name: 'ledger', partitions: 1 },
  responses: { name: 'responses', partitions: 1 },
  identity: { name: 'identity', partitions: 1 },
};

test('a key is put in the partition that every Kafka client chooses', (t) => {
  const partitioner = Partitioners.DefaultPartitioner();
  assert(
    property(string({ unit: 'grapheme', minLength: 1 }), integer({ min: 1, max: 100 }), (key, partitions) => {
      const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({
        partitionErrorCode: 0,
        partitionId,
        leader: 1,
        replicas: [1],
        isr: [1],
      }));
      return (
        partitionOf(key, partitions) === partitioner({ topic: 'any', partitionMetadata, message: { key, value: null } })
      );
    }),
  );
  t.pass();
});

test('a publish to an address without a broker fails at once, and names the address', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const publisher = createKafkaEventPublisher({ brokers: [`127.0.0.1:${port}`], clientId: 'test', topics });
  t.teardown(() => publisher.close());
  const refusal = { instanceOf: PublisherUnavailable, message: new RegExp(`Kafka at 127\\.0\\.0\\.1:${port}: `) };
  await t.throwsAsync(publisher.check(), refusal);
  await t.throwsAsync(publisher.publish([messageOf('a', 0)]), refusal);
});

test('a broker that never answers is given up in time, and closing ends the wait', async (t) => {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const open = (publishTimeoutMs: number) =>
    createKafkaEventPublisher({ brokers: [`127.0.0.1:${port}`], clientId: 'test', topics, publishTimeoutMs });
  const impatient = open(50);
  await t.throwsAsync(impatient.publish([messageOf('a', 0)]), { message: /no answer within 50 ms/ });
  await impatient.close();
  const patient = open(60_000);
  const publishing = patient.publish([messageOf('a', 0)]);
  await patient.close();
  await t.throwsAsync(publishing, { message: /the publisher was closed/ });
});
