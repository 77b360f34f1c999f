import { execFile, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { integrationTopics, type IntegrationEvent } from '../../src/domain/integration-event.ts';
import { publishedEvent } from '../../src/ledger/published-event.ts';
import { factsOf } from '../_support/published-events.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';
import { declareTopics, sharedBrokers } from './_kafka-topics.ts';

const run = promisify(execFile);
const installed = createRequire(join(import.meta.dirname, '..', '..', 'infra', 'kafka', 'package.json'));

/** What this suite uses of the CloudEvents SDK. */
interface CloudEventsSdk {
  readonly Kafka: { toEvent(message: object): Readonly<Record<string, unknown>> & { validate(): boolean } };
}

const { Kafka: binding } = installed('cloudevents') as CloudEventsSdk;
const hasKcat = spawnSync('kcat', ['-V']).status === 0;
/** Debian: `apt install kcat`. */
const withKcat = hasKcat ? test.serial : test.serial.skip;

/** A ledger with events of every kind on a broker. */
async function publishedLedger(t: ExecutionContext) {
  const log = createMemoryEventLog();
  await recordLedger(log);
  const events = (await factsOf(log)).flatMap((fact) => publishedEvent(fact, 'waybill-test') ?? []);
  const topics = await declareTopics(t, sharedBrokers());
  await topics.publisher().publish(events);
  return { events, topics };
}

/** By key, so that the order within each is compared and no other. */
const byKey = (events: readonly IntegrationEvent[]) =>
  Object.fromEntries(Map.groupBy(events, ({ topic, key }) => `${topic} ${key}`));

withKcat('librdkafka reads every event with key, headers and value as they were published', async (t) => {
  const { events, topics } = await publishedLedger(t);
  const read: IntegrationEvent[] = [];
  for (const topic of integrationTopics) {
    const reading = ['-b', topics.brokers.join(','), '-t', topics.topics[topic].name, '-C', '-o', 'beginning'];
    const { stdout } = await run('kcat', [...reading, '-e', '-q', '-J'], { maxBuffer: 2 ** 26 });
    for (const line of stdout.split('\n').filter((text) => text !== '')) read.push(eventOf(topic, line));
  }
  t.true(events.length > 20);
  t.deepEqual(byKey(read), byKey(events));
});

/** A line of `kcat -J`: names and values of headers in one list. */
function eventOf(topic: IntegrationEvent['topic'], line: string): IntegrationEvent {
  const { key, headers, payload } = JSON.parse(line) as Readonly<Record<'key' | 'payload', string>> & {
    readonly headers: readonly string[];
  };
  const pairs = headers.flatMap((name, n) => (n % 2 === 0 ? [[name, headers[n + 1] ?? '']] : []));
  return { topic, key, headers: Object.fromEntries(pairs) as Record<string, string>, value: payload };
}

test.serial('the CloudEvents SDK reads every event, and finds each valid', async (t) => {
  const { events, topics } = await publishedLedger(t);
  const arrived = await topics.consume(({ length }) => length >= events.length);
  for (const { key, headers, value } of arrived) {
    const event = binding.toEvent({ key, headers, value });
    t.true(event.validate());
    t.like(event, {
      specversion: '1.0',
      id: headers['ce_id'],
      source: 'waybill-test',
      type: headers['ce_type'],
      subject: headers['ce_subject'],
      time: headers['ce_time'],
      dataschema: headers['ce_dataschema'],
      datacontenttype: 'application/json',
      sequence: headers['ce_sequence'],
      partitionkey: key,
      data: JSON.parse(value),
    });
  }
});
