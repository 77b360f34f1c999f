import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { EventLogUnavailable, type EventLog, type RecordedEvent } from '../../src/ports/event-log.ts';
import type { EventPublisher } from '../../src/ports/event-publisher.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { deduplicated, eventId, factsOf, idsByStream, publishedByStream } from '../_support/published-events.ts';
import { RelayRoom } from '../_support/relay-room.ts';
import { randomOf } from '../_support/seeded-random.ts';
import { declareTopics, sharedBrokers } from './_kafka-topics.ts';

/** A broker that takes its time for each publication. */
function slow(publisher: EventPublisher, delayMs: number): EventPublisher {
  return {
    check: () => publisher.check(),
    publish: async (events) => {
      await sleep(delayMs);
      await publisher.publish(events);
    },
    close: () => publisher.close(),
  };
}

/** A read with prefixes goes by a subscription, which may be cut as any other: then it is made again. */
async function factsBetweenCuts(log: EventLog): Promise<readonly RecordedEvent[]> {
  for (;;) {
    try {
      return await factsOf(log);
    } catch (error) {
      if (!(error instanceof EventLogUnavailable)) throw error;
    }
  }
}

test.serial('every event arrives soon and in order in spite of cut subscriptions and a slow broker', async (t) => {
  const random = randomOf(t);
  await using peer = await startPeer();
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, awayMs: 20_000 });
  const room = new RelayRoom(log);
  const topics = await declareTopics(t, sharedBrokers());
  const relay = room.start(t, slow(topics.publisher(), 50));
  const done = new AbortController();
  t.teardown(() => done.abort());
  let lagMsMax = 0;
  let cuts = 0;
  const disturbing = (async () => {
    while (!done.signal.aborted) {
      await sleep(20 + random.whole(0, 150));
      peer.endSubscriptions(random.oneOf(['end', 'error', 'too slow']));
      cuts += 1;
      lagMsMax = Math.max(lagMsMax, relay.lag().lagMs);
    }
  })();
  const wallets = Array.from({ length: 8 }, (_, n) => `wallet-${n}`);
  for (let round = 0; round < 60; round += 1) {
    await room.credit(wallets, 1);
    await sleep(50);
  }
  const facts = await factsBetweenCuts(log);
  const writtenAtMs = performance.now();
  const arrived = await topics.consume((events) => new Set(events.map(eventId)).size >= facts.length);
  const lateMs = performance.now() - writtenAtMs;
  done.abort();
  await disturbing;
  t.deepEqual(publishedByStream(deduplicated(arrived)), idsByStream(facts));
  t.true(cuts > 20);
  t.log(
    `${facts.length} events, ${cuts} cuts, lag at most ${lagMsMax.toFixed(0)} ms, the last came ${lateMs.toFixed(0)} ms late`,
  );
  t.true(lagMsMax <= 5_000, `${lagMsMax} ms`);
});
