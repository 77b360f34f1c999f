// What one caller does on purpose takes no target from the others.
import test from 'ava';
import { failureClasses } from '../../src/catalogue/failure-class.ts';
import type { MemberStatus } from '../../src/pools/balanced-pools.ts';
import type { TargetAttempt } from '../../src/ports/target-pools.ts';
import { failedBy, PoolScene } from '../_support/pool-scene.ts';
import { randomOf } from '../_support/seeded-random.ts';

const statusOf = ({ status }: MemberStatus): string => status;
const healthy = (): 'healthy' => 'healthy';
const groups = [['first'], ['second']];

for (const failure of failureClasses) {
  test(`a refusal that depends on the request ejects no target, however often it is repeated: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    const refused = (target: string) =>
      target === 'first' ? failedBy(failure, { isOfRequest: true, retryAfterMs: 60_000 }) : ('healthy' as const);
    for (let nth = 0; nth < 50; nth += 1) await scene.request(refused, { caller: 'mallory' });
    t.deepEqual(scene.changes, []);
    t.deepEqual((await scene.request(healthy, { caller: 'bob' })).asked, ['first'], 'nor is it left alone');
  });
}

for (const failure of ['model_gone', 'context_too_long'] as const) {
  test(`a class that a request can name by itself counts as nothing: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    for (let nth = 0; nth < 50; nth += 1) await scene.request(() => failedBy(failure), { caller: 'mallory' });
    t.deepEqual(scene.changes, []);
  });
}

for (const failure of ['server_error', 'timed_out', 'cut', 'overloaded'] as const) {
  const poison = (target: string) =>
    target === 'first' ? failedBy(failure, { ran: 'unknown' }) : ('healthy' as const);

  test(`an input that makes a target fail does not eject it while other callers are served: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    for (let nth = 0; nth < 200; nth += 1) {
      if (nth % 20 === 0) t.deepEqual((await scene.request(healthy, { caller: 'bob' })).asked, ['first']);
      // What they are served themselves does not make what they break tell more.
      if (nth % 3 === 0) await scene.request(healthy, { caller: 'mallory' });
      await scene.request(poison, { caller: 'mallory' });
      await scene.timer.pass(400);
    }
    t.deepEqual(scene.changes, []);
  });

  test(`a target that fails for several callers is ejected, though some were served a moment ago: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    for (const caller of ['ada', 'bob']) await scene.request(healthy, { caller });
    for (const caller of ['ada', 'bob', 'ada']) await scene.request(poison, { caller });
    t.is(scene.changes.length, 1);
  });

  test(`a target that fails for its only caller is ejected: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    await scene.request(healthy, { caller: 'bob' });
    await scene.timer.pass(10_001);
    for (let nth = 0; nth < 3; nth += 1) await scene.request(poison, { caller: 'ada' });
    t.is(scene.changes.length, 1);
  });
}

for (const failure of ['credential_rejected', 'account_exhausted'] as const) {
  const refused = (target: string) =>
    target === 'first' ? failedBy(failure, { isInWordsOnly: true }) : ('healthy' as const);

  test(`a refusal in words that a tenant brings about takes no target from another: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    for (let nth = 0; nth < 200; nth += 1) {
      if (nth % 20 === 0) t.deepEqual((await scene.request(healthy, { tenant: 'b' })).asked, ['first']);
      await scene.request(refused, { tenant: 'a' });
      await scene.timer.pass(400);
    }
    t.deepEqual(scene.changes, []);
  });

  test(`a refusal in words that every tenant meets puts the target out: ${failure}`, async (t) => {
    const scene = new PoolScene({ groups });
    for (const tenant of ['a', 'b', 'a', 'b']) await scene.request(refused, { tenant });
    t.deepEqual((await scene.request(refused, { tenant: 'a' })).asked, ['second']);
  });
}

type Caller = { readonly tenant: string; readonly caller: string };
const callers = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3'].map((caller): Caller => ({
  tenant: caller.charAt(0),
  caller,
})) as [Caller, ...Caller[]];
const hostileTenants = [['a'], ['b'], ['c'], ['a', 'b'], ['a', 'c'], ['b', 'c']];

