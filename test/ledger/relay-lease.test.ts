import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { chainedLog } from '../../src/ledger/chained-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { RelayLease, LeaseTaken } from '../../src/ledger/relay-lease.ts';
import { relayStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import { AppendOutcomeUnknown, EventLogUnavailable, type EventLog, type Position } from '../../src/ports/event-log.ts';
import { logWith } from '../_support/recorded-log.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';

const place = (text: string): Position => text as Position;

function leaseOn(log = createMemoryEventLog(), methods: Partial<EventLog> = {}) {
  const lease = new RelayLease({
    log: chainedLog(logWith(log, methods)),
    retention: log,
    relay: 'kafka',
    createId: randomUUID,
  });
  return { log, lease };
}

test('a lease that was never written is free, and a written lease has the values of the last write', async (t) => {
  const { lease } = leaseOn();
  const free = await lease.look();
  t.deepEqual(free, { revision: null, holderId: null, publishedUpTo: null });
  const holderId = randomUUID();
  const taken = await lease.write(free, { holderId, publishedUpTo: null });
  const moved = await lease.write(taken, { holderId, publishedUpTo: place('7') });
  t.deepEqual(await lease.look(), { revision: 1, holderId, publishedUpTo: '7' });
  await lease.write(moved, { holderId: null, publishedUpTo: place('7') });
  t.like(await lease.look(), { holderId: null, publishedUpTo: '7' });
});

test('the second of two writers at the same revision gets LeaseTaken, and writes nothing', async (t) => {
  const { lease } = leaseOn();
  for (let round = 0; round < 3; round += 1) {
    const seen = await lease.look();
    const [first, second] = [randomUUID(), randomUUID()];
    await lease.write(seen, { holderId: first, publishedUpTo: place('1') });
    await t.throwsAsync(lease.write(seen, { holderId: second, publishedUpTo: place('2') }), { instanceOf: LeaseTaken });
    t.like(await lease.look(), { holderId: first, publishedUpTo: '1' });
  }
});

test('a lease write with an unknown outcome is repeated identically, and counts once', async (t) => {
  const log = createMemoryEventLog();
  let calls = 0;
  const { lease } = leaseOn(log, {
    append: async (...append) => {
      const result = await log.append(...append);
      calls += 1;
      if (calls === 1) throw new AppendOutcomeUnknown('nobody answered');
      return result;
    },
  });
  const holderId = randomUUID();
  t.is((await lease.write(await lease.look(), { holderId, publishedUpTo: null })).revision, 0);
  t.is(calls, 2);
  t.is((await lease.look()).revision, 0);
});

test('writing a lease raises EventLogUnavailable while the log is unavailable', async (t) => {
  const { lease } = leaseOn(createMemoryEventLog(), {
    append: async () => {
      throw new EventLogUnavailable('away');
    },
  });
  await t.throwsAsync(lease.write(await lease.look(), { holderId: randomUUID(), publishedUpTo: null }), {
    instanceOf: EventLogUnavailable,
  });
});

test('only the newest event of a lease is kept, and a ledger without the older ones verifies', async (t) => {
  const { log, lease } = leaseOn();
  await recordLedger(chainedLog(log));
  for (let n = 0; n < 20; n += 1) {
    await lease.write(await lease.look(), { holderId: randomUUID(), publishedUpTo: place(String(n)) });
  }
  t.is((await log.readStream(relayStream('kafka'))).length, 1);
  t.is((await log.compact()).eventsRemoved, 19);
  t.like(await lease.look(), { revision: 19, publishedUpTo: '19' });
  const comparePositions = (a: Position, b: Position) => log.comparePositions(a, b);
  const readModels = createMemoryReadModels({ comparePositions });
  t.like(await verifyLedger({ log, readModels, projections: [], now: Date.parse('2019-12-31') }), { ok: true });
});
