import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { measuredLog } from '../../src/ledger/measured-log.ts';
import { AppendOutcomeUnknown, EventLogBusy, RevisionConflict } from '../../src/ports/event-log.ts';
import type { AppendFacts } from '../../src/ports/telemetry.ts';
import { appendFaults, logFailing } from '../_support/failing-appends.ts';

const event = () => ({ id: randomUUID(), type: 'Tried', data: '{}', metadata: '{}' });

test('each append is reported once, with its size, its time and its outcome', async (t) => {
  const told: AppendFacts[] = [];
  const memory = createMemoryEventLog();
  const faults = [...appendFaults];
  let isFailing = false;
  const failing = logFailing(memory, () => (isFailing ? (faults.shift() ?? null) : null));
  const log = measuredLog(failing, (facts) => told.push(facts));
  t.is((await log.append('wallet-1', 'no_stream', [event(), event()])).revision, 1);
  await t.throwsAsync(log.append('wallet-1', 'no_stream', [event()]), { instanceOf: RevisionConflict });
  isFailing = true;
  await t.throwsAsync(log.append('wallet-1', 1, [event()]), { instanceOf: EventLogBusy });
  await t.throwsAsync(log.append('wallet-1', 1, [event()]));
  await t.throwsAsync(log.append('wallet-1', 1, [event()]), { instanceOf: AppendOutcomeUnknown });
  t.deepEqual(
    told.map(({ outcome, events }) => [outcome, events]),
    [
      ['written', 2],
      ['conflict', 1],
      ['refused', 1],
      ['refused', 1],
      ['unknown', 1],
    ],
  );
  t.true(told.every(({ milliseconds }) => milliseconds >= 0));
  t.is((await log.readStream('wallet-1')).length, 2);
});
