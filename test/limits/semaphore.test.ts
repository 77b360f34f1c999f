import test from 'ava';
import * as fc from 'fast-check';
import { Permit, Semaphore, type NoPermit, type Sharer } from '../../src/limits/semaphore.ts';
import { heldBytes } from '../_support/turn-watch.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const of = (tenant: string, key = `${tenant}-key`): Sharer => ({ tenantId: tenant, keyId: key });
const semaphoreOf = (permits: number, sharePercentMax = 80, waitingMax = 1_000) =>
  new Semaphore({ permits, sharePercentMax, waitingMax });

/** Takes permits until there is none. */
function fill(semaphore: Semaphore, sharer: Sharer, weight = 1): Permit[] {
  const permits: Permit[] = [];
  for (;;) {
    const permit = semaphore.tryAcquire(sharer, weight);
    if (typeof permit === 'string') return permits;
    permits.push(permit);
  }
}

/** Lines up so many of one sharer; notes their order by its key. */
function queueUp(semaphore: Semaphore, sharer: Sharer, count: number, order: string[]): void {
  for (let nth = 0; nth < count; nth += 1) {
    void Promise.resolve(semaphore.acquire(sharer)).then(() => order.push(sharer.keyId));
  }
}

/** Whatever was promised by now has come. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a tenant that takes all it can get leaves some for the next, and that one for the next', (t) => {
  const semaphore = semaphoreOf(64, 90);
  t.is(fill(semaphore, of('first')).length, 53, '90 % of 90 % of the whole: one tenant, one key');
  t.is(fill(semaphore, of('first', 'another')).length, 5, 'other keys of it share the rest of its 90 %');
  t.is(semaphore.tryAcquire(of('first', 'third')), 'own_share');
  t.true(fill(semaphore, of('second')).length >= 5);
  for (let nth = 3; semaphore.used < 64; nth += 1) t.true(fill(semaphore, of(`tenant ${nth}`)).length >= 1);
  t.is(semaphore.tryAcquire(of('late')), 'full');
});

test('a released permit goes to the tenant that holds the least, and in turn among equals', async (t) => {
  const semaphore = semaphoreOf(10, 100);
  const held = fill(semaphore, of('greedy'));
  const order: string[] = [];
  queueUp(semaphore, of('greedy'), 3, order);
  queueUp(semaphore, of('a'), 2, order);
  queueUp(semaphore, of('b'), 2, order);
  for (const permit of held.slice(0, 4)) permit.release();
  await settled();
  t.deepEqual(order, ['a-key', 'b-key', 'a-key', 'b-key']);
  t.is(semaphore.waiting, 3);
});

test('tenants that hold the same take turns, and so do keys, and the calls of one key in their order', async (t) => {
  const semaphore = semaphoreOf(1, 100);
  const order: string[] = [];
  const [held] = fill(semaphore, of('holder'));
  const keys = [
    ['a', 'a1'],
    ['a', 'a2'],
    ['b', 'b1'],
  ] as const;
  for (const [tenant, key] of keys) {
    for (const nth of [1, 2, 3]) {
      void Promise.resolve(semaphore.acquire(of(tenant, key))).then((permit) => {
        order.push(`${key}.${nth}`);
        if (permit instanceof Permit) permit.release();
      });
    }
  }
  held?.release();
  await settled();
  t.deepEqual(order, ['a1.1', 'b1.1', 'a2.1', 'b1.2', 'a1.2', 'b1.3', 'a2.2', 'a1.3', 'a2.3']);
});

test('one that comes does not pass an earlier one of its key that waits for its share', async (t) => {
  const semaphore = semaphoreOf(10, 50);
  const [permit] = fill(semaphore, of('a'), 2);
  const heavy = semaphore.acquire(of('a'), 5);
  const light = semaphore.acquire(of('a'));
  t.is(semaphore.waiting, 2);
  t.is(typeof semaphore.tryAcquire(of('b'), 2), 'object', 'other tenants do not wait for it');
  permit?.release();
  t.true((await heavy) instanceof Permit);
  t.is(semaphore.waiting, 1);
  t.true(light instanceof Promise);
});

test('a released permit goes to the key that holds the least within its tenant', async (t) => {
  const semaphore = semaphoreOf(4, 100);
  const held = fill(semaphore, of('tenant', 'greedy'));
  const order: string[] = [];
  queueUp(semaphore, of('tenant', 'greedy'), 2, order);
  queueUp(semaphore, of('tenant', 'modest'), 2, order);
  held[0]?.release();
  held[1]?.release();
  await settled();
  t.deepEqual(order, ['modest', 'modest']);
});

test('a key of one tenant is not the key of another by the same name', (t) => {
  const semaphore = semaphoreOf(10);
  t.is(typeof semaphore.tryAcquire({ ...of('a', 'key'), keyMax: 1, tenantMax: 1 }), 'object');
  t.is(typeof semaphore.tryAcquire({ ...of('b', 'key'), keyMax: 1, tenantMax: 1 }), 'object');
});

test('a tenant that fills the queue leaves places for other tenants', (t) => {
  const semaphore = semaphoreOf(1, 50, 8);
  t.is(fill(semaphore, of('holder')).length, 1);
  const lineUp = (tenant: string): number => {
    let count = 0;
    while (semaphore.acquire(of(tenant)) instanceof Promise) count += 1;
    return count;
  };
  t.is(lineUp('greedy'), 2);
  t.true(lineUp('next') >= 1);
  t.true(lineUp('third') >= 1);
});

test('the refusals of a key limit and of a tenant limit are distinct, and come at once', (t) => {
  const semaphore = semaphoreOf(100);
  const limited = { ...of('a'), keyMax: 2, tenantMax: 3 };
  t.is(fill(semaphore, limited).length, 2);
  t.is(semaphore.acquire(limited), 'key_limit');
  const sibling = { ...of('a', 'sibling'), keyMax: 2, tenantMax: 3 };
  t.is(fill(semaphore, sibling).length, 1);
  t.is(semaphore.acquire(sibling), 'tenant_limit');
});

test('one that waits for much is not passed by one that wants little', async (t) => {
  const semaphore = semaphoreOf(10, 100);
  const held = fill(semaphore, of('a'));
  const large = semaphore.acquire(of('large'), 6);
  for (const permit of held.slice(0, 5)) permit.release();
  t.is(semaphore.tryAcquire(of('small')), 'full', 'five are free, and spoken for');
  held[5]?.release();
  t.true((await large) instanceof Permit);
  t.is(semaphore.used, 10);
});

test('one that wants more than all may not wait, and does not block the next one', (t) => {
  const semaphore = semaphoreOf(10);
  t.is(semaphore.acquire(of('a'), 11), 'full');
  t.is(typeof semaphore.tryAcquire(of('b')), 'object');
});

test('permits that are put together are given back together, once', (t) => {
  const semaphore = semaphoreOf(10, 100);
  const [first, second] = [semaphore.tryAcquire(of('a'), 3), semaphore.tryAcquire(of('a'), 4)] as [Permit, Permit];
  first.absorb(second);
  second.release();
  t.is(semaphore.used, 7);
  first.release();
  first.release();
  t.is(semaphore.used, 0);
  first.absorb(semaphore.tryAcquire(of('a'), 2) as Permit);
  t.is(semaphore.used, 2, 'what was given back takes nothing over');
});

test('a wait ends with its time, and is told why it had to wait', async (t) => {
  const timers = new Set<() => void>();
  const after = (ms: number, run: () => void) => {
    t.is(ms, 500);
    timers.add(run);
    return () => timers.delete(run);
  };
  const semaphore = new Semaphore({ permits: 1, waitingMax: 9, patience: { waitMs: 500, after } });
  const permit = semaphore.tryAcquire(of('a')) as Permit;
  const [late, next] = [semaphore.acquire(of('b')), semaphore.acquire(of('c'))];
  [...timers][0]?.();
  t.is(await late, 'full');
  permit.release();
  t.true((await next) instanceof Permit);
  t.is(timers.size, 0, 'no timer is left');
  const hurried = new Semaphore({ permits: 1, waitingMax: 9, patience: { waitMs: 0, after } });
  fill(hurried, of('a'));
  t.is(hurried.acquire(of('b')), 'full', 'no time is no wait');
});

test('the signal of one that waits is read only then, and one that has gone does not wait', async (t) => {
  const semaphore = semaphoreOf(1, 100);
  const unread = {
    get signal(): never {
      throw new Error('read without need');
    },
  };
  t.is(typeof semaphore.acquire(of('a'), 1, unread), 'object');
  t.is(semaphore.acquire({ ...of('a'), keyMax: 1 }, 1, unread), 'key_limit');
  t.is(semaphore.acquire(of('b'), 1, { signal: AbortSignal.abort() }), 'gone');
  const [controller, other] = [new AbortController(), new AbortController()];
  const leaving = semaphore.acquire(of('b'), 1, controller);
  const staying = semaphore.acquire(of('c'), 1, other);
  controller.abort();
  t.is(await leaving, 'gone');
  t.is(semaphore.waiting, 1);
  other.abort();
  t.is(await staying, 'gone');
});

interface Asked {
  readonly sharer: Sharer;
  readonly weight: number;
  readonly number: number;
  readonly controller: AbortController;
  outcome: Permit | NoPermit | null;
}

const step = fc.record({
  tenant: fc.integer({ min: 0, max: 4 }),
  key: fc.integer({ min: 0, max: 2 }),
  weight: fc.integer({ min: 1, max: 4 }),
  does: fc.constantFrom('tries', 'acquires', 'acquires', 'acquires', 'releases', 'releases', 'goes', 'runs out'),
  pick: fc.nat(),
});

test('whatever comes, waits, goes and is given back, no permit is lost and none is there twice', async (t) => {
  const cases = fc.tuple(
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 100 }),
    fc.array(step, { maxLength: 120 }),
  );
  const property = fc.asyncProperty(cases, async ([permits, sharePercentMax, steps]) => {
    const timers = new Map<number, () => void>();
    let timer = 0;
    const after = (_ms: number, run: () => void) => {
      const own = (timer += 1);
      timers.set(own, run);
      return () => timers.delete(own);
    };
    const semaphore = new Semaphore({ permits, sharePercentMax, waitingMax: 20, patience: { waitMs: 5, after } });
    const held: Asked[] = [];
    let waiting: Asked[] = [];
    const sort = (): void => {
      // Of those of one key, nobody has a permit before another who came earlier and stayed.
      const served = waiting.filter(({ outcome }) => outcome instanceof Permit);
      const still = waiting.filter(({ outcome }) => outcome === null);
      for (const late of served)
        t.false(still.some(({ sharer, number }) => sharer.keyId === late.sharer.keyId && number < late.number));
      held.push(...served);
      waiting = still;
      const used = held.reduce((sum, { weight }) => sum + weight, 0);
      t.is(semaphore.used, used);
      t.true(used <= permits);
      t.is(semaphore.waiting, waiting.length);
      t.is(timers.size, waiting.length, 'who waits no longer has no timer');
    };
    for (const [number, { tenant, key, weight, does, pick }] of steps.entries()) {
      const sharer = of(`t${tenant}`, `t${tenant}-k${key}`);
      const asked: Asked = { sharer, weight, number, controller: new AbortController(), outcome: null };
      const isNew = held.every((each) => each.sharer.tenantId !== sharer.tenantId);
      const isFree = weight <= permits - semaphore.used && waiting.length === 0;
      if (does === 'tries' || does === 'acquires') {
        const acquired =
          does === 'tries' ? semaphore.tryAcquire(sharer, weight) : semaphore.acquire(sharer, weight, asked.controller);
        if (isNew && isFree) t.true(acquired instanceof Permit, 'a newcomer did not get what was free');
        if (acquired instanceof Promise) {
          waiting.push(asked);
          void acquired.then((outcome) => (asked.outcome = outcome));
        } else if (acquired instanceof Permit) {
          held.push({ ...asked, outcome: acquired });
          if (does === 'acquires') t.false(waiting.some((each) => each.sharer.keyId === sharer.keyId));
        }
      } else if (does === 'releases' && held.length > 0) {
        const [given] = held.splice(pick % held.length, 1);
        if (given?.outcome instanceof Permit) for (let twice = 0; twice < 2; twice += 1) given.outcome.release();
      } else if (does === 'goes' && waiting.length > 0) waiting[pick % waiting.length]?.controller.abort();
      else if (does === 'runs out' && timers.size > 0) [...timers.values()][pick % timers.size]?.();
      await settled();
      sort();
    }
    while (held.length > 0) {
      for (const { outcome } of held.splice(0)) if (outcome instanceof Permit) outcome.release();
      await settled();
      sort();
    }
    t.is(semaphore.used + semaphore.waiting + timers.size, 0, 'somebody waits although all is free');
  });
  await fc.assert(property, { numRuns: propertyRuns(100) });
});

test('with all of them waiting, tenants get the same, and so do the keys of one tenant', async (t) => {
  const property = fc.asyncProperty(
    fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 60, maxLength: 60 }),
    fc.integer({ min: 1, max: 30 }),
    async (order, released) => {
      const semaphore = semaphoreOf(30, 100);
      const all = fill(semaphore, of('earlier'));
      const served = new Map<string, number>();
      // Tenant a has keys 0 to 3, the others one each: each waits with as many as there are permits.
      const keys = [
        ['a', 'a0'],
        ['a', 'a1'],
        ['a', 'a2'],
        ['a', 'a3'],
        ['b', 'b'],
        ['c', 'c'],
      ] as const;
      const sharers = [...order.map((nth) => keys[nth] ?? keys[0]), ...keys.flatMap((key) => Array(30).fill(key))];
      for (const [tenant, key] of sharers as (readonly [string, string])[]) {
        const count = (): unknown => served.set(key, (served.get(key) ?? 0) + 1);
        void Promise.resolve(semaphore.acquire(of(tenant, key))).then(count);
      }
      for (const permit of all.slice(0, released)) permit.release();
      await settled();
      const ofKeys = ['a0', 'a1', 'a2', 'a3'].map((key) => served.get(key) ?? 0);
      const ofTenants = [ofKeys.reduce((sum, each) => sum + each, 0), served.get('b') ?? 0, served.get('c') ?? 0];
      for (const counts of [ofKeys, ofTenants])
        t.true(Math.max(...counts) - Math.min(...counts) <= 1, `${counts.join(' ')} of ${released}`);
    },
  );
  await fc.assert(property, { numRuns: propertyRuns(50) });
});

test('whoever holds a permit is remembered, however many others come and go', (t) => {
  const semaphore = semaphoreOf(20_000, 50);
  const holder = { ...of('tenant', 'holder'), keyMax: 1, tenantMax: 2 };
  const held = fill(semaphore, holder);
  t.is(held.length, 1);
  const visits = Array.from({ length: 5_000 }, (_, nth) => semaphore.tryAcquire(of(`tenant ${nth}`)) as Permit);
  // A sibling comes last, when more are remembered than are kept without a permit.
  const sibling = { ...of('tenant', 'sibling'), tenantMax: 2 };
  visits.push(semaphore.tryAcquire(sibling) as Permit);
  for (const visit of visits.toReversed()) visit.release();
  t.is(semaphore.used, 1);
  t.is(semaphore.tryAcquire(holder), 'key_limit');
  t.is(fill(semaphore, sibling).length, 1, 'one permit is held by the other key of its tenant');
  t.is(semaphore.tryAcquire(sibling), 'tenant_limit');
  held[0]?.release();
  t.is(fill(semaphore, holder).length, 1);
});

test('sharers that got no permit, or gave up waiting for one, are forgotten', async (t) => {
  const semaphore = semaphoreOf(1, 100, 1);
  const [permit] = fill(semaphore, of('holder'));
  const visitors = Array.from({ length: 50_000 }, (_, nth) => of(`tenant ${nth}`));
  const before = heldBytes();
  const gaveUp = visitors.filter((visitor) => {
    if (semaphore.tryAcquire(visitor) !== 'full') return false;
    const controller = new AbortController();
    const waiting = semaphore.acquire(visitor, 1, controller);
    controller.abort();
    return waiting instanceof Promise && semaphore.waiting === 0;
  });
  t.is(gaveUp.length, visitors.length);
  const first = new AbortController();
  const waiting = semaphore.acquire(of('first'), 1, first);
  t.true(visitors.every((visitor) => semaphore.acquire(visitor) === 'full'));
  await settled();
  // All of them and their tenants would take some 25 MB.
  const grown = heldBytes() - before;
  t.true(grown < 8_000_000, `${grown} bytes more`);
  first.abort();
  t.is(await waiting, 'gone');
  permit?.release();
  t.is(semaphore.used + semaphore.waiting, 0);
});
