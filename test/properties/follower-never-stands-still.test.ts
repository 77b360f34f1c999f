import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import * as fc from 'fast-check';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { EventLogUnavailable, type EventToAppend } from '../../src/ports/event-log.ts';
import { patience } from '../_support/eventstoredb-peer/patience.ts';
import { startPeer, type EventStoreDbPeer } from '../_support/eventstoredb-peer/peer.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { until } from '../_support/until.ts';
import { events, idsOf } from '../adapters/_event-log-fixtures.ts';
import type { EventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';

/** What happens between two steps of a follower, or within one. */
type Happening =
  | { readonly what: 'append'; readonly count: number }
  /** The consumer takes so many steps; between them it pulls nothing. */
  | { readonly what: 'pull'; readonly steps: number }
  /** So long, milliseconds, for what was sent to arrive or not. */
  | { readonly what: 'wait'; readonly ms: number }
  | { readonly what: 'end'; readonly how: 'end' | 'error' | 'too slow' }
  | { readonly what: 'reset line' | 'lose thread' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ what: fc.constant('append' as const), count: fc.integer({ min: 1, max: 120 }) }),
  },
  { weight: 5, arbitrary: fc.record({ what: fc.constant('pull' as const), steps: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 30 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('end' as const),
      how: fc.constantFrom('end' as const, 'error' as const, 'too slow' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constantFrom('reset line' as const, 'lose thread' as const) }) },
);

/** A consumer that takes a step only when it is let. */
class SteppedConsumer {
  readonly seen: string[] = [];
  readonly done: Promise<void>;
  readonly #stop = new AbortController();
  #steps = 0;
  #wake: () => void = () => undefined;

  constructor(log: EventStoreDbEventLog, prefix: string) {
    this.done = this.#consume(log, prefix);
  }

  let(steps: number): void {
    this.#steps += steps;
    this.#wake();
  }

  stop(): void {
    this.#stop.abort();
    this.#wake();
  }

  async #consume(log: EventStoreDbEventLog, prefix: string): Promise<void> {
    for await (const step of log.follow({ streamPrefixes: [prefix], signal: this.#stop.signal })) {
      if (step.kind === 'events') this.seen.push(...idsOf(step.events));
      while (this.#steps === 0 && !this.#stop.signal.aborted) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
      this.#steps -= 1;
    }
  }
}

async function append(log: EventStoreDbEventLog, stream: string, written: readonly EventToAppend[]): Promise<void> {
  await until('the append is taken', () =>
    log.append(stream, 'any', written).catch((error: unknown) => {
      if (!(error instanceof EventLogUnavailable)) throw error;
      return null;
    }),
  );
}

async function happen(
  peer: EventStoreDbPeer,
  log: EventStoreDbEventLog,
  consumer: SteppedConsumer,
  { stream, one }: { readonly stream: string; readonly one: Happening },
): Promise<void> {
  switch (one.what) {
    case 'append':
      await append(log, stream, events(one.count));
      return;
    case 'pull':
      consumer.let(one.steps);
      return;
    case 'wait':
      await pause(one.ms);
      return;
    case 'end':
      peer.endSubscriptions(one.how);
      return;
    case 'reset line':
      peer.line.reset();
      return;
    case 'lose thread':
      // The client stumbles over the answer, and its thread ends of it.
      peer.appends.fault = ({ attempt }) => (attempt === 1 ? 'headless' : null);
      await append(log, 'killer', events(1));
      peer.appends.fault = null;
  }
}

test.serial('a follower gets each event once, in order, and ends, however its subscription ends', async (t) => {
  t.timeout(600_000);
  await using peer = await startPeer();
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...patience });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 14 }), async (happenings) => {
      run += 1;
      const stream = `wallet-${run}-`;
      const consumer = new SteppedConsumer(log, stream);
      for (const one of happenings) await happen(peer, log, consumer, { stream, one });
      consumer.let(Infinity);
      const written = idsOf(peer.store.log.filter((event) => event.stream === stream));
      await until('every event came', () => consumer.seen.length >= written.length);
      assert.deepEqual(consumer.seen, written);
      consumer.stop();
      await consumer.done;
    }),
    { numRuns: propertyRuns(25) },
  );
  t.pass();
});
