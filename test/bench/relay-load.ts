// How fast the relay publishes, to a real broker. Run: npm run bench:relay (needs Java 17 and Maven)
import { randomUUID } from 'node:crypto';
import { startKafkaCluster } from '../../infra/kafka/kafka-cluster.ts';
import { createKafkaEventPublisher } from '../../src/adapters/kafka-event-publisher.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { Kafka, logLevel } from 'kafkajs';
import type { DomainEvent } from '../../src/domain/event-catalogue.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { encodeEvent } from '../../src/ledger/codec.ts';
import { startRelayingEvents } from '../../src/reactors/relay-events.ts';
import { until } from '../_support/until.ts';

const events = Number(process.env['WAYBILL_BENCH_EVENTS'] ?? 50_000);
const wallets = Array.from({ length: 200 }, () => randomUUID());
const partitions = 12;

const settled: DomainEvent = {
  type: 'ReservationSettled',
  data: {
    reservation_id: randomUUID(),
    key_id: randomUUID(),
    cost_eur: '0.012345000',
    released_eur: '0.100000000',
    overrun_eur: '0.000000000',
    lines: ['input', 'cached_input', 'output'].map((counter) => ({
      counter,
      quantity: 1_000,
      unit_price_eur: '1.000000000',
      amount_eur: '0.004115000',
    })),
    price_list_id: 'bench',
    price_list_version: '1',
    service_tier: null,
    usage_source: 'upstream',
    resolved_by: null,
    postings: [],
  },
};

const log = createMemoryEventLog();
for (let n = 0; n < events / 100; n += 1) {
  const batch = Array.from({ length: 100 }, () => encodeEvent(settled, randomUUID()));
  await log.append(walletStream(wallets[n % wallets.length] ?? ''), 'any', batch);
}

const cluster = await startKafkaCluster({ size: 1 });
try {
  const admin = new Kafka({ brokers: [...cluster.addresses], logLevel: logLevel.NOTHING }).admin();
  const topic = (name: string) => ({ name, partitions });
  const topics = { ledger: topic('ledger'), responses: topic('responses'), identity: topic('identity') };
  await admin.connect();
  await admin.createTopics({
    topics: Object.values(topics).map(({ name }) => ({ topic: name, numPartitions: partitions })),
  });
  await admin.disconnect();
  for (const batchEventsMax of [200, 500, 1_000]) {
    const cpu = process.cpuUsage();
    const begun = performance.now();
    const relay = startRelayingEvents({
      log,
      logEnd: log,
      retention: log,
      publisher: createKafkaEventPublisher({ brokers: cluster.addresses, clientId: 'bench', topics }),
      relay: `bench-${batchEventsMax}`,
      source: 'bench',
      liveness: { instanceId: randomUUID(), check: async () => 'alive', release: async () => undefined },
      mintId: randomUUID,
      clock: { now: () => Date.now() },
      telemetry: { inferenceEnded: () => {}, requestEnded: () => {}, warn: console.error, info: () => {} },
      limits: { leaseMs: 15_000, checkpointMs: 1_000, batchEventsMax, watchMs: 100 },
    });
    await until('all is published', () => relay.lag().publishedEvents >= events);
    const seconds = (performance.now() - begun) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    await relay.stop();
    const each = (user + system) / events;
    console.log(`${batchEventsMax} a batch: ${Math.round(events / seconds)} events/s, ${each.toFixed(0)} µs CPU each`);
  }
} finally {
  await cluster.stop();
}
