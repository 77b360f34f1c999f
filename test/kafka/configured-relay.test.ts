import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import { startGateway } from '../../src/main.ts';
import type { IntegrationEvent } from '../../src/domain/integration-event.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { dataDirectory, environmentFor, seedTenant, testConfig } from '../_support/gateway.ts';
import { deduplicated, eventId, factsOf, idsByStream, publishedByStream } from '../_support/published-events.ts';
import { startSandbox } from '../_support/sandbox.ts';
import { startWaybill } from '../_support/waybill-command.ts';
import { until } from '../_support/until.ts';
import { declareTopics, sharedBrokers, type KafkaTopics } from './_kafka-topics.ts';

const brokers = sharedBrokers();

function kafkaSection({ topics }: KafkaTopics, more: object = {}) {
  return { top: { kafka: { brokers, topics, checkpoint_ms: 20, ...more } } };
}

async function ask(baseUrl: string, apiKey: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'light', messages: [{ role: 'user', content: 'tell nobody' }], max_tokens: 50 }),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
}

/** A wallet with its credit, a person and their key, and two events for each request. */
const ofRequests = (count: number) => (events: readonly IntegrationEvent[]) =>
  new Set(events.map(eventId)).size >= 4 + 2 * count;

test.serial('every cost event of two gateways is published once, without any content', async (t) => {
  const topics = await declareTopics(t, brokers);
  const environment = environmentFor(dataDirectory(t), testConfig(await startSandbox(t), kafkaSection(topics)));
  const { apiKey } = await seedTenant(environment);
  const gateways = await Promise.all([startGateway(environment), startGateway(environment)]);
  for (let n = 0; n < 10; n += 1) await ask(gateways[n % 2]?.baseUrl ?? '', apiKey);
  const metrics = await Promise.all(gateways.map(async ({ metricsUrl }) => (await fetch(String(metricsUrl))).text()));
  t.is(metrics.filter((text) => /^waybill_relay_is_holder 1$/m.test(text)).length, 1, 'one of them publishes');
  t.regex(metrics.join(''), /^waybill_relay_lag_seconds [\d.]+$/m);
  const arrived = await topics.consume(ofRequests(10));
  for (const gateway of gateways) await gateway.stop();
  await using log = await openSqliteEventLog({ path: join(environment['WAYBILL_DATA_DIR'] ?? '', 'ledger.db') });
  const facts = await factsOf(log);
  t.is(arrived.length, facts.length, 'each once');
  t.deepEqual(publishedByStream(deduplicated(arrived)), idsByStream(facts));
  for (const { value } of arrived) t.notRegex(value, /tell nobody|key_hash|key_prefix/);
  t.is(new Set(arrived.map(eventId)).size, arrived.length);
});

test.serial('creation and deletion of a response are published under its owner, without its content', async (t) => {
  const topics = await declareTopics(t, brokers);
  const target = { surfaces: ['responses'] };
  const config = testConfig(await startSandbox(t), { ...kafkaSection(topics), target });
  const environment = environmentFor(dataDirectory(t), config);
  const { apiKey, userId } = await seedTenant(environment);
  const gateway = await startGateway(environment);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'light', input: 'tell nobody' });
  const answer = await fetch(`${gateway.baseUrl}/responses`, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id: string };
  await fetch(`${gateway.baseUrl}/responses/${id}`, { method: 'DELETE', headers });
  const isRemoval = ({ headers: { ce_type: type } }: IntegrationEvent): boolean =>
    type === 'waybill.ResponseDeleted.v1';
  const arrived = await topics.consume((events) => events.some(isRemoval));
  await gateway.stop();
  const responses = arrived.filter(({ topic }) => topic === 'responses');
  t.deepEqual(
    responses.map(({ key, headers: attributes }) => [key, attributes['ce_type']]),
    [
      [userId, 'waybill.ResponseStored.v1'],
      [userId, 'waybill.ResponseDeleted.v1'],
    ],
  );
  for (const { value } of arrived) t.notRegex(value, /tell nobody|item_hashes|sealed/);
});

test.serial('a gateway process does not relay; a reactors process relays and serves nothing', async (t) => {
  const topics = await declareTopics(t, brokers);
  const environment = environmentFor(dataDirectory(t), testConfig(await startSandbox(t), kafkaSection(topics)));
  const { apiKey } = await seedTenant(environment);
  const gateway = await startGateway({ ...environment, WAYBILL_ROLE: 'gateway' });
  await ask(gateway.baseUrl, apiKey);
  t.notRegex(await (await fetch(String(gateway.metricsUrl))).text(), /waybill_relay/);
  const reactors = await startGateway({ ...environment, WAYBILL_ROLE: 'reactors' });
  t.is((await fetch(`${reactors.baseUrl}/models`)).status, 404);
  t.is((await fetch(new URL('/readyz', String(reactors.metricsUrl)))).status, 200);
  await topics.consume(ofRequests(1));
  await reactors.stop();
  await gateway.stop();
});

test.serial('a start with another number of partitions than the topic has is refused, with what to do', async (t) => {
  const topics = await declareTopics(t, brokers);
  const ledger = { ...topics.topics.ledger, partitions: 5 };
  const config = testConfig(await startSandbox(t), kafkaSection(topics, { topics: { ...topics.topics, ledger } }));
  const child = startWaybill(t, environmentFor(dataDirectory(t), config), ['serve']);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  t.is(code, 3);
  t.regex(
    stderr,
    /waybill: kafka\.topics cannot be used: topic waybill\.ledger\.\S+ has 4 partitions and 5 are declared/,
  );
});

test.serial('a gateway with an unavailable Kafka starts and serves', async (t) => {
  const away = { topics: undefined, brokers: ['127.0.0.1:9'] };
  const topics = { topics: {} as KafkaTopics['topics'] } as KafkaTopics;
  const environment = environmentFor(dataDirectory(t), testConfig(await startSandbox(t), kafkaSection(topics, away)));
  const { apiKey } = await seedTenant(environment);
  const gateway = await startGateway(environment);
  await ask(gateway.baseUrl, apiKey);
  const lag = await until('the lag is visible', async () => {
    const text = await (await fetch(String(gateway.metricsUrl))).text();
    return /^waybill_relay_lag_seconds ([\d.]+)$/m.exec(text)?.[1];
  });
  t.true(Number(lag) > 0);
  await gateway.stop();
});
