import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { integrationTopics, type IntegrationEvent } from '../../src/domain/integration-event.ts';
import { PublisherUnavailable, type EventPublisher } from '../../src/ports/event-publisher.ts';

export interface OpenedPublisher {
  readonly publisher: EventPublisher;
  /** Everything that arrived, in order within each key; waits until `count` did. */
  arrived(count: number): Promise<readonly IntegrationEvent[]>;
}

export function messageOf(key: string, sequence: number, value = `{"n":${sequence}}`): IntegrationEvent {
  return {
    topic: 'ledger',
    key,
    headers: {
      ce_specversion: '1.0',
      ce_id: randomUUID(),
      ce_source: 'test',
      ce_type: 'waybill.WalletCredited.v1',
      ce_subject: `wallet-${key}`,
      ce_sequence: String(sequence),
      'content-type': 'application/json',
    },
    value,
  };
}

const byKey = (events: readonly IntegrationEvent[]): ReadonlyMap<string, readonly IntegrationEvent[]> =>
  Map.groupBy(events, ({ key }) => key);

/** What every publisher does, whatever it publishes to. Each test opens its own, with topics of its own. */
export function eventPublisherContract(
  name: string,
  open: (t: ExecutionContext) => Promise<OpenedPublisher>,
  each: typeof test.serial = test,
): void {
  each(`${name}: what is published arrives as it was, in order within each key`, async (t) => {
    const { publisher, arrived } = await open(t);
    await publisher.check();
    const keys = Array.from({ length: 12 }, () => randomUUID());
    const events = Array.from({ length: 600 }, (_, n) => messageOf(keys[n % 12] ?? '', n));
    await publisher.publish(events.slice(0, 250));
    await publisher.publish(events.slice(250));
    const received = byKey(await arrived(600));
    for (const [key, its] of byKey(events)) t.deepEqual(received.get(key), its);
  });

  each(`${name}: text of any script and events of a quarter of a megabyte arrive`, async (t) => {
    const { publisher, arrived } = await open(t);
    const key = randomUUID();
    const events = [
      messageOf(key, 0, '{"text":"Zażółć gęślą jaźń 🎈"}'),
      ...Array.from({ length: 8 }, (_, n) => messageOf(key, n + 1, JSON.stringify({ text: 'x'.repeat(250_000) }))),
    ];
    await publisher.publish(events);
    t.deepEqual(await arrived(9), events);
  });

  each(`${name}: topics of all subjects take events, and nothing is an answer to nothing`, async (t) => {
    const { publisher, arrived } = await open(t);
    await publisher.publish([]);
    const events = integrationTopics.map((topic): IntegrationEvent => Object.assign(messageOf(topic, 0), { topic }));
    await publisher.publish(events);
    t.deepEqual(
      (await arrived(3)).toSorted((a, b) => (a.topic < b.topic ? -1 : 1)),
      events.toSorted((a, b) => (a.topic < b.topic ? -1 : 1)),
    );
  });

  each(`${name}: what is published twice arrives twice`, async (t) => {
    const { publisher, arrived } = await open(t);
    const event = messageOf(randomUUID(), 0);
    await publisher.publish([event]);
    await publisher.publish([event]);
    t.deepEqual(await arrived(2), [event, event]);
  });

  each(`${name}: a publisher that was closed refuses`, async (t) => {
    const { publisher } = await open(t);
    await publisher.close();
    await t.throwsAsync(publisher.check(), { instanceOf: PublisherUnavailable });
    await t.throwsAsync(publisher.publish([messageOf('a', 0)]), { instanceOf: PublisherUnavailable });
    await t.notThrowsAsync(publisher.close());
  });
}
