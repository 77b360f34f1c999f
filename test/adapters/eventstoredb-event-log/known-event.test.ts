import test from 'ava';
import { assertHeld, LogRewound, NewestKnownEvent } from '../../../src/adapters/eventstoredb-event-log/known-event.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import type { RemoteRowFields } from '../../../src/adapters/eventstoredb-event-log/messages.ts';

const known = { stream: 'wallet-1', revision: 4, id: 'ABCD' };
const rowOf = (revision: number, id: string): RemoteRowFields => [
  'wallet-1',
  revision,
  '7',
  '7',
  0,
  id,
  'T',
  '{}',
  '{}',
];
const at = (place: number) => `${place}/${place}` as Position;

test('an event that is there is held, and one that is shown late is waited for', async (t) => {
  await t.notThrowsAsync(assertHeld(known, () => Promise.resolve(rowOf(4, 'abcd'))));
  let reads = 0;
  await assertHeld(known, () => Promise.resolve((reads += 1) < 4 ? [] : rowOf(4, 'abcd')));
  t.is(reads, 4);
});

test('an event in whose place another stands is lost at once, and one that stays away in the end', async (t) => {
  let reads = 0;
  const read = (rows: RemoteRowFields) => () => {
    reads += 1;
    return Promise.resolve(rows);
  };
  await t.throwsAsync(assertHeld(known, read(rowOf(4, 'other'))), { instanceOf: LogRewound, message: /event 4 of/ });
  t.is(reads, 1);
  await t.throwsAsync(assertHeld(known, read([])), { instanceOf: LogRewound });
  t.is(reads, 7);
  await t.throwsAsync(
    assertHeld(known, () => Promise.reject(new Error('broken'))),
    { message: 'broken' },
  );
});

test('the newest event of a stream that is kept is known, in whatever order they come', (t) => {
  const newest = new NewestKnownEvent((stream) => stream !== 'thinned');
  t.is(newest.event, null);
  newest.note({ stream: 'a', revision: 1, id: 'a1', position: at(20) });
  newest.note({ stream: 'b', revision: 0, id: 'b0', position: at(10) });
  newest.note({ stream: 'thinned', revision: 9, id: 't9', position: at(30) });
  t.deepEqual(newest.event, { stream: 'a', revision: 1, id: 'a1' });
  newest.noteLast([
    { stream: 'a', revision: 2, id: 'a2', position: at(40) },
    { stream: 'b', revision: 1, id: 'b1', position: at(50) },
    { stream: 'thinned', revision: 10, id: 't10', position: at(60) },
  ]);
  t.deepEqual(newest.event, { stream: 'b', revision: 1, id: 'b1' });
  newest.noteLast([]);
  t.deepEqual(newest.event, { stream: 'b', revision: 1, id: 'b1' });
});
