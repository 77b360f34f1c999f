import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import type { IntegrationEvent } from '../../src/domain/integration-event.ts';
import type { EventPublisher } from '../../src/ports/event-publisher.ts';
import { deduplicated, eventId, factsOf, idsByStream, publishedByStream } from '../_support/published-events.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';
import { RelayRoom } from '../_support/relay-room.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { until } from '../_support/until.ts';
import { declareTopics, sharedBrokers, type KafkaTopics } from './_kafka-topics.ts';

const brokers = sharedBrokers();
const wallets = Array.from({ length: 40 }, () => randomUUID());

/** Waits until every fact of the log lies in Kafka; what a consumer keeps of it is the log. Answers all that lies there. */
async function consumedIsTheLog(
  t: ExecutionContext,
  { log }: RelayRoom,
  topics: KafkaTopics,
): Promise<readonly IntegrationEvent[]> {
  const facts = await factsOf(log);
  const arrived = await topics.consume((events) => new Set(events.map(eventId)).size >= facts.length);
  t.deepEqual(publishedByStream(deduplicated(arrived)), idsByStream(facts));
  return arrived;
}

test.serial('every event of the log is published once, in order within its key, and without secrets', async (t) => {
  const gateways = new RelayRoom(createMemoryEventLog());
  const topics = await declareTopics(t, brokers);
  await recordLedger(gateways.log);
  await gateways.credit(wallets, 30);
  const relay = gateways.start(t, topics.publisher());
  await gateways.credit(wallets, 10);
  const arrived = await consumedIsTheLog(t, gateways, topics);
  t.is(arrived.length, (await factsOf(gateways.log)).length);
  for (const { value } of arrived) t.notRegex(value, /a gift for Ann|key_hash|key_prefix|laptop/);
  await until('the lag is gone', () => relay.lag().lagMs === 0);
});

test.serial('a relay that dies at any point and its successor publish every event in order', async (t) => {
  const random = randomOf(t);
  const gateways = new RelayRoom(createMemoryEventLog());
  const topics = await declareTopics(t, brokers);
  await gateways.credit(wallets, 40);
  let ends = 0;
  for (; ends < 5; ends += 1) {
    const instanceId = randomUUID();
    const relay = gateways.start(t, dyingPublisher(topics.publisher(), random.whole(1, 5)), {
      instanceId,
      limits: { batchEventsMax: 50 },
    });
    const before = await gateways.lease.look();
    await until('it has published or failed', async () => {
      const { failures, publishedEvents } = relay.lag();
      return failures > 0 || (publishedEvents > 0 && (await gateways.lease.look()).revision !== before.revision);
    });
    // As after kill -9: it never writes its lease again, and others see that it is gone.
    gateways.bury(instanceId);
  }
  gateways.start(t, topics.publisher());
  await gateways.credit(wallets, 5);
  const arrived = await consumedIsTheLog(t, gateways, topics);
  t.log(`${arrived.length - (await factsOf(gateways.log)).length} duplicates after ${ends} ends`);
});

/** Publishes, and from the n-th time on dies after the broker has it and before the relay hears of it. */
function dyingPublisher(publisher: EventPublisher, publications: number): EventPublisher {
  let done = 0;
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => undefined);
  return {
    check: () => publisher.check(),
    publish: async (events) => {
      if (done >= publications) return await closed.promise;
      done += 1;
      await publisher.publish(events);
      if (done === publications) throw new Error('died before it heard the acknowledgement');
    },
    close: async () => {
      closed.reject(new Error('closed'));
      await publisher.close();
    },
  };
}

test.serial(
  'two gateways on one log hand the relay over without a gap, and never publish at the same time',
  async (t) => {
    const gateways = new RelayRoom(createMemoryEventLog());
    const topics = await declareTopics(t, brokers);
    const first = gateways.start(t, topics.publisher());
    await until('the first has the lease', () => first.lag().isHolder);
    const second = gateways.start(t, topics.publisher());
    await gateways.credit(wallets, 10);
    await until('the first has published', () => first.lag().publishedEvents === 400);
    t.false(second.lag().isHolder);
    const crediting = gateways.credit(wallets, 20);
    await first.stop();
    await crediting;
    await until(
      'the second has published the rest',
      () => first.lag().publishedEvents + second.lag().publishedEvents >= 1_200,
    );
    const arrived = await consumedIsTheLog(t, gateways, topics);
    t.is(arrived.length, 1_200, 'a stop in good order repeats nothing');
    t.true(second.lag().publishedEvents > 0);
  },
);
