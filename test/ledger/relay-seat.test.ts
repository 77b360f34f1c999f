import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createMemoryEventLog } from '../../src/adapters/memory-event-log.ts';
import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { RelaySeat, SeatTaken } from '../../src/ledger/relay-seat.ts';
import { relayStream } from '../../src/ledger/stream-names.ts';
import { verifyLedger } from '../../src/ledger/verify/verify-ledger.ts';
import { AppendOutcomeUnknown, EventLogUnavailable, type EventLog, type Position } from '../../src/ports/event-log.ts';
import { logWith } from '../_support/recorded-log.ts';
import { recordLedger } from '../_support/recorded-ledger.ts';

const place = (text: string): Position => text as Position;

function seatOn(log = createMemoryEventLog(), methods: Partial<EventLog> = {}) {
  const seat = new RelaySeat({ log: logWith(log, methods), retention: log, relay: 'kafka', mintId: randomUUID });
  return { log, seat };
}

test('a seat that nobody ever had is free, and stands where it was last written', async (t) => {
  const { seat } = seatOn();
  const free = await seat.look();
  t.deepEqual(free, { revision: null, holderId: null, publishedUpTo: null });
  const holderId = randomUUID();
  const taken = await seat.write(free, { holderId, publishedUpTo: null });
  const moved = await seat.write(taken, { holderId, publishedUpTo: place('7') });
  t.deepEqual(await seat.look(), { revision: 1, holderId, publishedUpTo: '7' });
  await seat.write(moved, { holderId: null, publishedUpTo: place('7') });
  t.like(await seat.look(), { holderId: null, publishedUpTo: '7' });
});

test('of two that saw the same, one learns that the seat is taken, and has changed nothing', async (t) => {
  const { seat } = seatOn();
  for (let round = 0; round < 3; round += 1) {
    const seen = await seat.look();
    const [first, second] = [randomUUID(), randomUUID()];
    await seat.write(seen, { holderId: first, publishedUpTo: place('1') });
    await t.throwsAsync(seat.write(seen, { holderId: second, publishedUpTo: place('2') }), { instanceOf: SeatTaken });
    t.like(await seat.look(), { holderId: first, publishedUpTo: '1' });
  }
});

test('a write whose outcome is unknown is repeated as it was, and counts once', async (t) => {
  const log = createMemoryEventLog();
  let calls = 0;
  const { seat } = seatOn(log, {
    append: async (...append) => {
      const result = await log.append(...append);
      calls += 1;
      if (calls === 1) throw new AppendOutcomeUnknown('nobody answered');
      return result;
    },
  });
  const holderId = randomUUID();
  t.is((await seat.write(await seat.look(), { holderId, publishedUpTo: null })).revision, 0);
  t.is(calls, 2);
  t.is((await seat.look()).revision, 0);
});

test('a log that is away is told to whoever writes', async (t) => {
  const { seat } = seatOn(createMemoryEventLog(), {
    append: async () => {
      throw new EventLogUnavailable('away');
    },
  });
  await t.throwsAsync(seat.write(await seat.look(), { holderId: randomUUID(), publishedUpTo: null }), {
    instanceOf: EventLogUnavailable,
  });
});

test('only the newest event of a seat is kept, and a ledger without the older ones verifies', async (t) => {
  const { log, seat } = seatOn();
  await recordLedger(log);
  for (let n = 0; n < 20; n += 1) {
    await seat.write(await seat.look(), { holderId: randomUUID(), publishedUpTo: place(String(n)) });
  }
  t.is((await log.readStream(relayStream('kafka'))).length, 1);
  t.is((await log.compact()).eventsRemoved, 19);
  t.like(await seat.look(), { revision: 19, publishedUpTo: '19' });
  const comparePositions = (a: Position, b: Position) => log.comparePositions(a, b);
  const readModels = createMemoryReadModels({ comparePositions });
  t.like(await verifyLedger({ log, readModels, projections: [], now: Date.parse('2019-12-31') }), { ok: true });
});