for (const failure of ['server_error', 'timed_out', 'cut', 'overloaded'] as const) {
  for (const hostile of hostileTenants) {
    test(`of ten callers of three tenants, those of ${hostile.join(' and ')} take no healthy target away: ${failure}`, async (t) => {
      const random = randomOf(t);
      // Only one target, with the usual settings of a circuit, so that nothing stands in for it.
      const scene = new PoolScene({ groups: [['first']] });
      const unserved: string[] = [];
      for (const caller of callers) await scene.request(healthy, caller);
      for (let nth = 0; nth < 3_000; nth += 1) {
        const { tenant, caller } = random.oneOf(callers);
        const isHostile = hostile.includes(tenant);
        const how = isHostile && random.whole(1, 10) < 10 ? () => failedBy(failure, { ran: 'unknown' }) : healthy;
        const { ended } = await scene.request(how, { tenant, caller });
        if (!isHostile && ended !== 'healthy') unserved.push(`${tenant} at ${nth}: ${ended}`);
        await scene.timer.pass(random.whole(0, 400));
      }
      t.deepEqual(unserved, []);
      t.deepEqual(scene.pools.status().map(statusOf), ['healthy']);
    });
  }
}

for (const failure of ['server_error', 'timed_out', 'cut', 'overloaded'] as const) {
  test(`a tenant that seldom calls is served all the same while two others only fail: ${failure}`, async (t) => {
    const random = randomOf(t);
    const scene = new PoolScene({ groups: [['first']] });
    const hostile = callers.filter(({ tenant }) => tenant !== 'c') as [Caller, ...Caller[]];
    const ended: string[] = [];
    for (let call = 0; call < 30; call += 1) {
      const others = random.whole(1, 400);
      for (let nth = 0; nth < others; nth += 1) {
        await scene.request(() => failedBy(failure, { ran: 'unknown' }), random.oneOf(hostile));
        await scene.timer.pass(random.whole(0, 300));
      }
      ended.push((await scene.request(healthy, { tenant: 'c', caller: `c${call % 3}` })).ended);
    }
    t.deepEqual([...new Set(ended)], ['healthy']);
  });
}

test('a target that is out for those who met failures is out for another after one failure', async (t) => {
  const scene = new PoolScene({ groups });
  const dead = (target: string) => (target === 'first' ? failedBy('server_error') : ('healthy' as const));
  for (const tenant of ['a', 'b', 'a']) await scene.request(dead, { tenant, caller: tenant });
  t.deepEqual((await scene.request(dead, { tenant: 'a' })).asked, ['second']);
  t.deepEqual((await scene.request(dead, { tenant: 'c' })).asked, ['first', 'second']);
  t.deepEqual((await scene.request(dead, { tenant: 'c' })).asked, ['second']);
});

test('a target that no request can have put out is out for all tenants', async (t) => {
  const scene = new PoolScene({ groups });
  const dead = (target: string) => (target === 'first' ? failedBy('credential_rejected') : ('healthy' as const));
  await scene.request(dead, { tenant: 'a' });
  t.deepEqual((await scene.request(dead, { tenant: 'b' })).asked, ['second']);
});

test('a target that is out for all is noticed though ten callers of three tenants were served a moment ago', async (t) => {
  const scene = new PoolScene({ groups: [['first']] });
  for (const caller of callers) await scene.request(healthy, caller);
  let failed = 0;
  for (; scene.changes.length === 0; failed += 1) {
    await scene.request(() => failedBy('server_error'), callers[failed % callers.length]);
  }
  t.true(failed <= 10, `noticed after ${failed} failures`);
});

