import test from 'ava';
import * as fc from 'fast-check';
import { CredentialLimits } from '../../src/pools/credential-limits.ts';
import { PoolScene } from '../_support/pool-scene.ts';
import { propertyRuns } from '../_support/property-runs.ts';

const sharer = { tenantId: 'tenant', keyId: 'key' };

test('no more than a minute’s share is used at once, and no more than two in any minute', (t) => {
  const step = fc.record({ afterMs: fc.integer({ min: 0, max: 20_000 }), tokens: fc.integer({ min: 1, max: 400 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const limits = new CredentialLimits({ requestsPerMinute: 10, tokensPerMinute: 1_000, requestsAtOnce: null });
      const taken: { atMs: number; tokens: number }[] = [];
      let nowMs = 0;
      for (const { afterMs, tokens } of steps) {
        nowMs += afterMs;
        if (limits.waitMs({ sharer, tokens }, nowMs) > 0) continue;
        limits.enter({ sharer, tokens }, nowMs).leave();
        taken.push({ atMs: nowMs, tokens });
      }
      for (const { atMs } of taken) {
        // What a bucket of this size lets through: what it holds, and what flows in meanwhile.
        for (const spanMs of [0, 30_000, 60_000]) {
          const within = taken.filter((other) => other.atMs >= atMs && other.atMs <= atMs + spanMs);
          const share = 1 + spanMs / 60_000;
          if (within.length > 10 * share + 0.01) return false;
          if (within.reduce((sum, { tokens }) => sum + tokens, 0) > 1_000 * share + 0.1) return false;
        }
      }
      return true;
    }),
    { numRuns: propertyRuns(200) },
  );
  t.pass();
});

test('the predicted wait is long enough for the request', (t) => {
  const limits = new CredentialLimits({ requestsPerMinute: 6, tokensPerMinute: null, requestsAtOnce: null });
  for (let nth = 0; nth < 6; nth += 1) limits.enter({ sharer, tokens: 1 }, 0).leave();
  const waitMs = limits.waitMs({ sharer, tokens: 1 }, 0);
  t.is(waitMs, 10_000);
  t.is(limits.waitMs({ sharer, tokens: 1 }, waitMs), 0);
});

test('the token limit is corrected when the counters of the upstream arrive', (t) => {
  const limits = new CredentialLimits({ requestsPerMinute: null, tokensPerMinute: 1_000, requestsAtOnce: null });
  const place = limits.enter({ sharer, tokens: 900 }, 0);
  t.true(limits.waitMs({ sharer, tokens: 200 }, 0) > 0);
  place.counted(100, 0);
  t.is(limits.waitMs({ sharer, tokens: 200 }, 0), 0);
});

test('a request larger than a minute’s share waits for the whole share, and not for ever', (t) => {
  const limits = new CredentialLimits({ requestsPerMinute: null, tokensPerMinute: 1_000, requestsAtOnce: null });
  t.is(limits.waitMs({ sharer, tokens: 5_000 }, 0), 0);
  limits.enter({ sharer, tokens: 5_000 }, 0).leave();
  t.is(limits.waitMs({ sharer, tokens: 5_000 }, 0), 60_000);
});

test('a place that is given back twice is one place', (t) => {
  const limits = new CredentialLimits({ requestsPerMinute: null, tokensPerMinute: null, requestsAtOnce: 2 });
  const [first] = [limits.enter({ sharer, tokens: 1 }, 0), limits.enter({ sharer, tokens: 1 }, 0)];
  first?.leave();
  first?.leave();
  const one = { sharer, tokens: 1 };
  t.is(limits.waitMs(one, 0), 0);
  limits.enter(one, 0);
  t.is(limits.waitMs(one, 0), Number.POSITIVE_INFINITY);
});

test('free requests use a quarter of a limit by requests, and leave the rest to paid ones', (t) => {
  const free = { sharer, tokens: 0, isFree: true };
  const limits = new CredentialLimits({ requestsPerMinute: 120, tokensPerMinute: null, requestsAtOnce: null });
  let entered = 0;
  for (; limits.freePartWaitMs(free, 0) === 0; entered += 1) limits.enter(free, 0).leave();
  t.is(entered, 30);
  for (; limits.waitMs({ sharer, tokens: 1 }, 0) === 0; entered += 1) limits.enter({ sharer, tokens: 1 }, 0).leave();
  t.is(entered, 120);
  const few = new CredentialLimits({ requestsPerMinute: null, tokensPerMinute: null, requestsAtOnce: 8 });
  const places = [few.enter(free, 0), few.enter(free, 0)];
  t.is(few.freePartWaitMs(free, 0), Number.POSITIVE_INFINITY);
  t.is(few.waitMs({ sharer, tokens: 1 }, 0), 0);
  places[0]?.giveBack(0);
  t.is(few.freePartWaitMs(free, 0), 0);
  const one = new CredentialLimits({ requestsPerMinute: 2, tokensPerMinute: null, requestsAtOnce: 1 });
  t.is(one.freePartWaitMs(free, 0), 0, 'at least one');
});

test('a free request beyond its part is refused at once, and no paid request waits behind it', async (t) => {
  const scene = new PoolScene({ groups: [['only']], limits: { requestsPerMinute: 120 } });
  const ended: (string | undefined)[] = [];
  for (let nth = 0; nth < 40; nth += 1) {
    const turn = await scene.open({ tenant: 'mallory', isFree: true }).next();
    ended.push(turn.target === null ? turn.reason : turn.target.name);
    if (turn.target !== null) turn.end('healthy');
  }
  t.is(ended.filter((end) => end === 'only').length, 27, 'a tenth of the part is left to others');
  t.is(ended.filter((end) => end === 'busy').length, 13);
  t.is((await scene.open({ tenant: 'bob', isFree: true }).next()).target?.name, 'only');
  t.is((await scene.open({ tenant: 'bob' }).next()).target?.name, 'only');
});

test('a request without a turn goes to the next group, and waits when there is none', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']], limits: { requestsAtOnce: 1 } });
  const [one, two] = [await scene.open().next(), await scene.open().next()];
  t.deepEqual([one.target?.name, two.target?.name], ['first', 'second']);
  const order: string[] = [];
  const wait = async (name: string): Promise<void> => {
    const turn = await scene.open().next();
    order.push(`${name} ${turn.target?.name}`);
  };
  const waiting = [wait('third'), wait('fourth')];
  await scene.timer.pass(1_000);
  t.deepEqual(order, []);
  if (two.target !== null) two.end('healthy');
  await scene.timer.pass(1);
  t.deepEqual(order, ['third second']);
  if (one.target !== null) one.end('healthy');
  await Promise.all(waiting);
  t.deepEqual(order, ['third second', 'fourth first']);
});

