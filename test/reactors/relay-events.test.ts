import { randomUUID } from 'node:crypto';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryEventPublisher, type MemoryEventPublisher } from '../_support/memory-event-publisher.ts';
import { walletStream } from '../../src/ledger/stream-names.ts';
import { PublisherUnavailable, TopicsUnusable, type EventPublisher } from '../../src/ports/event-publisher.ts';
import { RelayRoom } from '../_support/relay-room.ts';
import { deduplicated, factsOf, idsByStream, publishedByStream } from '../_support/published-events.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';
import { logWith, recordUnknown } from '../_support/recorded-log.ts';
import { systemTimer } from '../../src/time/timer.ts';
import { until } from '../_support/until.ts';

const wallets = Array.from({ length: 5 }, () => randomUUID());

function room(): RelayRoom {
  return new RelayRoom(createMemoryEventLog());
}

/** A publisher whose `publish` is first handed to `before`; what that raises is what the relay gets. */
function publisherWith(
  memory: MemoryEventPublisher,
  before: (...publication: Parameters<EventPublisher['publish']>) => Promise<void>,
): EventPublisher {
  return {
    check: () => memory.check(),
    publish: async (events) => {
      await before(events);
      await memory.publish(events);
    },
    close: () => memory.close(),
  };
}

/** Waits until everything recorded so far has arrived at least once; what has, in order, is the log. */
async function allArrived(t: ExecutionContext, { log }: RelayRoom, publishers: readonly MemoryEventPublisher[]) {
  const facts = await factsOf(log);
  const published = () => publishers.flatMap(({ published }) => published);
  await until(
    'every fact is published',
    () => new Set(published().map(({ headers }) => headers['ce_id'])).size >= facts.length,
  );
  t.deepEqual(publishedByStream(deduplicated(published())), idsByStream(facts));
}

test('events from before the start and after it are published once, in order', async (t) => {
  const gateways = room();
  await recordLedger(gateways.log);
  const publisher = createMemoryEventPublisher();
  gateways.start(t, publisher);
  await allArrived(t, gateways, [publisher]);
  await gateways.credit(wallets, 50);
  await allArrived(t, gateways, [publisher]);
  t.is(publisher.published.length, (await factsOf(gateways.log)).length);
});

test('a stopped relay frees its lease, and the next continues from its position', async (t) => {
  const gateways = room();
  await gateways.credit(wallets, 20);
  const [first, second] = [createMemoryEventPublisher(), createMemoryEventPublisher()];
  const relay = gateways.start(t, first);
  await allArrived(t, gateways, [first]);
  await relay.stop();
  t.is((await gateways.lease.look()).holderId, null);
  await gateways.credit(wallets, 3);
  gateways.start(t, second);
  await allArrived(t, gateways, [first, second]);
  t.is(second.published.length, 15);
});

test('the checkpoint moves after the acknowledgement, never before', async (t) => {
  const gateways = room();
  const publisher = createMemoryEventPublisher();
  const { promise: acknowledged, resolve: acknowledge } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await gateways.credit(wallets, 4);
  const slow = publisherWith(publisher, () => {
    ask();
    return acknowledged;
  });
  gateways.start(t, slow, { limits: { leaseMs: 3, checkpointMs: 1 } });
  await asked;
  // Time for a timer that moved it too early.
  await gateways.credit(wallets, 20);
  t.is((await gateways.lease.look()).publishedUpTo, null);
  acknowledge();
  const last = (await factsOf(gateways.log)).at(-1)?.position;
  await until('the checkpoint is at the end', async () => (await gateways.lease.look()).publishedUpTo === last);
});

test('a process that dies before the acknowledgement leaves nothing behind that is not published', async (t) => {
  const gateways = room();
  await gateways.credit(wallets, 10);
  const [lost, publisher] = [createMemoryEventPublisher(), createMemoryEventPublisher()];
  const { promise: never, resolve: end } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const instanceId = randomUUID();
  gateways.start(
    t,
    publisherWith(lost, () => {
      ask();
      return never.then(() => Promise.reject(new PublisherUnavailable('gone')));
    }),
    { instanceId },
  );
  await asked;
  gateways.bury(instanceId);
  gateways.start(t, publisher);
  await allArrived(t, gateways, [publisher]);
  end();
});

