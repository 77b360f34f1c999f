import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import type { IntegrationEvent } from '../../src/domain/integration-event.ts';
import { eurFromNano, nanoFromEur } from '../../src/domain/money.ts';
import { publishedEvent } from '../../src/ledger/published-event.ts';
import { factsOf } from '../_support/published-events.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';
import { declareTopics, sharedBrokers } from './_kafka-topics.ts';

const example = join(import.meta.dirname, '..', '..', 'examples', 'analytics-consumer.ts');

/** What the facts of a log say was spent, summed the plain way. */
function spentIn(events: readonly IntegrationEvent[]): string {
  const costs = events.map(({ value }) => JSON.parse(value) as { readonly cost_eur?: string });
  return eurFromNano(
    costs.reduce((sum, { cost_eur: cost }) => sum + (cost === undefined ? 0n : nanoFromEur(cost)), 0n),
  );
}

test.serial(
  'examples/analytics-consumer.ts sums spend by model and day, and counts a repeated event once',
  async (t) => {
    const topics = await declareTopics(t, sharedBrokers());
    const log = createMemoryEventLog();
    await recordLedger(log);
    const events = (await factsOf(log)).flatMap((fact) => publishedEvent(fact, 'waybill-test') ?? []);
    const publisher = topics.publisher();
    await publisher.publish(events);
    await publisher.publish(events.slice(4)); // as after a crash
    await publisher.publish(events);
    const child = spawn(process.execPath, [example], {
      env: {
        ...process.env,
        WAYBILL_KAFKA_BROKERS: sharedBrokers().join(','),
        WAYBILL_KAFKA_TOPIC: topics.topics.ledger.name,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    t.teardown(() => child.kill('SIGKILL'));
    const expected = spentIn(events);
    let table: Readonly<Record<string, string>> = {};
    for await (const line of createInterface({ input: child.stdout })) {
      table = JSON.parse(line) as Readonly<Record<string, string>>;
      const sum = Object.values(table).reduce((total, eur) => total + nanoFromEur(eur), 0n);
      if (eurFromNano(sum) === expected) break;
    }
    t.deepEqual(Object.keys(table), [`${new Date().toISOString().slice(0, 10)} small-model`]);
    t.deepEqual(Object.values(table), [expected]);
  },
);
