import test from 'ava';
import { AwaitedStreams } from '../../../src/ledger/following/awaited-streams.ts';
import { GatheredEvents } from '../../../src/ledger/following/gathered-events.ts';
import type { RecordedEvent } from '../../../src/ports/event-log.ts';
import { SimulatedTimer } from '../../_support/simulated-timer.ts';
import { tally } from '../../_support/tally-projection.ts';

const awaited = new AwaitedStreams([
  { ...tally, streamPrefixes: ['key-'] },
  { ...tally, streamPrefixes: ['wallet-', 'key-'], mayLag: true },
]);

/** `as`: only stream and data are read. */
const inStream = (stream: string, data = '{}'): RecordedEvent => ({ stream, data }) as RecordedEvent;

function gathering() {
  const timer = new SimulatedTimer();
  const dueAtMs: number[] = [];
  const gathered = new GatheredEvents({ awaited, batchMs: 100, timer, onDue: () => dueAtMs.push(timer.monotonic()) });
  return { timer, gathered, dueAtMs };
}

test('events of projections that may lag are awaited only in streams that others read too', (t) => {
  t.deepEqual(awaited.patientPrefixes, ['wallet-']);
  t.true(awaited.holdAnyOf([inStream('wallet-1'), inStream('key-1')]));
  t.false(awaited.holdAnyOf([inStream('wallet-1')]));
});

test('the first events are due at once, those after a batch when its interval ends', async (t) => {
  const { timer, gathered, dueAtMs } = gathering();
  t.true(gathered.add([inStream('key-1')]));
  t.is(gathered.take().length, 1);
  t.false(gathered.add([inStream('key-2')]));
  await timer.pass(100);
  t.deepEqual(dueAtMs, [100]);
  t.deepEqual(gathered.take(), [inStream('key-2')]);
  t.is(gathered.count, 0);
});

test('an awaited event ends the long interval after events that may lag', (t) => {
  const { gathered } = gathering();
  gathered.add([inStream('wallet-1')]);
  gathered.take();
  t.false(gathered.add([inStream('wallet-1')]));
  t.true(gathered.add([inStream('key-1')]));
});

test('many events, or much data, are due before the interval ends', (t) => {
  const { gathered } = gathering();
  gathered.add([inStream('key-1')]);
  gathered.take();
  t.false(gathered.add(Array.from({ length: 199 }, () => inStream('key-1'))));
  t.true(gathered.add([inStream('key-1')]));
  gathered.drop();
  t.false(gathered.add([inStream('key-1', 'x'.repeat(8 * 1024 * 1024 - 1))]));
  t.true(gathered.add([inStream('key-1', 'x')]));
});

test('an empty batch begins no interval', (t) => {
  const { gathered } = gathering();
  t.deepEqual(gathered.take(), []);
  t.true(gathered.add([inStream('key-1')]));
});

test('dropped events are forgotten, and the oldest event is of those gathered since', (t) => {
  const { gathered } = gathering();
  gathered.add([inStream('key-1')]);
  gathered.drop();
  t.is(gathered.oldest, null);
  gathered.add([inStream('wallet-2'), inStream('wallet-3')]);
  t.deepEqual(gathered.oldest, inStream('wallet-2'));
  t.true(gathered.hasAnyOf(['key-', 'wallet-3']));
  t.false(gathered.hasAnyOf(['key-']));
});