test('a turn that is not free within the deadline ends the request as busy', async (t) => {
  const scene = new PoolScene({ groups: [['only']], limits: { requestsAtOnce: 1 }, pool: { deadlineMs: 5_000 } });
  await scene.open().next();
  const waiting = scene.open().next();
  await scene.timer.pass(5_000);
  t.deepEqual(await waiting, { target: null, reason: 'busy', retryAfterMs: null });
});

test('a request beyond the requests per minute of its credential waits its turn', async (t) => {
  const scene = new PoolScene({ groups: [['only']], limits: { requestsPerMinute: 60 }, pool: { deadlineMs: 600_000 } });
  const times: number[] = [];
  const all = Array.from({ length: 90 }, async () => {
    const turn = await scene.open().next();
    times.push(scene.timer.monotonic());
    if (turn.target !== null) turn.end('healthy');
  });
  await scene.timer.pass(120_000);
  await Promise.all(all);
  t.is(times.filter((ms) => ms === 0).length, 60);
  t.true(Math.max(...times) >= 30_000 && Math.max(...times) <= 30_200, `${Math.max(...times)}`);
});

test('small requests that keep coming do not overtake a large one that waits', async (t) => {
  const scene = new PoolScene({
    groups: [['only']],
    limits: { tokensPerMinute: 1_000 },
    pool: { deadlineMs: 600_000 },
  });
  await scene.open({ tokens: 1_000 }).next();
  const order: string[] = [];
  const ask = async (name: string, tokens: number): Promise<void> => {
    await scene.open({ tokens }).next();
    order.push(name);
  };
  const all = [ask('large', 600)];
  for (let nth = 0; nth < 60; nth += 1) {
    await scene.timer.pass(1_000);
    all.push(ask('small', 10));
  }
  await scene.timer.pass(60_000);
  await Promise.all(all);
  t.is(order[0], 'large');
  t.is(order.length, 61);
});

