import test from 'ava';
import { coolDownMsMax } from '../../src/pools/cool-down.ts';
import { failedBy, PoolScene } from '../_support/pool-scene.ts';

const healthy = (): 'healthy' => 'healthy';
const dead =
  (...names: string[]) =>
  (target: string) =>
    names.includes(target) ? failedBy('refused') : ('healthy' as const);

test('a group is asked when no target of the groups before it may be', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']] });
  t.deepEqual((await scene.request(healthy)).asked, ['first']);
  t.deepEqual((await scene.request(dead('first'))).asked, ['first', 'second']);
});

test('a target that has failed in a row is left out, and not one answer is missing', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']] });
  const asked: string[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    const request = await scene.request(dead('first'));
    t.is(request.ended, 'healthy');
    asked.push(request.asked.join(' '));
  }
  t.deepEqual(asked, [...Array<string>(3).fill('first second'), ...Array<string>(7).fill('second')]);
  t.deepEqual(
    scene.changes.map(({ target, isHealthy, failure }) => [target, isHealthy, failure]),
    [['first', false, 'refused']],
  );
});

test('an ejected target is tried by single requests with growing pauses, and returns with the first success', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']] });
  for (let nth = 0; nth < 3; nth += 1) await scene.request(dead('first'));
  const tries: number[] = [];
  for (let ms = 0; ms < 20_000; ms += 100) {
    const { asked } = await scene.request(dead('first'));
    if (asked[0] === 'first') tries.push(ms);
    await scene.timer.pass(100);
  }
  t.deepEqual(tries, [900, 2_600, 6_000, 10_300, 14_600, 18_900]);
  let backMs = 0;
  while ((await scene.request(healthy)).asked[0] !== 'first') {
    backMs += 100;
    await scene.timer.pass(100);
  }
  t.true(backMs <= 5_000);
  t.is(scene.changes.at(-1)?.isHealthy, true);
  t.deepEqual((await scene.request(healthy)).asked, ['first']);
});

test('one request at a time tries an ejected target, until the longest pause has passed', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']] });
  for (let nth = 0; nth < 3; nth += 1) await scene.request(dead('first'));
  await scene.timer.pass(1_000);
  const trial = await scene.open().next();
  t.is(trial.target?.name, 'first');
  t.deepEqual((await scene.request(healthy)).asked, ['second']);
  await scene.timer.pass(4_200);
  t.deepEqual((await scene.request(healthy)).asked, ['second']);
  await scene.timer.pass(50);
  const mine = await scene.request(dead('first'));
  t.deepEqual(mine.asked, ['second'], 'others go first');
  const other = await scene.request(dead('first'), { tenant: 'other' });
  t.deepEqual(other.asked, ['first', 'second'], 'a hanging trial keeps nobody out');
});

test('the outcome of an attempt from before an ejection does not end it', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']] });
  const early = await scene.open().next();
  for (let nth = 0; nth < 3; nth += 1) await scene.request(dead('first'));
  if (early.target !== null) early.end('healthy');
  t.deepEqual((await scene.request(healthy)).asked, ['second']);
});

test('the only target of a pool is ejected, too, and the refusal says when it may be asked again', async (t) => {
  const scene = new PoolScene({ groups: [['only']] });
  for (let nth = 0; nth < 3; nth += 1) t.is((await scene.request(dead('only'))).ended, 'refused');
  await scene.timer.pass(400);
  t.false(scene.pools.isAnyAvailable(scene.targets));
  const turn = await scene.open().next();
  t.deepEqual(turn, { target: null, reason: 'unhealthy', retryAfterMs: 450 });
  await scene.timer.pass(600);
  t.true(scene.pools.isAnyAvailable(scene.targets));
  t.is((await scene.request(healthy)).ended, 'healthy');
});

test('a bad success rate ejects a target, but never the last healthy one', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']] });
  const times = new Map<string, number>();
  const bad = (name: string) => {
    const nth = (times.get(name) ?? 0) + 1;
    times.set(name, nth);
    return nth % 3 === 0 ? ('healthy' as const) : failedBy('server_error', { ran: 'unknown' });
  };
  for (let request = 0; request < 60; request += 1) await scene.request(bad);
  t.deepEqual(
    scene.changes.map(({ target, isHealthy }) => [target, isHealthy]),
    [['first', false]],
  );
});

test('failures that do not count leave the target in', async (t) => {
  const scene = new PoolScene({ groups: [['first', 'second']] });
  for (let nth = 0; nth < 50; nth += 1) await scene.request(() => failedBy('context_too_long'));
  t.deepEqual(scene.changes, []);
});

