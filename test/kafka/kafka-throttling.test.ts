import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createKafkaEventPublisher } from '../../src/adapters/kafka-event-publisher.ts';
import type { IntegrationEvent } from '../../src/domain/integration-event.ts';
import { PublisherUnavailable } from '../../src/ports/event-publisher.ts';
import { messageOf } from '../adapters/event-publisher.contract.ts';
import { publishedByStream } from '../_support/published-events.ts';
import { limitWriting } from './_client-rate.ts';
import { declareTopics, sharedBrokers } from './_kafka-topics.ts';

const brokers = sharedBrokers();
/** Far more than there are partitions, each of which is written by one try at least. */
const triesMax = 20;

test.serial(
  'a broker that throttles the publisher delays it: every event arrives in order, and few twice',
  async (t) => {
    const { topics, consume } = await declareTopics(t, brokers);
    const clientId = randomUUID();
    await limitWriting(brokers[0] ?? '', clientId, 20_000);
    const publisher = createKafkaEventPublisher({ brokers, clientId, topics, publishTimeoutMs: 2_000 });
    t.teardown(() => publisher.close());
    const keys = Array.from({ length: 20 }, () => randomUUID());
    const value = JSON.stringify({ text: 'x'.repeat(2_000) });
    const events = Array.from({ length: 400 }, (_, n) => messageOf(keys[n % 20] ?? '', n, value));
    const refused = (): Promise<unknown> =>
      publisher.publish(events).then(
        () => null,
        (error: unknown) => error,
      );
    let refusals = 0;
    for (let error = await refused(); error !== null && refusals < triesMax; error = await refused()) {
      t.true(error instanceof PublisherUnavailable);
      refusals += 1;
    }
    t.true(refusals > 0 && refusals < triesMax, `${refusals} refusals`);
    const distinct = (all: readonly IntegrationEvent[]) => [
      ...new Map(all.map((event) => [event.headers['ce_id'], event])).values(),
    ];
    const arrived = await consume((all) => distinct(all).length === events.length);
    // A send whose acknowledgement came too late is repeated, and no more than one is under way.
    t.true(arrived.length <= 2 * events.length, `${arrived.length} arrived`);
    t.deepEqual(publishedByStream(distinct(arrived)), publishedByStream(events));
  },
);