test('a request that stops waiting does not block the next one', async (t) => {
  const scene = new PoolScene({
    groups: [['only']],
    limits: { tokensPerMinute: 1_000 },
    pool: { deadlineMs: 600_000 },
  });
  await scene.open({ tokens: 1_000 }).next();
  const turns = scene.open({ tokens: 1_000 });
  const given = turns.next();
  const small = scene.open({ tokens: 10 }).next();
  await scene.timer.pass(5_000);
  turns.close();
  t.is((await given).target, null);
  await scene.timer.pass(1);
  t.is((await small).target?.name, 'only');
});

test('no request waits for a turn while the process stops, and a request with a free turn is served', async (t) => {
  const scene = new PoolScene({ groups: [['only']], limits: { requestsAtOnce: 1 } });
  const running = await scene.open().next();
  const waiting = [scene.open().next(), scene.open().next()];
  scene.closing.abort();
  const stopping = { target: null, reason: 'stopping', retryAfterMs: null } as const;
  t.deepEqual(await Promise.all(waiting), [stopping, stopping]);
  t.deepEqual(await scene.open().next(), stopping);
  if (running.target !== null) running.end('healthy');
  t.is((await scene.open().next()).target?.name, 'only');
});

/** Waits for a turn, and answers when it has one. */
async function waitsAs(scene: PoolScene, who: { tenant: string; key?: string }, order: string[]): Promise<void> {
  const turn = await scene.open(who).next();
  order.push(turn.target === null ? `${who.tenant} ${turn.reason}` : (who.key ?? who.tenant));
  await scene.timer.pass(1);
  if (turn.target !== null) turn.end('healthy');
}

test('one tenant with many waiting calls does not starve another, nor one of its keys the others', async (t) => {
  const scene = new PoolScene({ groups: [['only']], limits: { requestsAtOnce: 1 } });
  const running = await scene.open().next();
  const order: string[] = [];
  const many = Array.from({ length: 6 }, () => waitsAs(scene, { tenant: 'many' }, order));
  const others = [
    waitsAs(scene, { tenant: 'few' }, order),
    waitsAs(scene, { tenant: 'few' }, order),
    waitsAs(scene, { tenant: 'many', key: 'another' }, order),
  ];
  if (running.target !== null) running.end('healthy');
  await scene.timer.pass(100);
  await Promise.all([...many, ...others]);
  t.deepEqual(order, ['many', 'few', 'few', 'another', ...Array<string>(5).fill('many')]);
});

test('one tenant does not take all waiting places', async (t) => {
  const scene = new PoolScene({ groups: [['only']], limits: { requestsAtOnce: 1 } });
  const running = await scene.open().next();
  const order: string[] = [];
  const many = Array.from({ length: 100 }, () => waitsAs(scene, { tenant: 'many' }, order));
  const few = waitsAs(scene, { tenant: 'few' }, order);
  await scene.timer.pass(1);
  t.deepEqual([...new Set(order)], ['many busy']);
  t.is(order.length, 19);
  if (running.target !== null) running.end('healthy');
  await scene.timer.pass(200);
  await Promise.all([...many, few]);
  t.deepEqual(order.slice(19, 21), ['many', 'few']);
  t.is(order.length, 101);
});

test('a tenant that holds its share of the places lets others pass, and gets the next place all the same', async (t) => {
  const scene = new PoolScene({ groups: [['only']], limits: { requestsAtOnce: 4 } });
  const begin = (tenant: string) => scene.open({ tenant }).next();
  const held = await Promise.all(['many', 'many', 'many'].map(begin));
  const order: string[] = [];
  const waiting = Array.from({ length: 3 }, () => waitsAs(scene, { tenant: 'many' }, order));
  await scene.timer.pass(1_000);
  t.deepEqual(order, [], 'one of four places is left to others');
  for (const tenant of ['few', 'other', 'few']) {
    const turn = await begin(tenant);
    t.is(turn.target?.name, 'only');
    if (turn.target !== null) turn.end('healthy');
  }
  for (const turn of held) if (turn.target !== null) turn.end('healthy');
  await scene.timer.pass(100);
  await Promise.all(waiting);
  t.deepEqual(order, ['many', 'many', 'many']);
});