for (const [trial, endTrial] of [
  ['fails', (turn: TargetAttempt) => turn.end(failedBy('server_error'))],
  ['is given up', (turn: TargetAttempt) => turn.end('inconclusive')],
  ['hangs', () => undefined],
] as const) {
  test(`a tenant whose trial ${trial} lets others try first, however often it asks`, async (t) => {
    const scene = new PoolScene({ groups: [['first']] });
    for (const tenant of ['a', 'mallory', 'bob'])
      await scene.request(() => failedBy('server_error'), { tenant, caller: tenant });
    t.is(scene.changes.at(-1)?.isHealthy, false);
    let servedAtMs: number | null = null;
    for (let ms = 0; servedAtMs === null && ms < 20_000; ms += 10) {
      // It asks a hundred times a second, and always before the other one, who asks every 300 ms.
      const turns = scene.open({ tenant: 'mallory', caller: 'mallory' });
      const turn = await turns.next();
      if (turn.target !== null) endTrial(turn);
      if (ms % 300 === 0 && (await scene.request(healthy, { tenant: 'bob', caller: 'bob' })).ended === 'healthy') {
        servedAtMs = ms;
      }
      await scene.timer.pass(10);
    }
    t.true(servedAtMs !== null && servedAtMs < 6_000, `served after ${servedAtMs} ms`);
  });
}

test('a failed trial counts as failed for every caller', async (t) => {
  const scene = new PoolScene({ groups });
  const dead = (target: string) => (target === 'first' ? failedBy('server_error') : ('healthy' as const));
  for (const caller of ['ada', 'bob', 'ada', 'bob']) await scene.request(dead, { caller });
  await scene.timer.pass(1_000);
  t.deepEqual((await scene.request(dead, { caller: 'bob' })).asked, ['first', 'second']);
  t.deepEqual((await scene.request(dead, { caller: 'bob' })).asked, ['second']);
});

test('a trial that is given back is taken by the next request at once', async (t) => {
  const scene = new PoolScene({ groups });
  const dead = (target: string) => (target === 'first' ? failedBy('server_error') : ('healthy' as const));
  for (const caller of ['ada', 'bob', 'ada', 'bob']) await scene.request(dead, { caller });
  await scene.timer.pass(1_000);
  for (let nth = 0; nth < 5; nth += 1) {
    const turns = scene.open({ caller: 'mallory' });
    const attempt = await turns.next();
    t.is(attempt.target?.name, 'first');
    if (attempt.target !== null) attempt.giveBack();
    turns.close();
  }
  t.deepEqual((await scene.request(healthy, { caller: 'bob' })).asked, ['first']);
  t.deepEqual(scene.changes.at(-1)?.isHealthy, true);
});

test('an attempt that is given back is no attempt in the metrics, and cannot be ended as well', async (t) => {
  const scene = new PoolScene({ groups: [['first']], limits: { requestsPerMinute: 1, tokensPerMinute: 10 } });
  for (let nth = 0; nth < 3; nth += 1) {
    const turns = scene.open({ tokens: 10 });
    const attempt = await turns.next();
    if (attempt.target === null) return t.fail('no turn');
    attempt.giveBack();
    attempt.giveBack();
    attempt.end(failedBy('server_error'));
    turns.close();
  }
  t.deepEqual(scene.outcomes, []);
  t.is((await scene.request(healthy)).ended, 'healthy');
});

for (const [what, failure] of [
  ['a limit, for a while', failedBy('rate_limited', { retryAfterMs: 60_000 })],
  ['a limit', failedBy('rate_limited')],
  ['too much work, for a while', failedBy('overloaded', { retryAfterMs: 60_000 })],
  ['a credential, in words', failedBy('credential_rejected', { isInWordsOnly: true, retryAfterMs: 60_000 })],
  ['an account, in words', failedBy('account_exhausted', { isInWordsOnly: true })],
] as const) {
  for (const hostile of hostileTenants) {
    test(`those of ${hostile.join(' and ')} who meet ${what} take no turn from others`, async (t) => {
      const random = randomOf(t);
      const scene = new PoolScene({ groups: [['first']] });
      const unserved: string[] = [];
      for (let nth = 0; nth < 2_000; nth += 1) {
        const { tenant, caller } = random.oneOf(callers);
        const isHostile = hostile.includes(tenant);
        const asked = scene.request(() => (isHostile ? failure : 'healthy'), { tenant, caller });
        // Whoever waits is not waited for here.
        const first = await Promise.race([asked, new Promise<null>((resolve) => void setImmediate(resolve, null))]);
        if (!isHostile && first?.ended !== 'healthy') unserved.push(`${tenant} at ${nth}: ${first?.ended ?? 'waits'}`);
        await scene.timer.pass(random.whole(0, 400));
      }
      t.deepEqual(unserved.slice(0, 3), []);
    });
  }
}
