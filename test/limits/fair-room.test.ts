import test from 'ava';
import * as fc from 'fast-check';
import { FairRoom, type Place, type Sharer } from '../../src/limits/fair-room.ts';
import { heldBytes } from '../_support/turn-watch.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const of = (tenant: string, key = `${tenant}-key`): Sharer => ({ tenantId: tenant, keyId: key });
const roomOf = (capacity: number, sharePercentMax = 80, waitingMax = 1_000) =>
  new FairRoom({ capacity, sharePercentMax, waitingMax });

/** Takes places until there is none; answers them. */
function fill(room: FairRoom, sharer: Sharer, units = 1): Place[] {
  const places: Place[] = [];
  for (let place = room.enter(sharer, units); typeof place !== 'string'; place = room.enter(sharer, units)) {
    places.push(place);
  }
  return places;
}

/** Lines up so many of one sharer; answers the order in which they were let in, by the name given. */
function queueUp(room: FairRoom, sharer: Sharer, count: number, order: string[]): void {
  for (let nth = 0; nth < count; nth += 1) {
    room.wait(sharer, 1, () => order.push(sharer.keyId));
  }
}

test('a tenant that takes all it can get leaves room for the next, and that one for the next', (t) => {
  const room = roomOf(64, 90);
  t.is(fill(room, of('first')).length, 53, '90 % of 90 % of the room: one tenant, one key');
  t.is(fill(room, of('first', 'another')).length, 5, 'other keys of it share the rest of its 90 %');
  t.is(room.enter(of('first', 'third')), 'own_share');
  t.true(fill(room, of('second')).length >= 5);
  for (let nth = 3; room.used < 64; nth += 1) t.true(fill(room, of(`tenant ${nth}`)).length >= 1);
  t.is(room.enter(of('late')), 'full');
});

test('a freed place goes to the tenant that holds the least, and in turn among equals', (t) => {
  const room = roomOf(10, 100);
  const held = fill(room, of('greedy'));
  const order: string[] = [];
  queueUp(room, of('greedy'), 3, order);
  queueUp(room, of('a'), 2, order);
  queueUp(room, of('b'), 2, order);
  for (const place of held.slice(0, 4)) place.leave();
  t.deepEqual(order, ['a-key', 'b-key', 'a-key', 'b-key']);
  t.is(room.waiting, 3);
});

test('a freed place goes to the key that holds the least within its tenant', (t) => {
  const room = roomOf(4, 100);
  const held = fill(room, of('tenant', 'greedy'));
  const order: string[] = [];
  queueUp(room, of('tenant', 'greedy'), 2, order);
  queueUp(room, of('tenant', 'modest'), 2, order);
  held[0]?.leave();
  held[1]?.leave();
  t.deepEqual(order, ['modest', 'modest']);
});

test('a tenant that fills the waiting places leaves some for other tenants', (t) => {
  const room = roomOf(1, 50, 8);
  const [place] = fill(room, of('holder'));
  t.truthy(place);
  const lineUp = (tenant: string): number => {
    let count = 0;
    while (room.wait(of(tenant), 1, () => undefined) !== null) count += 1;
    return count;
  };
  t.is(lineUp('greedy'), 2);
  t.true(lineUp('next') >= 1);
  t.true(lineUp('third') >= 1);
});

test('the refusals of a key limit and of a tenant limit are distinct', (t) => {
  const room = roomOf(100);
  const limited = { ...of('a'), keyMax: 2, tenantMax: 3 };
  t.is(fill(room, limited).length, 2);
  t.is(room.enter(limited), 'key_limit');
  const sibling = { ...of('a', 'sibling'), keyMax: 2, tenantMax: 3 };
  t.is(fill(room, sibling).length, 1);
  t.is(room.enter(sibling), 'tenant_limit');
});

test('a large request that waits is not passed by a small one', (t) => {
  const room = roomOf(10, 100);
  const held = fill(room, of('a'));
  let granted = 0;
  room.wait(of('large'), 6, () => {
    granted += 1;
  });
  for (const place of held.slice(0, 5)) place.leave();
  t.is(room.enter(of('small')), 'full', 'five are free, and spoken for');
  held[5]?.leave();
  t.is(granted, 1);
  t.is(room.used, 10);
});

test('a request larger than the whole room may not wait, and does not block the next one', (t) => {
  const room = roomOf(10);
  t.is(
    room.wait(of('a'), 11, () => t.fail()),
    null,
  );
  t.not(typeof room.enter(of('b')), 'string');
});