test('a tenant takes every place and every free request while there are no others', async (t) => {
  let hasOthers = false;
  const limits = { requestsAtOnce: 4, requestsPerMinute: 400 };
  const scene = new PoolScene({ groups: [['only']], limits, hasOthers: () => hasOthers });
  const begin = async (tenant: string) => {
    const turn = await scene.open({ tenant }).next();
    if (turn.target === null) throw new Error(turn.reason);
    return turn;
  };
  const held = await Promise.all(['alone', 'alone', 'alone', 'alone'].map(begin));
  hasOthers = true;
  const waiting = begin('new');
  for (const turn of held) turn.end('healthy');
  (await waiting).end('healthy');
  for (let nth = 0; nth < 3; nth += 1) await begin('alone');
  const fourth = scene.open({ tenant: 'alone' }).next();
  await scene.timer.pass(1_000);
  hasOthers = false;
  (await begin('new')).end('healthy');
  t.is((await fourth).target?.name, 'only');
  const sharing = { sharePercentMax: 90, hasOthers: () => hasOthers };
  const credential = new CredentialLimits({ ...limits, tokensPerMinute: null }, sharing);
  const free = { sharer, tokens: 0, isFree: true };
  for (let nth = 0; nth < 100; nth += 1) credential.enter(free, 0).leave();
  t.is(credential.freePartWaitMs(free, 600), 0);
  hasOthers = true;
  t.not(credential.freePartWaitMs(free, 600), 0);
});

test.serial('a place that comes back costs no look of each who holds a share', async (t) => {
  const scene = new PoolScene({ groups: [['only']], limits: { requestsAtOnce: 4 } });
  const begin = (tenant: string) => scene.open({ tenant }).next();
  for (let held = 0; held < 3; held += 1) await begin('many');
  const waiting = Array.from({ length: 50 }, () => begin('many'));
  await scene.timer.pass(1);
  let looks = 0;
  const { waitMs } = CredentialLimits.prototype;
  CredentialLimits.prototype.waitMs = function (...given) {
    looks += 1;
    return waitMs.apply(this, given);
  };
  t.teardown(() => {
    CredentialLimits.prototype.waitMs = waitMs;
  });
  const turn = await begin('few');
  if (turn.target !== null) turn.end('healthy');
  t.true(looks < 10, String(looks));
  await scene.timer.pass(3_600_000);
  await Promise.all(waiting);
});

test('nobody waits for ever, whoever holds a share and whoever passes', async (t) => {
  const step = fc.record({
    tenant: fc.integer({ min: 0, max: 2 }),
    key: fc.integer({ min: 0, max: 1 }),
    ends: fc.nat(),
  });
  const run = fc.asyncProperty(
    fc.integer({ min: 1, max: 8 }),
    fc.array(step, { minLength: 1, maxLength: 60 }),
    async (requestsAtOnce, steps) => {
      const scene = new PoolScene({
        groups: [['first', 'second']],
        limits: { requestsAtOnce },
        pool: { deadlineMs: 1e9 },
      });
      const running: { end(how: 'healthy'): void }[] = [];
      let begun = 0;
      for (const { tenant, key, ends } of steps) {
        const asked = scene.open({ tenant: `t${tenant}`, key: `t${tenant}-k${key}` }).next();
        void asked.then((turn) => {
          begun += 1;
          if (turn.target !== null) running.push(turn);
        });
        await scene.timer.pass(1);
        if (ends % 3 === 0) running.splice(ends % (running.length + 1), 1)[0]?.end('healthy');
      }
      while (running.length > 0) {
        running.shift()?.end('healthy');
        await scene.timer.pass(1);
      }
      return begun === steps.length;
    },
  );
  await fc.assert(run, { numRuns: propertyRuns(100) });
  t.pass();
});
