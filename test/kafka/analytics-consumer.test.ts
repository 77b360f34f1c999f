import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import type { IntegrationEvent } from '../../src/domain/integration-event.ts';
import { eurFromNano, nanoFromEur } from '../../src/domain/money.ts';
import type { WalletCommand } from '../../src/domain/wallet-commands.ts';
import { publishedEvent } from '../../src/ledger/published-event.ts';
import { Wallets } from '../../src/ledger/wallets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import * as attempts from '../_support/attempt-vocabulary.ts';
import { factsOf } from '../_support/published-events.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';
import * as selections from '../_support/selection-vocabulary.ts';
import * as the from '../_support/wallet-vocabulary.ts';
import { ended } from '../_support/waybill-command.ts';
import { declareTopics, sharedBrokers, type KafkaTopics } from './_kafka-topics.ts';

const example = join(import.meta.dirname, '..', '..', 'examples', 'analytics-consumer.ts');

type Table = Readonly<Record<string, string>>;

async function published(log: EventLog): Promise<readonly IntegrationEvent[]> {
  return (await factsOf(log)).flatMap((fact) => publishedEvent(fact, 'waybill-test') ?? []);
}

/** What the postings of a log say was spent, summed the plain way. */
function spentIn(events: readonly IntegrationEvent[]): string {
  const data = events.map(
    ({ value }) => JSON.parse(value) as { readonly postings?: readonly Readonly<Record<string, string>>[] },
  );
  const charged = data
    .flatMap(({ postings = [] }) => postings)
    .filter(({ credit_account: account }) => account === 'platform:revenue');
  return eurFromNano(charged.reduce((sum, { amount_eur: amount = '0' }) => sum + nanoFromEur(amount), 0n));
}

/** The table of the example as soon as it shows what was spent, by model: the day is today's. */
async function tableOf(t: ExecutionContext, { topics }: KafkaTopics, expected: string): Promise<Table> {
  const child = spawn(process.execPath, [example], {
    env: {
      ...process.env,
      WAYBILL_KAFKA_BROKERS: sharedBrokers().join(','),
      WAYBILL_KAFKA_TOPIC: topics.ledger.name,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const today = new Date().toISOString().slice(0, 10);
  let table: Table = {};
  for await (const line of createInterface({ input: child.stdout })) {
    table = JSON.parse(line) as Table;
    const sum = Object.values(table).reduce((total, eur) => total + nanoFromEur(eur), 0n);
    if (eurFromNano(sum) === expected) break;
  }
  return Object.fromEntries(Object.entries(table).map(([name, eur]) => [name.replace(`${today} `, ''), eur]));
}

test.serial(
  'examples/analytics-consumer.ts sums spend by model and day, and counts a repeated event once',
  async (t) => {
    const topics = await declareTopics(t, sharedBrokers());
    const log = createMemoryEventLog();
    await recordLedger(log);
    const events = await published(log);
    const publisher = topics.publisher();
    await publisher.publish(events);
    await publisher.publish(events.slice(4)); // as after a crash
    await publisher.publish(events);
    t.deepEqual(await tableOf(t, topics, spentIn(events)), { 'small-model': spentIn(events) });
  },
);

test.serial(
  'examples/analytics-consumer.ts charges choosing, the next target and a late cost to the models they are for',
  async (t) => {
    const topics = await declareTopics(t, sharedBrokers());
    const log = createMemoryEventLog();
    const wallets = new Wallets({ log, createId: randomUUID });
    const [chosen, failedOver, late] = [the.id('e', 1), the.id('e', 2), the.id('e', 3)];
    const life: readonly WalletCommand[] = [
      the.open,
      the.credit('10'),
      selections.reserve('1', '0.1', { reservationId: chosen }),
      { ...selections.choose('0.5', selections.counted('0.01')), reservationId: chosen },
      the.settle('0.2', { reservationId: chosen }),
      the.reserve('1', { reservationId: failedOver }),
      attempts.fail('1', { reservationId: failedOver }),
      the.settle('0.3', { reservationId: failedOver }),
      the.reserve('1', { reservationId: late }),
      the.flag(late, 'process_unknown'),
      { ...the.release(late), resolvedBy: 'rule' },
      the.settle('0.4', { reservationId: late }),
    ];
    for (const command of life) {
      const answer = await wallets.execute(the.walletId, command);
      t.true(answer.accepted, JSON.stringify(answer));
    }
    const events = await published(log);
    await topics.publisher().publish(events);
    t.is(spentIn(events), '0.910000000');
    t.deepEqual(await tableOf(t, topics, '0.910000000'), {
      'judge-model': '0.010000000',
      'light-model': '0.200000000',
      'other-model': '0.300000000',
      'small-model': '0.400000000',
    });
  },
);

test.serial('examples/analytics-consumer.ts ends in a sentence where the topic does not exist', async (t) => {
  const child = spawn(process.execPath, [example], {
    env: { ...process.env, WAYBILL_KAFKA_BROKERS: sharedBrokers().join(','), WAYBILL_KAFKA_TOPIC: randomUUID() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const { exitCode, stderr } = await ended(child);
  t.is(exitCode, 1);
  t.regex(
    stderr,
    /^There is no topic \S+ at .*: set WAYBILL_KAFKA_BROKERS and WAYBILL_KAFKA_TOPIC .*docs\/kafka\.md\.$/m,
  );
});
