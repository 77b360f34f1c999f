import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import * as fc from 'fast-check';
import { propertyRuns } from '../../_support/property-runs.ts';
import { until } from '../../_support/until.ts';
import { events, idsOf } from '../_event-log-fixtures.ts';
import { peerAndLog } from '../_eventstoredb-fixtures.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { EventStoreDbPeer } from '../../_support/eventstoredb-peer/peer.ts';
import type { ProposedEvent } from '../../_support/eventstoredb-peer/peer-version.ts';

// The machine of the tests stalls now and then; that must not look like an engine that is away.
const patience = { callTimeoutMs: 30_000, outcomeMs: 60_000, awayMs: 60_000, openMs: 60_000 };

/** What happens to a follower, its consumer, its connection, its thread and the log beneath it. */
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 40 }), isWanted: fc.boolean() }),
  fc.record({ kind: fc.constant('burst' as const), count: fc.integer({ min: 40, max: 1_500 }) }),
  fc.record({
    kind: fc.constant('end' as const),
    how: fc.constantFrom('end' as const, 'error' as const, 'too slow' as const),
  }),
  fc.record({
    kind: fc.constantFrom(
      'hold' as const,
      'let' as const,
      'reset' as const,
      'restart' as const,
      'other thread' as const,
      'stale checkpoints' as const,
      'repeated events' as const,
      'scavenge' as const,
    ),
  }),
);
/** And how long until the next, milliseconds: live events are gathered for 20. */
const timedStep = fc.tuple(anyStep, fc.constantFrom(0, 5, 60));
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

/** What random steps meet too rarely. */
const stories: readonly (readonly (readonly [Step, number])[])[] = [
  [
    [{ kind: 'stale checkpoints' }, 0],
    [{ kind: 'append', count: 10, isWanted: true }, 60],
    [{ kind: 'append', count: 10, isWanted: true }, 250],
    [{ kind: 'end', how: 'error' }, 60],
  ],
  [
    [{ kind: 'repeated events' }, 0],
    [{ kind: 'append', count: 10, isWanted: true }, 60],
    [{ kind: 'end', how: 'error' }, 250],
    [{ kind: 'append', count: 10, isWanted: true }, 60],
    [{ kind: 'hold' }, 0],
    [{ kind: 'burst', count: 1_500 }, 60],
    [{ kind: 'end', how: 'too slow' }, 5],
    [{ kind: 'let' }, 0],
  ],
  [
    [{ kind: 'append', count: 5, isWanted: true }, 60],
    [{ kind: 'hold' }, 0],
    [{ kind: 'burst', count: 3_000 }, 60],
    [{ kind: 'end', how: 'too slow' }, 5],
    [{ kind: 'let' }, 0],
    [{ kind: 'scavenge' }, 5],
  ],
  [
    [{ kind: 'append', count: 5, isWanted: true }, 60],
    [{ kind: 'hold' }, 0],
    [{ kind: 'append', count: 5, isWanted: true }, 60],
    [{ kind: 'other thread' }, 5],
    [{ kind: 'append', count: 5, isWanted: true }, 0],
    [{ kind: 'let' }, 60],
    [{ kind: 'restart' }, 0],
  ],
];

/** A consumer that may stand in the midst of a batch. */
class Consumer {
  readonly seen: string[] = [];
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  #go = Promise.withResolvers<void>();

  constructor(log: EventLog, streamPrefixes: readonly string[]) {
    this.#go.resolve();
    this.#done = (async () => {
      for await (const taken of log.follow({ streamPrefixes, signal: this.#stop.signal })) {
        if (taken.kind !== 'events') continue;
        await this.#go.promise;
        this.seen.push(...idsOf(taken.events));
      }
    })();
  }

  hold(): void {
    this.let();
    this.#go = Promise.withResolvers<void>();
  }

  let(): void {
    this.#go.resolve();
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }
}

function proposed(count: number): readonly ProposedEvent[] {
  const bytes = Buffer.from('{}');
  return events(count).map(({ id }) => ({
    id,
    type: 'Happened',
    contentType: 'application/json',
    data: bytes,
    metadata: bytes,
  }));
}

