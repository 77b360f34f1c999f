import test from 'ava';
import { FairRoom, type Place } from '../../../src/limits/fair-room.ts';
import { GrowingPlace } from '../../../src/pipeline/flow/growing-place.ts';

const stepBytes = 65_536;
const smallBytes = 4 * stepBytes;

const roomOf = (steps: number, sharePercentMax = 100): FairRoom =>
  new FairRoom({ capacity: steps * stepBytes, sharePercentMax, waitingMax: 10 });
const sharer = { tenantId: 'acme', keyId: 'key of acme' };

test('what is small needs no room, and what grows is counted from its first byte', (t) => {
  const room = roomOf(8);
  const kept = new GrowingPlace(room, sharer);
  t.true(kept.take(smallBytes));
  t.is(room.used, 0);
  t.true(kept.take(1));
  t.is(room.used, 5 * stepBytes);
  t.true(kept.take(stepBytes));
  t.is(room.used, 6 * stepBytes);
  kept.leave();
  kept.leave();
  t.is(room.used, 0);
});

test('without room nothing more is kept, and nothing waits', (t) => {
  const room = roomOf(6);
  const [first, second] = [new GrowingPlace(room, sharer), new GrowingPlace(room, sharer)];
  t.true(first.take(smallBytes + 1));
  t.false(second.take(smallBytes + 1));
  t.false(second.take(1), 'a part that is missing makes the rest useless');
  t.is(room.waiting, 0);
  t.false(first.take(2 * stepBytes));
  t.is(room.used, 5 * stepBytes, 'it holds what it has until it leaves');
  first.leave();
  t.is(room.used, 0);
});

test('a tenant leaves room for others', (t) => {
  const room = roomOf(16, 50);
  const kept = new GrowingPlace(room, sharer);
  t.true(kept.take(smallBytes));
  t.true(kept.take(stepBytes));
  t.false(kept.take(8 * stepBytes), 'more than half of what is free');
  t.true(new GrowingPlace(room, { tenantId: 'zeta', keyId: 'key of zeta' }).take(8 * stepBytes));
});

for (const [whose, waiting] of [
  ['its own', sharer],
  ["another tenant's", { tenantId: 'zeta', keyId: 'key of zeta' }],
] as const) {
  test(`${whose} answer that waits for room comes before what is kept`, (t) => {
    const room = roomOf(16);
    const kept = new GrowingPlace(room, sharer);
    t.true(kept.take(5 * stepBytes));
    const granted: Place[] = [];
    room.wait(waiting, 16 * stepBytes, (place) => granted.push(place));
    t.false(new GrowingPlace(room, sharer).take(5 * stepBytes));
    t.false(kept.take(1));
    t.is(granted.length, 0);
    kept.leave();
    t.is(granted.length, 1);
  });
}

test('room that is held is given back by the last holder', (t) => {
  const room = roomOf(8);
  const kept = new GrowingPlace(room, sharer);
  kept.take(5 * stepBytes);
  const letGo = kept.hold();
  kept.leave();
  t.is(room.used, 5 * stepBytes);
  letGo();
  letGo();
  t.is(room.used, 0);
  t.false(kept.take(1));
});