test('an input that is too long goes to a larger window only', async (t) => {
  const scene = new PoolScene({
    groups: [[{ name: 'small' }], [{ name: 'as-small' }], [{ name: 'large', contextTokensMax: 2_000 }]],
  });
  const { asked } = await scene.request((name) => (name === 'large' ? 'healthy' : failedBy('context_too_long')));
  t.deepEqual(asked, ['small', 'large']);
});

test('a rejected credential takes out all that is asked with it, at once', async (t) => {
  const scene = new PoolScene({
    groups: [[{ name: 'a', upstream: 'shared' }], [{ name: 'b', upstream: 'shared' }], ['c']],
  });
  const rejected = (name: string) => (name === 'c' ? ('healthy' as const) : failedBy('credential_rejected'));
  t.deepEqual((await scene.request(rejected)).asked, ['a', 'c']);
  t.deepEqual((await scene.request(rejected)).asked, ['c']);
  t.deepEqual(
    scene.changes.map(({ target, upstream, failure }) => [target, upstream, failure]),
    [[null, 'shared', 'credential_rejected']],
  );
});

test('429: another target is asked, and the first is not asked for the time of its Retry-After', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']] });
  const limited = (name: string) =>
    name === 'first' ? failedBy('rate_limited', { retryAfterMs: 3_000 }) : ('healthy' as const);
  t.deepEqual((await scene.request(limited)).asked, ['first', 'second']);
  t.deepEqual((await scene.request(healthy)).asked, ['second']);
  await scene.timer.pass(3_000);
  t.deepEqual((await scene.request(healthy)).asked, ['first']);
  t.deepEqual(scene.changes, []);
});

test('a request for the only target waits for a short Retry-After, and ends with a long one', async (t) => {
  const scene = new PoolScene({ groups: [['only']], credential: { retriesMax: 1 } });
  let times = 0;
  const waiting = scene.request(() => (times++ === 0 ? failedBy('rate_limited', { retryAfterMs: 3_000 }) : 'healthy'));
  await scene.timer.pass(3_500);
  t.deepEqual(await waiting, { asked: ['only', 'only'], ended: 'healthy' });
  const limited = await scene.request(() => failedBy('rate_limited', { retryAfterMs: 30_000 }));
  t.deepEqual(limited, { asked: ['only'], ended: 'rate_limited' });
  t.deepEqual((await scene.request(healthy)).asked, ['only'], 'what it told one request need not hold for another');
});

test('a target that may have done the work is not asked again', async (t) => {
  const scene = new PoolScene({ groups: [['only']], credential: { retriesMax: 2 } });
  const request = scene.request(() => failedBy('timed_out', { ran: 'unknown' }));
  await scene.timer.pass(10_000);
  t.deepEqual(await request, { asked: ['only'], ended: 'timed_out' });
});

test('a class that does not fail over ends the request', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']], pool: { failsOver: new Set(['refused']) } });
  t.deepEqual((await scene.request(() => failedBy('server_error'))).asked, ['first']);
});

test('no target is asked beyond the most attempts', async (t) => {
  const scene = new PoolScene({ groups: [['a'], ['b'], ['c'], ['d']], pool: { attemptsMax: 3 } });
  t.deepEqual((await scene.request(() => failedBy('refused'))).asked, ['a', 'b', 'c']);
});

test('one deadline covers all attempts', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']], pool: { deadlineMs: 1_000 } });
  const turns = scene.open();
  const turn = await turns.next();
  await scene.timer.pass(400);
  t.is(turns.leftMs, 600);
  await scene.timer.pass(600);
  if (turn.target !== null) turn.end(failedBy('timed_out', { ran: 'unknown' }));
  t.deepEqual(await turns.next(), { target: null, reason: 'deadline', retryAfterMs: null });
});

test('an outage is not multiplied: further attempts are a share of the running requests', async (t) => {
  const pool = { retryBudget: { sharePercent: 20, attemptsMin: 2 } };
  const scene = new PoolScene({ groups: [['first'], ['second']], pool, credential: { health: neverOut } });
  const second = async (): Promise<string> => {
    const turns = scene.open();
    const turn = await turns.next();
    if (turn.target !== null) turn.end(failedBy('server_error', { ran: 'unknown' }));
    const next = await turns.next();
    return next.target === null ? next.reason : next.target.name;
  };
  const asked: string[] = [];
  for (let nth = 0; nth < 20; nth += 1) asked.push(await second());
  t.is(asked.filter((name) => name === 'second').length, 4, 'a fifth of twenty');
  t.is(asked.filter((name) => name === 'budget').length, 16);
});

