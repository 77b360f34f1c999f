import test from 'ava';
import * as fc from 'fast-check';
import { Balancer, type BalanceCandidate } from '../../src/pools/balance.ts';
import { MovingAverage } from '../../src/pools/moving-average.ts';
import { rendezvousScore } from '../../src/pools/rendezvous.ts';
import { propertyRuns } from '../_support/property-runs.ts';

function memberOf(key: string, more: Partial<BalanceCandidate> = {}): BalanceCandidate {
  return { key, weight: 1, running: 0, latency: new MovingAverage(), ...more };
}

function slow(latencyMs: number): MovingAverage {
  const average = new MovingAverage();
  average.add(latencyMs, 0);
  return average;
}

const anyone = { conversation: null, nowMs: 0 } as const;

test('by weight: no member is more than one request from its share after any number of requests', (t) => {
  const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 200 }), (of, requests) => {
      const balancer = new Balancer();
      const members = of.map((weight, place) => memberOf(`member ${place}`, { weight }));
      const got = new Map<string, number>();
      for (let nth = 0; nth < requests; nth += 1) {
        const { key } = balancer.pick(members, { balance: 'weighted', ...anyone });
        got.set(key, (got.get(key) ?? 0) + 1);
      }
      const total = of.reduce((sum, weight) => sum + weight, 0);
      return members.every(
        ({ key, weight }) => Math.abs((got.get(key) ?? 0) - (requests * weight) / total) <= of.length,
      );
    }),
    { numRuns: propertyRuns(200) },
  );
  t.pass();
});

test('by load: the member with the least load for its weight is asked', (t) => {
  const members = [
    memberOf('a', { running: 3, weight: 3 }),
    memberOf('b', { running: 1 }),
    memberOf('c', { running: 2, weight: 4 }),
  ];
  t.is(new Balancer().pick(members, { balance: 'least_requests', ...anyone }).key, 'c');
});

test('by latency: the fastest member is asked, and a slow member is tried again after a while', (t) => {
  const balancer = new Balancer();
  const members = [memberOf('quick', { latency: slow(100) }), memberOf('slow', { latency: slow(2_000) })];
  t.is(balancer.pick(members, { balance: 'lowest_latency', ...anyone }).key, 'quick');
  members[0]?.latency.add(100, 60_000);
  t.is(balancer.pick(members, { balance: 'lowest_latency', conversation: null, nowMs: 60_000 }).key, 'slow');
});

test('by latency: a member that is tried again does not get all requests at once', (t) => {
  const [quick, fresh] = [memberOf('quick', { latency: slow(100) }), memberOf('fresh', { running: 200 })];
  t.is(new Balancer().pick([quick, fresh], { balance: 'lowest_latency', ...anyone }).key, 'quick');
});

test('a conversation goes to one member, and only those of a member that leaves move', (t) => {
  const members = ['a', 'b', 'c', 'd'].map((key) => memberOf(key));
  const balancer = new Balancer();
  const pick = (among: readonly BalanceCandidate[], conversation: string): string =>
    balancer.pick(among, { balance: 'weighted', conversation, nowMs: 0 }).key;
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.constantFrom('a', 'b', 'c', 'd'), (conversation, gone) => {
      const own = pick(members, conversation);
      const left = members.filter(({ key }) => key !== gone);
      return pick(members, conversation) === own && (own === gone || pick(left, conversation) === own);
    }),
    { numRuns: propertyRuns(300) },
  );
  t.pass();
});

test('a member has conversations in proportion to its weight', (t) => {
  const members = [
    { key: 'light', weight: 1 },
    { key: 'heavy', weight: 3 },
  ];
  let heavy = 0;
  for (let nth = 0; nth < 4_000; nth += 1) {
    const [light = 0, other = 0] = members.map(({ key, weight }) =>
      rendezvousScore(`conversation ${nth}`, key, weight),
    );
    if (other > light) heavy += 1;
  }
  t.true(heavy > 2_900 && heavy < 3_100, `${heavy} of 4,000`);
});

test('a conversation leaves a member that has far more to do, or is far slower, than the others', (t) => {
  const own = ['a', 'b'].toSorted((x, y) => rendezvousScore('talk', y, 1) - rendezvousScore('talk', x, 1))[0] ?? '';
  const members = (more: Partial<BalanceCandidate>) =>
    ['a', 'b'].map((key) => memberOf(key, key === own ? more : { latency: slow(100) }));
  const pick = (balance: 'least_requests' | 'lowest_latency', more: Partial<BalanceCandidate>): string =>
    new Balancer().pick(members(more), { balance, conversation: 'talk', nowMs: 0 }).key;
  t.is(pick('least_requests', { running: 1 }), own);
  t.not(pick('least_requests', { running: 10 }), own);
  t.is(pick('lowest_latency', { latency: slow(150) }), own);
  t.not(pick('lowest_latency', { latency: slow(300) }), own);
});
