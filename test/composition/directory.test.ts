import test from 'ava';
import { configuredDirectory } from '../../src/composition/directory.ts';
import type { OpenedLedger } from '../../src/composition/opened-ledger.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { EventLogUnavailable } from '../../src/ports/event-log.ts';
import { until } from '../_support/until.ts';

function ledgerThatIsAwayFor(attempts: number): OpenedLedger {
  const readModels = createMemoryReadModels(createMemoryEventLog());
  let asked = 0;
  const caughtUp = async (): Promise<void> => {
    asked += 1;
    if (asked <= attempts) throw new EventLogUnavailable('away');
  };
  // What a directory uses of a ledger.
  return { readModels, follower: { caughtUp }, onBatch: () => 0 } as unknown as OpenedLedger;
}

test('a start waits until keys are known', async (t) => {
  const directory = configuredDirectory(ledgerThatIsAwayFor(2));
  t.deepEqual(directory.notReady(), ['keys']);
  await directory.caughtUp(10_000);
  t.deepEqual(directory.notReady(), []);
});

test('readiness reports keys that are not known in time, until they are', async (t) => {
  const directory = configuredDirectory(ledgerThatIsAwayFor(3));
  await directory.caughtUp(1);
  t.deepEqual(directory.notReady(), ['keys']);
  await until('keys are known', () => directory.notReady().length === 0);
  t.pass();
});
