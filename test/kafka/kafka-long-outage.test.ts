import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { startKafkaCluster } from '../../infra/kafka/kafka-cluster.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { startGateway } from '../../src/main.ts';
import { dataDirectory, environmentFor, seedTenant, testConfig } from '../_support/gateway.ts';
import { roundsOf } from '../_support/nightly.ts';
import { deduplicated, eventId, factsOf, idsByStream, publishedByStream } from '../_support/published-events.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { until } from '../_support/until.ts';
import { declareTopics } from './_kafka-topics.ts';

test('requests are served while Kafka is unavailable, its lag is measured, and every event arrives later in order', async (t) => {
  const outageSeconds = roundsOf(t, { ordinary: 8, nightly: 600 });
  const cluster = await startKafkaCluster({ size: 1 });
  t.teardown(() => cluster.stop());
  const topics = await declareTopics(t, cluster.addresses);
  const kafka = { brokers: cluster.addresses, topics: topics.topics, checkpoint_ms: 20 };
  const environment = environmentFor(dataDirectory(t), testConfig(await startSandbox(t), { top: { kafka } }));
  const { apiKey } = await seedTenant(environment, { creditEur: '1000' });
  const gateway = await startGateway(environment);
  const lag = async (): Promise<number> => {
    const text = await (await fetch(String(gateway.metricsUrl))).text();
    return Number(/^waybill_relay_lag_seconds ([\d.]+)$/m.exec(text)?.[1] ?? Number.NaN);
  };
  const ask = async (): Promise<number> => {
    const { status } = await fetch(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'tell nobody' }], max_tokens: 50 }),
    });
    return status;
  };
  const before = await ask();
  await until('the first events are out', async () => (await lag()) === 0);
  await Promise.all(cluster.brokers.map((broker) => broker.kill()));
  const statuses = new Set([before]);
  let requests = 1;
  const endsAt = performance.now() + outageSeconds * 1_000;
  while (performance.now() < endsAt) {
    statuses.add(await ask());
    requests += 1;
    await sleep(100);
  }
  const lagSeconds = await lag();
  t.true(lagSeconds > outageSeconds / 2, `the lag is told: ${lagSeconds} s`);
  await Promise.all(cluster.brokers.map((broker) => broker.start()));
  await until('everything is out', async () => (await lag()) === 0);
  t.deepEqual([...statuses], [200], 'every request was answered');
  await gateway.stop();
  await using log = await openSqliteEventLog({ path: join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db') });
  const facts = await factsOf(log);
  const ids = new Set<string>();
  let counted = 0;
  const arrived = await topics.consume((events) => {
    for (const event of events.slice(counted)) ids.add(eventId(event));
    counted = events.length;
    return ids.size >= facts.length;
  });
  t.deepEqual(publishedByStream(deduplicated(arrived)), idsByStream(facts));
  t.log(`${outageSeconds} s away: ${requests} requests, ${facts.length} events, lag ${lagSeconds} s`);
  t.log(`${arrived.length - facts.length} came twice`);
});