test('a place grows within the same rules, and gives everything back once', (t) => {
  const room = roomOf(10, 80);
  const place = room.enter(of('a'), 1);
  if (typeof place === 'string') return t.fail(place);
  t.true(place.grow(5));
  t.false(place.grow(4), 'beyond its share');
  place.leave();
  place.leave();
  t.is(room.used, 0);
  t.false(place.grow(1), 'what was left is nobody’s');
});

test('a room is never overfull, leaves no request waiting while empty, and lets newcomers take free places', (t) => {
  const step = fc.record({
    tenant: fc.integer({ min: 0, max: 4 }),
    key: fc.integer({ min: 0, max: 2 }),
    units: fc.integer({ min: 1, max: 4 }),
    what: fc.constantFrom('enter', 'enter', 'wait', 'leave', 'give up'),
    pick: fc.nat(),
  });
  const property = fc.property(
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 100 }),
    fc.array(step, { maxLength: 120 }),
    (capacity, percent, steps) => {
      const room = roomOf(capacity, percent, 20);
      const places: { place: Place; units: number; tenant: string }[] = [];
      const waiting = new Set<() => void>();
      for (const { tenant, key, units, what, pick } of steps) {
        const sharer = of(`t${tenant}`, `t${tenant}-k${key}`);
        const holds = places.some((held) => held.tenant === sharer.tenantId);
        if (what === 'enter') {
          const free = capacity - room.used;
          const place = room.enter(sharer, units);
          if (typeof place !== 'string') places.push({ place, units, tenant: sharer.tenantId });
          else if (!holds && waiting.size === 0) t.true(units > free, 'a newcomer was refused although there was room');
        } else if (what === 'wait') {
          let leave: (() => void) | null = null;
          let isIn = false;
          leave = room.wait(sharer, units, (place) => {
            isIn = true;
            if (leave !== null) waiting.delete(leave);
            places.push({ place, units, tenant: sharer.tenantId });
          });
          if (leave !== null && !isIn) waiting.add(leave);
        } else if (what === 'leave' && places.length > 0) {
          places.splice(pick % places.length, 1)[0]?.place.leave();
        } else if (what === 'give up' && waiting.size > 0) {
          const leave = [...waiting][pick % waiting.size];
          leave?.();
          if (leave !== undefined) waiting.delete(leave);
        }
        t.true(room.used <= capacity);
        t.is(
          room.used,
          places.reduce((sum, held) => sum + held.units, 0),
        );
        t.is(room.waiting, waiting.size);
      }
      while (places.length > 0) places.splice(0, 1)[0]?.place.leave();
      t.is(room.used, 0);
      t.is(room.waiting, 0, 'somebody waits before an empty room');
    },
  );
  fc.assert(property, { numRuns: propertyRuns(200) });
});

test('whoever holds a place is remembered, however many others come and go', (t) => {
  const room = roomOf(20_000, 50);
  const holder = { ...of('tenant', 'holder'), keyMax: 1, tenantMax: 2 };
  const held = fill(room, holder);
  t.is(held.length, 1);
  const visits = Array.from({ length: 5_000 }, (_, nth) => room.enter(of(`tenant ${nth}`)) as Place);
  // A sibling comes last, when more are remembered than are kept without a place.
  const sibling = { ...of('tenant', 'sibling'), tenantMax: 2 };
  visits.push(room.enter(sibling) as Place);
  for (const visit of visits.toReversed()) visit.leave();
  t.is(room.used, 1);
  t.is(room.enter(holder), 'key_limit');
  t.is(fill(room, sibling).length, 1, 'one place is held by the other key of its tenant');
  t.is(room.enter(sibling), 'tenant_limit');
  held[0]?.leave();
  t.is(fill(room, holder).length, 1);
});

test('sharers that got no place, or gave up waiting for one, are forgotten', (t) => {
  const room = roomOf(1, 100, 1);
  const [place] = fill(room, of('holder'));
  const visitors = Array.from({ length: 200_000 }, (_, nth) => of(`tenant ${nth}`));
  const unserved = (): void => t.fail('there was no place');
  const before = heldBytes();
  const gaveUp = visitors.filter((visitor) => {
    const leave = room.enter(visitor) === 'full' ? room.wait(visitor, 1, unserved) : null;
    leave?.();
    return leave !== null;
  });
  t.is(gaveUp.length, visitors.length);
  const leave = room.wait(of('first'), 1, unserved);
  t.true(visitors.every((visitor) => room.wait(visitor, 1, unserved) === null));
  // All of them and their tenants would take some 100 MB.
  const grown = heldBytes() - before;
  t.true(grown < 20_000_000, `${grown} bytes more`);
  leave?.();
  place?.leave();
  t.is(room.used + room.waiting, 0);
});