class Scene {
  readonly #peer: EventStoreDbPeer;
  readonly #prefix: string;
  readonly #consumer: Consumer;
  #victims = 0;
  /** Ids of the events that the consumer wants, in log order. */
  readonly written: string[] = [];

  constructor(peer: EventStoreDbPeer, prefix: string, consumer: Consumer) {
    this.#peer = peer;
    this.#prefix = prefix;
    this.#consumer = consumer;
  }

  write(name: string, events: readonly ProposedEvent[]): void {
    this.#peer.store.append(`${this.#prefix}-${name}`, 'any', events);
    this.written.push(...idsOf(events));
  }

  async take(log: EventLog, one: Step): Promise<void> {
    const { store, line } = this.#peer;
    switch (one.kind) {
      case 'append':
        if (one.isWanted) this.write('a', proposed(one.count));
        else store.append(`other-${this.#prefix}`, 'any', proposed(one.count));
        break;
      case 'burst':
        for (const event of proposed(one.count)) this.write('b', [event]);
        break;
      case 'end':
        this.#peer.endSubscriptions(one.how);
        break;
      case 'hold':
        this.#consumer.hold();
        break;
      case 'let':
        this.#consumer.let();
        break;
      case 'reset':
        line.reset();
        break;
      case 'restart':
        await this.#peer.restart(10);
        break;
      case 'other thread':
        await this.#loseThread(log);
        break;
      case 'stale checkpoints':
        this.#peer.areCheckpointsStale = !this.#peer.areCheckpointsStale;
        break;
      case 'repeated events':
        this.#peer.areEventsRepeated = !this.#peer.areEventsRepeated;
        break;
      case 'scavenge':
        // Of one stream only the last event stays.
        store.append(`$$${this.#prefix}-b`, 'any', [metadata('{"$maxCount":1}')]);
        store.scavenge();
    }
  }

  /** The client stumbles over an answer, and its thread ends of it. */
  async #loseThread(log: EventLog): Promise<void> {
    this.#peer.appends.fault = ({ attempt }) => (attempt === 1 ? 'headless' : null);
    this.#victims += 1;
    await log.append(`victim-${this.#prefix}-${this.#victims}`, 'no_stream', events(1));
    this.#peer.appends.fault = null;
  }
}

function metadata(json: string): ProposedEvent {
  const [one] = proposed(1);
  if (one === undefined) throw new Error('one event is one');
  return { ...one, type: '$metadata', data: Buffer.from(json) };
}

test.serial('whatever happens to a follower, it gets every event that stays, once and in order', async (t) => {
  const { peer, log } = await peerAndLog(t, patience);
  let runs = 0;
  const property = fc.asyncProperty(fc.array(timedStep, { minLength: 4, maxLength: 16 }), async (steps) => {
    runs += 1;
    const prefix = `wallet-${runs}`;
    const consumer = new Consumer(log, [`${prefix}-`]);
    const scene = new Scene(peer, prefix, consumer);
    for (const [one, afterMs] of steps) {
      await scene.take(log, one);
      if (afterMs > 0) await pause(afterMs);
    }
    peer.areCheckpointsStale = false;
    peer.areEventsRepeated = false;
    consumer.let();
    scene.write('z', proposed(1));
    const { written } = scene;
    await until('the last event was handed over', () => consumer.seen.at(-1) === written.at(-1));
    await consumer.end();
    const stays = peer.store.log.filter(({ stream }) => stream.startsWith(`${prefix}-`)).map(({ id }) => id);
    const seen = new Set(consumer.seen);
    t.is(seen.size, consumer.seen.length, 'once');
    t.deepEqual(
      stays.filter((id) => !seen.has(id)),
      [],
      'every event that stays',
    );
    t.deepEqual(
      consumer.seen,
      written.filter((id) => seen.has(id)),
      'in order',
    );
  });
  await fc.assert(property, { numRuns: propertyRuns(10), examples: stories.map((story) => [[...story]]) });
});
