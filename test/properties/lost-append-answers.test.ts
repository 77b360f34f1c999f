import assert from 'node:assert/strict';
import test from 'ava';
import * as fc from 'fast-check';
import { openEventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import { AppendOutcomeUnknown, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { startPeer } from '../_support/eventstoredb-peer/peer.ts';
import { propertyRuns } from '../_support/property-runs.ts';
import { until } from '../_support/until.ts';
import { events, idsOf } from '../adapters/_event-log-fixtures.ts';
import type { EventStoreDbEventLog } from '../../src/adapters/eventstoredb-event-log.ts';
import type { AppendResult } from '../../src/ports/event-log.ts';
import type { AppendFault } from '../_support/eventstoredb-peer/peer-appends.ts';

/** A repetition is sent after 100 ms; the rest is patient: only a log that hangs is given up. */
const times = { callTimeoutMs: 500, outcomeMs: 240_000, awayMs: 60_000, openMs: 60_000 };

const fate: fc.Arbitrary<AppendFault | null> = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  { weight: 6, arbitrary: fc.constantFrom<AppendFault>('unanswered', 'ignored', 'slow', 'delayed') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<AppendFault>('timed_out', 'doubled', 'late', 'reset', 'garbled', 'blank', 'not_ready'),
  },
);

interface Writer {
  /** Sizes of its appends, one after the other. */
  readonly sizes: readonly number[];
  /** Of its tries, in their order; all later ones are answered. */
  readonly fates: readonly (AppendFault | null)[];
}

const writer: fc.Arbitrary<Writer> = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
  fates: fc.array(fate, { maxLength: 8 }),
});

/** The identical append again, until its outcome is known. Nobody else writes, so that any conflict is an error. */
async function untilKnown(write: () => Promise<AppendResult>): Promise<AppendResult> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknown || error instanceof EventLogUnavailable)) throw error;
    }
  }
}

/** Appends one after the other, each at the revision of the one before. Returns the ids. */
async function write(log: EventStoreDbEventLog, stream: string, sizes: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const size of sizes) {
    const batch = events(size);
    const at = ids.length === 0 ? 'no_stream' : ids.length - 1;
    const { revision } = await untilKnown(() => log.append(stream, at, batch));
    ids.push(...idsOf(batch));
    assert.equal(revision, ids.length - 1);
  }
  return ids;
}

test('however answers get lost, late or overtaken, each append at an exact revision is written once', async (t) => {
  await using peer = await startPeer();
  await using log = await openEventStoreDbEventLog({ connectionString: peer.connectionString, ...times });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(writer, { minLength: 1, maxLength: 6 }), async (writers) => {
      run += 1;
      const streams = writers.map((_, index) => `wallet-${run}-${index}`);
      const fates = new Map(writers.map((one, index) => [streams[index], [...one.fates]]));
      peer.appends.fault = ({ stream }) => fates.get(stream)?.shift() ?? null;
      const written = await Promise.all(writers.map(({ sizes }, index) => write(log, streams[index] ?? '', sizes)));
      await until('every delayed append was judged', () => peer.appends.delayed === 0);
      for (const [index, ids] of written.entries()) {
        const recorded = peer.store.log.filter(({ stream }) => stream === streams[index]);
        assert.deepEqual(idsOf(recorded), ids);
      }
    }),
    { numRuns: propertyRuns(25) },
  );
  t.is(log.stats().unknownOutcomes, 0);
});