const neverOut = {
  failuresInARow: 10_000,
  failurePercentMax: 100,
  attemptsMin: 10_000,
  windowMs: 1_000,
  pauseMsMin: 1_000,
  pauseMsMax: 1_000,
};

test('failures that ran no work do not use up the share of further attempts', async (t) => {
  const pool = { retryBudget: { sharePercent: 0, attemptsMin: 0 } };
  const scene = new PoolScene({ groups: [['first'], ['second']], pool });
  t.is((await scene.request(dead('first'))).ended, 'healthy');
  t.is((await scene.request((name) => (name === 'first' ? failedBy('overloaded') : 'healthy'))).ended, 'overloaded');
});

test('a member of weight 0 is asked no more', async (t) => {
  const scene = new PoolScene({ groups: [[{ name: 'gone', weight: 0 }, 'stays']] });
  for (let nth = 0; nth < 5; nth += 1) t.deepEqual((await scene.request(healthy)).asked, ['stays']);
  t.deepEqual(await scene.open({ members: scene.targets.slice(0, 1) }).next(), {
    target: null,
    reason: 'unhealthy',
    retryAfterMs: null,
  });
});

test('a request that is closed while it waits has no turn, and takes no place', async (t) => {
  const scene = new PoolScene({ groups: [['only']], limits: { requestsAtOnce: 1 } });
  const first = await scene.open().next();
  const turns = scene.open();
  const waiting = turns.next();
  turns.close();
  t.is((await waiting).target, null);
  if (first.target !== null) first.end('healthy');
  t.is((await scene.open().next()).target?.name, 'only');
});

test('a request that is closed while it is answered frees its place, and says nothing of the target', async (t) => {
  const scene = new PoolScene({ groups: [['only']], limits: { requestsAtOnce: 1 } });
  const turns = scene.open();
  const attempt = await turns.next();
  t.is(attempt.target?.name, 'only');
  turns.close();
  t.is(scene.pools.status()[0]?.running, 0);
  t.like(await scene.request(healthy), { asked: ['only'], ended: 'healthy' });
  t.deepEqual(scene.changes, []);
});

test('the health of unchanged members is kept under a new configuration', async (t) => {
  const before = new PoolScene({ groups: [['first'], ['second']] });
  for (let nth = 0; nth < 3; nth += 1) await before.request(dead('first'));
  const { timer, pools } = before;
  const same = new PoolScene({ groups: [['first'], ['second'], ['third']], timer, predecessor: pools });
  t.deepEqual((await same.request(healthy)).asked, ['second']);
  const changed = new PoolScene({
    groups: [['first'], ['second']],
    timer,
    predecessor: pools,
    limits: { requestsAtOnce: 5 },
  });
  t.deepEqual((await changed.request(healthy)).asked, ['first']);
});

test('a request of the configuration before frees a place for one of the next', async (t) => {
  const wish = { groups: [['only']], limits: { requestsAtOnce: 1 } };
  const before = new PoolScene(wish);
  const first = await before.open().next();
  const next = new PoolScene({ ...wish, timer: before.timer, predecessor: before.pools });
  const waiting = next.open().next();
  await before.timer.pass(10);
  if (first.target !== null) first.end('healthy');
  t.is((await waiting).target?.name, 'only');
});

test('an upstream that asks to be left alone for a day is asked again before', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']] });
  const limited = (name: string) =>
    name === 'first' ? failedBy('rate_limited', { retryAfterMs: 86_400_000 }) : ('healthy' as const);
  await scene.request(limited);
  await scene.timer.pass(coolDownMsMax - 1);
  t.deepEqual((await scene.request(healthy)).asked, ['second']);
  await scene.timer.pass(1);
  t.deepEqual((await scene.request(healthy)).asked, ['first']);
});

test('requests that are refused side by side make an upstream be left alone once, not longer for each of them', async (t) => {
  const scene = new PoolScene({ groups: [['first'], ['second']] });
  const running = [];
  for (let nth = 0; nth < 10; nth += 1) running.push(await scene.open().next());
  for (const attempt of running) if (attempt.target !== null) attempt.end(failedBy('rate_limited'));
  await scene.timer.pass(249);
  t.deepEqual((await scene.request(healthy)).asked, ['second']);
  await scene.timer.pass(1);
  t.deepEqual((await scene.request(healthy)).asked, ['first']);
});
