import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../../src/adapters/memory-event-log.ts';
import { BankEntries } from '../../../src/ledger/administration/bank-entries.ts';
import { changedLog } from '../../../src/ledger/changed-log.ts';

const day = '2026-11-30';

function scene() {
  const log = createMemoryEventLog();
  let read = 0;
  const counted = changedLog(log, {
    readStream: async (stream, options) => {
      const page = await log.readStream(stream, options);
      read += page.length;
      return page;
    },
  });
  const entriesOn = () => new BankEntries({ log: counted, createId: randomUUID });
  /** A payment of 10 euro of its own, or a part of a batch of 20. */
  const paid = (servicer: string, batch?: string) => ({
    payment_id: randomUUID(),
    received_eur: '10.000000000',
    identity: {
      servicer,
      booked: [day],
      days: [day],
      ...(batch !== undefined && { batch, batch_eur: '20.000000000' }),
    },
  });
  const by = () => ({ topup_id: randomUUID(), by: 'statement' }) as const;
  return { entriesOn, paid, by, eventsRead: () => read };
}

test('of thousands of payments of one amount and day each reads what was recorded since the one before', async (t) => {
  const { entriesOn, paid, by, eventsRead } = scene();
  const entries = entriesOn();
  for (let payment = 1; payment <= 100; payment += 1) {
    const each = paid(`REF-${payment}`);
    t.true(await entries.isFree(by(), each));
    t.true(await entries.claim(by(), each));
  }
  t.true(eventsRead() <= 300, `${eventsRead()} events`);
});

test('what another process has claimed since is seen, though the entry was read before', async (t) => {
  const { entriesOn, paid, by } = scene();
  const [here, there] = [entriesOn(), entriesOn()];
  t.true(await here.claim(by(), paid('PART-1', 'BATCH')));
  const second = paid('PART-2', 'BATCH');
  t.true(await here.isFree(by(), second));
  t.true(await there.claim(by(), paid('PART-3', 'BATCH')));
  t.false(await here.isFree(by(), second));
  t.false(await here.claim(by(), second));
});
