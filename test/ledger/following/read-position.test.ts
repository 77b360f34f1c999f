import test from 'ava';
import { ReadPosition } from '../../../src/ledger/following/read-position.ts';
import type { RecordedEvent } from '../../../src/ports/event-log.ts';
import { comparePlaces, place } from '../../_support/tally-projection.ts';

/** `as`: only positions are read. */
const eventsAt = (...numbers: readonly number[]): readonly RecordedEvent[] =>
  numbers.map((number) => ({ position: place(number) }) as RecordedEvent);

test('an event that two sources deliver is taken once', (t) => {
  const read = new ReadPosition(comparePlaces);
  t.deepEqual(read.take(eventsAt(1, 3, 9)), eventsAt(1, 3, 9));
  t.deepEqual(read.take(eventsAt(3, 9, 10)), eventsAt(10));
  t.is(read.upTo, place(10));
});

test('a beginning at an earlier position takes the events after it again', (t) => {
  const read = new ReadPosition(comparePlaces);
  read.take(eventsAt(1, 2, 3));
  read.begin(place(1));
  t.deepEqual(read.take(eventsAt(1, 2, 3)), eventsAt(2, 3));
  read.begin(null);
  t.deepEqual(read.take(eventsAt(1)), eventsAt(1));
});

test('passing over unwanted events moves the position forward only', (t) => {
  const read = new ReadPosition(comparePlaces);
  read.passOver(null);
  t.is(read.upTo, null);
  for (const end of [20, 10]) read.passOver(place(end));
  t.is(read.upTo, place(20));
  t.true(read.hasReached(place(20)));
  t.false(read.hasReached(place(21)));
});

test('a waiting caller is told of the next events, even if they were read before', async (t) => {
  const read = new ReadPosition(comparePlaces);
  read.take(eventsAt(1));
  const next = read.next();
  read.take(eventsAt(1));
  await t.notThrowsAsync(next);
});
