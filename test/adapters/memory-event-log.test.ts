import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { embeddedLogContract } from './embedded-event-log.contract.ts';
import { emptyLogContract } from './event-log-end.contract.ts';
import { eventLogContract } from './event-log.contract.ts';
import { events } from './_event-log-fixtures.ts';

const open = async (): Promise<ReturnType<typeof createMemoryEventLog>> => createMemoryEventLog();
eventLogContract('memory', open);
emptyLogContract('memory', open);
embeddedLogContract('memory', open);

test('the memory log takes its time from the clock it is given', async (t) => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const log = createMemoryEventLog({ clock: { now: () => now } });
  await log.append('wallet-1', 'no_stream', events(1));
  await log.setRetention('wallet-1', { maxAgeSeconds: 60 });
  t.is((await log.readStream('wallet-1'))[0]?.recordedAt, '2026-01-01T00:00:00.000Z');
  now += 60_000;
  t.is((await log.readStream('wallet-1')).length, 1);
  now += 1;
  t.is((await log.readStream('wallet-1')).length, 0);
});