test('one of two relays publishes, and the other continues when it stops', async (t) => {
  const gateways = room();
  const [first, second] = [createMemoryEventPublisher(), createMemoryEventPublisher()];
  const relay = gateways.start(t, first);
  await until('the first has the lease', () => relay.lag().isHolder);
  const standby = gateways.start(t, second);
  await gateways.credit(wallets, 40);
  await allArrived(t, gateways, [first]);
  t.is(second.published.length, 0);
  t.false(standby.lag().isHolder);
  await relay.stop();
  await gateways.credit(wallets, 10);
  await allArrived(t, gateways, [first, second]);
  t.is(second.published.length, 50);
  t.true(standby.lag().isHolder);
});

test('two relays that start at once publish each event once', async (t) => {
  for (let round = 0; round < 20; round += 1) {
    const gateways = room();
    await gateways.credit(wallets, 4);
    const publishers = [createMemoryEventPublisher(), createMemoryEventPublisher()];
    const relays = publishers.map((publisher) => gateways.start(t, publisher));
    await allArrived(t, gateways, publishers);
    t.is(publishers.flatMap(({ published }) => published).length, 20);
    await Promise.all(relays.map((relay) => relay.stop()));
  }
});

test('a holder that stands still despite work loses its lease, notices it, and publishes no more', async (t) => {
  const gateways = room();
  const [stuck, second] = [createMemoryEventPublisher(), createMemoryEventPublisher()];
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await gateways.credit(wallets, 1);
  const holder = gateways.start(
    t,
    publisherWith(stuck, () => {
      ask();
      return woken;
    }),
    { limits: { leaseMs: 150 } },
  );
  await asked;
  const heir = gateways.start(t, second, { limits: { leaseMs: 150 } });
  await until('the heir has the lease', () => heir.lag().isHolder);
  await gateways.credit(wallets, 10);
  await allArrived(t, gateways, [second]);
  wake();
  await until('the former holder learns it', () => gateways.told.some(({ what }) => what === 'relay_handed_over'));
  t.false(holder.lag().isHolder);
  await gateways.credit(wallets, 10);
  await allArrived(t, gateways, [second]);
  // The batch that it was stuck in, and nothing after it.
  t.is(stuck.published.length, 5);
  t.deepEqual(deduplicated([...second.published, ...stuck.published]), second.published);
});

test('a holder that may not publish, and tries again and again, loses its lease to one that may', async (t) => {
  const gateways = room();
  const [denied, second] = [createMemoryEventPublisher(), createMemoryEventPublisher()];
  await gateways.credit(wallets, 4);
  const refusing = {
    ...denied,
    publish: async () => {
      throw new PublisherUnavailable('this user may not write');
    },
  };
  // Its pauses are shorter than its lease, as they are in a gateway.
  const timer = { ...systemTimer, after: (ms: number, work: () => void) => systemTimer.after(Math.min(ms, 10), work) };
  const holder = gateways.start(t, refusing, { limits: { leaseMs: 300 }, timer });
  await until('it was refused', () => holder.lag().failures > 0);
  const heir = gateways.start(t, second, { limits: { leaseMs: 300 } });
  await allArrived(t, gateways, [second]);
  t.true(heir.lag().isHolder);
  t.is(second.published.length, 20);
});

test('a holder without work keeps its lease', async (t) => {
  const gateways = room();
  const [first, second] = [createMemoryEventPublisher(), createMemoryEventPublisher()];
  await gateways.credit(wallets, 1);
  const holder = gateways.start(t, first, { limits: { leaseMs: 30 } });
  await allArrived(t, gateways, [first]);
  const lease = () => gateways.lease.look();
  await until('the checkpoint has moved', async () => (await lease()).publishedUpTo !== null);
  const { revision } = await lease();
  gateways.start(t, second, { limits: { leaseMs: 30 } });
  // Some leases and many looks later.
  await new Promise((resolve) => setTimeout(resolve, 200));
  t.true(holder.lag().isHolder);
  t.is((await lease()).revision, revision, 'and writes nothing meanwhile');
});

