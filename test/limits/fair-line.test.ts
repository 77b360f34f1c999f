import test from 'ava';
import * as fc from 'fast-check';
import { FairLine } from '../../src/limits/fair-line.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const lineOf = (waitingMax = 1_000, sharePercentMax = 100) => new FairLine<string>({ waitingMax, sharePercentMax });
const of = (tenantId: string, keyId = `key of ${tenantId}`) => ({ tenantId, keyId });

/** Gives turns until nobody waits. */
function served(line: FairLine<string>): string[] {
  const order: string[] = [];
  for (let [first] = line.members(); first !== undefined; [first] = line.members()) {
    line.leave(first, { hadTurn: true });
    order.push(first);
  }
  return order;
}

test('tenants take turns, however many of each wait and however early they came', (t) => {
  const line = lineOf();
  for (let nth = 1; nth <= 4; nth += 1) line.join(of('a'), `a${nth}`);
  for (let nth = 1; nth <= 2; nth += 1) line.join(of('b'), `b${nth}`);
  line.join(of('c'), 'c1');
  t.deepEqual(line.members(), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  t.deepEqual(served(line), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('so do the keys of one tenant, which together have the turns of one', (t) => {
  const line = lineOf();
  for (const nth of [1, 2, 3]) line.join(of('a', 'many'), `many${nth}`);
  line.join(of('a', 'few'), 'few1');
  for (const nth of [1, 2]) line.join(of('b'), `b${nth}`);
  t.deepEqual(served(line), ['many1', 'b1', 'few1', 'b2', 'many2', 'many3']);
});

test('a tenant that comes while others have had turns is next, not before the first of them', (t) => {
  const line = lineOf();
  for (const nth of [1, 2, 3, 4]) line.join(of('a'), `a${nth}`);
  line.leave('a1', { hadTurn: true });
  line.leave('a2', { hadTurn: true });
  line.join(of('b'), 'b1');
  t.deepEqual(line.members(), ['a3', 'b1', 'a4']);
});

test('who leaves without a turn costs its tenant none', (t) => {
  const line = lineOf();
  for (const nth of [1, 2, 3]) line.join(of('a'), `a${nth}`);
  for (const nth of [1, 2, 3]) line.join(of('b'), `b${nth}`);
  line.leave('a1', { hadTurn: false });
  line.leave('a2', { hadTurn: false });
  t.deepEqual(served(line), ['a3', 'b1', 'b2', 'b3']);
  line.leave('a1', { hadTurn: true });
  t.is(line.size, 0);
});

test('a turn that passes over the first of a tenant counts, and leaves it first', (t) => {
  const line = lineOf();
  for (const nth of [1, 2, 3]) line.join(of('a'), `a${nth}`);
  for (const nth of [1, 2]) line.join(of('b'), `b${nth}`);
  line.leave('a2', { hadTurn: true });
  t.deepEqual(served(line), ['b1', 'a1', 'b2', 'a3']);
});

test('turns that passed over the first of a tenant are not made up for by those behind it', (t) => {
  const line = lineOf();
  line.join(of('a'), 'a1');
  for (const nth of [1, 2, 3, 4]) line.join(of('b'), `b${nth}`);
  for (const nth of [1, 2]) line.leave(`b${nth}`, { hadTurn: true });
  line.join(of('a'), 'a2');
  t.deepEqual(served(line), ['a1', 'b3', 'a2', 'b4']);
});

test('waiting places are bounded, and no tenant and no key takes all of them', (t) => {
  const line = lineOf(100, 80);
  const fill = (sharer: ReturnType<typeof of>): number => {
    let count = 0;
    for (; line.hasPlace(sharer); count += 1) line.join(sharer, `${sharer.keyId} ${count}`);
    return count;
  };
  t.is(fill(of('a', 'one')), 64, '80 % of 80 %');
  t.true(fill(of('a', 'two')) >= 10);
  for (const tenant of ['b', 'c', 'd']) t.true(fill(of(tenant)) >= 1);
  for (let nth = 0; line.size < 100; nth += 1) t.true(fill(of(`another ${nth}`)) >= 1);
  t.is(fill(of('late')), 0);
});

/** The latest of a tenant, the earliest of it, or a newcomer. */
const step = fc.record({
  tenant: fc.constantFrom('a', 'b', 'c'),
  key: fc.constantFrom('1', '2'),
  does: fc.constantFrom('joins', 'joins', 'has a turn', 'leaves'),
  place: fc.nat(20),
});

test('nobody who comes later stands before the first of any tenant, or of any key', (t) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const line = lineOf();
      const sharers = new Map<string, ReturnType<typeof of>>();
      const firsts = (members: readonly string[], by: 'tenantId' | 'keyId'): readonly string[] =>
        members.filter(
          (member, place) =>
            members.findIndex((other) => sharers.get(other)?.[by] === sharers.get(member)?.[by]) === place,
        );
      for (const [nth, { tenant, key, does, place }] of steps.entries()) {
        const before = line.members();
        if (does === 'joins') {
          sharers.set(`${nth}`, of(tenant, tenant + key));
          line.join(of(tenant, tenant + key), `${nth}`);
          const at = line.members().indexOf(`${nth}`);
          const ofTenant = firsts(before, 'keyId').filter((first) => sharers.get(first)?.tenantId === tenant);
          for (const first of [...firsts(before, 'tenantId'), ...ofTenant]) t.true(line.members().indexOf(first) < at);
        } else {
          const member = before[place % Math.max(1, before.length)];
          if (member !== undefined) line.leave(member, { hadTurn: does === 'has a turn' });
          t.is(line.size, Math.max(0, before.length - 1));
        }
        t.is(new Set(line.members()).size, line.size);
      }
      const all = line.size;
      t.is(served(line).length, all);
    }),
    { numRuns: propertyRuns(100) },
  );
});