test('a relay whose reading is restarted, or ended by the log, goes on after what it has published', async (t) => {
  const gateways = room();
  const publisher = createMemoryEventPublisher();
  let readings = 0;
  const log = logWith(gateways.log, {
    follow: async function* (options) {
      readings += 1;
      for await (const step of gateways.log.follow(options)) {
        yield step;
        if (readings === 1 && step.kind === 'caught_up') return;
      }
    },
  });
  const relay = gateways.start(t, publisher, { log });
  await gateways.credit(wallets, 5);
  await allArrived(t, gateways, [publisher]);
  await until('it reads again', () => readings === 2 && relay.lag().isHolder);
  const status = relay.watched.status();
  t.deepEqual(status?.streamPrefixes.includes('wallet-'), true);
  relay.watched.restart(new Error('it stood still'));
  await until('it reads a third time', () => readings === 3 && relay.lag().isHolder);
  await gateways.credit(wallets, 5);
  await allArrived(t, gateways, [publisher]);
  t.is(publisher.published.length, 50);
  t.deepEqual(
    gateways.told.filter(({ what }) => what === 'relay_failed').map(({ error }) => (error as Error).message),
    ['the event log ended its subscription', 'it stood still'],
  );
  await relay.stop();
  t.is(relay.watched.status(), null, 'nobody waits for a relay that has stopped');
});

test('while the publisher is unavailable the lag shows and the log takes events, which are published later', async (t) => {
  const gateways = room();
  const publisher = createMemoryEventPublisher();
  let isAway = true;
  let attempts = 0;
  const relay = gateways.start(
    t,
    publisherWith(publisher, async (events) => {
      attempts += 1;
      if (attempts % 3 === 0) await publisher.publish(events.slice(0, 7)); // a part of it got through
      if (isAway) throw new PublisherUnavailable('away');
    }),
  );
  await gateways.credit(wallets, 30);
  await until('some attempts failed', () => relay.lag().failures >= 4);
  t.true(relay.lag().lagMs > 0);
  t.true(gateways.told.some(({ what }) => what === 'relay_failed'));
  t.is((await gateways.lease.look()).publishedUpTo, null);
  isAway = false;
  await allArrived(t, gateways, [publisher]);
  await until('the lag is gone', () => relay.lag().lagMs === 0);
});

test('the lag is above zero while any event of the past waits, also between its batches', async (t) => {
  const gateways = room();
  await gateways.credit(wallets, 600);
  const total = (await factsOf(gateways.log)).length;
  await pause(20);
  const log = logWith(gateways.log, {
    async *follow(options) {
      for await (const step of gateways.log.follow(options)) {
        yield step;
        await pause(5);
      }
    },
  });
  const relay = gateways.start(t, createMemoryEventPublisher(), { log });
  await until('it publishes', () => relay.lag().isHolder);
  let looks = 0;
  for (; relay.lag().publishedEvents < total; looks += 1) {
    const { lagMs, publishedEvents } = relay.lag();
    if (publishedEvents < total) t.true(lagMs > 0, `no lag is told after ${publishedEvents} of ${total} events`);
    await turn();
  }
  t.true(looks > 0);
  await until('it is level', () => relay.lag().lagMs === 0);
});

test('a relay that cannot publish does not take the lease from one that can', async (t) => {
  const gateways = room();
  const [broken, good] = [createMemoryEventPublisher(), createMemoryEventPublisher()];
  const misconfigured = gateways.start(t, {
    check: async () => {
      throw new TopicsUnusable('topic x does not exist');
    },
    publish: (events) => broken.publish(events),
    close: () => broken.close(),
  });
  await until('it was refused', () => misconfigured.lag().failures > 0);
  t.is((await gateways.lease.look()).revision, null);
  gateways.start(t, good);
  await gateways.credit(wallets, 3);
  await allArrived(t, gateways, [good]);
  t.is(broken.published.length, 0);
});

test('an event of a later version stops the relay before it, and nothing is skipped', async (t) => {
  const gateways = room();
  const publisher = createMemoryEventPublisher();
  await gateways.credit(wallets, 1);
  await recordUnknown(gateways.log, walletStream(wallets[0] ?? ''));
  await gateways.credit(wallets, 1);
  const relay = gateways.start(t, publisher);
  await until('it failed twice', () => relay.lag().failures >= 2);
  t.is(publisher.published.length, 5);
  t.regex(String(gateways.told.find(({ what }) => what === 'relay_failed')?.error), /unknown type FromTheFuture/);
});
